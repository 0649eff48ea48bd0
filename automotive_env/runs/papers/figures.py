"""The papers' figures as SVG, drawn by matplotlib (of the extra `analysis`): equal episodes give equal bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Any

from automotive_env.errors import UsageError
from automotive_env.runs.papers.tables import summary_of
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.runs.tables.statistics import SuccessRate
from automotive_env.tasks.kit.task import Category, Dimension
from automotive_env.text.printable import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLORS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999", "#f0e442")
"""Okabe and Ito's, which can be told apart by everybody."""
LINES = ("-", "--", ":")
"""Styles of lines, which may lie on one another."""
MAX_SERIES = len(COLORS)
MAX_NAME = 40
"""Characters of a name in a legend."""
BINS = 24
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
    return _drawn((9.0, 4.4), lambda figure: _groups(figure.subplots(), contestants, Dimension, "by_dimension"), contestants)


def place_figure(contestants: Sequence[ContestantGroup]) -> bytes:
    """Tokens of an episode, and success by module: Figure 4 of the Automotive-ENV paper."""

    def draw(figure: Figure) -> None:
        left, right = figure.subplots(1, 2, width_ratios=(1, 1.6))
        _tokens(left, contestants)
        _groups(right, contestants, Category, "by_category")

    return _drawn((13.0, 4.4), draw, contestants)


def _groups(axes: Axes, contestants: Sequence[ContestantGroup], groups: type[Dimension] | type[Category], field: str) -> None:
    """Bars with intervals, a group for each dimension or module."""
    found = [getattr(summary_of(one), field) for one in contestants]
    names = [group for group in groups if any(group in rates for rates in found)]
    width = 0.8 / max(1, len(found))
    for number, rates in enumerate(found):
        there = [(place, rates[name]) for place, name in enumerate(names) if name in rates]
        at = [place + (number - (len(found) - 1) / 2) * width for place, _ in there]
        _bar(axes, at, [rate for _, rate in there], width, COLORS[number])
    axes.set_xticks(range(len(names)), [name.replace("_", "\n") for name in names])
    highest = max([100 * rates[name].high for rates in found for name in names if name in rates] + [10])
    axes.set_ylim(0, min(100, 10 * ceil(highest / 10)))
    axes.set_title("passed, per cent", loc="left", fontsize=10)


def _bar(axes: Axes, at: Sequence[float], rates: Sequence[SuccessRate], width: float, color: str) -> None:
    heights = [100 * rate.rate for rate in rates]
    below = [max(0.0, 100 * (rate.rate - rate.low)) for rate in rates]
    above = [max(0.0, 100 * (rate.high - rate.rate)) for rate in rates]
    axes.bar(at, heights, width * 0.92, color=color, yerr=[below, above], ecolor="#374151", capsize=2, error_kw={"lw": 1})


def _tokens(axes: Axes, contestants: Sequence[ContestantGroup]) -> None:
    """How many episodes take how many tokens; the few that take more than 95 % of the others are counted in the last bin."""
    counts = [sorted(record.tokens for record in one.records) for one in contestants]
    most = max([of[int(0.95 * (len(of) - 1))] for of in counts if of] + [1])
    edges = [most * number / BINS for number in range(BINS + 1)]
    for number, of in enumerate(counts):
        if not any(of):  # it asks no model
            continue
        shares = [0.0] * BINS
        for tokens in of:
            shares[min(BINS - 1, int(BINS * tokens / most))] += 100 / len(of)
        axes.stairs(shares, edges, color=COLORS[number], lw=2, ls=LINES[number % len(LINES)])
    axes.set_title("episodes by their tokens, per cent", loc="left", fontsize=10)
    axes.xaxis.set_major_formatter(lambda value, position: f"{value / 1000:g}k" if value >= 1000 else f"{value:g}")


def _drawn(size: tuple[float, float], draw: Callable[[Figure], None], contestants: Sequence[ContestantGroup]) -> bytes:
    """A figure as SVG, with the contestants' names below it."""
    if len(contestants) > MAX_SERIES:
        raise UsageError(f"a figure shows {MAX_SERIES} rows at most, not {len(contestants)}; name fewer runs")
    return svg(size, draw, [shortened(one.name) for one in contestants])


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
        raise UsageError("figures need matplotlib: pip install 'automotive-env[analysis]'") from None
    with rc_context(_SETTINGS):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        if legend:
            handles = [Patch(color=color) for color, _ in zip(COLORS, legend, strict=False)]
            figure.legend(handles, list(legend), loc="outside lower left", ncols=min(len(legend), columns))
        file = BytesIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue()


def shortened(name: str, most: int = MAX_NAME) -> str:
    """A name as it stands in a figure, of so many characters at most."""
    told = printable(name)
    return told if len(told) <= most else f"{told[: most - 1]}…"
