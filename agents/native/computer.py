"""What the families have in common that use a vendor's own computer tool: keys, waiting, the last message, and our functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any, TypeAlias

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.native.alerts import api_call, api_tools
from automotive_env.agents.native.family import Fields, NativeAction, NativeReply, OfferTools, ReadNativeAction, actions_of
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.native.points import read_point
from automotive_env.agents.native.tool_calls import FunctionCall, function_calls, required
from automotive_env.agents.native.typing import typing
from automotive_env.agents.templates import to_json
from automotive_env.episode.action import ActionError, Aim, action_parameters
from automotive_env.episode.tools import tools as all_tools
from automotive_env.models.model import Choice, Tool
from automotive_env.text.spelling import find_spelling

Meaning: TypeAlias = Fields | NativeAction | Sequence[Fields]
"""What one of a vendor's actions means: one action of ours, or several."""
ReadArguments: TypeAlias = Callable[[Fields, SentPicture], Meaning]
"""Reads the arguments of one of a vendor's actions."""
SplitCall: TypeAlias = Callable[[FunctionCall], Sequence[tuple[str, Fields]]]
"""The actions that a call of the computer tool asks for: names and arguments. It raises `ActionError` where it holds none."""

FUNCTIONS = ("open_app", "navigate_back", "navigate_home", "answer", "status")
"""Our actions that a computer lacks."""
KEYS: Mapping[str, str] = {
    "enter": "keyboard_enter",
    "return": "keyboard_enter",
    "kp_enter": "keyboard_enter",
    "escape": "navigate_back",
    "esc": "navigate_back",
    "back": "navigate_back",
    "browserback": "navigate_back",
    "browser_back": "navigate_back",
    "xf86back": "navigate_back",
    "home": "navigate_home",
    "super": "navigate_home",
    "super_l": "navigate_home",
    "meta": "navigate_home",
    "win": "navigate_home",
}
"""Names of keys, in lower case, that a touch screen has too."""
MAX_WAIT_SECONDS = 60
LOOK = NativeAction("screenshot", look=())


def functions(*names: str) -> OfferTools:
    """Functions besides the vendor's tool: actions of ours that it lacks, and one for each API."""

    def offer(sent: SentPicture, context: EpisodeContext, aim: Aim) -> Sequence[Tool]:
        told = all_tools("screen")
        named = (name for name in names if name != "open_app" or context.shortcuts)
        return (*(Tool(name, told[name].description, action_parameters(name)) for name in named), *api_tools(context))

    return offer


def read_computer(choice: Choice, sent: SentPicture, actions: Mapping[str, ReadArguments], split: SplitCall) -> NativeReply:
    """The actions of a reply, or of its last message if it calls nothing.

    Args:
        choice: the reply.
        sent: the picture that it answers.
        actions: the vendor's actions by name.
        split: finds the actions in a call that is not a function of ours.

    Raises:
        ActionError: the reply was cut off or refused.
    """
    calls = function_calls(choice) if choice.tool_calls else ()
    thought = "\n".join(filter(None, (choice.reasoning.strip(), choice.text.strip())))
    if not calls:
        return NativeReply(tuple(_last_message(choice)), thought)
    found = [one for call in calls for one in _of_call(call, sent, actions, split)]
    return NativeReply(actions_of(found), thought, choice.text.strip())


def _of_call(
    call: FunctionCall, sent: SentPicture, actions: Mapping[str, ReadArguments], split: SplitCall
) -> Iterator[tuple[str, str, ReadNativeAction]]:
    if call.name not in actions and (call.name in FUNCTIONS or api_call(call.name, call.arguments)):
        yield f"{call.name} {to_json(dict(call.arguments))}", call.id, partial(_function, call)
        return
    try:
        if call.fault:
            raise ActionError(f"{call.name}: {call.fault}")
        wanted = split(call)
    except ActionError as error:
        yield call.name, call.id, partial(refuse, str(error))
        return
    for name, arguments in wanted:
        yield f"{name} {to_json(dict(arguments))}", call.id, partial(_vendors, name, arguments, sent, actions)


def _function(call: FunctionCall) -> Fields:
    if call.fault:
        raise ActionError(f"{call.name}: {call.fault}")
    return api_call(call.name, call.arguments) or {**call.arguments, "action_type": call.name}


def _vendors(
    name: str, arguments: Fields, sent: SentPicture, actions: Mapping[str, ReadArguments]
) -> Fields | NativeAction | Sequence[Fields]:
    known = find_spelling(name[:60], actions)
    if known is None:
        raise ActionError(f"the computer has no action {name[:60]!r}; there are: {', '.join(actions)}")
    return actions[known](arguments, sent)


