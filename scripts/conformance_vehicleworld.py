"""Compare the car with the public VehicleWorld release: replay recorded tasks and compare what each turn changed.

    python -m automotive_env.scripts.conformance_vehicleworld FILE [--json] [--show N] [--module NAME]

FILE has one task a line: `init_state` (path -> value), `modules`, `caveats` and `queries`, each with `api_calls` (Python text),
`diff` (path -> [before, after]) and `returns`. Calls are parsed, never run as Python. A turn after one that differs starts from
the recorded state, so that one divergence counts once. A divergence that no row of `REASONS` explains is unexplained;
docs/divergences.md says more about each.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic_core import from_json  # reads a line in half the time of the standard library

from automotive_env.car.calls.api import CallResult
from automotive_env.car.core.documents import load
from automotive_env.car.core.rendering import module_named
from automotive_env.car.core.store import StateValues
from automotive_env.car.core.world import MODULES, World
from automotive_env.suites.vehicleworld.release import ReleaseCall, known_state, read_calls, spelled
from automotive_env.text.output import prepare_output

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


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One recorded call.

    Attributes:
        asked: what was called, with what.
        result: what our car answered.
        returned: what the release answered.
    """

    asked: ReleaseCall
    result: CallResult
    returned: Any

    @property
    def only_they_took_it(self) -> bool:
        """Whether we refused what the release carried out."""
        said = self.returned if isinstance(self.returned, Mapping) else {}
        return not self.result.success and (said.get("success") is True or said.get("status") == "success")


@dataclass(slots=True)
class RecordedTurn:
    """What one recorded turn came to.

    Attributes:
        calls: its calls, in order.
        recorded: path -> (before, after) of the release.
        ours: path -> (before, after) of our car.
        caveats: fields of the record that cannot be trusted.
    """

    text: str
    calls: list[RecordedCall]
    recorded: dict[str, tuple[Any, Any]]
    ours: dict[str, tuple[Any, Any]]
    caveats: list[str]
    different: set[str] = field(init=False)
    """Paths whose change differs."""

    def __post_init__(self) -> None:
        paths = self.recorded.keys() | self.ours.keys() if self.recorded != self.ours else ()
        self.different = {path for path in paths if not _same(self.recorded.get(path), self.ours.get(path))}


def _same(one: tuple[Any, Any] | None, other: tuple[Any, Any] | None) -> bool:
    if one is None or other is None:
        return one is other
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (one[1], other[1]))
    return math.isclose(one[1], other[1], abs_tol=1e-3) if numbers else bool(one[1] == other[1])


def _they_took(turn: RecordedTurn, refusal: str) -> bool:
    """Whether all that differs follows from calls that we refused with such a message and the release carried out."""
    refused = {call.asked.module for call in turn.calls if call.only_they_took_it and re.match(refusal, call.result.message)}
    return bool(refused) and {path.partition(".")[0] for path in turn.different} <= refused | {"environment"}


def _all_different(turn: RecordedTurn, paths: str) -> bool:
    return all(re.fullmatch(paths, path) for path in turn.different)


def _carried_out_with(turn: RecordedTurn, **arguments: str) -> bool:
    """Whether a call that we carried out had such arguments."""
    return any(call.result.success and arguments.items() <= call.asked.arguments.items() for call in turn.calls)


def _calls(turn: RecordedTurn, api: str) -> bool:
    """Whether an API of such a name was called."""
    return any(re.fullmatch(api, call.asked.name) for call in turn.calls)


def _finds_station(call: RecordedCall) -> bool:
    """Whether the radio was asked for a station and did what the release does not: leave the one that plays, know one by part."""
    asked = call.asked
    if asked.name != "radio.radio_play" or not asked.arguments or not call.result.success:
        return False
    left = "is already playing" in str(call.returned)
    return left or bool(call.result.data["station"]["city"] and not asked.arguments.get("city"))


