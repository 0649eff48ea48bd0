"""Finds the action in what a model wrote: tolerant of how it is written, strict about what it means.

Where "Action:" stands outside of any object, what follows the last of them counts, if there is an action; otherwise the last
fenced block or row of objects that holds one. There the first action counts: a model that writes what it will do next, and after
that, means the first. So neither an example in the reasoning nor a plan for later steps is carried out; nor is anything
in tags such as <think>, closed or not.
"""

from __future__ import annotations

import re
from typing import Any

from automotive_env.episode.action import Action, ActionError, action_from_json
from automotive_env.text.lenient_json import FoundJsonObject, find_objects, is_strict

MAX_REPLY = 20_000
"""Characters of a model's reply that are searched, from its end."""
_MARKER = re.compile(r"\baction\b\W{0,4}:", re.IGNORECASE)
_LABEL = re.compile(r"\W*\breason\b\W{0,4}:\s*", re.IGNORECASE)
_FENCE = "```"
_THOUGHT = re.compile(r"<(/?)(?:think|thinking|thought|thoughts|reasoning)>", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]|```")


def parse_action(reply: str) -> Action:
    """The action in a model's reply.

    Raises:
        ActionError: there is none, or it does not fit.
    """
    action, _ = _chosen(reply)
    if action is None:
        where = f" in the last {MAX_REPLY} characters" if len(reply) > MAX_REPLY else ""
        raise ActionError(f'no action found{where}; end the reply with one JSON object such as {{"action_type": "wait"}}')
    return action_from_json(action)


def holds_action(data: object) -> bool:
    """Whether `parse_action` would find an action in the JSON text of some data, whether or not it fits."""
    return _unwrapped(data) is not None


def holds_mended_action(reply: str) -> bool:
    """Whether the action that counts is written in JSON with mistakes, which were mended."""
    text = _without_thoughts(reply)[-MAX_REPLY:]
    chosen = _find_action(text)
    return chosen is not None and not is_strict(text[chosen[0].start : chosen[0].end])


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
    chosen = _find_action(text)
    if chosen is None:
        return None, text
    whole, action, start = chosen
    own = whole.data is action and str(action["action_type"]).strip().lower() == "status"
    beside = None if own else whole.data.get("reason")
    return action, beside if isinstance(beside, str) else text[:start]


def _find_action(text: str) -> tuple[FoundJsonObject, dict[str, Any], int] | None:
    """The object that holds the action that counts, the action, and where the part of the text begins that decides."""
    objects = list(find_objects(text))
    actions = [(one, action) for one in objects if (action := _unwrapped(one.data)) is not None]
    if not actions:
        return None
    start = _region(_without(text, objects), [one for one, _ in actions])
    whole, action = next(pair for pair in actions if pair[0].start >= start)
    return whole, action, start


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


def _without(text: str, objects: list[FoundJsonObject]) -> str:
    """The text with spaces in place of its objects: what was said around them."""
    parts, end = [], 0
    for one in objects:
        parts += [text[end : one.start], " " * (one.end - one.start)]
        end = one.end
    return "".join((*parts, text[end:]))


def _region(prose: str, actions: list[FoundJsonObject]) -> int:
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
