"""Who may import whom: no circles among modules, and no room imports one above it. Imports for type checkers count, too."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from cases import cases

ROOT = Path(__file__).parents[1]
PACKAGE = "automotive_env"
BESIDE = ("agents", "emulator", "scripts", "tasks", "validators")
"""Top-level folders that are subpackages of the package, by links inside it."""

FLOORS = (
    "errors version limits printable",
    "action observation",
    "imaging set_of_mark model targeting world",
    "geo vehicle",
    "validators scene",
    "headunit controller ui_script",
    "headless car_setup",
    "task",
    "session",
    "agent models",
    "agents results",
    "episode",
    "tasks",
    "planning suite",
    "door",
    "android emulator",
    "suites",
    "integrations",
    "benchmarks execution serving",
    "cli",
    "run scripts __main__",
)
"""Rooms from the lowest floor to the highest: modules import from their own floor and from lower ones.

A room that is not named here stands on the floor of the highest that it imports.
"""

SCREENS = ("apps", "panels", "parts", "pictures", "rendering", "widgets")
BEHIND_THE_DOOR = ("android", "car_setup", "controller", "emulator", "headless", "headunit", "session", "vehicle", "world")
NEVER: Mapping[str, tuple[str, ...]] = {
    "integrations": BEHIND_THE_DOOR,
    "emulator": tuple(f"headunit.{part}" for part in SCREENS),
    "validators": ("android", "emulator", "headless", "headunit"),
    "world": ("geo", "headunit", "observation"),
}
"""Rooms, and what their modules never import, whichever floor it is on."""

OPEN = {
    "cli": "its commands use the helpers of its __init__, which names them",
    "emulator": "devices, services and shells know one another's types",
}
"""Rooms with circles that are still to be opened."""


@cache
def modules() -> Mapping[str, Path]:
    """Every module of the package: dotted name without the package -> file."""
    found: dict[str, Path] = {}
    for folder, stem in ((ROOT / PACKAGE, ()), *((ROOT / name, (name,)) for name in BESIDE)):
        for file in folder.rglob("*.py"):
            inside = file.relative_to(folder)
            if stem or inside.parts[0] not in BESIDE:
                found[".".join((*stem, *inside.with_suffix("").parts)).removesuffix(".__init__")] = file
    return found


def imported(source: str) -> Iterator[str]:
    """What a source imports from the package, anywhere in it; a name in a package is the module of that name, if there is one."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            inside = name.removeprefix(f"{PACKAGE}.")
            if inside != name:
                yield inside if inside in modules() else inside.rpartition(".")[0]


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """Module -> modules that it imports."""
    return {name: frozenset(imported(file.read_text("utf-8"))) - {name, ""} for name, file in modules().items()}


def room(module: str) -> str:
    return "__main__" if module.endswith("__main__") else module.partition(".")[0]


def floor_of(name: str) -> int:
    named = next((number for number, floor in enumerate(FLOORS) if name in floor.split()), None)
    if named is not None:
        return named
    others = {room(other) for module in graph() if room(module) == name for other in graph()[module]} - {name}
    return max((floor_of(other) for other in others), default=0)


def circles(edges: Mapping[str, frozenset[str]]) -> list[str]:
    """One circle of modules, as text, or none."""
    try:
        TopologicalSorter({name: edges[name] & edges.keys() for name in edges}).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_the_package_is_found_whole_and_every_named_room_is_there():
    assert len(modules()) > 400
    assert {"world.world", "headunit.apps.home", "emulator.virtual.device", "tasks.hvac", "validators.check"} <= modules().keys()
    assert {"world.device", "world.devices"} <= graph()["world.world"]
    assert {name for floor in FLOORS for name in floor.split()} <= {room(module) for module in modules()}


def test_a_circle_is_found_also_through_a_type_only_import():
    assert [*imported("if TYPE_CHECKING:\n    from automotive_env.world.world import World")] == ["world.world"]
    assert [*imported("from automotive_env.world import catalogue, nothing")] == ["world.catalogue", "world"]
    assert circles({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("a"), "d": frozenset("a")})
    assert not circles({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset()})


def test_no_modules_import_each_other_in_a_circle():
    assert circles({name: to for name, to in graph().items() if room(name) not in OPEN}) == []


@cases("name", sorted({room(module) for module in modules()}))
def test_no_room_imports_one_above_it(name):
    wrong = {
        f"{module} imports {other}"
        for module in graph()
        if room(module) == name
        for other in graph()[module]
        if floor_of(room(other)) > floor_of(name)
    }
    assert not wrong


@pytest.mark.parametrize("name", NEVER)
def test_a_room_does_not_know_what_it_need_not(name):
    wrong = {
        f"{module} imports {other}"
        for module in graph()
        if room(module) == name
        for other in graph()[module]
        if f"{other}.".startswith(tuple(f"{never}." for never in NEVER[name]))
    }
    assert not wrong
