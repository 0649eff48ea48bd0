"""OpenAI's computer tool: calls with one action or several, in pixels of the picture; a message without a call ends the task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automotive_env.agents.native.agent import layered_agent, native_agent
from automotive_env.agents.native.computer import (
    FUNCTIONS,
    HOVER,
    LOOK,
    MIDDLE,
    RIGHT,
    Meaning,
    ReadArguments,
    at,
    drag,
    functions,
    no_keys,
    press_keys,
    read_computer,
    refuse,
    scrolled,
    touch,
    typed,
    wait,
)
from automotive_env.agents.native.family import Fields, NativeFamily, NativeReply
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.native.points import read_point
from automotive_env.agents.native.tool_calls import FunctionCall, required
from automotive_env.episode.action import ActionError
from automotive_env.models.model import Choice

WAIT_SECONDS = 2
"""A wait names no time."""


def read(choice: Choice, sent: SentPicture) -> NativeReply:
    """The actions of a reply.

    Raises:
        ActionError: it was cut off or refused.
    """
    return read_computer(choice, sent, ACTIONS, _actions)


def _actions(call: FunctionCall) -> Sequence[tuple[str, Fields]]:
    given = call.arguments.get("actions") or call.arguments.get("action")
    listed = [dict(one) for one in (given if isinstance(given, list) else [given]) if isinstance(one, Mapping)]
    if call.name != "computer":
        raise ActionError(f"there is no tool {call.name[:60]!r}; use computer")
    if not listed or not all(one.get("type") for one in listed):
        raise ActionError("a call of computer holds actions, each with a type")
    return [(str(one.pop("type")), one) for one in listed]


def _click(arguments: Fields, sent: SentPicture) -> Meaning:
    button = str(arguments.get("button") or "left").lower()
    if button in _BUTTONS:
        return _BUTTONS[button](arguments, sent)
    return refuse(f"there is no button {button[:40]!r}; use left")


def _drag(arguments: Fields, sent: SentPicture) -> Fields:
    no_keys(arguments)
    path = required(arguments, "path")
    if not isinstance(path, list) or not path:
        raise ActionError("the path of a drag is a list of points")
    (x, y), (to_x, to_y) = read_point(path[0]), read_point(path[-1])
    return drag({"x": x, "y": y}, {"x": to_x, "y": to_y})


def _scroll(arguments: Fields, sent: SentPicture) -> Fields:
    no_keys(arguments)
    across, down = (_number(arguments, name) for name in ("scroll_x", "scroll_y"))
    if not across and not down:
        raise ActionError("scroll_x and scroll_y are 0; a scroll has a distance")
    direction = ("down" if down > 0 else "up") if abs(down) >= abs(across) else ("right" if across > 0 else "left")
    return scrolled(direction, at(arguments), sent)


def _number(arguments: Fields, name: str) -> float:
    value: Any = arguments.get(name) or 0
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ActionError(f"{name} is a number of pixels, not {value!r:.60}")
    return float(value)


def _keypress(arguments: Fields, sent: SentPicture) -> Fields:
    keys = required(arguments, "keys")
    return press_keys([str(key) for key in keys] if isinstance(keys, list) else [str(keys)])


_BUTTONS: Mapping[str, ReadArguments] = {
    "left": touch("click"),
    "right": RIGHT,
    "wheel": MIDDLE,
    "back": lambda arguments, sent: {"action_type": "navigate_back"},
    "forward": lambda arguments, sent: refuse("the car has no button that goes forward; tap the screen"),
}
ACTIONS: Mapping[str, ReadArguments] = {
    "click": _click,
    "double_click": touch("double_tap"),
    "drag": _drag,
    "scroll": _scroll,
    "type": lambda arguments, sent: typed(arguments),
    "keypress": _keypress,
    "wait": lambda arguments, sent: wait(WAIT_SECONDS),
    "screenshot": lambda arguments, sent: LOOK,
    "move": HOVER,
}

FAMILY = NativeFamily(
    "openai_computer",
    "OpenAI's computer tool: sees only the picture, acts with the tool",
    read,
    "pixels",
    longest=1_280,
    pictures=3,
    history="turns",
    tools=functions(*FUNCTIONS),
    tool_calls="always",
    computer=("openai", "openai-responses"),
)
openai_computer = native_agent(FAMILY)
asurada_openai_computer = layered_agent(FAMILY)
