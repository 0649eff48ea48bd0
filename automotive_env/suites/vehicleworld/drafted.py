"""Scenarios that a model drafted and a person accepted: rows like the shipped ones, in a file of the user's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.suites.data_files import read_rows
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario
from automotive_env.suites.vehicleworld.shipped import VERSION, row_id, scenario_of

NAME = "drafted"
"""What stands in an id of a drafted scenario in place of its split."""
ACCEPTED = "accepted.jsonl"
MAX_TURNS, MAX_CALLS = 8, 13
"""Of a scenario."""
MAX_QUERY = 400
"""Characters that are said in a turn; the public release has 309 at most."""


class ModelDraftedTurn(FrozenRecord):
    """A turn; see `automotive_env.suites.vehicleworld.shipped`."""

    query: Annotated[str, Field(min_length=1, max_length=MAX_QUERY)]
    calls: Annotated[tuple[str, ...], Field(max_length=MAX_CALLS)]
    changes: dict[str, Any]


class ModelDraftedRow(FrozenRecord):
    """A scenario as a shipped row has it, with the draft that it was and the model that wrote it."""

    id: str
    inits: tuple[str, ...]
    turns: Annotated[tuple[ModelDraftedTurn, ...], Field(min_length=1, max_length=MAX_TURNS)]
    templates: tuple[str, ...] = ()
    draft: str
    model: str

    @property
    def scenario(self) -> VehicleWorldScenario:
        """What is played."""
        return scenario_of(self.model_dump())


def accepted_file(data: Path) -> Path | None:
    """The file of accepted scenarios that a path names or holds; None for a folder without one."""
    file = data / ACCEPTED if data.is_dir() else data
    return file if file.is_file() else None


def read_accepted(file: Path) -> list[ModelDraftedRow]:
    """The rows of a file of accepted scenarios, each checked against its id.

    Raises:
        UsageError: it is none, or was changed.
    """
    try:
        return [ModelDraftedRow.model_validate(row) for row in read_rows(file, VERSION, _id)]
    except (EnvironmentFault, ValueError, OSError):
        allowed = "--data takes a checkout of VehicleWorld, or a folder or file that scripts.draft_scenarios wrote"
        raise UsageError(f"{file} holds no accepted scenarios of version {VERSION}, or was changed: {allowed}") from None


def accepted_scenarios(file: Path) -> dict[str, VehicleWorldScenario]:
    """The scenarios of such a file by name.

    Raises:
        UsageError: it is none, was changed, or holds no scenario.
    """
    found = [row.scenario for row in read_accepted(file)]
    if not found:
        raise UsageError(f"{file} holds no scenario yet: accept one with scripts.draft_scenarios --accept ID")
    return {scenario.name: scenario for scenario in found}


def _id(row: Mapping[str, Any]) -> str:
    return row_id(ModelDraftedRow.model_validate(row).model_dump(), NAME)
