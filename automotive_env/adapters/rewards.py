"""A verdict as a number, for tools that learn from rewards. It is given once, at the end of an episode."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from automotive_env.validators.criterion import Criterion


def success(criterion: Criterion) -> float:
    """1 if everything is met, otherwise 0: what the benchmark counts."""
    return float(criterion.met)


def share_met(criterion: Criterion) -> float:
    """The share of a tree that is met, from 0 to 1; 1 only if all of it is.

    For parts that must all be met it is the mean, for alternatives the best. A single or negated criterion
    counts 1 or 0.

    >>> warm = Criterion("warm", "cabin >= 20 °C", "17 °C", met=False)
    >>> heated = Criterion("heated", "seat heating on", "on", met=True)
    >>> share_met(warm & heated), share_met(warm | heated), share_met(~warm)
    (0.5, 1.0, 1.0)
    """
    if criterion.joint not in ("all", "any") or not criterion.parts:
        return float(criterion.met)
    shares = [share_met(part) for part in criterion.parts]
    return sum(shares) / len(shares) if criterion.joint == "all" else max(shares)


REWARDS: Mapping[str, Callable[[Criterion], float]] = {"success": success, "criteria": share_met}
"""What a reward can be."""