REASONS: tuple[tuple[str, Callable[[RecordedTurn], bool]], ...] = (
    ("a degree that the interface does not name is refused", lambda turn: _they_took(turn, "degree must be one of")),
    (
        "the time comes from the computer's clock; ours comes from the car's",
        lambda turn: "wall_clock" in turn.caveats and _all_different(turn, r".*\.timestamp"),
    ),
    (
        "air outlets also change in earlier records, which are therefore unreliable",
        lambda turn: "outlet_modes" in turn.caveats and _all_different(turn, r".*\.outlet_modes\..*"),
    ),
    (
        "a tailgate or a sunshade opens completely; the release stops at a fifth, or says open at an opening of 0",
        lambda turn: (
            _carried_out_with(turn, action="open") and _all_different(turn, r"trunk\.current_.*|sunshade\..*\.open_degree_value")
        ),
    ),
    (
        "the release takes centimetres of a lid for gears; ours are centimetres",
        lambda turn: _carried_out_with(turn, unit="centimeter") and _all_different(turn, r"frontTrunk\.open_degree_(value|unit)"),
    ),
    ("a change with neither a value nor a degree is refused", lambda turn: _they_took(turn, "give one of value and degree")),
    (
        "automatic reading lamps are part of our state",
        lambda turn: _all_different(turn, r"readingLight\.auto_mode"),
    ),
    (
        "a requested station always plays, with its known data",
        lambda turn: any(map(_finds_station, turn.calls)) and _all_different(turn, r"radio\._(current_station|history).*"),
    ),
    (
        "the speed of wipers applies to both and has gears",
        lambda turn: _calls(turn, r"wiper\..*_speed_.*") and _all_different(turn, r"wiper\..*\.speed_setting\.(value|unit)"),
    ),
    (
        "a sunroof that pauses or opens in part does not stay in motion",
        lambda turn: _calls(turn, r"sunroof\..*") and _all_different(turn, r"sunroof\.state"),
    ),
    (
        "the highest and lowest presets of a window say how far it opens, like the presets between",
        lambda turn: (
            any(_carried_out_with(turn, degree=degree) for degree in ("max", "min"))
            and _calls(turn, r"window\.carcontrol_window_height_set")
            and _all_different(turn, r"window\.window_states\..*\.(open_degree|is_open)")
        ),
    ),
)
"""Why a turn may differ: a sentence, and whether it is so. The first that holds counts."""


@dataclass
class ReplayReport:
    """What the replay found, over all tasks and by module.

    Attributes:
        cpu_seconds: what loading states, calling and comparing took; reading the file is not in it.
    """

    tasks: int = 0
    skipped_modules: int = 0
    turns: int = 0
    equal: int = 0
    diverging: Counter[str] = field(default_factory=Counter)
    unexplained: list[RecordedTurn] = field(default_factory=list)
    unreadable: Counter[str] = field(default_factory=Counter)
    unknown_paths: set[str] = field(default_factory=set)
    modules: dict[str, Counter[str]] = field(default_factory=dict)
    cpu_seconds: float = 0.0

    def add(self, turn: RecordedTurn) -> None:
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
        for module in {call.asked.module for call in turn.calls}:
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
            "tasks_per_cpu_second": round(self.tasks / self.cpu_seconds, 1) if self.cpu_seconds else None,
            "modules": {name: dict(counts) for name, counts in sorted(self.modules.items())},
        }


@dataclass(frozen=True, slots=True)
class RecordedQuery:
    """One recorded turn.

    Attributes:
        text: its calls as the record has them.
        calls: the same, read, or None where they cannot be.
        error: why not.
        recorded: path -> (before, after), in our spelling.
        returns: what the release answered to each call.
    """

    text: str
    calls: tuple[ReleaseCall, ...] | None
    error: str
    recorded: dict[str, tuple[Any, Any]]
    returns: list[Any]


@dataclass(frozen=True, slots=True)
class RecordedTask:
    """One recorded task: how it begins (as text and as path -> value), its modules, its turns."""

    inits: str
    modules: set[str]
    state: dict[str, Any]
    caveats: list[str]
    queries: list[RecordedQuery]


def read(path: Path) -> list[RecordedTask]:
    """The tasks of a file."""
    with path.open("rb") as lines:
        return [_task(from_json(line)) for line in lines]


def _task(data: Mapping[str, Any]) -> RecordedTask:
    queries = [_query(query) for query in data["queries"]]
    called = {call.module for query in queries for call in query.calls or ()} - {"Environment"}
    return RecordedTask(data.get("inits", ""), {*data["modules"], *called}, data["init_state"], data["caveats"], queries)


def _query(data: Mapping[str, Any]) -> RecordedQuery:
    recorded = {path: _pair(path, *pair) for path, pair in data["diff"].items()}
    try:
        calls, error = read_calls(data["api_calls"]), ""
    except ValueError as fault:
        calls, error = None, str(fault)
    return RecordedQuery(data["api_calls"], calls, error, recorded, data["returns"])


def _pair(path: str, before: Any, after: Any) -> tuple[Any, Any]:
    """A recorded change; an object in place of a value says that there is none."""
    old, new = (ABSENT if isinstance(value, dict) else spelled(path, value) for value in (before, after))
    return old, new


