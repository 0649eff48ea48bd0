"""Figures with a line for each method: success over seeds, effort, and how episodes failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from automotive_env.errors import UsageError
from automotive_env.runs.error_types.rule import ERROR_TYPES
from automotive_env.runs.error_types.runs import ErrorTypeOf
from automotive_env.runs.papers.ablation import group_cells, groups_of
from automotive_env.runs.papers.figures import COLORS, shortened, svg
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.runs.tables.figures import TableCell
from automotive_env.runs.tables.items import counted_items
from automotive_env.runs.tables.means import clustered_amount

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_ROWS = 40
"""Methods that a figure shows."""
MAX_ROW_NAME = 70
"""Characters of a name beside its row."""
_ROW, _REST = 0.34, 1.1
"""Height of a row, and of what stands around the rows, in inches."""


def ablation_figure(contestants: Sequence[ContestantGroup]) -> bytes:
    """Success by kind of task and on average: a dot for each method, with its deviation or interval as a line."""
    groups = groups_of(contestants)
    rows = [group_cells(one, groups) for one in contestants]

    def draw(figure: Figure) -> None:
        panels = figure.subplots(1, len(groups) + 1, sharex=True, sharey=True, squeeze=False)[0]
        for number, (axes, name) in enumerate(zip(panels, [*groups, "average"], strict=True)):
            for at, cells in enumerate(rows):
                if cell := cells[number]:
                    _dot(axes, at, cell)
            axes.set_title(name.replace("_", " "), loc="left", fontsize=10)
        panels[0].set_xlim(0, min(100, max(10, panels[0].get_xlim()[1])))
        figure.supxlabel("passed, per cent", fontsize=9)
        _rows(panels[0], contestants)

    return svg((2.2 + 1.7 * (len(groups) + 1), _height(contestants)), draw)


def effort_figure(contestants: Sequence[ContestantGroup]) -> bytes:
    """Requests to the model and output tokens of a scenario: Figure 4 of the VehicleWorld paper."""
    parts = {"rounds of a scenario": "model_calls", "output tokens of a scenario": "completion_tokens"}

    def draw(figure: Figure) -> None:
        panels = figure.subplots(1, len(parts), sharey=True)
        for axes, (title, field) in zip(panels, parts.items(), strict=True):
            means = [clustered_amount((r.task, float(getattr(r, field))) for r in one.records) for one in contestants]
            for at, mean in enumerate(means):
                half = mean.high - mean.mean if mean.high is not None else 0.0
                axes.barh(at, mean.mean, 0.7, color=COLORS[0], xerr=half or None, ecolor="#374151", capsize=2)
            axes.set_title(title, loc="left", fontsize=10)
        _rows(panels[0], contestants)

    return svg((13.0, _height(contestants)), draw)


def error_figure(contestants: Sequence[ContestantGroup], type_of: ErrorTypeOf) -> bytes:
    """Items that failed by primary type of error, of all that count: Figure 5 of the KATE paper."""
    played = [counted_items(one.records) for one in contestants]
    types = [[type_of(item) for item in of if not item.success] for of in played]
    kinds = (*ERROR_TYPES, *([None] if any(None in of for of in types) else []))

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for at, (of, found) in enumerate(zip(played, types, strict=True)):
            left = 0.0
            for color, kind in zip(COLORS, kinds, strict=False):
                width = 100 * found.count(kind) / max(1, len(of))
                axes.barh(at, width, 0.7, left=left, color=color)
                left += width
        axes.set_title("failed items, per cent of all", loc="left", fontsize=10)
        axes.set_xlim(0, 100)
        _rows(axes, contestants)

    return svg((9.0, _height(contestants)), draw, [kind or "unknown" for kind in kinds], columns=len(kinds))


def _dot(axes: Axes, at: int, cell: TableCell) -> None:
    value, around = cell.value, cell.deviation or 0.0
    if isinstance(value, float):
        low, high = cell.interval or (value - around, value + around)
        error = [[value - max(0.0, low)], [min(100.0, high) - value]]
        axes.errorbar(value, at, xerr=error, fmt="o", color=COLORS[0], ecolor="#374151", capsize=2, lw=1, clip_on=False)


def _height(contestants: Sequence[ContestantGroup]) -> float:
    if len(contestants) > MAX_ROWS:
        raise UsageError(f"a figure shows {MAX_ROWS} rows at most, not {len(contestants)}; name fewer runs")
    return _REST + _ROW * max(2, len(contestants))


def _rows(axes: Axes, contestants: Sequence[ContestantGroup]) -> None:
    """Name the rows, the first on top."""
    axes.set_yticks(range(len(contestants)), [shortened(one.name, MAX_ROW_NAME) for one in contestants])
    axes.set_ylim(len(contestants) - 0.5, -0.5)
    for each in axes.figure.axes:
        each.grid(visible=False, axis="y")
        each.grid(visible=True, axis="x")
