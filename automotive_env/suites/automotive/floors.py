"""The floors and the ceiling of the default run: what agents reach that understand nothing, and what can be reached at all.

They were measured by `python -m automotive_env.scripts.write_floors`, and are kept in `floors.json`. Tables show them
with a run of the same instances, and with no other.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from automotive_env.episode.faces import Face
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.figures import Table, TableRow, table_of
from automotive_env.runs.tables.statistics import SuccessRate
from automotive_env.runs.tables.summary import AgentSummary, RunSummary
from automotive_env.tasks.kit.task import Dimension

FILE = Path(__file__).with_suffix(".json")
HEADS: Mapping[str, str] = {
    Dimension.EXPLICIT_CONTROL: "explicit",
    Dimension.IMPLICIT_INTENT: "implicit",
    Dimension.DRIVING_ALIGNMENT: "alignment",
    Dimension.ENVIRONMENT_ALERTS: "alerts",
}
"""Dimension -> heading that is short enough for a narrow terminal."""


class PassedShare(FrozenRecord):
    """How many of how many items passed."""

    n: int
    passed: int


PassedPart: TypeAlias = PassedShare | SuccessRate


class AgentFloor(FrozenRecord):
    """What an agent reached.

    Attributes:
        kind: whether others should be above it or can at most be as good.
        agent: its name.
        model: what it asked; empty where it asks none.
        whole: all items.
        by_dimension: dimension -> its items.
        by_level: level -> its items; empty where tasks have no levels.
    """

    kind: Literal["floor", "ceiling"]
    agent: str
    model: str
    whole: PassedShare
    by_dimension: dict[str, PassedShare]
    by_level: dict[str, PassedShare]

    @property
    def name(self) -> str:
        """What tables call it, such as "floor: builtin as t3a"."""
        return f"{self.kind}: {self.model} as {self.agent}" if self.model else f"{self.kind}: {self.agent}"


class MeasuredFloors(FrozenRecord):
    """What was measured, and on what.

    Attributes:
        task_set: comparability number of the tasks.
        instances: hash of the instances, see `digest`.
        seed: what they were drawn from.
        place: as `run --place` takes it.
        rows: floors first.
    """

    task_set: int
    instances: str
    seed: int
    place: str
    rows: tuple[AgentFloor, ...]


def digest(instances: Iterable[tuple[str, str]]) -> str:
    """A hash of instances, in any order: of the names of their tasks and their ids."""
    return hashlib.sha256("\n".join(sorted({f"{task} {instance}" for task, instance in instances})).encode()).hexdigest()


@cache
def floors() -> MeasuredFloors | None:
    """What was measured; None where nothing is kept."""
    return MeasuredFloors.model_validate_json(FILE.read_bytes()) if FILE.exists() else None


def floor_of(kind: Literal["floor", "ceiling"], agent: str, model: str, of: AgentSummary) -> AgentFloor:
    """What an agent reached in a run, to be kept."""
    groups = ({name: _share(rate) for name, rate in rates.items()} for rates in (of.by_dimension, of.by_level))
    by_dimension, by_level = groups
    return AgentFloor(kind=kind, agent=agent, model=model, whole=_share(of), by_dimension=by_dimension, by_level=by_level)


def _share(rate: SuccessRate) -> PassedShare:
    return PassedShare(n=rate.n, passed=rate.passed)


class PlayedInstances:
    """The instances and faces that each agent has played.

    Attributes:
        faces: all that were played.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.faces: set[Face] = set()
        self._instances: defaultdict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)

    def noting(self, records: Iterable[EpisodeRecord]) -> Iterator[EpisodeRecord]:
        """Records, each noted as it passes."""
        for record in records:
            self.faces.add(record.face)
            self._instances[record.agent, record.model].add((record.task, record.instance))
            yield record

    def are_those_of(self, kept: MeasuredFloors) -> bool:
        """Whether every agent has played, on the screen, the instances that were measured."""
        on_screen = self.faces == {"screen"}
        return on_screen and all(digest(instances) == kept.instances for instances in self._instances.values())


def floor_table(played: PlayedInstances, summary: RunSummary, kept: MeasuredFloors | None = None) -> Table | None:
    """The rows of a run with the floors and the ceiling below; None where they are not of the same instances.

    Args:
        played: the instances of the run.
        summary: of its episodes.
        kept: what was measured; that of the package by default.
    """
    kept = kept or floors()
    if kept is None or not played.are_those_of(kept):
        return None
    levels = sorted({level for row in kept.rows for level in row.by_level})
    own = [_row(name, of, of.by_dimension, of.by_level, levels) for name, of in summary.agents.items()]
    earlier = [_row(one.name, one.whole, one.by_dimension, one.by_level, levels) for one in kept.rows]
    heads = ("agent", "all", *HEADS.values(), *(f"level {level}" for level in levels))
    caption = (
        f"Floors and ceiling were measured earlier on the same instances (task set {kept.task_set}, seed {kept.seed}); they are "
        "not part of this run."
    )
    return table_of("Between floor and ceiling, in percent", heads, own, caption, earlier)


def _row(
    name: str,
    whole: PassedPart,
    by_dimension: Mapping[str, PassedPart],
    by_level: Mapping[str, PassedPart],
    levels: Iterable[str],
) -> TableRow:
    parts = (whole, *(by_dimension.get(name) for name in HEADS), *(by_level.get(name) for name in levels))
    return (name, *(100 * part.passed / part.n if part and part.n else None for part in parts))
