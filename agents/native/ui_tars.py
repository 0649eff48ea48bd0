"""UI-TARS: a thought, then calls written like those of Python, such as `Action: click(start_box='(512,300)')`.

UI-TARS 1.5 gives points as pixels of the picture, whose sides are multiples of 28; UI-TARS 1.0 as 0..1000 of each side
(`--space 0..1000`). Boxes have two or four numbers, with or without `<|box_start|>`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from typing import TypeAlias

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.native.agent import layered_agent, native_agent
from automotive_env.agents.native.alerts import api_call, api_tools
from automotive_env.agents.native.family import Fields, NativeAction, NativeFamily, NativeReply, actions_of
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.native.points import read_point
from automotive_env.agents.native.strokes import fling
from automotive_env.agents.native.written_calls import WrittenCall, written_calls
from automotive_env.episode.action import ActionError, Aim
from automotive_env.models.model import Choice, Tool
from automotive_env.text.spelling import find_spelling

_DIRECTIONS = ("up", "down", "left", "right")
_KEYS: Mapping[str, str] = {
    "enter": "keyboard_enter",
    "return": "keyboard_enter",
    "esc": "navigate_back",
    "escape": "navigate_back",
    "back": "navigate_back",
    "home": "navigate_home",
}
_TOLD = (
    "click, long_press, double_tap, type, scroll, drag, open_app, press_enter, press_back, press_home, wait, finished, call_user"
)
_THOUGHT = re.compile(r"(?:Thought|Reflection|Action_Summary)\s*:\s*(.+?)\s*(?=^\W{0,4}Action\s*:|\Z)", re.DOTALL | re.MULTILINE)


def tools(sent: SentPicture, context: EpisodeContext, aim: Aim) -> Sequence[Tool]:
    """Further functions, which its prompt lists behind its own: one for each API."""
    return api_tools(context)


def read(choice: Choice, sent: SentPicture) -> NativeReply:
    """The actions of a reply.

    Raises:
        ActionError: there is none.
    """
    calls = written_calls(choice.text)
    if not calls:
        raise ActionError("no action is written; end the reply with a line such as Action: click(start_box='(x,y)')")
    actions = actions_of([(call.text, "", partial(_read, call, sent)) for call in calls])
    found = _THOUGHT.search(choice.text)
    return NativeReply(actions, (found[1] if found else choice.reasoning).strip())


def _read(call: WrittenCall, sent: SentPicture) -> Fields | NativeAction | Sequence[Fields]:
    name = find_spelling(call.name, ACTIONS)
    if name is None:
        if called := api_call(call.name, call.named):
            return called
        raise ActionError(f"there is no action {call.name[:60]!r}; there are: {_TOLD}")
    return ACTIONS[name](call, sent)


def _point(call: WrittenCall, *names: str) -> tuple[float, float]:
    text = call.get(*names)
    if text is None:
        raise ActionError(f"{call.name}: {names[0]} is missing")
    return read_point(text)


def _start(call: WrittenCall) -> dict[str, float]:
    return dict(zip(("x", "y"), _point(call, "start_box", "start_point", "point", "box", ""), strict=True))


def _touch(action_type: str) -> ReadTarsCall:
    return lambda call, sent: {"action_type": action_type, **_start(call)}


def _drag(call: WrittenCall, sent: SentPicture) -> Fields:
    to_x, to_y = _point(call, "end_box", "end_point")
    return {"action_type": "drag", **_start(call), "to_x": to_x, "to_y": to_y}


def _scroll(call: WrittenCall, sent: SentPicture) -> Fields:
    if call.get("end_box", "end_point") is not None:
        return _drag(call, sent)
    direction = (call.get("direction") or "").strip().lower()
    if direction not in _DIRECTIONS:
        raise ActionError(f"scroll: the direction is up, down, left or right, not {direction[:60]!r}")
    placed = call.get("start_box", "start_point", "point", "box", "")
    return {"action_type": "scroll", "direction": direction} | (_start(call) if placed else {})


def _swipe(call: WrittenCall, sent: SentPicture) -> Fields:
    if call.get("end_box", "end_point") is not None:
        return _drag(call, sent)
    placed = call.get("start_box", "start_point", "point", "box")
    return fling(call.get("direction", "") or "", (*_start(call).values(),) if placed else None, sent)


def _type(call: WrittenCall, sent: SentPicture) -> Fields:
    content = call.get("content", "text", "")
    if content is None:
        raise ActionError("type: content is missing")
    text = content.rstrip("\n")
    if not text and content:
        return {"action_type": "keyboard_enter"}
    return {"action_type": "input_text", "text": text, "clear": False, "submit": text != content}


def _key(call: WrittenCall, sent: SentPicture) -> Fields:
    key = (call.get("key", "hotkey", "press", "") or "").strip().lower()
    if key not in _KEYS:
        raise ActionError(f"the car has no keyboard with the keys {key[:60]!r}; there are press_enter, press_back and press_home")
    return {"action_type": _KEYS[key]}


def _open(call: WrittenCall, sent: SentPicture) -> Fields:
    return {"action_type": "open_app", "app_name": (call.get("app_name", "app", "name", "") or "").strip()}


def _wait(call: WrittenCall, sent: SentPicture) -> Fields:
    found = re.search(r"\d{1,4}(?:\.\d{1,4})?", call.get("time", "seconds", "") or "")
    return {"action_type": "wait", "seconds": max(1, min(60, ceil(float(found[0])) if found else 5))}


def _finished(call: WrittenCall, sent: SentPicture) -> Sequence[Fields]:
    said = (call.get("content", "text", "") or "").strip()[:1_000]
    ending = {"action_type": "status", "goal_status": "complete"}
    return [{"action_type": "answer", "text": said}, ending] if said else [ending]


def _call_user(call: WrittenCall, sent: SentPicture) -> Fields:
    said = (call.get("content", "question", "text", "") or "").strip()[:500]
    return {"action_type": "status", "goal_status": "infeasible", "reason": said}


def _refused(why: str) -> ReadTarsCall:
    return lambda call, sent: NativeAction(call.text, refusal=f"{call.name}: {why}")


ReadTarsCall: TypeAlias = Callable[[WrittenCall, SentPicture], "Fields | NativeAction | Sequence[Fields]"]
ACTIONS: Mapping[str, ReadTarsCall] = {
    "click": _touch("click"),
    "left_single": _touch("click"),
    "long_press": _touch("long_press"),
    "left_double": _touch("double_tap"),
    "double_tap": _touch("double_tap"),
    "right_single": _refused("a touch screen has no right click; use click or long_press"),
    "hover": _refused("a touch screen knows no pointer that hovers; use click"),
    "drag": _drag,
    "scroll": _scroll,
    "swipe": _swipe,
    "type": _type,
    "hotkey": _key,
    "press": _key,
    "press_enter": lambda call, sent: {"action_type": "keyboard_enter"},
    "press_back": lambda call, sent: {"action_type": "navigate_back"},
    "press_home": lambda call, sent: {"action_type": "navigate_home"},
    "open_app": _open,
    "wait": _wait,
    "answer": lambda call, sent: {"action_type": "answer", "text": call.get("content", "text", "") or ""},
    "finished": _finished,
    "call_user": _call_user,
}
"""Every action of one of the family's models, those of its prompts for computers included."""

FAMILY = NativeFamily(
    "ui_tars",
    "UI-TARS: sees only the picture, writes click(start_box=...)",
    read,
    "pixels",
    longest=1_400,
    multiple=28,
    pictures=5,
    history="turns",
    tools=tools,
)
ui_tars = native_agent(FAMILY)
asurada_ui_tars = layered_agent(FAMILY)
