"""The question before a number is called that nobody in the phone book has."""

from __future__ import annotations

from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.shared.call_controls import AcceptCallButton, dial
from automotive_env.headunit.shared.confirm import ConfirmDialog


class CallNumberDialog(ConfirmDialog):
    """Asks whether a number is right that is in nobody's entry."""

    name = "call_number"
    title = "Call number"
    keep_id = "cancel_call_button"
    keep = "Cancel"
    go_id = "confirm_call_button"
    go = "Call"
    samples = (("+495550199",),)

    def question(self, car: BuildContext) -> tuple[str, str]:
        return f"Call {car.args[0]}?", "Nobody in the phone book has this number."

    def go_button(self) -> Button:
        return AcceptCallButton(self.confirmed, id=self.go_id, text=self.go, size=28, width=200)

    def act(self, touch: TouchEvent) -> str | None:
        return dial(str(touch.entry.args[0]))(touch)


__all__ = ["CallNumberDialog"]