@dataclass(frozen=True, slots=True)
class RecordedStart:
    """A recorded state as our car has it.

    Attributes:
        snapshot: our car in it.
        modules: the modules that it speaks of; changes of others are not compared.
        unknown_paths: what our car does not have and should.
    """

    snapshot: StateValues
    modules: frozenset[str]
    unknown_paths: frozenset[str]


class RecordedStarts:
    """The starts of tasks. Many tasks begin alike, so what was loaded last for each text of inits is kept."""

    def __init__(self) -> None:
        self._world = World()
        self._default = self._world.snapshot()
        self._kept: dict[str, tuple[Mapping[str, Any], RecordedStart]] = {}

    def of(self, task: RecordedTask) -> RecordedStart:
        """The start of a task."""
        state, start = self._kept.get(task.inits, (None, None))
        if start is None or state != task.state:
            start = self.at(task.state)
            self._kept[task.inits] = task.state, start
        return start

    def at(self, state: Mapping[str, Any]) -> RecordedStart:
        """A recorded state as our car has it."""
        known, foreign = known_state(state)
        self._world.restore(self._default)
        load(self._world, known)
        unknown = frozenset(path for path in foreign if not NOT_STATE.fullmatch(path))
        return RecordedStart(self._world.snapshot(), frozenset([path.partition(".")[0] for path in state]), unknown)


def replay(task: RecordedTask, world: World, starts: RecordedStarts, report: ReplayReport) -> None:
    """Replay a task turn by turn; where one differs, the next begins from the state that was recorded."""
    start = starts.of(task)
    report.unknown_paths |= start.unknown_paths
    world.restore(start.snapshot)
    parted = False
    for number, query in enumerate(task.queries):
        if parted:
            world.restore(starts.at(_recorded_after(task, number)).snapshot)
        if query.calls is None:
            report.unreadable[query.error] += 1
            parted = True
            continue
        turn = _played(world, start.modules, task, query)
        report.add(turn)
        parted = bool(turn.different)


def _recorded_after(task: RecordedTask, turns: int) -> dict[str, Any]:
    """The state that was recorded after some turns."""
    state = dict(task.state)
    for query in task.queries[:turns]:
        state.update({path: new for path, (_, new) in query.recorded.items()})
    return {path: value for path, value in state.items() if value != ABSENT}


def _played(world: World, modules: frozenset[str], task: RecordedTask, query: RecordedQuery) -> RecordedTurn:
    """What the calls of one turn change in our car."""
    before = world.snapshot()
    returns = iter(query.returns)
    calls = [RecordedCall(call, call.perform(world), next(returns, None)) for call in query.calls or ()]
    ours: dict[str, tuple[Any, Any]] = {}
    for path, pair in world.diff(before).items():
        if path.partition(".")[0] in modules:
            flatten = _flattens(path)
            ours.update(_difference(flatten(path, pair[0]), flatten(path, pair[1])) if flatten else {path: pair})
    return RecordedTurn(query.text, calls, query.recorded, ours, task.caveats)


@lru_cache(maxsize=2_000)
def _flattens(path: str) -> Callable[[str, Any], dict[str, Any]] | None:
    """How the value at a path stands in a flat state, or None where it is a scalar."""
    lists = module_named(path.partition(".")[0]).lists
    return next((flatten for _, known, _, flatten in lists if known == path), None)


def _difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    paths = before.keys() | after.keys()
    pairs = {path: (before.get(path, ABSENT), after.get(path, ABSENT)) for path in paths}
    return {path: pair for path, pair in pairs.items() if pair[0] != pair[1]}


def compare(path: Path, module: str | None = None) -> ReplayReport:
    """Replay all tasks of a file whose modules we have, or those with one module."""
    report = ReplayReport()
    world, starts = World(), RecordedStarts()
    tasks = [task for task in read(path) if module in (None, *task.modules)]
    started = time.process_time()
    for task in tasks:
        if task.modules - MODULES.keys():
            report.skipped_modules += 1
            continue
        report.tasks += 1
        replay(task, world, starts, report)
    report.cpu_seconds = time.process_time() - started
    return report


def _show(turn: RecordedTurn) -> None:
    print(f"\n{turn.text}")
    for call in turn.calls:
        print(f"    {'done' if call.result.success else 'REFUSED'}: {call.result.message[:150]} | {str(call.returned)[:150]}")
    for path in sorted(turn.different):
        print(f"    {path}: recorded {turn.recorded.get(path)}, ours {turn.ours.get(path)}")


def main() -> None:
    """Compare, and print the differences."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path, metavar="FILE", help="file of recorded tasks, one JSON object per line")
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
    prepare_output()
    main()
