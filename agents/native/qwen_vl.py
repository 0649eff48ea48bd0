"""Qwen2.5-VL, Qwen3-VL, GUI-Owl and MAI-UI: one function, `mobile_use`, in `<tool_call>` tags or as tool calls of the API.

Qwen3-VL and those trained from it give points as 0..999 of each side, Qwen2.5-VL as pixels of the picture (`--space pixels`).
The sides of pictures are multiples of 28, so that the model's own preprocessing keeps their size.

The models also learned `computer_use`, and write its actions here at times; those that a finger can do are carried out. GUI-Owl
writes `tap` for `click`. Other names are refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.native.agent import layered_agent, native_agent
from automotive_env.agents.native.alerts import api_call, api_tools
from automotive_env.agents.native.computer import (
    HOVER,
    MIDDLE,
    RIGHT,
    TRIPLE,
    Meaning,
    ReadArguments,
    press_keys,
    refused,
    scrolled,
)
from automotive_env.agents.native.family import Fields, NativeFamily, NativeReply, actions_of
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.native.points import read_point
from automotive_env.agents.native.strokes import fling
from automotive_env.agents.native.tool_calls import FunctionCall, function_calls, labelled_line, prose_of, required
from automotive_env.agents.native.typing import typing
from automotive_env.agents.templates import to_json
from automotive_env.episode.action import ActionError, Aim, object_schema
from automotive_env.models.model import Choice, Tool
from automotive_env.text.spelling import find_spelling

FUNCTION = "mobile_use"
_BUTTONS: Mapping[str, str] = {"back": "navigate_back", "home": "navigate_home", "enter": "keyboard_enter"}
_ENDS: Mapping[str, str] = {"success": "complete", "failure": "infeasible", "fail": "infeasible", "failed": "infeasible"}


def tools(sent: SentPicture, context: EpisodeContext, aim: Aim) -> Sequence[Tool]:
    """The function for the screen, and one for each API."""
    x, y = sent.top
    offered = [name for name in _TOLD if name != "open" or context.shortcuts]
    point = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    properties = {
        "action": {
            "type": "string",
            "enum": [name for name in ACTIONS if name in _TOLD and (name != "open" or context.shortcuts)],
        },
        "coordinate": point | {"description": "[x, y]: of click and long_press, and where a swipe begins."},
        "coordinate2": point | {"description": "[x, y]: where a swipe ends."},
        "text": {"type": "string", "description": "Of type, answer and open, and the reason of terminate."},
        "time": {"type": "number", "description": "Seconds: of long_press and wait."},
        "button": {"type": "string", "enum": ["Back", "Home", "Enter"], "description": "Of system_button."},
        "status": {"type": "string", "enum": ["success", "failure"], "description": "Of terminate."},
    }
    about = f"Touches the screen. Points are [x, y] from the upper left corner: x from 0 to {x}, y from 0 to {y}. " + " ".join(
        f"{name}: {told}" for name, told in _TOLD.items() if name in offered
    )
    return (Tool(FUNCTION, about, object_schema(properties, ["action"])), *api_tools(context))


_TOLD: Mapping[str, str] = {
    "click": "tap a point.",
    "long_press": "press a point for `time` seconds.",
    "swipe": "draw a finger from coordinate to coordinate2; a list moves with the finger, and so does a slider.",
    "type": "write text into the field that has the focus.",
    "answer": "say text to the people in the car; the task goes on.",
    "system_button": "press a button of the system.",
    "open": "open the app that is called text.",
    "wait": "let `time` seconds pass, 1 to 60.",
    "terminate": "end the task.",
}


def read(choice: Choice, sent: SentPicture) -> NativeReply:
    """The actions of a reply.

    Raises:
        ActionError: there is none.
    """
    calls, prose = function_calls(choice), prose_of(choice)
    if not calls:
        raise ActionError(
            'no function is called; write <tool_call>{"name": "mobile_use", "arguments": {"action": "click", "coordinate": '
            "[x, y]}}</tool_call>"
        )
    actions = actions_of([(_said(call), call.id, partial(_read, call, sent)) for call in calls])
    return NativeReply(actions, labelled_line(prose, "thought") or prose, labelled_line(prose, "action"))


def _said(call: FunctionCall) -> str:
    return to_json(dict(call.arguments)) if call.name in ("", FUNCTION) else f"{call.name} {to_json(dict(call.arguments))}"


def _read(call: FunctionCall, sent: SentPicture) -> Meaning:
    if call.fault:
        raise ActionError(f"{call.name or FUNCTION}: {call.fault}")
    if call.name not in ("", FUNCTION) and (called := api_call(call.name, call.arguments)):
        return called
    named = call.arguments.get("action", call.name)
    name = find_spelling(str(named)[:60], ACTIONS)
    if name is None:
        raise ActionError(f"{FUNCTION} has no action {str(named)[:60]!r}; there are: {', '.join(_TOLD)}")
    return ACTIONS[name](call.arguments, sent)


def _at(arguments: Fields, *names: str) -> dict[str, float]:
    x, y = read_point(required(arguments, *(names or ("coordinate", "point", "start_coordinate"))))
    return {"x": x, "y": y}


def _touch(action_type: str) -> ReadArguments:
    return lambda arguments, sent: {"action_type": action_type, **_at(arguments)}


def _swipe(arguments: Fields, sent: SentPicture) -> Fields:
    end = next((arguments[name] for name in ("coordinate2", "end_coordinate", "end") if arguments.get(name) is not None), None)
    if end is None:  # a direction, and perhaps where the finger begins
        start = (*_at(arguments).values(),) if arguments.get("coordinate") is not None else None
        return fling(str(required(arguments, "coordinate2", "direction")), start, sent)
    to_x, to_y = read_point(end)
    return {"action_type": "drag", **_at(arguments), "to_x": to_x, "to_y": to_y}


def _type(arguments: Fields, sent: SentPicture) -> Fields:
    return typing(str(required(arguments, "text")))


def _say(arguments: Fields, sent: SentPicture) -> Fields:
    return {"action_type": "answer", "text": str(required(arguments, "text"))}


def _button(arguments: Fields, sent: SentPicture) -> Fields:
    named = str(required(arguments, "button", "text")).strip()
    if (pressed := _BUTTONS.get(named.lower())) is None:
        raise ActionError(f"the car has no button {named[:60]!r}; there are: Back, Home, Enter")
    return {"action_type": pressed}


def _key(arguments: Fields, sent: SentPicture) -> Fields:
    """A key, as `adb shell input keyevent` names it, or the keys of a chord."""
    keys = required(arguments, "keys", "text", "button")
    names = [str(key).strip().lower().removeprefix("keycode_") for key in (keys if isinstance(keys, list) else [keys])]
    return typing("", clear=True) if names == ["clear"] else press_keys(names)


def _wheel(arguments: Fields, sent: SentPicture) -> Fields:
    """A turn of the wheel: pixels above 0 show what lies further up."""
    pixels = required(arguments, "pixels")
    try:
        up = float(pixels) > 0
    except (TypeError, ValueError, OverflowError):
        raise ActionError(f"pixels is a number, not {pixels!r:.60}") from None
    return scrolled("up" if up else "down", _at(arguments) if arguments.get("coordinate") is not None else None, sent)


def _open(arguments: Fields, sent: SentPicture) -> Fields:
    return {"action_type": "open_app", "app_name": str(required(arguments, "text", "app", "app_name"))}


def _wait(arguments: Fields, sent: SentPicture) -> Fields:
    time = arguments.get("time") or 1
    try:
        seconds = ceil(float(time))
    except (TypeError, ValueError, OverflowError):
        raise ActionError(f"time is a number of seconds, not {time!r:.60}") from None
    return {"action_type": "wait", "seconds": max(1, min(60, seconds))}


def _terminate(arguments: Fields, sent: SentPicture) -> Fields:
    status = str(arguments.get("status") or "success").strip().lower()
    if (ending := _ENDS.get(status)) is None:
        raise ActionError(f"status is success or failure, not {status[:60]!r}")
    return {"action_type": "status", "goal_status": ending, "reason": str(arguments.get("text") or "")[:500]}


ACTIONS: Mapping[str, ReadArguments] = {
    "click": _touch("click"),
    "long_press": _touch("long_press"),
    "double_click": _touch("double_tap"),
    "swipe": _swipe,
    "drag": _swipe,
    "type": _type,
    "answer": _say,
    "ask_user": _say,
    "interact": _say,
    "system_button": _button,
    "key": _key,
    "open": _open,
    "wait": _wait,
    "terminate": _terminate,
    "tap": _touch("click"),
    "double_tap": _touch("double_tap"),
    # names of computer_use
    "left_click": _touch("click"),
    "left_click_drag": _swipe,
    "scroll": _wheel,
    "hscroll": refused("a touch screen has no wheel; swipe from coordinate to coordinate2"),
    "triple_click": TRIPLE,
    "right_click": RIGHT,
    "middle_click": MIDDLE,
    "mouse_move": HOVER,
}
"""Every action of one of the family's models; those of `_TOLD` are offered."""

FAMILY = NativeFamily(
    "qwen_vl",
    "Qwen-VL, GUI-Owl, MAI-UI: sees only the picture, calls mobile_use",
    read,
    "0..999",
    longest=1_288,
    multiple=28,
    tools=tools,
    tool_calls="option",
)
qwen_vl = native_agent(FAMILY)
asurada_qwen_vl = layered_agent(FAMILY)
