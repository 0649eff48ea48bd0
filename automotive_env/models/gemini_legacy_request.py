"""Requests in the form of google-generativeai: that of google-genai, as far as its protocol buffers go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.models.gemini_request import GeminiPart, check_conversation, contents
from automotive_env.models.model import ModelRequest, Tool

_SCHEMA = {
    "type": "type_",
    "format": "format_",
    "description": "description",
    "nullable": "nullable",
    "enum": "enum",
    "items": "items",
    "maxItems": "max_items",
    "minItems": "min_items",
    "properties": "properties",
    "required": "required",
}
_REMARKS = frozenset({"title", "default", "examples", "$schema"})
"""Members of a schema that allow and forbid nothing."""


def check_legacy(request: ModelRequest) -> None:
    """Refuse what the SDK has no form for; a seed and a schema of the reply it does without.

    Raises:
        UsageError: the request holds such a thing; the message names it.
    """
    check_conversation(request)
    if request.sampling.extra:
        raise UsageError("google-generativeai carries no extra body; use gemini: instead")
    for tool in request.tools:
        declaration(tool)


def declaration(tool: Tool) -> dict[str, Any]:
    """A tool as the members of a FunctionDeclaration.

    Raises:
        UsageError: its parameters need a word of JSON schema that there is no field for.
    """
    declared: dict[str, Any] = {"name": tool.name, "description": tool.description}
    if tool.parameters.get("properties"):  # an object without members is refused
        declared["parameters"] = _schema(tool.parameters, tool.name)
    return declared


def turns(request: ModelRequest, pngs: Sequence[Sequence[bytes]]) -> list[dict[str, Any]]:
    """The conversation; signatures of thoughts are younger than this SDK."""
    return [turn | {"parts": [_unsigned(part) for part in turn["parts"]]} for turn in contents(request, pngs)]


def _unsigned(part: GeminiPart) -> GeminiPart:
    return {name: value for name, value in part.items() if name != "thought_signature"}


def _schema(schema: Mapping[str, Any], tool: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for word, value in schema.items():
        if word in _REMARKS:
            continue
        if word not in _SCHEMA or (word == "type" and not isinstance(value, str)):
            raise UsageError(f"google-generativeai carries no {word!r} of the parameters of tool {tool!r}; use gemini: instead")
        if word == "properties":
            value = {name: _schema(member, tool) for name, member in value.items()}
        elif word == "items":
            value = _schema(value, tool)
        elif word == "type":
            value = value.upper()
        fields[_SCHEMA[word]] = value
    return fields
