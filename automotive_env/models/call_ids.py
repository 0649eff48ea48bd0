"""Ids of tool calls: unique within a conversation, also where a server sends none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from automotive_env.models.model import Choice, Completion, ModelRequest, ToolCall


def with_unique_ids(completion: Completion, request: ModelRequest) -> Completion:
    """The completion; each tool call whose id is empty, or taken in the conversation, gets one of its own."""
    taken = frozenset(call.id for message in request.messages for call in message.tool_calls)
    return replace(completion, choices=tuple(_numbered(choice, taken) for choice in completion.choices))


def _numbered(choice: Choice, taken: frozenset[str]) -> Choice:
    """The reply with unique ids; one that had others cannot go back to its vendor as it came."""
    calls = tuple(_unique(choice.tool_calls, set(taken)))
    return choice if calls == choice.tool_calls else replace(choice, tool_calls=calls, opaque="")


def _unique(calls: tuple[ToolCall, ...], taken: set[str]) -> Iterator[ToolCall]:
    for call in calls:
        if not call.id or call.id in taken:
            call = replace(call, id=next(id for number in count(len(taken)) if (id := f"call_{number}") not in taken))
        taken.add(call.id)
        yield call
