"""Import rules: no cycles among modules, and no package imports one of a higher layer. Imports for type checkers count, too."""

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

LAYERS = (
    "errors version limits printable output foreign_text docstrings standing",
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
    "task_environment",
    "android emulator",
    "suites",
    "integrations",
    "benchmarks execution serving",
    "cli",
    "run scripts __main__",
)
"""Packages from the lowest layer to the highest: modules import from their own layer and from lower ones.

A package that is not named here belongs to the layer of the highest that it imports.
"""

SCREENS = ("apps", "panels", "parts", "pictures", "rendering", "widgets")
BEHIND_THE_PUBLIC_API = ("android", "car_setup", "controller", "emulator", "headless", "headunit", "session", "vehicle", "world")
NEVER: Mapping[str, tuple[str, ...]] = {
    "integrations": BEHIND_THE_PUBLIC_API,
    "emulator": tuple(f"headunit.{part}" for part in SCREENS),
    "validators": ("android", "emulator", "headless", "headunit"),
    "world": ("geo", "headunit", "observation"),
}
"""Packages, and what their modules never import, whichever layer it is in."""

OPEN = {
    "cli": "its commands use the helpers of its __init__, which names them",
    "emulator": "devices, services and shells know one another's types",
}
"""Packages whose modules still import each other in cycles."""


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


def package_of(module: str) -> str:
    return "__main__" if module.endswith("__main__") else module.partition(".")[0]


@cache
def layer_of(name: str) -> int:
    named = next((number for number, layer in enumerate(LAYERS) if name in layer.split()), None)
    if named is not None:
        return named
    others = {package_of(other) for module in graph() if package_of(module) == name for other in graph()[module]} - {name}
    return max((layer_of(other) for other in others), default=0)


def cycles(edges: Mapping[str, frozenset[str]]) -> list[str]:
    """One cycle of modules, as text, or none."""
    try:
        TopologicalSorter({name: edges[name] & edges.keys() for name in edges}).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_the_package_is_found_whole_and_every_named_package_is_there():
    assert len(modules()) > 400
    assert {"world.world", "headunit.apps.home", "emulator.virtual.device", "tasks.hvac", "validators.check"} <= modules().keys()
    assert {"world.device", "world.devices"} <= graph()["world.world"]
    assert {name for layer in LAYERS for name in layer.split()} <= {package_of(module) for module in modules()}


def test_a_cycle_is_found_also_through_a_type_only_import():
    assert [*imported("if TYPE_CHECKING:\n    from automotive_env.world.world import World")] == ["world.world"]
    assert [*imported("from automotive_env.world import catalogue, nothing")] == ["world.catalogue", "world"]
    assert cycles({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("a"), "d": frozenset("a")})
    assert not cycles({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset()})


def test_no_modules_import_each_other_in_a_cycle():
    assert cycles({name: to for name, to in graph().items() if package_of(name) not in OPEN}) == []


@cases("name", sorted({package_of(module) for module in modules()}))
def test_no_package_imports_a_higher_layer(name):
    wrong = {
        f"{module} imports {other}"
        for module in graph()
        if package_of(module) == name
        for other in graph()[module]
        if layer_of(package_of(other)) > layer_of(name)
    }
    assert not wrong


@pytest.mark.parametrize("name", NEVER)
def test_a_package_does_not_import_what_it_must_not(name):
    wrong = {
        f"{module} imports {other}"
        for module in graph()
        if package_of(module) == name
        for other in graph()[module]
        if f"{other}.".startswith(tuple(f"{never}." for never in NEVER[name]))
    }
    assert not wrong
