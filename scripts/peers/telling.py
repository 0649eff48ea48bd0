"""The figures as a table and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from automotive_env.runs.papers.figures import COLORS, svg
from automotive_env.runs.tables.figures import Table
from automotive_env.scripts.peers.every import PEERS
from automotive_env.scripts.peers.figures import PeerFigures, TimeSpent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = ("", "a step", "elements", "picture", "start CPU", "reset CPU", "reset wall", "step CPU", "step wall")
CAPTION = "Milliseconds, medians of rounds. CPU is that of the process and of all that it has started, browsers included."


def table(found: Sequence[PeerFigures]) -> Table:
    """One row each."""
    return Table(title="Peers", columns=COLUMNS, rows=tuple(map(_row, found)), caption=CAPTION)


def _row(figures: PeerFigures) -> tuple[str, ...]:
    peer = PEERS[figures.peer]
    name = f"{peer.title} {figures.version}".strip()
    if figures.missing:
        return (name, figures.missing, *[""] * (len(COLUMNS) - 2))
    picture = "{}x{}".format(*figures.picture) if figures.picture else ""
    elements = "" if figures.elements is None else str(figures.elements)
    spent = [part for one in (figures.reset, figures.step) for part in ((one.cpu_ms, one.wall_ms) if one else (None, None))]
    return (name, peer.step, elements, picture, *map(_text, (figures.start_cpu_ms, *spent)))


def _text(figure: float | None) -> str:
    """Without powers of ten."""
    return "" if figure is None else f"{figure:.7g}"


def drawn(found: Sequence[PeerFigures]) -> bytes:
    """The steps and resets of those that were measured, as SVG.

    Raises:
        UsageError: matplotlib is missing.
    """
    rows = [figures for figures in found if not figures.missing][::-1]

    def draw(figure: Figure) -> None:
        left, right = figure.subplots(1, 2, sharey=True)
        _bars(left, "a step, ms", [figures.step for figures in rows])
        _bars(right, "a reset, ms", [figures.reset for figures in rows])
        left.set_yticks(range(len(rows)), [PEERS[figures.peer].title for figures in rows])

    return svg((11.0, 1.2 + 0.42 * len(rows)), draw, ("CPU", "wall"))


def _bars(axes: Axes, title: str, spent: Sequence[TimeSpent | None]) -> None:
    """Two bars each on a scale of powers of ten."""
    there = [(at, one) for at, one in enumerate(spent) if one]
    least = min([figure for _, one in there for figure in (one.cpu_ms, one.wall_ms) if figure > 0], default=1.0)
    for number, name in enumerate(("cpu_ms", "wall_ms")):
        at = [place + 0.2 - 0.4 * number for place, _ in there]
        axes.barh(at, [getattr(one, name) for _, one in there], 0.36, color=COLORS[number])
        for place, (_, one) in zip(at, there, strict=True):
            figure = getattr(one, name)
            axes.annotate(_text(figure), (max(figure, least), place), (3, 0), textcoords="offset points", va="center", fontsize=8)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda figure, _: _text(figure))
    axes.margins(x=0.15)
    axes.set_xlim(left=least / 2)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    axes.set_title(title, loc="left", fontsize=10)
