"""Gemini's computer tool for touch screens, and the actions of its other environments. Points are 0..999 of each side.

A message without a call ends the task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automotive_env.agents.native.agent import layered_agent, native_agent
from automotive_env.agents.native.computer import (
    HALF_PRESS,
    HOLD_KEY,
    HOVER,
    LOOK,
    MIDDLE,
    NO_BROWSER,
    RIGHT,
    TRIPLE,
    ReadArguments,
    at,
    drag,
    functions,
    press_keys,
    read_computer,
    refused,
    scrolled,
    split_chord,
    touch,
    typed,
    wait,
)
from automotive_env.agents.native.family import Fields, NativeFamily, NativeReply
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.native.tool_calls import FunctionCall, required
from automotive_env.models.model import Choice
from automotive_env.text.argument_values import fitted

REMARKS = ("intent", "safety_decision")
"""Arguments of every action that change nothing about it."""
WAIT_SECONDS = 5
"""Of the action that is named after them."""


def read(choice: Choice, sent: SentPicture) -> NativeReply:
    """The actions of a reply.

    Raises:
        ActionError: it was cut off or refused.
    """
    return read_computer(choice, sent, ACTIONS, _actions)


def _actions(call: FunctionCall) -> Sequence[tuple[str, Fields]]:
    return [(call.name, {name: value for name, value in call.arguments.items() if name not in REMARKS})]


def _drag(arguments: Fields, sent: SentPicture) -> Fields:
    start, end = (
        at({"x": required(arguments, *xs), "y": required(arguments, *ys)})
        for xs, ys in ((("start_x", "x"), ("start_y", "y")), (("end_x", "destination_x"), ("end_y", "destination_y")))
    )
    return drag(start, end)


def _scroll(arguments: Fields, sent: SentPicture) -> Fields:
    point = at(arguments) if arguments.get("x") is not None else None
    return scrolled(str(required(arguments, "direction")), point, sent)


def _type_at(arguments: Fields, sent: SentPicture) -> Sequence[Fields]:
    tap = {"action_type": "click", **at(arguments)}
    return [tap, typed(arguments, _flag(arguments, "clear_before_typing"), _flag(arguments, "press_enter"))]


def _flag(arguments: Fields, name: str, default: bool = True) -> bool:
    value = fitted(arguments.get(name), {"type": "boolean"})
    return default if value is None else bool(value)


def _keys(arguments: Fields, sent: SentPicture) -> Fields:
    keys: Any = required(arguments, "key", "keys")
    return press_keys([str(key) for key in keys] if isinstance(keys, list) else split_chord(str(keys)))


ACTIONS: Mapping[str, ReadArguments] = {
    "click": touch("click"),
    "long_press": touch("long_press"),
    "drag_and_drop": _drag,
    "type": lambda arguments, sent: typed(arguments, submit=_flag(arguments, "press_enter", default=False)),
    "press_key": _keys,
    "go_back": lambda arguments, sent: {"action_type": "navigate_back"},
    "open_app": lambda arguments, sent: {"action_type": "open_app", "app_name": str(required(arguments, "app_name"))},
    "wait": lambda arguments, sent: wait(arguments.get("seconds") or 1),
    "take_screenshot": lambda arguments, sent: LOOK,
    "list_apps": refused("the apps are named in the first message"),
    "scroll": _scroll,
    "double_click": touch("double_tap"),
    "hotkey": _keys,
    "triple_click": TRIPLE,
    "right_click": RIGHT,
    "middle_click": MIDDLE,
    "move": HOVER,
    "mouse_down": HALF_PRESS,
    "mouse_up": HALF_PRESS,
    "key_down": HOLD_KEY,
    "key_up": HOLD_KEY,
    "go_forward": NO_BROWSER,
    "navigate": NO_BROWSER,
    # names of Gemini 2.5
    "click_at": touch("click"),
    "long_press_at": touch("long_press"),
    "type_text_at": _type_at,
    "scroll_at": _scroll,
    "scroll_document": _scroll,
    "key_combination": _keys,
    "go_home": lambda arguments, sent: {"action_type": "navigate_home"},
    "wait_5_seconds": lambda arguments, sent: wait(WAIT_SECONDS),
    "hover_at": HOVER,
    "open_web_browser": NO_BROWSER,
    "search": NO_BROWSER,
}

FAMILY = NativeFamily(
    "gemini_computer",
    "Gemini's computer tool: sees only the picture, acts with the tool",
    read,
    "0..999",
    longest=1_280,
    pictures=3,
    history="turns",
    tools=functions("navigate_home", "answer", "status"),
    tool_calls="always",
    computer=("gemini",),
    excluded=("list_apps",),
)
gemini_computer = native_agent(FAMILY)
asurada_gemini_computer = layered_agent(FAMILY)
