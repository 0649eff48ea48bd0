"""What the public VehicleWorld release writes, read as ours: calls as Python text, states as trees or flat paths.

Text is parsed and never run: only calls with literal arguments are read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from automotive_env.car.calls.api import CallResult
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.rendering import LENGTH
from automotive_env.car.core.schema import OptionalRecordProperty, RecordsProperty
from automotive_env.car.core.world import INDEX, MODULES, SCHEMA, World
from automotive_env.car.driving.environment import CLOCK
from automotive_env.text.foreign_text import read_literal, read_python

MAX_CODE = 20_000
"""Characters of the calls of one turn."""

SETTER = "Environment.set_"
"""How a write to the shared environment begins; no API of ours."""


@dataclass(frozen=True, slots=True)
class ReleaseCall:
    """One call as the release writes it.

    Attributes:
        name: "module.api", or "Environment.set_x", which is no API of ours but a write.
        arguments: name -> value; positional ones stand under the names of our parameters.
    """

    name: str
    arguments: Mapping[str, Any]

    @property
    def module(self) -> str:
        """The module of the API."""
        return self.name.partition(".")[0]

    @property
    def text(self) -> str:
        """The call as Python text."""
        return f"{self.name}({', '.join(f'{name}={value!r}' for name, value in self.arguments.items())})"

    def perform(self, world: World) -> CallResult:
        """Carry it out; a write that does not fit is refused as a call is."""
        if not self.name.startswith(SETTER):
            return world.call(self.name, self.arguments)
        path = f"environment.{self.name.removeprefix(SETTER)}"
        try:
            for value in self.arguments.values():
                world.set(path, spelled(path, value))
        except StateError as error:
            return CallResult(False, str(error))
        return CallResult(True, f"{path} is set")


@lru_cache(maxsize=5_000)
def read_calls(text: str) -> tuple[ReleaseCall, ...]:
    """The calls in the Python text of a turn; a backslash and an n may stand for a line break, `pass` for no call.

    Raises:
        ValueError: it is too long, no Python, or holds something else than calls with literal arguments.
    """
    calls = []
    for statement in statements(text):
        if isinstance(statement, ast.Pass):
            continue
        call = statement.value if isinstance(statement, ast.Expr) else None
        if not isinstance(call, ast.Call):
            raise ValueError(f"not a call: {ast.unparse(statement)[:80]}")
        calls.append(read_call(call))
    return tuple(calls)


def statements(text: str) -> list[ast.stmt]:
    """Python text as its statements.

    Raises:
        ValueError: it is too long or no Python.
    """
    if len(text) > MAX_CODE:
        raise ValueError(f"{len(text)} characters of calls; at most {MAX_CODE} are read")
    try:
        return read_python(text.replace("\\n", "\n").strip()).body
    except ValueError as error:
        raise ValueError(f"no Python: {error}") from None


def read_call(call: ast.Call) -> ReleaseCall:
    """One parsed call.

    Raises:
        ValueError: its arguments are no literals, or what it calls is no dotted name.
    """
    name = dotted(call.func).removeprefix("vw.")
    module, _, method = name.partition(".")
    api = MODULES[module].apis.get(method) if module in MODULES else None
    names = [*(api.parameters if api else ()), *(f"argument {number}" for number in range(len(call.args)))]
    arguments = {name: _literal(argument) for name, argument in zip(names, call.args, strict=False)}
    return ReleaseCall(name, arguments | {str(given.arg): _literal(given.value) for given in call.keywords})


def _literal(node: ast.expr) -> Any:
    try:
        return read_literal(node)
    except ValueError as error:
        raise ValueError(f"not a literal: {error}") from None


def dotted(node: ast.expr) -> str:
    """A dotted name, such as "vw.door.switch".

    Raises:
        ValueError: it is something else.
    """
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        raise ValueError(f"not a name: {ast.unparse(node)[:80]}")
    return ".".join([node.id, *reversed(names)])


# States


def _clock_text(value: Any) -> Any:
    if isinstance(value, (int, float)) and 0 <= value <= 4e9:
        return datetime.fromtimestamp(value, UTC).strftime(CLOCK)
    return "" if value is None else value


SPELLINGS: tuple[tuple[re.Pattern[str], Callable[[Any], Any]], ...] = (
    (re.compile(r".*time_display_format"), lambda value: str(value).replace("-format", " format")),
    (re.compile(r"(conversation|radio)\..*\.timestamp"), _clock_text),
)
"""Values that we write in another way."""

_LISTS = tuple(slot.path for slot in SCHEMA if isinstance(slot.prop, (RecordsProperty, OptionalRecordProperty)))


@lru_cache(maxsize=50_000)
def _reading(path: str) -> tuple[bool, Callable[[Any], Any] | None]:
    """Whether a flat path of the release names state of ours, and what spells its value our way."""
    known = path in INDEX or any(path.startswith((f"{stem}.", f"{stem}[")) for stem in _LISTS)
    return known, next((spell for pattern, spell in SPELLINGS if pattern.fullmatch(path)), None)


def spelled(path: str, value: Any) -> Any:
    """A value of the release as we write it."""
    _, spell = _reading(path)
    return spell(value) if spell else value


def known_state(flat: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What a flat state of the release says about our car, for `documents.load`, and the paths that we do not have."""
    state, foreign = {}, []
    for path, value in flat.items():
        known, spell = _reading(path)
        if known:
            state[path] = spell(value) if spell else value
        else:
            foreign.append(path)
    return state, foreign


def flat_state(tree: Mapping[str, Any]) -> dict[str, Any]:
    """A state tree of the release, module -> node, as path -> scalar."""
    return {path: value for name, node in tree.items() for path, value in _leaves(str(name), node)}


def _leaves(path: str, node: Any) -> Iterator[tuple[str, Any]]:
    """The scalars of a node; some nodes of the release are objects with a value and its type, others plain values."""
    if isinstance(node, Mapping) and "value" in node and node.keys() & {"type", "description"}:
        node = node["value"]
    if isinstance(node, Mapping):
        for name, member in node.items():
            yield from _leaves(f"{path}.{name}", member)
    elif isinstance(node, list):
        yield f"{path}.{LENGTH}", len(node)
        for index, item in enumerate(node):
            yield from _leaves(f"{path}[{index}]", item)
    else:
        yield path, node
