"""Rewards of replies: whether the calls are the right ones, by the schemas of their tools, and what a text says was called."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from automotive_env.training.row import Function

Schemas: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Tool -> JSON schema of its arguments."""
MAX_CALLS = 100
MAX_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Calls:
    """What a reply calls.

    Attributes:
        calls: in order.
        unreadable: whether it tried to call and nobody can read what; that is never the same as calling nothing.
    """

    calls: tuple[Function, ...] = ()
    unreadable: bool = False


def schemas_of(tools: Iterable[Mapping[str, Any]]) -> Schemas:
    """The schemas of tools in the form of the OpenAI API."""
    return {tool["function"]["name"]: tool["function"].get("parameters") or {} for tool in tools}


def matching(said: Calls, right: Sequence[Function], schemas: Schemas) -> float:
    """1.0 where a reply makes the right calls in the right order, and no others; 0.0 otherwise.

    Names and values count, the order of arguments does not, and null counts as left out. Where a schema wants numbers, 1 and 1.0
    are one.
    """
    if said.unreadable or len(said.calls) > MAX_CALLS:
        return 0.0
    made = [canonical(call, schemas) for call in said.calls]
    return float(None not in made and made == [canonical(call, schemas) for call in right])


def canonical(call: Function, schemas: Schemas) -> str | None:
    """A call as text that is equal for equal calls; None where its arguments are no JSON object, or there is no such tool."""
    if call.name not in schemas:
        return None
    try:
        arguments = json.loads(call.arguments or "{}", parse_constant=_no_constant)
        if not isinstance(arguments, dict):
            return None
        given = {name: value for name, value in arguments.items() if value is not None}
        return json.dumps([call.name, _by_schema(given, schemas[call.name], MAX_DEPTH)], sort_keys=True)
    except (ValueError, RecursionError, OverflowError):
        return None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _by_schema(value: Any, schema: Any, depth: int) -> Any:
    """A value as its schema means it: whole numbers without a point where numbers are wanted; booleans never are numbers."""
    if depth == 0:
        raise ValueError("nested too deep")
    known = schema if isinstance(schema, Mapping) else {}
    if isinstance(value, dict):
        parts = known.get("properties")
        parts = parts if isinstance(parts, Mapping) else {}
        return {name: _by_schema(one, parts.get(name), depth - 1) for name, one in value.items()}
    if isinstance(value, list):
        return [_by_schema(one, known.get("items"), depth - 1) for one in value]
    if isinstance(value, float) and value.is_integer() and known.get("type") in ("integer", "number"):
        return int(value)
    return value
