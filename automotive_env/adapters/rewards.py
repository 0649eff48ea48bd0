"""A verdict as a number, for tools that learn from one. It is given once, at the end of an episode."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from automotive_env.validators.criterion import Criterion


def success(criterion: Criterion) -> float:
    """1 where everything is met, otherwise 0: what the benchmark counts."""
    return float(criterion.met)


def share_met(criterion: Criterion) -> float:
    """How much of a tree is met, from 0 to 1; 1 only where all is.

    Of parts that must all be met it is the mean, of alternatives the best one, and a single sentence or one that is denied
    counts whole or not at all.

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
