"""Our own scenarios, which come with this package: one file of JSON lines a split, a header first.

A row has the scenario's `id`, its `inits`, its `turns` and the `templates` that its sentences are made from. A turn is what the
user says (`query`), the right `calls` (none where the request is to be declined), and what they change (`changes`, path -> new
value; lists of records as a hash). Numbers that a call steps by a degree ("a bit louder") count by their direction only.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

from automotive_env.car.core.change import to_json
from automotive_env.suites import data_files
from automotive_env.suites.splits import Split
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario, VehicleWorldTurn

FOLDER = Path(__file__).parent / "data"
VERSION = 2
"""Of the format and of the scenarios: scores of different versions are not compared."""


@cache
def shipped_scenarios() -> Mapping[str, VehicleWorldScenario]:
    """All of our scenarios by name, those for training first.

    Raises:
        EnvironmentFault: a file was damaged.
    """
    rows = [row for split in get_args(Split) for row in read_rows(FOLDER / f"{split}.jsonl")]
    return {scenario.name: scenario for scenario in map(scenario_of, rows)}


def read_rows(file: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file, each checked against its id.

    Raises:
        EnvironmentFault: it is too large, of another version, or a row is not what its id says.
    """
    return data_files.read_rows(file, VERSION, lambda row: row_id(row, file.stem))


def row_id(row: Mapping[str, Any], split: str) -> str:
    """The id of a row: its split, and a hash of how it begins, what is said and which calls are right."""
    turns = [[turn["query"], turn["calls"]] for turn in row["turns"]]
    text = json.dumps([row["inits"], turns], ensure_ascii=False)
    return f"{split}.{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def scenario_of(row: Mapping[str, Any]) -> VehicleWorldScenario:
    """The scenario of a row."""
    turns = tuple(VehicleWorldTurn(turn["query"], "\n".join(turn["calls"]) or "pass") for turn in row["turns"])
    return VehicleWorldScenario(row["id"], "\n".join(row["inits"]), turns)


def changes_of(scenario: VehicleWorldScenario) -> list[dict[str, Any]]:
    """What the right calls of each turn change: path -> new value; lists of records as a hash.

    Raises:
        ValueError: the calls cannot be read.
    """
    car, found = scenario.start(), []
    for turn in scenario.turns:
        before = car.snapshot()
        for call in turn.calls():
            call.perform(car)
        found.append({path: _brief(to_json(now)) for path, (_, now) in car.diff(before).items()})
    return found


def _brief(value: Any) -> Any:
    """A value of a property, or the hash of a long one."""
    if isinstance(value, (list, dict)):
        return f"sha256:{hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:16]}"
    return value
