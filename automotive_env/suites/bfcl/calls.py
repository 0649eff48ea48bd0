"""Calls as models write them, read without being run: a function's name and literals, nothing else."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from automotive_env.agents.prompting import sendable
from automotive_env.models.model import ToolCall
from automotive_env.suites.bfcl.functions import BfclFunction
from automotive_env.suites.vehicleworld.players.conversation import bare_code, code_in
from automotive_env.text.foreign_text import read_literal, read_python
from automotive_env.text.lenient_json import read_arguments

MAX_CHARACTERS = 50_000
"""Of a reply that is read, and of each text in it."""
MAX_CALLS = 100
"""In a reply."""
MAX_DEPTH = 6
"""Lists and objects in one another."""
MAX_ITEMS = 1_000
"""Of a list or an object."""
MAX_INTEGER = 2**63 - 1
MAX_NAME = 100


@dataclass(frozen=True, slots=True)
class BfclCall:
    """A call.

    Attributes:
        name: of the function.
        arguments: name -> value: texts, finite numbers, booleans, null, lists and objects of them, whose keys are sorted.
    """

    name: str
    arguments: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The call as Python text."""
        return f"{self.name}({', '.join(f'{name}={value!r}' for name, value in self.arguments.items())})"


def read_calls(text: str, functions: Mapping[str, BfclFunction]) -> tuple[BfclCall, ...]:
    """The calls of a reply: a list of them, or one a line, in blocks or not; none where the reply is something else.

    Args:
        text: of the reply.
        functions: name -> what can be called; arguments without a name get those of its parameters.

    Raises:
        ValueError: it holds calls with something else than literals in them; nothing of it may run.
    """
    code = _unwrapped(text)
    if not code or len(code) > MAX_CHARACTERS:
        return ()
    try:
        nodes = _call_nodes(code)
    except ValueError:
        return ()
    if len(nodes) > MAX_CALLS:
        raise ValueError(f"a reply may hold {MAX_CALLS} calls, not {len(nodes)}")
    return tuple(_call(node, functions) for node in nodes)


def read_tool_calls(wanted: Sequence[ToolCall]) -> tuple[BfclCall, ...]:
    """The calls that a model wants made by its interface for tools.

    Raises:
        ValueError: the arguments of one are no JSON object, or too large; none of them may run.
    """
    if len(wanted) > MAX_CALLS:
        raise ValueError(f"a reply may hold {MAX_CALLS} calls, not {len(wanted)}")
    return tuple(BfclCall(_name(call.name), _object(call)) for call in wanted)


def _unwrapped(text: str) -> str:
    """The blocks of a reply, or all of it, after what was thought."""
    return code_in(text) or bare_code(text)


def _call_nodes(code: str) -> list[ast.Call]:
    """Calls in a list, or as statements.

    Raises:
        ValueError: it is something else.
    """
    found: list[ast.Call] = []
    for statement in read_python(code).body:
        value = statement.value if isinstance(statement, ast.Expr) else None
        parts = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
        calls = [part for part in parts if isinstance(part, ast.Call)]
        if len(calls) < len(parts):
            raise ValueError("something else than calls")
        found += calls
    return found


def _call(node: ast.Call, functions: Mapping[str, BfclFunction]) -> BfclCall:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
    if not name:
        raise ValueError("a function is called by its name")
    known = functions[name].parameters if name in functions else ()
    if len(node.args) > len(known):
        raise ValueError(f"{name[:MAX_NAME]} takes {len(known)} arguments without a name, not {len(node.args)}")
    given = [*zip(known, node.args, strict=False), *((keyword.arg, keyword.value) for keyword in node.keywords)]
    arguments: dict[str, Any] = {}
    for key, value in given:
        if key is None or key in arguments:
            raise ValueError(f"{name[:MAX_NAME]} names each argument once")
        arguments[key[:MAX_NAME]] = _plain(_literal(value))
    return BfclCall(name[:MAX_NAME], arguments)


def _literal(node: ast.expr) -> Any:
    """The value of a literal; a bare word is a text, as BFCL reads it.

    Raises:
        ValueError: it is none.
    """
    if isinstance(node, ast.Name):
        return node.id
    try:
        return read_literal(node)
    except ValueError:
        raise ValueError("arguments are literals: texts, numbers, True, False, None, lists and objects of them") from None


def _object(call: ToolCall) -> dict[str, Any]:
    try:
        if len(call.arguments) > MAX_CHARACTERS:
            raise ValueError("too long")
        found = read_arguments(call.arguments)
    except ValueError:
        wrong = f"the arguments of {call.name[:MAX_NAME]} are no JSON object of at most {MAX_CHARACTERS} characters"
        raise ValueError(wrong) from None
    return {_name(name): _plain(value) for name, value in found.items()}


def _name(text: str) -> str:
    """A name as records hold it."""
    return sendable(text[:MAX_NAME])


def _plain(value: Any, depth: int = MAX_DEPTH) -> Any:
    """A value as records hold it: the keys of objects sorted, a tuple as a list.

    Raises:
        ValueError: JSON has no such value, or it is too large.
    """
    match value:
        case None | bool():
            return value
        case str() if len(value) <= MAX_CHARACTERS:
            return sendable(value)
        case int() if abs(value) <= MAX_INTEGER:
            return value
        case float() if math.isfinite(value):
            return value
        case list() | tuple() if depth and len(value) <= MAX_ITEMS:
            return [_plain(one, depth - 1) for one in value]
        case dict() if depth and len(value) <= MAX_ITEMS and all(isinstance(key, str) for key in value):
            return {sendable(key): _plain(value[key], depth - 1) for key in sorted(value)}
    raise ValueError(f"{type(value).__name__} is no value of an argument, or too large")


def call_of(data: object) -> BfclCall:
    """A call as a record has it.

    Raises:
        ValueError: it is none.
    """
    match data:
        case {"api": str(name), "arguments": dict(arguments)}:
            return BfclCall(name, {key: _plain(value) for key, value in arguments.items()})
    raise ValueError("a call is the name of a function and its arguments")


def to_json(calls: Sequence[BfclCall]) -> Iterator[list[Any]]:
    """Calls as the process is told that makes them."""
    return ([call.name, dict(call.arguments)] for call in calls)
