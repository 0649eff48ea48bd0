"""Calls in one form: those that mean the same are equal texts, however a model has written them.

>>> schema = {"properties": {"value": {"type": "integer"}, "seat": {"default": "all"}}, "required": ["value"]}
>>> canonical_call("radio.tune", {"seat": "all", "value": 1.0}, schema)
'radio.tune(value=1)'
>>> canonical_call("radio.tune", {"value": True}, schema)
'radio.tune(value=true)'
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from automotive_env.text.argument_values import fitted_object

MAX_DEPTH = 40
"""Of lists and objects in an argument; nothing that a tool takes is as deep."""
EXACT = 2**53
"""Above it a floating-point number stands for several whole ones."""


class UnreadableReplyPart(ValueError):
    """A reply, or a part of it, that cannot be read; the message says why."""


def canonical_call(name: str, arguments: Mapping[str, Any], schema: Mapping[str, Any] | None = None) -> str:
    """A call as text: arguments sorted by name, those that say what is so without them left out.

    Args:
        name: of the tool.
        arguments: as JSON.
        schema: JSON schema of the arguments object, where it is known.

    Raises:
        Unreadable: an argument is nested too deeply, or no JSON.
    """
    given = canonical(fitted_object(arguments, schema or {}), schema or {})
    assert isinstance(given, dict)
    return f"{name}({', '.join(f'{key}={_text(given[key])}' for key in sorted(given))})"


def canonical(value: Any, schema: Mapping[str, Any], depth: int = MAX_DEPTH) -> Any:
    """A JSON value such that values which mean the same under a schema are equal as JSON text.

    A whole number is one however it is written; true is no number; a member of an object that is null and may be left out, or
    that has its default, is left out.

    Raises:
        Unreadable: it is nested too deeply, or no JSON.
    """
    if depth == 0:
        raise UnreadableReplyPart(f"it is nested more than {MAX_DEPTH} times")
    if isinstance(value, dict):
        return _object(value, _suiting(schema, "object"), depth)
    if isinstance(value, list | tuple):
        items = _schema(_suiting(schema, "array").get("items"))
        return [canonical(item, items, depth - 1) for item in value]
    if isinstance(value, float):
        return _number(value)
    if value is None or isinstance(value, str | bool | int):
        return value
    raise UnreadableReplyPart(f"{type(value).__name__} is no JSON")


def _object(value: Mapping[str, Any], schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
    members, required = _schema(schema.get("properties")), schema.get("required")
    needed = required if isinstance(required, list | tuple) else ()
    found = {}
    for name, item in value.items():
        of = _schema(members.get(name))
        held = canonical(item, of, depth - 1)
        if name in needed or not (name in members and _is_default(held, of)):
            found[str(name)] = held
    return found


def _is_default(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether leaving a member out says the same."""
    if "default" in schema:
        return _text(value) == _text(canonical(schema["default"], schema))
    return value is None and not _allows(schema, "null")


def _suiting(schema: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    """The alternative of a schema that is for this kind of value; the schema itself where there are none."""
    found = [one for one in _alternatives(schema) if _allows(one, kind)]
    return found[0] if found else schema


def _alternatives(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    given = schema.get("anyOf", schema.get("oneOf"))
    return [_schema(one) for one in given] if isinstance(given, list | tuple) else []


def _allows(schema: Mapping[str, Any], kind: str) -> bool:
    """Whether a schema names a kind of value."""
    kinds = schema.get("type")
    named = kinds == kind or (isinstance(kinds, list | tuple) and kind in kinds)
    return named or any(_allows(one, kind) for one in _alternatives(schema))


def _schema(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _number(value: float) -> Any:
    if not math.isfinite(value):
        return str(value)
    return int(value) if value.is_integer() and abs(value) <= EXACT else value


def _text(value: Any) -> str:
    try:
        return json.dumps(value, sort_keys=True, ensure_ascii=False)
    except ValueError as error:  # a whole number of thousands of digits
        raise UnreadableReplyPart(str(error)) from None
