"""Compare the car with the public VehicleWorld release: replay recorded tasks and compare what each turn changed.

    python -m automotive_env.scripts.conformance_vehicleworld FILE [--json] [--show N] [--module NAME]

FILE has one task a line: `init_state` (path -> value), `modules`, `caveats` and `queries`, each with `api_calls` (Python text),
`diff` (path -> [before, after]) and `returns`. Calls are parsed, never run as Python. Each turn starts from the recorded state,
so that one divergence counts once. A divergence that no row of `REASONS` explains is unexplained.
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from automotive_env.world.api import Result
from automotive_env.world.documents import load, to_flat
from automotive_env.world.schema import One, Records
from automotive_env.world.world import INDEX, MODULES, SCHEMA, World

ABSENT = "absent"
"""Stands for a path that is not there on one side of a difference."""

NOT_STATE = re.compile(
    r"(window|airConditioner|wiper|door|footPedal)\..*\.position"  # a place that repeats its key
    r"|.*\.(description|type)"  # texts about the state
    r"|.*_options(\[\d+\]|\.#len)|.*system_constraints\..*|.*\.(min|max)_brightness"  # allowed values
    r"|frontTrunk\.(max_open_degrees|degree_level_mapping)\..*|trunk\.(max_open_height_cm|(level|adjustment)_presets\..*)"
    r"|sunroof\.(configuration|adjustment_values|open_degree_levels)\..*"  # ranges, steps and presets
    r"|HUD\.(adjustment_increments|preset_settings)\..*|steeringWheel\.(degree_to_level|increase_degree_map)\..*"
    r"|radio\._max_history_size"
    r"|positionLight\.last_operation_.*"  # a log of calls
    r"|seat\..*\.temperature_unit"  # always celsius
)
"""Recorded paths that say nothing about the car."""


def _clock_text(value: Any) -> Any:
    if value is None:
        return ""
    return value if isinstance(value, str) else datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%d %H:%M:%S")


SPELLINGS: tuple[tuple[re.Pattern[str], Callable[[Any], Any]], ...] = (
    (re.compile(r".*time_display_format"), lambda value: str(value).replace("-format", " format")),
    (re.compile(r"(conversation|radio)\..*\.timestamp"), _clock_text),
)
"""Recorded values that we write in another way."""


@dataclass(frozen=True, slots=True)
class Call:
    """One recorded call.

    Attributes:
        name: full name of the API.
        arguments: name -> value.
        result: what our car answered.
        returned: what the release answered.
    """

    name: str
    arguments: Mapping[str, Any]
    result: Result
    returned: Any

    @property
    def module(self) -> str:
        """The module of the API."""
        return self.name.partition(".")[0]

    @property
    def only_they_took_it(self) -> bool:
        """Whether we refused what the release carried out."""
        said = self.returned if isinstance(self.returned, Mapping) else {}
        return not self.result.success and (said.get("success") is True or said.get("status") == "success")


@dataclass(frozen=True, slots=True)
class Turn:
    """What one recorded turn came to.

    Attributes:
        calls: its calls, in order.
        recorded: path -> (before, after) of the release.
        ours: path -> (before, after) of our car.
        caveats: fields of the record that cannot be trusted.
    """

    text: str
    calls: list[Call]
    recorded: dict[str, tuple[Any, Any]]
    ours: dict[str, tuple[Any, Any]]
    caveats: list[str]

    @property
    def different(self) -> set[str]:
        """Paths whose change differs."""
        paths = self.recorded.keys() | self.ours.keys()
        return {path for path in paths if not _same(self.recorded.get(path), self.ours.get(path))}


def _same(one: tuple[Any, Any] | None, other: tuple[Any, Any] | None) -> bool:
    if one is None or other is None:
        return one is other
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (one[1], other[1]))
    return math.isclose(one[1], other[1], abs_tol=1e-3) if numbers else bool(one[1] == other[1])


def _they_took(turn: Turn, refusal: str) -> bool:
    """Whether all that differs follows from calls that we refused with such a message and the release carried out."""
    refused = {call.module for call in turn.calls if call.only_they_took_it and re.match(refusal, call.result.message)}
    return bool(refused) and {path.partition(".")[0] for path in turn.different} <= refused | {"environment"}


def _all_different(turn: Turn, paths: str) -> bool:
    return all(re.fullmatch(paths, path) for path in turn.different)


def _asked(turn: Turn, **arguments: str) -> bool:
    """Whether a call that we carried out had such arguments."""
    return any(call.result.success and arguments.items() <= call.arguments.items() for call in turn.calls)


def _finds_station(call: Call) -> bool:
    """Whether the radio was asked for a station and did what the release does not: leave the one that plays, know one by part."""
    if call.name != "radio.radio_play" or not call.arguments or not call.result.success:
        return False
    left = "is already playing" in str(call.returned)
    return left or bool(call.result.data["station"]["city"] and not call.arguments.get("city"))


REASONS: tuple[tuple[str, Callable[[Turn], bool]], ...] = (
    ("a degree that the interface does not name: refused", lambda turn: _they_took(turn, "degree must be one of")),
    (
        "a time of day taken from the computer's clock: ours is the car's",
        lambda turn: "wall_clock" in turn.caveats and _all_different(turn, r".*\.timestamp"),
    ),
    (
        "air outlets that change in earlier records too: not to be trusted",
        lambda turn: "outlet_modes" in turn.caveats and _all_different(turn, r".*\.outlet_modes\..*"),
    ),
    (
        "a tailgate or a sunshade opens all the way: the release stops at a fifth, or says open at an opening of 0",
        lambda turn: _asked(turn, action="open") and _all_different(turn, r"trunk\.current_.*|sunshade\..*\.open_degree_value"),
    ),
    (
        "a lid moved by centimetres that the release takes for gears: ours are centimetres",
        lambda turn: _asked(turn, unit="centimeter") and _all_different(turn, r"frontTrunk\.open_degree_(value|unit)"),
    ),
    ("a volume turned by neither a value nor a degree: refused", lambda turn: _they_took(turn, "give one of value and degree")),
    (
        "automatic reading lamps: ours show in the state",
        lambda turn: _all_different(turn, r"readingLight\.auto_mode"),
    ),
    (
        "a station asked for while another plays, or known already: ours plays it, as it is known",
        lambda turn: any(map(_finds_station, turn.calls)) and _all_different(turn, r"radio\._(current_station|history).*"),
    ),
)
"""Why a turn may differ: a sentence, and whether it is so. The first that holds counts."""


@dataclass
class Report:
    """What the replay found, over all tasks and by module."""

    tasks: int = 0
    skipped_modules: int = 0
    turns: int = 0
    equal: int = 0
    diverging: Counter[str] = field(default_factory=Counter)
    unexplained: list[Turn] = field(default_factory=list)
    unreadable: Counter[str] = field(default_factory=Counter)
    unknown_paths: set[str] = field(default_factory=set)
    modules: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, turn: Turn) -> None:
        """Count a turn."""
        self.turns += 1
        if not turn.different:
            verdict = "equal"
            self.equal += 1
        elif reason := next((reason for reason, holds in REASONS if holds(turn)), None):
            verdict = "diverging"
            self.diverging[reason] += 1
        else:
            verdict = "unexplained"
            self.unexplained.append(turn)
        for module in {call.module for call in turn.calls}:
            self.modules.setdefault(module, Counter())[verdict] += 1

    def to_json(self) -> dict[str, Any]:
        """The counts."""
        return {
            "tasks": self.tasks,
            "skipped_modules": self.skipped_modules,
            "turns": self.turns,
            "equal": self.equal,
            "diverging": dict(self.diverging.most_common()),
            "unexplained": len(self.unexplained),
            "unreadable": dict(self.unreadable),
            "unknown_paths": sorted(self.unknown_paths),
            "modules": {name: dict(counts) for name, counts in sorted(self.modules.items())},
        }


def recorded_calls(text: str) -> Iterator[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """The calls in the Python text of a turn: "module.api" (or "Environment.set_x"), positional and named arguments.

    Raises:
        ValueError: it holds something else than calls with literal arguments.
    """
    for statement in ast.parse(text.replace("\\n", "\n")).body:
        if isinstance(statement, ast.Pass):
            continue
        call = statement.value if isinstance(statement, ast.Expr) else None
        if not isinstance(call, ast.Call):
            raise ValueError(f"not a call: {ast.unparse(statement)}")
        positional = tuple(ast.literal_eval(argument) for argument in call.args)
        named = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
        yield ast.unparse(call.func).removeprefix("vw."), positional, named


def perform(world: World, name: str, positional: tuple[Any, ...], named: dict[str, Any]) -> tuple[dict[str, Any], Result]:
    """Carry out one recorded call; returns its arguments by name, and the answer."""
    module, _, method = name.partition(".")
    if module == "Environment":
        world.set(f"environment.{method.removeprefix('set_')}", positional[0])
        return {}, Result(True, "")
    api = MODULES[module].apis.get(method)
    arguments = {**dict(zip(api.parameters if api else (), positional, strict=False)), **named}
    return arguments, world.call(name, arguments)


def _spelled(path: str, value: Any) -> Any:
    return next((spell(value) for pattern, spell in SPELLINGS if pattern.fullmatch(path)), value)


def _is_known(path: str) -> bool:
    if path in INDEX:
        return True
    lists = (slot.path for slot in SCHEMA if isinstance(slot.prop, (Records, One)))
    return any(path.startswith((f"{stem}.", f"{stem}[")) for stem in lists)


def _difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    paths = before.keys() | after.keys()
    pairs = {path: (before.get(path, ABSENT), after.get(path, ABSENT)) for path in paths}
    return {path: pair for path, pair in pairs.items() if pair[0] != pair[1]}


def replay(task: Mapping[str, Any], report: Report) -> None:
    """Replay a task turn by turn, each from the state that was recorded before it."""
    state = {path: _spelled(path, value) for path, value in task["init_state"].items()}
    modules = sorted({path.partition(".")[0] for path in state})
    report.unknown_paths.update(path for path in state if not _is_known(path) and not NOT_STATE.fullmatch(path))
    for query in task["queries"]:
        try:
            ours, calls = _played(state, modules, query)
        except (ValueError, SyntaxError, IndexError) as error:
            report.unreadable[str(error)] += 1
            calls = None
        recorded = {}
        for path, pair in query["diff"].items():
            old, new = (ABSENT if isinstance(value, dict) else _spelled(path, value) for value in pair)
            recorded[path] = (old, new)
            state.pop(path, None) if new == ABSENT else state.update({path: new})
        if calls is not None:
            report.add(Turn(query["api_calls"], calls, recorded, ours, task["caveats"]))


def _played(
    state: Mapping[str, Any], modules: list[str], query: Mapping[str, Any]
) -> tuple[dict[str, tuple[Any, Any]], list[Call]]:
    """What the calls of one turn change in our car, from a recorded state on, and the calls."""
    world = World()
    load(world, {path: value for path, value in state.items() if _is_known(path)})
    before = to_flat(world, modules)
    returns = iter(query["returns"])
    calls = [
        Call(name, *perform(world, name, positional, named), next(returns, None))
        for name, positional, named in recorded_calls(query["api_calls"])
    ]
    return _difference(before, to_flat(world, modules)), calls


def compare(path: Path, module: str | None = None) -> Report:
    """Replay all tasks of a file whose modules we have, or those with one module."""
    report = Report()
    with path.open() as lines:
        for line in lines:
            task = json.loads(line)
            called = re.findall(r"\bvw\.(\w+)\.", "\n".join(query["api_calls"] for query in task["queries"]))
            touched = {name.partition(".")[0] for name in (*task["modules"], *task["init_state"], *called)}
            if module and module not in touched:
                continue
            if touched - MODULES.keys():
                report.skipped_modules += 1
                continue
            report.tasks += 1
            replay(task, report)
    return report


def _show(turn: Turn) -> None:
    print(f"\n{turn.text}")
    for call in turn.calls:
        print(f"    {'done' if call.result.success else 'REFUSED'}: {call.result.message[:150]} | {str(call.returned)[:150]}")
    for path in sorted(turn.different):
        print(f"    {path}: recorded {turn.recorded.get(path)}, ours {turn.ours.get(path)}")


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path, metavar="FILE", help="recorded tasks, one JSON object a line")
    parser.add_argument("--json", action="store_true", help="print one JSON object on one line")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="also print the first N unexplained turns")
    parser.add_argument("--module", metavar="NAME", help="only tasks with this module")
    options = parser.parse_args()
    try:
        report = compare(options.file, options.module)
    except (OSError, ValueError, KeyError, TypeError) as error:
        parser.error(f"{options.file} holds no recorded tasks: {error}")
    print(json.dumps(report.to_json(), indent=None if options.json else 2))
    for turn in report.unexplained[: options.show]:
        _show(turn)


if __name__ == "__main__":
    main()