def refuse(why: str) -> Fields:
    """Answer an action in words.

    Raises:
        ActionError: always.
    """
    raise ActionError(why)


def refused(why: str) -> ReadArguments:
    """An action that a touch screen does not have."""
    return lambda arguments, sent: refuse(why)


RIGHT = refused("a touch screen has no right button; tap, or press and hold by a drag from a point to the same point")
MIDDLE = refused("a touch screen has no middle button; tap")
TRIPLE = refused("a touch screen has no triple click; tap. Typing adds to the text of a field")
HOVER = refused("a touch screen has no pointer to move; tap the point")
HALF_PRESS = refused("a finger is put down and lifted in one action; tap, or drag from a point to a point")
HOLD_KEY = refused(
    "the car has no keyboard whose keys can be held; press and hold on the screen by a drag from a point to the same point"
)
NO_BROWSER = refused("the car has no web browser; use its apps")


def touch(action_type: str, *names: str) -> ReadArguments:
    """An action at a point: arguments x and y, or one of several names for a pair."""

    def read(arguments: Fields, sent: SentPicture) -> Fields:
        no_keys(arguments)
        return {"action_type": action_type, **at(arguments, *names)}

    return read


def at(arguments: Fields, *names: str) -> dict[str, float]:
    """The point of an action.

    Raises:
        ActionError: there is none.
    """
    value = required(arguments, *names) if names else [required(arguments, "x"), required(arguments, "y")]
    x, y = read_point(value)
    return {"x": x, "y": y}


def drag(start: Fields, end: Fields) -> Fields:
    """The drag of a finger; one that ends where it began presses and holds."""
    if start == end:
        return {"action_type": "long_press", **start}
    return {"action_type": "drag", **start, "to_x": end["x"], "to_y": end["y"]}


def no_keys(arguments: Fields) -> None:
    """Answer a touch with keys held down.

    Raises:
        ActionError: keys are held.
    """
    held = arguments.get("keys") or arguments.get("text")
    if held:
        raise ActionError(f"a touch screen has no keys to hold ({str(held)[:40]}); tap without them")


def press_keys(keys: Sequence[str]) -> Fields:
    """The action of a key.

    Raises:
        ActionError: it is a key chord, or a key that the car lacks.
    """
    if len(keys) == 1 and (pressed := KEYS.get(keys[0].strip().lower())):
        return {"action_type": pressed}
    raise ActionError(
        f"the car has no keyboard for {'+'.join(str(key) for key in keys)[:60]!r}; there are: Return, Escape (back) and Home. "
        "To delete text, use the delete key on the screen"
    )


def split_chord(text: str) -> list[str]:
    """The keys of a chord such as "ctrl+s"."""
    return [key for key in re.split(r"\s*\+\s*|\s+", text.strip()) if key] or [text]


def typed(arguments: Fields, clear: bool = False, submit: bool = False) -> Fields:
    """Typing into the field with the focus; a line break at the end presses enter."""
    return typing(str(required(arguments, "text")), clear, submit)


def scrolled(direction: str, point: Fields | None, sent: SentPicture) -> Fields:
    """A scroll at a point, or in the middle of the picture, that shows what lies further in a direction.

    Raises:
        ActionError: there is no such direction.
    """
    named = direction.strip().lower()
    if named not in ("up", "down", "left", "right"):
        raise ActionError(f"the direction is up, down, left or right, not {direction[:60]!r}")
    x, y = sent.top
    return {"action_type": "scroll", "direction": named, **(point or {"x": x / 2, "y": y / 2})}


def wait(seconds: Any) -> Fields:
    """Waiting, from 1 s to a minute.

    Raises:
        ActionError: it is no time.
    """
    try:
        whole = ceil(float(seconds))
    except (TypeError, ValueError, OverflowError):
        raise ActionError(f"a wait takes a number of seconds, not {seconds!r:.60}") from None
    return {"action_type": "wait", "seconds": max(1, min(MAX_WAIT_SECONDS, whole))}


def _last_message(choice: Choice) -> Iterator[NativeAction]:
    """A message that calls nothing ends the task, and is spoken.

    Raises:
        ActionError: the message did not end by itself.
    """
    if choice.finish not in ("stop", "tool_calls"):
        raise ActionError("it calls no tool")
    if text := choice.text.strip()[:1_000]:
        yield NativeAction(f"say: {text}", {"action_type": "answer", "text": text})
    yield NativeAction("end", {"action_type": "status", "goal_status": "complete"})
