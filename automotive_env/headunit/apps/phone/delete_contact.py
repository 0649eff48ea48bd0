"""The confirmation dialog before a contact is deleted."""

from __future__ import annotations

from automotive_env.headunit.kit.screen import View
from automotive_env.headunit.kit.touch import Touch
from automotive_env.headunit.shared.call_controls import PHONE
from automotive_env.headunit.shared.confirm import Confirm


class DeleteContact(Confirm):
    """Asks for confirmation before a contact is deleted."""

    name = "delete_contact"
    title = "Delete contact"
    keep_id = "keep_contact_button"
    go_id = "confirm_delete_button"
    samples = (("Amara Okafor",),)

    def question(self, car: View) -> tuple[str, str]:
        return "Delete this contact?", f"This removes {car.args[0]} from the phone book and keeps calls and messages."

    def act(self, touch: Touch) -> str | None:
        return touch.call(f"{PHONE}_contact_delete", contact=str(touch.entry.args[0]))


__all__ = ["DeleteContact"]
