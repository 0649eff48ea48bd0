"""Finds the action in what a model wrote: tolerant of how it is written, strict about what it means.

Where "Action:" stands outside of any object, what follows the last of them counts, if there is an action; otherwise the last
fenced block or row of objects that holds one. There the first action counts: a model that writes what it will do next, and after
that, means the first. So neither an example in the reasoning nor a plan for later steps is carried out; nor is anything
in tags such as <think>, closed or not.
"""

from __future__ import annotations

import re
from typing import Any

from automotive_env.action import ACTION_TYPES, Action, ActionError, action_fields, action_from_json
from automotive_env.lenient_json import Found, find_objects

MAX_REPLY = 20_000
"""Characters of a model's reply that are searched, from its end."""
_MARKER = re.compile(r"\baction\b\W{0,4}:", re.IGNORECASE)
_LABEL = re.compile(r"\W*\breason\b\W{0,4}:\s*", re.IGNORECASE)
_FENCE = "```"
_THOUGHT = re.compile(r"<(/?)(?:think|thinking|thought|thoughts|reasoning)>", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]|```")
_WHOLE = re.compile(r"\s*([+-]?\d{1,18})(?:\.0{1,18})?\s*", re.ASCII)
_DECIMAL = re.compile(r"\s*[+-]?\d{1,18}(?:\.\d{1,18})?\s*", re.ASCII)


def parse_action(reply: str) -> Action:
    """The action in a model's reply.

    Raises:
        ActionError: there is none, or it does not fit.
    """
    action, _ = _chosen(reply)
    if action is None:
        where = f" in the last {MAX_REPLY} characters" if len(reply) > MAX_REPLY else ""
        raise ActionError(f'no action found{where}; end the reply with one JSON object such as {{"action_type": "wait"}}')
    return action_from_json(_as_declared(action))


def holds_action(data: object) -> bool:
    """Whether `parse_action` would find an action in the JSON text of some data, whether or not it fits."""
    return _unwrapped(data) is not None


def reasoning_of(reply: str) -> str:
    """Why a reply chooses its action: the reason that stands beside it in an object, or what is said before."""
    _, reason = _chosen(reply)
    label = _LABEL.match(reason)
    return reason[label.end() if label else 0 :].strip("`*# \n")


def _chosen(reply: str) -> tuple[dict[str, Any] | None, str]:
    """The action that counts, as it was written, and the reason; no action and all that was written where there is none."""
    action, reason = _chosen_of(_without_thoughts(reply)[-MAX_REPLY:])
    return action, reason if reason.strip() else _THOUGHT.sub("", reply[-MAX_REPLY:].partition("{")[0])


def _without_thoughts(reply: str) -> str:
    """What is said after the thoughts; nothing of thoughts that do not end."""
    tags = list(_THOUGHT.finditer(reply))
    ends = [tag.end() for tag in tags if tag[1]]
    begin = ends[-1] if ends else 0
    unended = next((tag.start() for tag in tags if tag.start() >= begin), len(reply))
    return reply[begin:unended]


def _chosen_of(text: str) -> tuple[dict[str, Any] | None, str]:
    objects = list(find_objects(text))
    actions = [(one, action) for one in objects if (action := _unwrapped(one.data)) is not None]
    if not actions:
        return None, text
    start = _region(_without(text, objects), [one for one, _ in actions])
    whole, action = next(pair for pair in actions if pair[0].start >= start)
    own = whole.data is action and str(action["action_type"]).strip().lower() == "status"
    beside = None if own else whole.data.get("reason")
    return action, beside if isinstance(beside, str) else text[:start]


def _unwrapped(data: Any) -> dict[str, Any] | None:
    """The action that an object is, or holds as its `action`, or first in a list of them."""
    for _ in range(3):
        if isinstance(data, list):
            data = data[0] if data else None
        if not isinstance(data, dict):
            return None
        if "action_type" in data:
            return data
        data = data.get("action", data.get("actions"))
    return None


def _without(text: str, objects: list[Found]) -> str:
    """The text with spaces in place of its objects: what was said around them."""
    parts, end = [], 0
    for one in objects:
        parts += [text[end : one.start], " " * (one.end - one.start)]
        end = one.end
    return "".join((*parts, text[end:]))


def _region(prose: str, actions: list[Found]) -> int:
    """Where the part of a reply begins whose first action counts."""
    last = actions[-1]
    markers = [found.start() for found in _MARKER.finditer(prose, 0, last.start)]
    if markers:
        return markers[-1]
    if prose.count(_FENCE, 0, last.start) % 2:
        return prose.rfind(_FENCE, 0, last.start)
    start = last.start
    for action in reversed(actions[:-1]):
        if _LETTER.search(prose, action.end, start):
            break
        start = action.start
    return start


def _as_declared(data: dict[str, Any]) -> dict[str, Any]:
    """An action with its values written as the table declares them, as far as there is no doubt what they are."""
    name = data["action_type"]
    if isinstance(name, str):
        name = re.sub(r"[\s-]|(?<=[a-z])(?=[A-Z])", "_", name.strip()).lower()
    fields = action_fields(name) if name in ACTION_TYPES else {}
    given = {key: value for key, value in data.items() if value is not None} | {"action_type": name}  # null is left out
    if "reason" not in fields:  # which stands beside the action, and often within it
        given.pop("reason", None)
    return {key: _value(value, fields.get(key, {})) for key, value in given.items()}


def _value(value: Any, schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return value.strip().lower() if isinstance(value, str) else value
    kind = schema.get("type")
    if kind == "integer":
        if isinstance(value, float) and value.is_integer():
            return int(value)
        found = _WHOLE.fullmatch(value) if isinstance(value, str) else None
        return int(found[1]) if found else value
    if kind == "number" and isinstance(value, str) and _DECIMAL.fullmatch(value):
        return float(value)
    return value
