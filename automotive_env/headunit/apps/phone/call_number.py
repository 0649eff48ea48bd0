"""The question before a number is called that nobody in the phone book has."""

from __future__ import annotations

from automotive_env.headunit.kit.screen import View
from automotive_env.headunit.kit.touch import Touch
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.shared.call_controls import GreenButton, dial
from automotive_env.headunit.shared.confirm import Confirm


class CallNumber(Confirm):
    """Asks whether a number is right that is in nobody's entry."""

    name = "call_number"
    title = "Call number"
    keep_id = "cancel_call_button"
    keep = "Cancel"
    go_id = "confirm_call_button"
    go = "Call"
    samples = (("+495550199",),)

    def question(self, car: View) -> tuple[str, str]:
        return f"Call {car.args[0]}?", "Nobody in the phone book has this number."

    def go_button(self) -> Button:
        return GreenButton(self.confirmed, id=self.go_id, text=self.go, size=28, width=200)

    def act(self, touch: Touch) -> str | None:
        return dial(str(touch.entry.args[0]))(touch)


__all__ = ["CallNumber"]
