"""The papers' figures as SVG, drawn by matplotlib (of the extra `analysis`): equal episodes give equal bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import catch_warnings, filterwarnings

from automotive_env.errors import UsageError
from automotive_env.runs.papers.tables import summary_of
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.runs.tables.statistics import SuccessRate
from automotive_env.tasks.kit.task import Category, Dimension
from automotive_env.text.extras import install
from automotive_env.text.printable import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

COLORS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999", "#f0e442")
"""Okabe and Ito's, which can be told apart by everybody."""
LINES = ("-", "--", ":")
"""Styles of lines, which may lie on one another."""
MAX_SERIES = len(COLORS)
MAX_NAME = 40
"""Characters of a name in a legend."""
BINS = 24


class PlotSeries(NamedTuple):
    """A contestant in a figure, and the number of its colour."""

    contestant: ContestantGroup
    color: int


_SETTINGS: dict[str, Any] = {
    "font.size": 10,
    "svg.fonttype": "none",
    "svg.hashsalt": "automotive-env",
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid.axis": "y",
    "axes.grid": True,
    "grid.color": "#e5e7eb",
    "legend.frameon": False,
}


def success_figure(contestants: Sequence[ContestantGroup]) -> bytes:
    """Success by dimension with intervals."""

    def draw(figure: Figure | SubFigure, series: Sequence[PlotSeries]) -> None:
        _groups(figure.subplots(), series, Dimension, "by_dimension")

    return _drawn((9.0, 4.4), draw, contestants)


def place_figure(contestants: Sequence[ContestantGroup]) -> bytes:
    """Tokens of an episode, and success by module: Figure 4 of the Automotive-ENV paper."""

    def draw(figure: Figure | SubFigure, series: Sequence[PlotSeries]) -> None:
        left, right = figure.subplots(1, 2, width_ratios=(1, 1.6))
        _tokens(left, series)
        _groups(right, series, Category, "by_category")

    return _drawn((13.0, 4.4), draw, contestants)


def _groups(axes: Axes, series: Sequence[PlotSeries], groups: type[Dimension] | type[Category], field: str) -> None:
    """Bars with intervals, a group for each dimension or module."""
    found = [getattr(summary_of(one.contestant), field) for one in series]
    names = [group for group in groups if any(group in rates for rates in found)]
    width = 0.8 / max(1, len(found))
    for number, rates in enumerate(found):
        there = [(place, rates[name]) for place, name in enumerate(names) if name in rates]
        at = [place + (number - (len(found) - 1) / 2) * width for place, _ in there]
        _bar(axes, at, [rate for _, rate in there], width, COLORS[series[number].color])
    axes.set_xticks(range(len(names)), [name.replace("_", "\n") for name in names])
    highest = max([100 * rates[name].high for rates in found for name in names if name in rates] + [10])
    axes.set_ylim(0, min(100, 10 * ceil(highest / 10)))
    axes.set_title("passed, per cent", loc="left", fontsize=10)


def _bar(axes: Axes, at: Sequence[float], rates: Sequence[SuccessRate], width: float, color: str) -> None:
    heights = [100 * rate.rate for rate in rates]
    below = [max(0.0, 100 * (rate.rate - rate.low)) for rate in rates]
    above = [max(0.0, 100 * (rate.high - rate.rate)) for rate in rates]
    axes.bar(at, heights, width * 0.92, color=color, yerr=[below, above], ecolor="#374151", capsize=2, error_kw={"lw": 1})


def _tokens(axes: Axes, series: Sequence[PlotSeries]) -> None:
    """How many episodes take how many tokens; the few that take more than 95 % of the others are counted in the last bin."""
    counts = [sorted(record.tokens for record in one.contestant.records) for one in series]
    most = max([of[int(0.95 * (len(of) - 1))] for of in counts if of] + [1])
    edges = [most * number / BINS for number in range(BINS + 1)]
    for one, of in zip(series, counts, strict=True):
        if not any(of):  # it asks no model
            continue
        shares = [0.0] * BINS
        for tokens in of:
            shares[min(BINS - 1, int(BINS * tokens / most))] += 100 / len(of)
        axes.stairs(shares, edges, color=COLORS[one.color], lw=2, ls=LINES[one.color % len(LINES)])
    axes.set_title("episodes by their tokens, per cent", loc="left", fontsize=10)
    axes.xaxis.set_major_formatter(lambda value, position: f"{value / 1000:g}k" if value >= 1000 else f"{value:g}")


def _drawn(
    size: tuple[float, float],
    draw: Callable[[Figure | SubFigure, Sequence[PlotSeries]], None],
    contestants: Sequence[ContestantGroup],
) -> bytes:
    """A figure as SVG, with names below it; of more rows than one panel shows, each model has a panel.

    Raises:
        UsageError: there are too many rows, or matplotlib is missing.
    """
    panels = {"": list(contestants)}
    names = [one.name for one in contestants]
    if len(contestants) > MAX_SERIES:
        panels = {
            model: [one for one in contestants if one.model == model] for model in dict.fromkeys(c.model for c in contestants)
        }
        names = list(dict.fromkeys(map(_without_model, contestants)))
    if len(panels) > MAX_SERIES or len(names) > MAX_SERIES:
        raise UsageError(f"a figure shows {MAX_SERIES} rows at most, not {len(contestants)}; name fewer runs")

    def whole(figure: Figure) -> None:
        parts = [figure] if len(panels) == 1 else figure.subfigures(len(panels), 1, squeeze=False)[:, 0]
        for part, (model, members) in zip(parts, panels.items(), strict=True):
            if len(panels) > 1:
                part.suptitle(shortened(model), x=0.01, ha="left", fontsize=11, fontweight="bold")
            known = [one.name if one.name in names else _without_model(one) for one in members]
            draw(part, [PlotSeries(one, names.index(name)) for one, name in zip(members, known, strict=True)])

    return svg((size[0], size[1] * (0.8 * len(panels) + 0.2)), whole, list(map(shortened, names)))


def _without_model(one: ContestantGroup) -> str:
    """The name of a contestant without its model."""
    return replace(one, told=tuple(words for words in one.told if words != one.model)).name


def svg(size: tuple[float, float], draw: Callable[[Figure], None], legend: Sequence[str] = (), columns: int = 3) -> bytes:
    """A figure as SVG, with the names of its colours below it.

    Raises:
        UsageError: matplotlib is missing.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
        from matplotlib.patches import Patch
    except ImportError:
        raise UsageError(f"figures need matplotlib: {install('analysis')}") from None
    with rc_context(_SETTINGS), catch_warnings():
        filterwarnings("ignore", "Glyph .* missing from font")  # letters stay text; whoever shows the file has their fonts
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        if legend:
            handles = [Patch(**filled(number)) for number, _ in enumerate(legend)]
            figure.legend(handles, list(legend), loc="outside lower left", ncols=min(len(legend), columns))
        file = BytesIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue()


def filled(number: int) -> dict[str, Any]:
    """How the bars of a series are filled: in a colour, and with stripes after the last colour."""
    color, stripes = COLORS[number % len(COLORS)], number // len(COLORS)
    return {"facecolor": color, "edgecolor": "white", "hatch": "//" * stripes} if stripes else {"color": color}


def shortened(name: str, most: int = MAX_NAME) -> str:
    """A name as it stands in a figure, of so many characters at most."""
    told = printable(name)
    return told if len(told) <= most else f"{told[: most - 1]}…"
