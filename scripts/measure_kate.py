"""Measure what sampling and knowledge are worth with a scripted model of known accuracy, and compare with theory.

    automotive-env knowledge build vehicleworld --out kb
    python -m automotive_env.scripts.measure_kate --suite vehicleworld --knowledge-base kb --figure kate.svg

Plays the test split: plain, with samples, with knowledge, with both; first without a mistake, then with each chance and
correlation. Prints a table as Markdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
import typer

from automotive_env.cli import exit_status
from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.gold import items_of
from automotive_env.kate.knowledge.embedders import embedder as find_embedder
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.runs.papers.figures import COLORS, svg
from automotive_env.scripts.noisy.comparing import ArmResult, arms, compare
from automotive_env.scripts.noisy.noise import NoiseLevels
from automotive_env.suites.registry import find_suite
from automotive_env.suites.splits import checked_split
from automotive_env.suites.suite import Selection
from automotive_env.text.option import words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

AGENTS = {"vehicleworld": "fc", "automotive": "m3a"}
"""Suite -> the agent that plays it, where none is named."""
HEAD = ("agent", "p", "rho", "episodes passed", "theory", "steps right", "theory", "requests", "replies", "tokens in", "out")
MARKERS = ("o", "s", "D", "^")
"""Of each correlation."""


def table(rows: Sequence[ArmResult]) -> str:
    """Rows as Markdown; rates in percent with 95 % intervals, costs of a step."""
    lines = [HEAD, ("---",) * len(HEAD), *map(_cells, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cells(row: ArmResult) -> tuple[str, ...]:
    passed, right = row.passed, row.right
    return (
        row.arm.name,
        f"{row.noise.right:g}",
        f"{row.noise.correlation:g}",
        f"{100 * passed.rate:.1f} ({100 * passed.low:.1f} to {100 * passed.high:.1f})",
        _percent(row.passed_in_theory),
        f"{100 * right.mean:.1f} ({100 * (right.low or 0):.1f} to {100 * (right.high or 0):.1f})",
        _percent(row.right_in_theory),
        f"{row.requests:.2f}",
        f"{row.replies:.2f}",
        f"{row.tokens[0]:,.0f}",
        f"{row.tokens[1]:,.0f}",
    )


def _percent(span: tuple[float, float]) -> str:
    low, high = (f"{100 * value:.1f}" for value in span)
    return low if low == high else f"{low} to {high}"


def picture(rows: Sequence[ArmResult]) -> bytes:
    """What was measured by what theory says, as SVG: steps and episodes of a model that makes mistakes.

    Raises:
        UsageError: matplotlib is missing.
    """
    names = list(dict.fromkeys(row.arm.name for row in rows))
    erring = [row for row in rows if row.noise.right < 1] or rows

    def draw(figure: Figure) -> None:
        left, right = figure.subplots(1, 2)
        _points(left, "steps right, per cent", erring, names, steps=True)
        _points(right, "episodes passed, per cent", erring, names, steps=False)

    return svg((10.0, 5.2), draw, names)


def _points(axes: Axes, title: str, rows: Sequence[ArmResult], names: Sequence[str], *, steps: bool) -> None:
    correlations = sorted({row.noise.correlation for row in rows})
    spans = [row.right_in_theory if steps else row.passed_in_theory for row in rows]
    ends = [100 * max(0, min(low for low, _ in spans) - 0.05), 100 * min(1, max(high for _, high in spans) + 0.05)]
    axes.plot(ends, ends, color="#9ca3af", lw=1, zorder=1)
    for row in rows:
        low, high = row.right_in_theory if steps else row.passed_in_theory
        mean = row.right.mean if steps else row.passed.rate
        bounds = (row.right.low or 0, row.right.high or 0) if steps else (row.passed.low, row.passed.high)
        axes.errorbar(
            50 * (low + high),
            100 * mean,
            xerr=50 * (high - low) or None,
            yerr=[[max(0, 100 * (mean - bounds[0]))], [max(0, 100 * (bounds[1] - mean))]],
            color=COLORS[names.index(row.arm.name)],
            marker=MARKERS[correlations.index(row.noise.correlation) % len(MARKERS)],
            markersize=5,
            capsize=2,
            lw=1,
        )
    for number, correlation in enumerate(correlations):
        axes.plot([], [], color="#374151", marker=MARKERS[number % len(MARKERS)], ls="", label=f"rho = {correlation:g}")
    axes.legend(loc="upper left")
    axes.set_xlabel("theory, per cent")
    axes.set_title(title, loc="left", fontsize=10)


def main(
    suite: Annotated[str, typer.Option(help="Suite: vehicleworld or automotive.")] = "vehicleworld",
    agent: Annotated[str, typer.Option(help="Agent that plays (default: fc or m3a).")] = "",
    tasks: Annotated[str, typer.Option(help="Names or patterns, separated by commas.")] = "",
    split: Annotated[str, typer.Option(help="Split of the tasks.")] = "test",
    knowledge_base: Annotated[Path | None, typer.Option(help="Folder of knowledge (default: none).")] = None,
    embedder: Annotated[str, typer.Option(help="How to find similar texts (default: the best that is installed).")] = "",
    seeds: Annotated[str, typer.Option(help="Seeds of the draws, separated by commas.")] = "0,1,2",
    right: Annotated[str, typer.Option(help="Chances that a sample is right.")] = "0.6",
    correlation: Annotated[str, typer.Option(help="Chances that a sample repeats the shared draw.")] = "0,0.5",
    samples: Annotated[int, typer.Option(min=2, max=8, help="Replies per step.")] = 4,
    judge: Annotated[float, typer.Option(help="Chance that a judge chooses the right one.")] = 0.8,
    told_module: Annotated[float, typer.Option(help="Chance that a sample is right if the knowledge names its device.")] = 0.7,
    told_answer: Annotated[float, typer.Option(help="Chance that a sample is right if the knowledge has the answer.")] = 0.9,
    figure: Annotated[Path | None, typer.Option(help="Write the picture to this SVG file.")] = None,
) -> None:
    """Play, and print the tables."""
    with exit_status():
        if figure and not figure.parent.is_dir():
            raise UsageError(f"there is no folder {figure.parent}; make it, or name another file with --figure")
        if knowledge_base:  # what is missing is told before anything is played
            KnowledgeStore.open(knowledge_base).vectors(find_embedder(embedder))
        found = find_suite(suite)
        chosen = words(tasks, "--tasks")
        items = items_of(found, Selection(tasks=chosen), checked_split(split))
        noises = [
            NoiseLevels(p, rho, judge, told_module, told_answer)
            for p in numbers(right, "--right")
            for rho in numbers(correlation, "--correlation")
        ]
        drawn = [int(seed) for seed in numbers(seeds, "--seeds", whole=True)]
        rows: list[ArmResult] = []
        for arm in arms(knowledge_base, embedder, samples):
            rows += anyio.run(compare, found, agent or AGENTS.get(suite, ""), items, arm, noises, drawn)
            print(f"{arm.name}: {rows[-1].passed.n} episodes")
        print(table(rows))
        if figure:
            figure.write_bytes(picture(rows))


def numbers(text: str, option: str, *, whole: bool = False) -> list[float]:
    """Different numbers separated by commas.

    Raises:
        UsageError: there is none, or one is no number.
    """
    try:
        found = [int(word) if whole else float(word) for word in text.split(",") if word.strip()]
    except ValueError:
        found = []
    if not found:
        raise UsageError(f"{option} takes {'whole ' * whole}numbers separated by commas, not {text[:60]!r}")
    return list(dict.fromkeys(found))


if __name__ == "__main__":
    typer.run(main)
