"""How many items tell two agents apart: the tables of docs/power.md.

    python -m automotive_env.scripts.power
    python -m automotive_env.scripts.power --difference 3

The formula is that of McNemar's test for paired rates (Connor, Biometrics 43, 1987, 207-211) at 5 %, two-sided, with
80 % power. Items of one task resemble each other: the design effect is 1 + (m - 1) * r for m items of a task with
intraclass correlation r.
"""

from __future__ import annotations

import math
from typing import Annotated

import typer

TWO_SIDED_5 = 1.959964
"""Quantile of the normal distribution for a two-sided test at 5 %."""
POWER_80 = 0.841621
"""Quantile for a power of 80 %."""
TASKS = 185
DISCORDANT = (0.10, 0.20, 0.30, 0.40)
"""Shares of items that exactly one of two agents passes."""
TYPICAL = 0.2
"""Such a share, in the tables of instances and trials."""


def items_needed(difference: float, discordant: float) -> int:
    """Independent items that tell a difference of two rates, where so large a share of items is passed by exactly one agent.

    Raises:
        ValueError: the difference is not above 0, or exceeds the share.
    """
    if not 0 < difference <= discordant <= 1:
        raise ValueError("a difference must be above 0 and at most the share of items that only one agent passes")
    spread = TWO_SIDED_5 * math.sqrt(discordant) + POWER_80 * math.sqrt(discordant - difference**2)
    return math.ceil((spread / difference) ** 2)


def smallest_difference(items: float, discordant: float) -> float:
    """The smallest difference that so many independent items tell; `discordant` if not even that."""
    low, high = 0.0, discordant
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if items_needed(middle, discordant) <= items else (middle, high)
    return high


def effective(instances: int, correlation: float, tasks: int = TASKS) -> float:
    """Independent items that a run is worth.

    Args:
        instances: items of each task.
        correlation: intraclass correlation of the outcomes of a task's items, 0 to 1.
        tasks: number of tasks.
    """
    return tasks * instances / (1 + (instances - 1) * correlation)


def remaining(discordant: float, trials: int, within: float) -> float:
    """The variance of a paired difference after the trials of an item are averaged, written as a share of discordant items.

    Args:
        discordant: share in single trials.
        trials: trials of each item.
        within: share of that variance that is chance between trials, 0 to 1.
    """
    return discordant * (1 - within + within / trials)


def tables(difference: float) -> dict[str, str]:
    """The tables of docs/power.md in Markdown, by name."""
    head = f"| passed by exactly one agent | items for {100 * difference:g} points | smallest difference of {TASKS} items |"
    items = [head, "|--:|--:|--:|"]
    for share in DISCORDANT:
        found, needed = smallest_difference(TASKS, share), items_needed(difference, share)
        items.append(f"| {share:.0%} | {needed:,} | {100 * found:.1f} points |")
    instances = ["| instances | r = 0 | r = 0.3 | r = 0.6 |", "|--:|--:|--:|--:|"]
    for number in (1, 2, 3, 5, 10):
        smallest = (smallest_difference(effective(number, r), TYPICAL) for r in (0.0, 0.3, 0.6))
        instances.append(f"| {number} | {' | '.join(f'{100 * one:.1f}' for one in smallest)} |")
    trials = ["| trials | a quarter is chance | half is chance | three quarters are chance |", "|--:|--:|--:|--:|"]
    for number in (1, 2, 3, 5):
        smallest = (smallest_difference(TASKS, remaining(TYPICAL, number, share)) for share in (0.25, 0.5, 0.75))
        trials.append(f"| {number} | {' | '.join(f'{100 * one:.1f}' for one in smallest)} |")
    return {name: "\n".join(lines) for name, lines in (("items", items), ("instances", instances), ("trials", trials))}


def main(
    difference: Annotated[float, typer.Option(min=0.1, max=50, help="Difference to detect, in percentage points.")] = 5.0,
) -> None:
    """Print how many items tell two agents apart."""
    print("\n\n".join(tables(difference / 100).values()))


if __name__ == "__main__":
    typer.run(main)
