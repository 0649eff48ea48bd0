"""The functions of BFCL's classes: their documentation, and the tools that are made of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from automotive_env.models.model import Tool
from automotive_env.suites.bfcl.package import installed

_TYPES = {"dict": "object", "float": "number", "tuple": "array", "any": "string"}
"""BFCL's names of types -> those of JSON schema, where they differ."""
_KEPT = ("description", "enum", "default", "required")


@dataclass(frozen=True, slots=True)
class BfclFunction:
    """A function of a class.

    Attributes:
        owner: the class.
        document: name, description, parameters and response, as BFCL has them.
        tool: the same as a tool.
    """

    owner: str
    document: Mapping[str, Any]
    tool: Tool

    @property
    def name(self) -> str:
        """How it is called."""
        return self.tool.name

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of its parameters, in order."""
        return tuple(self.tool.parameters["properties"])

    @property
    def line(self) -> str:
        """Its documentation as JSON on one line, which is how prompts show it."""
        return json.dumps(self.document)


@cache
def functions_of(owner: str) -> tuple[BfclFunction, ...]:
    """The functions of a class.

    Raises:
        UsageError: its documentation is not there.
    """
    return tuple(BfclFunction(owner, document, _tool(document)) for document in installed().documents(owner))


def functions_by_name(owners: Sequence[str]) -> dict[str, BfclFunction]:
    """The functions of some classes; of two with the same name the latter is called, as in BFCL."""
    return {function.name: function for owner in owners for function in functions_of(owner)}


def _tool(document: Mapping[str, Any]) -> Tool:
    """BFCL tells what a function answers in its description, too."""
    about = str(document.get("description", ""))
    if document.get("response"):
        about += f" The response field has the following schema: {json.dumps(document['response'])}"
    return Tool(str(document["name"]), about, _schema(document.get("parameters", {})))


def _schema(told: Mapping[str, Any]) -> dict[str, Any]:
    """JSON schema of a parameter, or of all of a function's."""
    kind = str(told.get("type", "string"))
    schema: dict[str, Any] = {"type": _TYPES.get(kind, kind)}
    schema |= {name: told[name] for name in _KEPT if name in told}
    if schema["type"] == "object":
        schema["properties"] = {name: _schema(one) for name, one in told.get("properties", {}).items()}
    if schema["type"] == "array":
        schema["items"] = _schema(told.get("items", {}))
    return schema
