"""The question before a number is called that nobody in the phone book has."""

from __future__ import annotations

from automotive_env.headunit.parts.call_controls import GreenButton, dial
from automotive_env.headunit.rendering.node import Node
from automotive_env.headunit.screen import Screen, View
from automotive_env.headunit.touch import Touch, back
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.page import dialog


class CallNumber(Screen):
    """Asks whether a number is right that is in nobody's entry."""

    name = "call_number"
    title = "Call number"
    dialog = True
    ink = None
    samples = (("+495550199",),)

    def build(self, car: View) -> Node:
        number = str(car.args[0])

        def call(touch: Touch) -> str | None:
            touch.back()
            return dial(number)(touch)

        stop = Button(back, id="cancel_call_button", text="Cancel", size=28, width=200)
        go = GreenButton(call, id="confirm_call_button", text="Call", size=28, width=200)
        return dialog(f"Call {number}?", "Nobody in the phone book has this number.", stop, go)


__all__ = ["CallNumber"]
