"""The rewards of training runs by step: Figure 6 of the KATE paper, from the logs in their folders."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from automotive_env.errors import UsageError
from automotive_env.kate.training.folder import LOG
from automotive_env.runs.papers.figures import COLORS, LINES, MAX_SERIES, shortened, svg
from automotive_env.runs.records.files import read_bounded

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAX_LOG_BYTES = 100_000_000
WINDOW = 10
"""Steps over which the thick line is the mean."""


def rewards_of(folder: Path) -> list[tuple[float, float]]:
    """Step and mean reward of each line of a training's log that has both.

    Raises:
        UsageError: the folder holds no log with rewards.
    """
    data = read_bounded(folder / LOG, MAX_LOG_BYTES)
    found = [point for line in (data or b"").splitlines() if (point := _point(line))]
    if not found:
        raise UsageError(f"{folder} holds no training rewards; name the folder of a finished `automotive-env train grpo` run")
    return found


def _point(line: bytes) -> tuple[float, float] | None:
    try:
        told = json.loads(line)
        step, reward = float(told["step"]), float(told["reward"])
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    return (step, reward) if math.isfinite(step) and math.isfinite(reward) else None


def rolling_mean(values: Sequence[float], window: int = WINDOW) -> list[float]:
    """The mean of each value and those before it, as many as the window has at most.

    >>> rolling_mean([1, 2, 3, 4], 2)
    [1.0, 1.5, 2.5, 3.5]
    """
    return [math.fsum(values[max(0, at - window + 1) : at + 1]) / min(at + 1, window) for at in range(len(values))]


def reward_figure(curves: Mapping[str, Sequence[tuple[float, float]]]) -> bytes:
    """The rewards of some training runs as SVG.

    Raises:
        UsageError: there are too many, or matplotlib is missing.
    """
    if len(curves) > MAX_SERIES:
        raise UsageError(f"a figure shows {MAX_SERIES} training runs at most, not {len(curves)}; name fewer")

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for number, points in enumerate(curves.values()):
            steps, rewards = zip(*points, strict=True)
            axes.plot(steps, rewards, color=COLORS[number], lw=0.8, alpha=0.35)
            axes.plot(steps, rolling_mean(rewards), color=COLORS[number], ls=LINES[number % len(LINES)], lw=2)
        axes.set_xlabel("step of the training")
        axes.set_title(f"mean reward of a step; thick: of the last {WINDOW}", loc="left", fontsize=10)

    return svg((8.0, 4.2), draw, list(map(shortened, curves)))
