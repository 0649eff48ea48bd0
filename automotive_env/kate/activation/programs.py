r"""What a program of a model does, read without running it: a row of calls and writes, or a program that is more than that.

>>> done_by("x = ['driver']\nvw.seat.heat(value=2.0, seat=x)", {})
('seat.heat(seat=["driver"], value=2)',)
>>> done_by("vw['fogLight']['is_on'] = True", {})
('fogLight.is_on = true',)
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from typing import Any

from automotive_env.car.calls.look_ups import ALIASES, LOOK_UPS
from automotive_env.kate.activation.canonical import UnreadableReplyPart, canonical, canonical_call
from automotive_env.models.model import Tool
from automotive_env.text.foreign_text import one_fault, read_python

CAR = "vw"
"""What programs call the car."""
MAX_CODE_CHARACTERS = 50_000
"""Of a program that is read, which is as much as any suite runs."""
_LOOK_UP_OF = {name.rpartition(".")[2]: name for name in LOOK_UPS}


def done_by(code: str, tools: Mapping[str, Tool]) -> tuple[str, ...]:
    """What a program does, in a form in which equal ones are equal.

    Calls come in their order with the values that are written in the program; writes of state come after them, sorted, the last
    of each path. A program with conditions, loops or computed values is one text, without its comments and spaces.

    Args:
        code: Python text, which may be anything; it is parsed and never run.
        tools: any name of an API -> what is known of it, for its full name and those of its parameters.

    Raises:
        Unreadable: it is no Python, or too long or too deep to be read.
    """
    try:
        tree = _parsed(code)
        try:
            return _Row(tools).of(tree)
        except _NoRow:
            with one_fault():
                return (ast.unparse(tree),)
    except ValueError as error:
        raise UnreadableReplyPart(f"the program cannot be read: {str(error)[:200]}") from None


def only_calls(text: str) -> str:
    """The text where it is nothing but calls, in a list or one a line; empty where it is anything else."""
    try:
        return text if all(map(_is_calls, _parsed(text).body)) else ""
    except ValueError:
        return ""


def _is_calls(node: ast.stmt) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    parts = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
    return bool(parts) and all(isinstance(part, ast.Call) for part in parts)


def _parsed(code: str) -> ast.Module:
    if len(code) > MAX_CODE_CHARACTERS:
        raise ValueError(f"it has {len(code)} characters")
    return read_python(code)


class _NoRow(Exception):
    """The program is more than a row of calls and writes."""


class _Row:
    """Reads the statements of a program, one after the other."""

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        self._tools = tools
        self._values: dict[str, Any] = {}
        self._calls: list[str] = []
        self._writes: dict[str, str] = {}

    def of(self, tree: ast.Module) -> tuple[str, ...]:
        """What it does."""
        for statement in tree.body:
            self._statement(statement)
        return (*self._calls, *(f"{path} = {value}" for path, value in sorted(self._writes.items())))

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant() | ast.Name()):
                pass
            case ast.Expr(value=ast.List(elts=[_, *_] as items) | ast.Tuple(elts=[_, *_] as items)):
                for item in items:
                    self._call(item)
            case ast.Expr(value=value):
                self._call(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                self._values.pop(name, None)
                self._call(call)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._values[name] = self._literal(value)
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                self._write(target, value)
            case _:
                raise _NoRow

    def _call(self, node: ast.expr) -> None:
        if not isinstance(node, ast.Call):
            raise _NoRow
        if isinstance(node.func, ast.Name) and node.func.id == "print":
            for shown in node.args:
                if isinstance(shown, ast.Call):
                    self._call(shown)
                elif any(isinstance(part, ast.Call) for part in ast.walk(shown)):
                    raise _NoRow
            return
        name = _full_name(node.func)
        tool = self._tools.get(name)
        schema = tool.parameters if tool else {}
        names = [*_properties(schema), *(f"argument {number}" for number in range(1, len(node.args) + 1))]
        given = {key: self._literal(value) for key, value in zip(names, node.args, strict=False)}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise _NoRow
            given[keyword.arg] = self._literal(keyword.value)
        self._calls.append(canonical_call(tool.name if tool else name, given, schema))

    def _write(self, target: ast.expr, value: ast.expr) -> None:
        path: list[str] = []
        while isinstance(target, ast.Subscript):
            path.append(str(self._literal(target.slice)))
            target = target.value
        if not isinstance(target, ast.Name) or target.id != CAR:
            raise _NoRow
        written = json.dumps(canonical(self._literal(value), {}), sort_keys=True, ensure_ascii=False)
        self._writes[".".join(reversed(path))] = written

    def _literal(self, node: ast.expr) -> Any:
        """A value that is written in the program."""
        match node:
            case ast.Constant(value=None | bool() | int() | float() | str() as value):
                return value
            case ast.Name(id=name) if name in self._values:
                return self._values[name]
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return [self._literal(item) for item in items]
            case ast.Dict(keys=keys, values=values) if None not in keys:
                return {str(self._literal(key)): self._literal(value) for key, value in zip(keys, values, strict=True) if key}
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)) if number is not True:
                return -number
        raise _NoRow


def _full_name(node: ast.expr) -> str:
    """The full name of what is called, such as "radio.radio_volume_set"; look-ups have several."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        raise _NoRow
    if node.id != CAR or not parts:
        parts.append(node.id)
    name = ".".join(reversed(parts))
    last = ALIASES.get(parts[0], parts[0])
    is_look_up = last in _LOOK_UP_OF and len(parts) <= 2 and parts[-1].lower() in (parts[0].lower(), "environment")
    return _LOOK_UP_OF[last] if is_look_up else name


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    found = schema.get("properties")
    return found if isinstance(found, Mapping) else {}
