"""The confirmation dialog before a contact is deleted."""

from __future__ import annotations

from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent
from automotive_env.headunit.shared.call_controls import PHONE
from automotive_env.headunit.shared.confirm import ConfirmDialog


class DeleteContactDialog(ConfirmDialog):
    """Asks for confirmation before a contact is deleted."""

    name = "delete_contact"
    title = "Delete contact"
    keep_id = "keep_contact_button"
    go_id = "confirm_delete_button"
    samples = (("Amara Okafor",),)

    def question(self, car: BuildContext) -> tuple[str, str]:
        return "Delete this contact?", f"This removes {car.args[0]} from the phone book and keeps calls and messages."

    def act(self, touch: TouchEvent) -> str | None:
        return touch.call(f"{PHONE}_contact_delete", contact=str(touch.entry.args[0]))


__all__ = ["DeleteContactDialog"]
