"""Rewards of replies: whether the calls are the right ones, by the schemas of their tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from automotive_env.kate.activation.canonical import UnreadableReplyPart, canonical_call
from automotive_env.models.hermes import ParsedReply
from automotive_env.text.lenient_json import read_arguments

ToolSchemas: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Tool -> JSON schema of its arguments."""


class CalledFunction(Protocol):
    """A call; its arguments are JSON text."""

    @property
    def name(self) -> str:
        """Of the tool."""
        ...

    @property
    def arguments(self) -> str:
        """As they were written."""
        ...


def schemas_of(tools: Iterable[Mapping[str, Any]]) -> ToolSchemas:
    """The schemas of tools in the form of the OpenAI API."""
    return {tool["function"]["name"]: tool["function"].get("parameters") or {} for tool in tools}


def matching(said: ParsedReply, right: Sequence[CalledFunction], schemas: ToolSchemas) -> float:
    """1.0 where a reply makes the right calls in the right order, and no others; 0.0 otherwise, and where it is empty.

    Names and values count, the order of arguments does not, and what says the same when it is left out counts as left out; see
    `automotive_env.kate.activation.canonical`.
    """
    made = [_canonical(call, schemas) for call in said.calls]
    decides = bool(made or said.text) and not said.unreadable
    return float(decides and None not in made and made == [_canonical(call, schemas) for call in right])


def _canonical(call: CalledFunction, schemas: ToolSchemas) -> str | None:
    """A call as text that is equal for equal calls; None where it cannot be read, or there is no such tool."""
    try:
        if (schema := schemas.get(call.name)) is None:
            return None
        return canonical_call(call.name, read_arguments(call.arguments), schema)
    except (ValueError, RecursionError, UnreadableReplyPart):
        return None
