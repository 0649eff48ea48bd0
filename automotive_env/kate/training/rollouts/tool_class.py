"""Classes whose public methods are tools, made from JSON schemas.

The contract is that of `environment_factory` of TRL: a constructor without arguments, `reset(**row)`, `get_reward()`, and every
other public function of the class is a tool, described by type hints and a docstring in the style of Google.
"""

from __future__ import annotations

import copyreg
import json
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, Signature
from keyword import iskeyword
from types import NoneType
from typing import Any, ClassVar, TypeVar, Union

from automotive_env.errors import UsageError
from automotive_env.models.model import Tool

_TYPES: Mapping[str, Any] = {"string": str, "integer": int, "number": float, "boolean": bool, "object": dict}
R = TypeVar("R", bound="RollOut")


class _MadeWhenAsked(ABCMeta):
    """Of classes that no module has by their names; another process makes them again where one is pickled, as trainers do."""


def _reduced(kind: _MadeWhenAsked) -> tuple[Any, ...] | str:
    return vars(kind).get("_made_by") or kind.__qualname__


copyreg.pickle(_MadeWhenAsked, _reduced)


class RollOut(metaclass=_MadeWhenAsked):
    """One roll-out; instances are used again after `reset`.

    Attributes:
        tools: what can be called, in the order in which a prompt lists them.
    """

    tools: ClassVar[tuple[Tool, ...]] = ()

    @abstractmethod
    def reset(self, **row: Any) -> str | None:
        """Begin the roll-out of a row; returns what its prompt goes on with, if anything.

        Raises:
            UsageError: the row names no task of this environment.
        """

    @abstractmethod
    def get_reward(self) -> float:
        """The verdict of the car, 0 or 1, on what was done since `reset`."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether further calls do nothing."""

    @abstractmethod
    def _call(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Call a tool; returns what a model is told. Never raises on what is asked."""


def with_tools(
    name: str, base: type[R], tools: Iterable[Tool], made_by: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
) -> type[R]:
    """A class of roll-outs that has these tools as methods.

    Args:
        name: of the class.
        base: that calls the tools.
        tools: each becomes a method.
        made_by: a function of a module and its arguments, which make the class again in another process.

    Raises:
        UsageError: a tool has a name that no method can have.
    """
    listed = tuple(tools)
    if wrong := [tool.name for tool in listed if not _is_usable(tool.name, base)]:
        raise UsageError(f"the tool {wrong[0][:60]!r} cannot be a method; give it another name")
    methods = {tool.name: _method(tool) for tool in listed}
    return type(
        name, (base,), {"__doc__": base.__doc__, "__module__": base.__module__, "tools": listed, "_made_by": made_by, **methods}
    )


def _is_usable(name: str, base: type[RollOut]) -> bool:
    return name.isidentifier() and not iskeyword(name) and not name.startswith("_") and not hasattr(base, name)


def _method(tool: Tool) -> Callable[..., str]:
    def method(self: RollOut, /, **arguments: Any) -> str:
        return self._call(tool.name, arguments)

    method.__name__ = method.__qualname__ = tool.name
    method.__doc__ = _docstring(tool)
    required = tool.parameters.get("required", ())
    hints: dict[str, Any] = {
        name: _hint(schema) if name in required else Union[_hint(schema), NoneType]  # noqa: UP007  # of types made at run time
        for name, schema in tool.parameters["properties"].items()
    }
    method.__annotations__ = {**hints, "return": str}
    given = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=Parameter.empty if name in required else None, annotation=hint)
        for name, hint in hints.items()
    ]
    own = Parameter("self", Parameter.POSITIONAL_ONLY)
    method.__signature__ = Signature([own, *given], return_annotation=str)  # type: ignore[attr-defined]
    return method


def _hint(schema: Mapping[str, Any]) -> Any:
    if schema.get("type") == "array":
        return list[_hint(schema.get("items", {}))]  # type: ignore[misc]
    return _TYPES.get(str(schema.get("type")), Any)


def _docstring(tool: Tool) -> str:
    lines = [tool.description, "", "Args:"] if tool.parameters["properties"] else [tool.description]
    for name, schema in tool.parameters["properties"].items():
        choices = f" (choices: {json.dumps(schema['enum'])})" if schema.get("enum") else ""
        lines.append(f"    {name}: {schema.get('description') or name}{choices}")
    return "\n".join(lines)
