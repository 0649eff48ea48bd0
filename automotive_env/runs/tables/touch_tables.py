"""Tables of what touches of points reached: for each agent, by the size of the target, and by app."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from automotive_env.runs.records.records import EpisodeRecord, TouchCount
from automotive_env.runs.tables.figures import Table, TableCell, TableRow, rate_cell, table_of
from automotive_env.runs.tables.labels import names_of
from automotive_env.runs.tables.statistics import ClusteredTrials
from automotive_env.runs.tables.target_sizes import SIZE_NAMES

TouchGroups: TypeAlias = Mapping[tuple[str, str], ClusteredTrials]
"""Kind and name of a group -> its touches."""
_CAPTION = (
    "A touch is as meant if it reaches the one control whose label the agent's reasoning names; what other points mean is not "
    "known. A touch by index reaches what it names, and is not counted here."
)


class TouchTally:
    """Collects the touches of episodes that pass by."""

    def __init__(self) -> None:
        self._groups: defaultdict[tuple[str, str], defaultdict[tuple[str, str], ClusteredTrials]] = defaultdict(
            lambda: defaultdict(ClusteredTrials)
        )

    def noting(self, records: Iterable[EpisodeRecord]) -> Iterator[EpisodeRecord]:
        """The same episodes, whose touches of points are noted."""
        for record in records:
            for touch in record.touches:
                if touch.way == "point" and not record.interrupted:
                    self._add(record, touch)
            yield record

    def _add(self, record: EpisodeRecord, touch: TouchCount) -> None:
        groups = self._groups[record.agent, record.model]
        for _ in range(touch.number):
            groups["on a control", ""].add(record.task, touch.on_control)
            for group in (("as meant", ""), ("side", touch.side), ("app", touch.app)):
                groups[group].add(record.task, touch.as_meant, counts=touch.known)

    def tables(self) -> tuple[Table, ...]:
        """The tables; none where nobody touched a point."""
        if not self._groups:
            return ()
        agents = {name: self._groups[who] for who, name in sorted(names_of(self._groups).items(), key=lambda one: one[1])}
        apps = sorted({name for of in agents.values() for kind, name in of if kind == "app"})
        by_side = _grouped(
            "Touches of points as meant, by the shorter side of the target, in percent", "side", SIZE_NAMES, agents
        )
        by_app = _grouped("Touches of points as meant, by app, in percent", "app", apps, agents)
        return tuple(table for table in (_whole(agents), by_side, by_app) if table.rows)


def _whole(agents: Mapping[str, TouchGroups]) -> Table:
    rows: list[TableRow] = []
    for agent, groups in agents.items():
        reached, meant = groups["on a control", ""].rate(), groups["as meant", ""].rate()
        rows.append((agent, str(reached.n), rate_cell(reached), str(meant.n), rate_cell(meant)))
    columns = ("agent", "points", "on a control", "with a known meaning", "as meant")
    return table_of("Touches of points, in percent", columns, rows, _CAPTION)


def _grouped(title: str, kind: str, names: Sequence[str], agents: Mapping[str, TouchGroups]) -> Table:
    cells = {name: [_cell(groups, (kind, name)) for groups in agents.values()] for name in names}
    return table_of(title, (kind, *agents), [(name, *row) for name, row in cells.items() if any(row)])


def _cell(groups: TouchGroups, group: tuple[str, str]) -> TableCell | None:
    return rate_cell(groups[group].rate()) if group in groups else None
