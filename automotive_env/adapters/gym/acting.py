"""Forms of actions that policies choose from: texts, structured choices, calls in the style of BrowserGym, numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, cast

from gymnasium.spaces import Dict, Discrete, MultiDiscrete, Space

from automotive_env.adapters.browsergym_actions import MAX_CHARACTERS, parse_action_string
from automotive_env.adapters.car_episode import ReadAction
from automotive_env.adapters.gym.any_text import AnyText
from automotive_env.adapters.gym.discrete import DiscreteActions
from automotive_env.adapters.gym.observing import MAX_ELEMENTS
from automotive_env.episode.action import ACTION_TYPES, ACTIONS, Action, ActionError, action_fields, action_from_json, action_of
from automotive_env.episode.action_parser import MAX_REPLY, parse_action
from automotive_env.errors import UsageError
from automotive_env.text.lenient_json import read_arguments

FORMS = ("text", "structured", "browsergym", "discrete")
"""How actions are written."""
NO_ELEMENT = -1
"""As "element": a touch goes to the point, a swipe or a scroll to the whole screen, a text into the field that has the focus."""
AMOUNTS = 20
"""A swipe's "amount" is that many parts of a length, from 1 to 20 twentieths."""
MAX_TEXT = 1_000


def action_space(form: str, screen: tuple[int, int], apps: Sequence[str]) -> Space[Any]:
    """The space of actions of a form.

    Args:
        form: one of `FORMS`.
        screen: width and height in pixels.
        apps: names of apps, in the order in which "app" counts them.

    Raises:
        UsageError: there is no such form.
    """
    if form not in FORMS:
        raise UsageError(f"unknown form of actions {form!r:.60}; choose from {', '.join(FORMS)}")
    if form == "discrete":
        return Discrete(DiscreteActions(apps, tuple).count)
    if form != "structured":
        return AnyText(MAX_REPLY if form == "text" else MAX_CHARACTERS)
    return Dict(
        {
            "type": Discrete(len(ACTION_TYPES)),
            "element": Discrete(MAX_ELEMENTS + 1, start=NO_ELEMENT),
            "point": MultiDiscrete(list(screen)),
            "to": MultiDiscrete(list(screen)),
            "direction": Discrete(len(_choices("scroll", "direction"))),
            "amount": Discrete(AMOUNTS, start=1),
            "clear": Discrete(2),
            "submit": Discrete(2),
            "app": Discrete(len(apps)),
            "seconds": Discrete(action_fields("wait")["seconds"]["maximum"], start=1),
            "goal_status": Discrete(len(_choices("status", "goal_status"))),
            "text": AnyText(MAX_TEXT),
        }
    )


def reader(form: str, apps: Sequence[str], numbered: DiscreteActions) -> ReadAction:
    """What makes actions of what a policy chose; it raises `ActionError` where that is none, whatever it is.

    Args:
        form: one of `FORMS`.
        apps: names of apps, as of `action_space`.
        numbered: the discrete actions.
    """
    read: ReadAction = {
        "text": _of_text(parse_action),
        "structured": lambda chosen: _of_choices(chosen, apps),
        "browsergym": _of_text(parse_action_string),
        "discrete": numbered.read,
    }[form]
    return lambda chosen: cast(Action, chosen) if isinstance(chosen, ACTIONS) else read(chosen)


def _of_text(parse: Callable[[str], Action]) -> ReadAction:
    def read(chosen: Any) -> Action:
        if not isinstance(chosen, str):
            raise ActionError(f"this action space takes texts, not {type(chosen).__name__}")
        return parse(str(chosen))

    return read


def _choices(name: str, field: str) -> Sequence[str]:
    found: Sequence[str] = action_fields(name)[field]["enum"]
    return found


def _of_choices(chosen: Any, apps: Sequence[str]) -> Action:
    """An action of its structured form; only the choices that its type has are looked at."""
    if not isinstance(chosen, dict | Mapping):  # a dictionary first: it is one as a rule, and that is known at once
        raise ActionError(f"this action space takes dictionaries, not {type(chosen).__name__}")
    try:
        name = _of(ACTION_TYPES, chosen["type"])
        fields = _chosen_fields(name, chosen, apps)
        return action_of(name, fields) if _is_typed(name) else action_from_json({"action_type": name} | fields)
    except (KeyError, IndexError, TypeError, ValueError, OverflowError, RecursionError) as error:
        if isinstance(error, ActionError):
            raise
        raise ActionError(f"this action is not in the action space: {error!s:.80}") from None


def _chosen_fields(name: str, chosen: Mapping[str, Any], apps: Sequence[str]) -> dict[str, Any]:
    if name == "call":  # the name of an API and its arguments, as in the text form
        asked = read_arguments(chosen["text"])
        return {key: asked[key] for key in ("api", "arguments") if key in asked}
    fields = action_fields(name)
    given: dict[str, Any] = {field: read(chosen, apps) for field, read in _reads(name)}
    if "index" in fields and (element := int(chosen["element"])) != NO_ELEMENT:
        given["index"] = element
    elif "x" in fields and name != "scroll":
        given["x"], given["y"] = map(int, chosen["point"])
    if "to_x" in fields:
        given["to_x"], given["to_y"] = map(int, chosen["to"])
    return given


_FIELDS: Mapping[str, Callable[[Mapping[str, Any], Sequence[str]], Any]] = {
    "direction": lambda chosen, apps: _of(_choices("scroll", "direction"), chosen["direction"]),
    "amount": lambda chosen, apps: int(chosen["amount"]) / AMOUNTS,
    "clear": lambda chosen, apps: bool(chosen["clear"]),
    "submit": lambda chosen, apps: bool(chosen["submit"]),
    "app_name": lambda chosen, apps: _of(apps, chosen["app"]),
    "seconds": lambda chosen, apps: int(chosen["seconds"]),
    "goal_status": lambda chosen, apps: _of(_choices("status", "goal_status"), chosen["goal_status"]),
    "text": lambda chosen, apps: chosen["text"],
    "reason": lambda chosen, apps: chosen["text"],
}
"""Field of an action -> what it is in the structured form."""


@cache
def _reads(name: str) -> Sequence[tuple[str, Callable[[Mapping[str, Any], Sequence[str]], Any]]]:
    """The fields of an action but its target, with what reads them."""
    return [(field, read) for field, read in _FIELDS.items() if field in action_fields(name)]


@cache
def _is_typed(name: str) -> bool:
    """Whether all choices of an action are numbers, so that the values of its fields are of the declared types."""
    return action_fields(name).keys().isdisjoint(("text", "reason", "arguments"))


def _of(names: Sequence[str], place: Any) -> str:
    number = int(place)
    if not 0 <= number < len(names):
        raise IndexError(f"the index must be from 0 to {len(names) - 1}, not {number}")
    return names[number]
