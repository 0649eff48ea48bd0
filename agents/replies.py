"""What a model's reply says, in the free form or as the object of a schema. A bad reply is an error text, never an exception."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from automotive_env.agents.prompting import one_line
from automotive_env.episode.action import Action, ActionError, object_schema
from automotive_env.episode.action_parser import MAX_REPLY, parse_action
from automotive_env.episode.observation import Observation
from automotive_env.models.model import Completion
from automotive_env.text.lenient_json import find_objects

MAX_THOUGHT_CHARACTERS = 300
"""Characters that are kept of an error, a thought or a lesson."""
MAX_PLAN_STEPS = 4
"""Steps of a plan."""
_TEXT = {"type": "string"}


def thought_schema(*, lesson: bool) -> dict[str, Any]:
    """JSON schema of what is thought of a step."""
    return object_schema({"thought": _TEXT} | ({"lesson": _TEXT} if lesson else {}))


def preparation_schema(topics: Sequence[str], plan_steps: int) -> dict[str, Any]:
    """JSON schema of the topics that are looked up, and of a plan; each where it is asked for."""
    asked: dict[str, Any] = {}
    if topics:
        asked["topics"] = {"type": "array", "items": {"type": "string", "enum": list(topics)}}
    if plan_steps:
        asked["plan"] = {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": plan_steps}
    return object_schema(asked)


def read_action(completion: Completion, seen: Observation) -> tuple[Action | None, str]:
    """The action in a reply, or None and what is wrong with the reply."""
    try:
        return check_index(parse_action(completion.text), seen), ""
    except ActionError as error:
        why = {"length": "the reply was cut off, be shorter; ", "refused": "the model refused to answer; "}
        return None, why.get(completion.choice.finish, "") + one_line(str(error), MAX_THOUGHT_CHARACTERS)


def check_index(action: Action, seen: Observation) -> Action:
    """The action, if the element it names is one of those seen.

    Raises:
        ActionError: it is not; the message names those that are.
    """
    index = getattr(action, "index", None)
    if index is None or index < len(seen.elements):
        return action
    last = len(seen.elements) - 1
    allowed = f"give 0 to {last}" if last >= 0 else "there are no elements, give x and y"
    raise ActionError(f"no element has index {index}; {allowed}")


def thought_of(reply: str) -> tuple[str, str]:
    """What a reflection says, and its lesson."""
    thought, lesson = _member(reply, "thought", str), _member(reply, "lesson", str)
    if thought is None and lesson is None:
        thought, _, lesson = reply.partition("Lesson:")
    return _line(thought), _line(lesson)


def names_in(reply: str, member: str) -> list[str] | None:
    """The texts in a list that a reply gives; None where it gives no such list."""
    found = _member(reply, member, list)
    return None if found is None else [one for one in found if isinstance(one, str)]


def plan_of(reply: str) -> tuple[str, ...]:
    """The plan in a reply; nothing where it holds none."""
    steps = [_line(step) for step in names_in(reply, "plan") or ()]
    return tuple(step for step in steps if step)[:MAX_PLAN_STEPS]


def _member(reply: str, name: str, kind: type) -> Any:
    """What the last object of a reply that has a member of this kind says in it."""
    found = [one.data[name] for one in find_objects(reply[-MAX_REPLY:]) if isinstance(one.data.get(name), kind)]
    return found[-1] if found else None


def _line(text: str | None) -> str:
    return one_line((text or "").strip("* \n"), MAX_THOUGHT_CHARACTERS)
