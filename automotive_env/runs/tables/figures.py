"""Tables of figures with their intervals, however they are shown: in a terminal, on a page, as JSON or in a paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.tables.means import MeanEstimate
from automotive_env.runs.tables.statistics import SuccessRate

ConfidenceInterval: TypeAlias = tuple[float, float]


class TableCell(NamedTuple):
    """A figure and its 95 % interval, where it has one; or a name.

    Attributes:
        value: the figure or name.
        interval: 95 %.
        deviation: the standard deviation over repetitions, of a figure that is a mean over them.
    """

    value: str | float | None
    interval: ConfidenceInterval | None = None
    deviation: float | None = None


TableRow: TypeAlias = Sequence[str | float | TableCell | None]
"""A name and figures."""


class Table(FrozenRecord):
    """A further table of a suite's own.

    Attributes:
        title: what it shows.
        columns: their headings; the first is that of the rows' names.
        rows: a name and figures; None where there is none.
        caption: what is to be known to read it.
        intervals: of each figure of `rows` its 95 % interval, or None; empty where no figure has one.
        quoted: numbers of the rows that are not of a run but quoted from a publication.
        deviations: of each figure of `rows` its standard deviation over repetitions, or None; empty where no figure has one.
        chart: what a page draws beside it: a line for each column of figures, or nothing.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float | None, ...], ...]
    caption: str = ""
    intervals: tuple[tuple[ConfidenceInterval | None, ...], ...] = ()
    quoted: tuple[int, ...] = ()
    deviations: tuple[tuple[float | None, ...], ...] = ()
    chart: Literal["", "lines"] = ""

    def texts(self) -> list[list[str]]:
        """The rows as they are shown: figures with their deviations and intervals behind them."""
        nothing = [(None,) * len(row) for row in self.rows]
        told = zip(self.rows, self.intervals or nothing, self.deviations or nothing, strict=True)
        return [list(map(cell_text, *cells)) for cells in told]


def table_of(
    title: str, columns: Sequence[str], rows: Iterable[TableRow], caption: str = "", quoted: Iterable[TableRow] = ()
) -> Table:
    """A table whose cells say themselves how sure they are; rows that are quoted from a publication stand below the others."""
    own = list(rows)
    given = [[cell if isinstance(cell, TableCell) else TableCell(cell) for cell in row] for row in (*own, *quoted)]
    intervals = tuple(tuple(cell.interval for cell in row) for row in given)
    deviations = tuple(tuple(cell.deviation for cell in row) for row in given)
    return Table(
        title=title,
        columns=tuple(columns),
        rows=tuple(tuple(cell.value for cell in row) for row in given),
        caption=caption,
        intervals=intervals if any(any(row) for row in intervals) else (),
        quoted=tuple(range(len(own), len(given))),
        deviations=deviations if any(one is not None for row in deviations for one in row) else (),
    )


def mean_cell(mean: MeanEstimate, scale: float = 1.0) -> TableCell | None:
    """A mean as a cell, times a scale; None where it is of nothing."""
    if not mean.n:
        return None
    known = None if mean.low is None or mean.high is None else (round(scale * mean.low, 2), round(scale * mean.high, 2))
    return TableCell(round(scale * mean.mean, 2), known)


def share_cell(share: MeanEstimate) -> TableCell | None:
    """A share of 0 to 1 in percent as a cell; None where it is of nothing."""
    return mean_cell(share, 100.0)


def rate_cell(rate: SuccessRate) -> TableCell | None:
    """A rate in percent as a cell; None where it is of nothing."""
    return TableCell(100 * rate.rate, (100 * rate.low, 100 * rate.high)) if rate.n else None


def cell_text(cell: str | float | None, interval: ConfidenceInterval | None = None, deviation: float | None = None) -> str:
    """A cell as shown: a dash for none, one decimal for a figure, deviation and interval; what rounds to zero has no sign."""
    if cell is None or isinstance(cell, str):
        return "–" if cell is None else cell
    spread = "" if deviation is None else f"±{deviation:z,.1f}"
    return f"{cell:z,.1f}{spread}" + (f" ({interval[0]:z,.1f}..{interval[1]:z,.1f})" if interval else "")
