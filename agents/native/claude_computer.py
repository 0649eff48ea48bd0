"""Anthropic's computer tools: the toolset of 2026-08, one tool for each action, and the two versions before it, one for all.

Points are pixels of the picture. A message without a call ends the task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automotive_env.agents.native.agent import layered_agent, native_agent
from automotive_env.agents.native.computer import (
    FUNCTIONS,
    HALF_PRESS,
    HOLD_KEY,
    HOVER,
    LOOK,
    MIDDLE,
    RIGHT,
    TRIPLE,
    ReadArguments,
    at,
    drag,
    functions,
    no_keys,
    press_keys,
    read_computer,
    scrolled,
    split_chord,
    touch,
    typed,
    wait,
)
from automotive_env.agents.native.family import Fields, NativeAction, NativeFamily, NativeReply
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.native.tool_calls import FunctionCall, required
from automotive_env.episode.action import ActionError
from automotive_env.models.model import Choice

TOOL = "computer"
"""The one tool of the earlier versions."""
MAX_REPEATS = 10


def read(choice: Choice, sent: SentPicture) -> NativeReply:
    """The actions of a reply.

    Raises:
        ActionError: it was cut off or refused.
    """
    return read_computer(choice, sent, ACTIONS, _actions)


def _actions(call: FunctionCall) -> Sequence[tuple[str, Fields]]:
    name, arguments = call.name, call.arguments
    if name == TOOL:
        name = str(required(arguments, "action"))
        arguments = {one: value for one, value in arguments.items() if one != "action"}
    return [(name, arguments)]


def _drag(arguments: Fields, sent: SentPicture) -> Fields:
    no_keys(arguments)
    return drag(at(arguments, "start_coordinate"), at(arguments, "coordinate"))


def _scroll(arguments: Fields, sent: SentPicture) -> Fields:
    no_keys(arguments)
    point = at(arguments, "coordinate") if arguments.get("coordinate") is not None else None
    return scrolled(str(required(arguments, "scroll_direction")), point, sent)


def _key(arguments: Fields, sent: SentPicture) -> Sequence[Fields]:
    repeat = arguments.get("repeat")
    times = 1 if repeat is None else repeat
    if isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= MAX_REPEATS:
        raise ActionError(f"repeat is a whole number from 1 to {MAX_REPEATS}, not {times!r:.40}")
    return [press_keys(split_chord(str(required(arguments, "text"))))] * times


def _zoom(arguments: Fields, sent: SentPicture) -> NativeAction:
    region = required(arguments, "region")
    if not isinstance(region, list) or len(region) != 4 or not all(isinstance(one, int | float) for one in region):
        raise ActionError(f"a region is [left, top, right, bottom], not {region!r:.80}")
    return NativeAction("zoom", look=tuple(map(float, region)))


ACTIONS: Mapping[str, ReadArguments] = {
    "left_click": touch("click", "coordinate"),
    "double_click": touch("double_tap", "coordinate"),
    "left_click_drag": _drag,
    "scroll": _scroll,
    "type": lambda arguments, sent: typed(arguments),
    "key": _key,
    "wait": lambda arguments, sent: wait(arguments.get("duration") or 1),
    "screenshot": lambda arguments, sent: LOOK,
    "zoom": _zoom,
    "triple_click": TRIPLE,
    "right_click": RIGHT,
    "middle_click": MIDDLE,
    "mouse_move": HOVER,
    "cursor_position": HOVER,
    "left_mouse_down": HALF_PRESS,
    "left_mouse_up": HALF_PRESS,
    "hold_key": HOLD_KEY,
}

FAMILY = NativeFamily(
    "claude_computer",
    "Claude's computer tools: sees only the picture, acts with the tools",
    read,
    "pixels",
    longest=1_280,
    pictures=3,
    history="turns",
    tools=functions(*FUNCTIONS),
    tool_calls="always",
    computer=("anthropic",),
)
claude_computer = native_agent(FAMILY)
asurada_claude_computer = layered_agent(FAMILY)
