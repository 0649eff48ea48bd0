"""The confirmation dialog before a contact is deleted."""

from __future__ import annotations

from automotive_env.headunit.parts.call_controls import PHONE
from automotive_env.headunit.rendering.node import Node
from automotive_env.headunit.screen import Screen, View
from automotive_env.headunit.touch import Touch, back
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.page import dialog


class DeleteContact(Screen):
    """Asks for confirmation before a contact is deleted."""

    name = "delete_contact"
    title = "Delete contact"
    dialog = True
    ink = None
    samples = (("Amara Okafor",),)

    def build(self, car: View) -> Node:
        name = str(car.args[0])

        def delete(touch: Touch) -> str | None:
            touch.back()
            return touch.call(f"{PHONE}_contact_delete", contact=name)

        keep = Button(back, id="keep_contact_button", text="Keep", size=28, width=200)
        go = Button(delete, id="confirm_delete_button", text="Delete", look="danger", size=28, width=200)
        return dialog("Delete this contact?", f"{name} goes from the phone book; calls and messages stay.", keep, go)


__all__ = ["DeleteContact"]
