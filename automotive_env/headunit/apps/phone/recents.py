"""What stands above the call log: all calls or the missed ones, and calling again."""

from __future__ import annotations

from automotive_env.headunit.kit.rendering.node import Row
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent
from automotive_env.headunit.kit.widgets.button import RADIO, Button
from automotive_env.headunit.shared.call_controls import redial


def _filter(text: str, id: str, missed: bool, chosen: bool) -> Button:
    def act(touch: TouchEvent) -> None:
        touch.remember("missed", missed)
        touch.remember("call", 0)

    return Button(act, id=id, text=text, selected=missed is chosen, role=RADIO, grow=1.0, height=TARGET)


def recents_head(car: BuildContext, missed: bool) -> Row:
    """The two choices, and the button that calls again who was called last."""
    last = car.text("conversation.last_called_contact")
    again = Button(
        redial, id="redial_button", icon="call", text="Redial", wide=True, icon_size=32,
        description=f"Call {last} again" if last else "Call again", enabled=bool(last), width=176, height=TARGET,
    )  # fmt: skip
    return Row(_filter("All", "recents_all", False, missed), _filter("Missed", "recents_missed", True, missed), again, gap=8,
               height=TARGET)  # fmt: skip


__all__ = ["recents_head"]
