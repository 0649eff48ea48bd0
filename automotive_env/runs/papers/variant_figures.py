"""Figures that compare variants: bars for named variants, lines along a numeric axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from automotive_env.errors import UsageError
from automotive_env.runs.papers.figures import COLORS, MAX_SERIES, filled, shortened, svg
from automotive_env.runs.papers.variants import VariantScores, VariantStudy
from automotive_env.runs.tables.figures import TableCell

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_GROUPS = 24
_MARK = "D"


def variant_figure(study: VariantStudy, results: Sequence[VariantScores]) -> bytes:
    """The figure of a study as SVG.

    Raises:
        UsageError: there are too many groups for one figure, or matplotlib is missing.
    """
    groups = list(dict.fromkeys(one.variant.group for one in results))
    most = MAX_SERIES if study.axis else MAX_GROUPS
    if len(groups) > most:
        raise UsageError(f"a figure shows {most} groups at most, not {len(groups)}; name fewer runs")
    if study.axis:
        return svg((8.0, 4.4), lambda figure: _lines(figure.subplots(), study, results, groups), list(map(shortened, groups)))
    names = [name for _, name in sorted({(one.variant.order, one.variant.name) for one in results})]
    return svg((3.0 + 1.9 * len(groups), 4.4), lambda figure: _bars(figure, study, results, groups, names), names)


def panel_figure(study: VariantStudy, panels: Mapping[str, Sequence[VariantScores]]) -> bytes:
    """A panel for each of several results on a numeric axis, which have the same groups.

    Raises:
        UsageError: there are too many groups for one figure, or matplotlib is missing.
    """
    groups = list(dict.fromkeys(one.variant.group for results in panels.values() for one in results))
    if len(groups) > MAX_SERIES:
        raise UsageError(f"a figure shows {MAX_SERIES} groups at most, not {len(groups)}; name fewer runs")

    def draw(figure: Figure) -> None:
        found = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for axes, (title, results) in zip(found, panels.items(), strict=True):
            _lines(axes, study, results, groups)
            axes.set_title(title, loc="left", fontsize=10)
        found[0].set_ylabel(f"{next(iter(study.scores))}, per cent")

    return svg((1.0 + 2.6 * len(panels), 3.8), draw, list(map(shortened, groups)))


def _lines(axes: Axes, study: VariantStudy, results: Sequence[VariantScores], groups: Sequence[str]) -> None:
    orders = [one.variant.order for one in results]
    apart = 0.008 * (max(orders) - min(orders))
    for number, group in enumerate(groups):
        beside = (number - (len(groups) - 1) / 2) * apart
        members = [one for one in results if one.variant.group == group]
        for score, (style, mark) in zip(range(len(study.scores)), (("-", "o"), ("--", _MARK)), strict=False):
            known = [(one.variant.order + beside, cell) for one in members if (cell := one.cells[score])]
            _points(axes, known, COLORS[number], style, mark)
    axes.set_xticks(sorted({one.variant.order for one in results}))
    axes.xaxis.set_major_formatter(lambda value, position: f"{value:g}")
    axes.set_xlabel(study.axis)
    _finish(axes, study, marks="dashed, diamonds")


def _bars(
    figure: Figure, study: VariantStudy, results: Sequence[VariantScores], groups: Sequence[str], names: Sequence[str]
) -> None:
    axes = figure.subplots()
    width = 0.8 / len(names)
    for one in results:
        number = names.index(one.variant.name)
        at = groups.index(one.variant.group) + (number - (len(names) - 1) / 2) * width
        bar, mark = one.cells[0], one.cells[1] if len(one.cells) > 1 else None
        if bar:
            height = _number(bar)
            axes.bar(at, height, width * 0.92, **filled(number), yerr=_error(bar), ecolor="#374151", capsize=2)
        if mark:
            axes.plot(at, _number(mark), _MARK, color="white", mec="#111827", ms=6, clip_on=False, zorder=3)
    axes.set_xticks(range(len(groups)), [shortened(name).replace(", ", "\n") for name in groups])
    _finish(axes, study, marks="diamonds")


def _points(axes: Axes, known: Sequence[tuple[float, TableCell]], color: str, style: str, mark: str) -> None:
    if known:
        at, cells = zip(*known, strict=True)
        errors = [_error(cell) or [[0.0], [0.0]] for cell in cells]
        below, above = ([error[side][0] for error in errors] for side in (0, 1))
        heights = [_number(cell) for cell in cells]
        axes.errorbar(at, heights, yerr=[below, above], color=color, ls=style, marker=mark, lw=2, elinewidth=1, capsize=2)


def _finish(axes: Axes, study: VariantStudy, marks: str) -> None:
    first, *others = study.scores
    title = f"{first}, per cent" + (f" ({marks}: {others[0]})" if others else "")
    axes.set_title(title, loc="left", fontsize=10)
    axes.set_ylim(0, 100)


def _number(cell: TableCell) -> float:
    return cell.value if isinstance(cell.value, float) else 0.0


def _error(cell: TableCell) -> list[list[float]] | None:
    """How far the interval of a cell, or else its deviation, reaches below and above it."""
    value = _number(cell)
    if cell.interval is None:
        return [[cell.deviation], [cell.deviation]] if cell.deviation else None
    low, high = cell.interval
    return [[max(0.0, value - low)], [max(0.0, high - value)]]
