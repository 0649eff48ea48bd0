"""Import rules: no cycles among modules, and no package imports one of a higher layer. Imports for type checkers count, too."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from sources import Import, Source, imports, sources

ROOT = Path(__file__).parents[1]
PACKAGE = "automotive_env"

LAYERS = (
    "errors version text machine episode.limits agents.options agents.standing suites.private_seed suites.splits",
    "suites.selection",
    "episode.action episode.observation",
    "car place episode.imaging episode.set_of_mark episode.targeting models.model",
    "validators tasks.kit.scene tasks.kit.call_plan",
    "headunit windscreen episode.controller tasks.kit.ui_script",
    "episode.headless tasks.kit.car_setup tasks.kit.scene_memory",
    "tasks.kit.task tasks.kit.turn",
    "episode.session tasks.kit.needs tasks.kit.by_calls",
    "agents.agent models",
    "agents runs.records runs.tables",
    "tasks",
    "tasks.kit.planning suites.played_episode suites.suite",
    "episode.task_environment",
    "android emulator serving.served",
    "suites",
    "adapters",
    "speed runs.execution serving",
    "cli",
    "run scripts __main__",
)
"""Packages and modules from the lowest layer to the highest: modules import from their own layer and from lower ones.

The longest name counts. A module that is not named here belongs to the layer of the highest that it imports.
"""

SCREENS = ("apps", "kit.rendering", "kit.widgets", "panels", "pictures", "shared")
BEHIND_THE_PUBLIC_API = (
    "android", "car", "emulator", "episode.controller", "episode.headless", "episode.session", "headunit", "tasks.kit.car_setup"
)  # fmt: skip
NEVER: Mapping[str, tuple[str, ...]] = {
    "adapters": BEHIND_THE_PUBLIC_API,
    "emulator": tuple(f"headunit.{part}" for part in SCREENS),
    "validators": ("android", "emulator", "episode.headless", "headunit"),
    "car": ("episode", "headunit"),
}
"""Packages, and what their modules never import, whichever layer it is in."""

ROOMS = frozenset(
    {
        "adapters",
        "agents",
        "android",
        "car",
        "cli",
        "emulator",
        "episode",
        "headunit",
        "kate",
        "machine",
        "models",
        "place",
        "plugins",
        "runs",
        "scripts",
        "serving",
        "speed",
        "suites",
        "tasks",
        "text",
        "validators",
        "windscreen",
    }
)
"""The folders of the package. Each has one subject; docs/architecture.md names it."""

MUTUAL = frozenset(
    {
        ("cli", "emulator"),
        ("episode", "headunit"),
        ("episode", "tasks"),
        ("episode", "windscreen"),
        ("kate", "runs"),
        ("runs", "suites"),
    }
)
"""The rooms that import each other when they run; a drawing of the rooms has arrows in both directions between them."""

OPEN = {
    "cli": "its commands use the helpers of its __init__, which names them",
    "emulator": "devices, services and shells know one another's types",
}
"""Packages whose modules still import each other in cycles."""


@cache
def modules() -> Mapping[str, Source]:
    """Every module of the package by its dotted name in it."""
    return {source.module or "__init__": source for source in sources().values()}


def imported(found: Iterable[Import]) -> Iterator[str]:
    """What imports take from the package; a name in a package is the module of that name, if there is one."""
    for one in found:
        assert not one.level, "imports are absolute"
        for name in one.names:
            whole = f"{one.module}.{name}" if one.module else name
            inside = whole.removeprefix(f"{PACKAGE}.")
            if inside != whole:
                yield inside if inside in modules() else inside.rpartition(".")[0]


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """Module -> modules that it imports."""
    return {name: frozenset(imported(source.statements[0])) - {name, ""} for name, source in modules().items()}


def named(module: str) -> str:
    """The longest name in LAYERS that covers a module; the module itself where none does."""
    if module.endswith("__main__"):
        return "__main__"
    parts = module.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if any(name in layer.split() for layer in LAYERS)), module)


@cache
def layer_of(module: str) -> int:
    for number, layer in enumerate(LAYERS):
        if named(module) in layer.split():
            return number
    return max((layer_of(other) for other in graph().get(module, ())), default=0)


def cycles(edges: Mapping[str, frozenset[str]]) -> list[str]:
    """One cycle of modules, as text, or none."""
    try:
        TopologicalSorter({name: edges[name] & edges.keys() for name in edges}).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_the_package_is_found_whole_and_every_named_package_is_there():
    assert len(modules()) > 400
    assert {
        "car.core.world",
        "headunit.apps.home",
        "emulator.virtual.device",
        "tasks.hvac",
        "validators.check",
    } <= modules().keys()
    assert {"car.core.device", "car.devices"} <= graph()["car.core.world"]
    assert {name for layer in LAYERS for name in layer.split()} <= modules().keys()


def test_the_package_holds_rooms_and_no_loose_modules():
    tops = {module.partition(".")[0] for module in modules()} - {"", "__init__"}
    assert tops - ROOMS == {"__main__", "errors", "run", "version"}
    assert tops >= ROOMS
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert not {room for room in ROOMS if f"`{room}/`" not in page}


def test_a_cycle_is_found_also_through_a_type_only_import():
    assert [*imported(imports(ast.parse("if TYPE_CHECKING:\n    from automotive_env.car.core.world import World")))] == [
        "car.core.world"
    ]
    assert [*imported(imports(ast.parse("from automotive_env.car import calls, nothing")))] == ["car.calls", "car"]
    assert cycles({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("a"), "d": frozenset("a")})
    assert not cycles({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset()})


def test_no_modules_import_each_other_in_a_cycle():
    assert cycles({name: to for name, to in graph().items() if name.partition(".")[0] not in OPEN}) == []


def test_no_module_imports_from_a_higher_layer():
    assert not {
        f"{module} imports {other}" for module, to in graph().items() for other in to if layer_of(other) > layer_of(module)
    }


def test_no_other_rooms_import_each_other():
    arrows = {
        (name.partition(".")[0], other.partition(".")[0])
        for name, source in modules().items()
        for other in imported(one for one in source.statements[0] if one.runs)
    }
    rooms = {(one, other) for one, other in arrows if one in ROOMS and other in ROOMS and one < other}
    assert {pair for pair in rooms if pair[::-1] in arrows} == MUTUAL


def test_an_import_for_type_checkers_is_no_import_that_runs():
    source = "if TYPE_CHECKING:\n    from automotive_env.car import calls\nelse:\n    from automotive_env.place import places"
    assert [*imported(one for one in imports(ast.parse(source)) if one.runs)] == ["place.places"]


@pytest.mark.parametrize("name", NEVER)
def test_a_package_does_not_import_what_it_must_not(name):
    wrong = {
        f"{module} imports {other}"
        for module in graph()
        if f"{module}.".startswith(f"{name}.")
        for other in graph()[module]
        if f"{other}.".startswith(tuple(f"{never}." for never in NEVER[name]))
    }
    assert not wrong
