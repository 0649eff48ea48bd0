"""The learning curve as a figure: the rolling rate of each who plays, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from automotive_env.errors import UsageError
from automotive_env.runs.papers.figures import COLORS, LINES, MAX_SERIES, shortened, svg
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.runs.tables.learning_curve import longest_of, part_of, rolling, streams_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def learning_figure(contestants: Sequence[ContestantGroup]) -> bytes:
    """Success in a rolling window against the position in the stream.

    Raises:
        UsageError: there are too many for one figure, or matplotlib is missing.
    """
    if len(contestants) > MAX_SERIES:
        raise UsageError(f"a figure shows {MAX_SERIES} rows at most, not {len(contestants)}; name fewer runs")
    streams = [streams_of(one) for one in contestants]
    window = part_of(longest_of(streams))

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        highest = 10.0
        for number, of in enumerate(streams):
            points = list(rolling(of, window))
            at = [point.position for point in points]
            low, high = [100 * point.rate.low for point in points], [100 * point.rate.high for point in points]
            axes.fill_between(at, low, high, color=COLORS[number], alpha=0.15, lw=0)
            axes.plot(at, [100 * point.rate.rate for point in points], color=COLORS[number], ls=LINES[number % len(LINES)], lw=2)
            highest = max([highest, *high])  # a run that is shorter than the window has no points
        axes.set_ylim(0, min(100, highest))
        axes.set_xlabel("position in the stream")
        axes.set_title(f"passed of the last {window}, per cent", loc="left", fontsize=10)

    return svg((9.0, 4.2), draw, [shortened(one.name) for one in contestants])
