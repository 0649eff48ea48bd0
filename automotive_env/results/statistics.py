"""Rates and how sure they are."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from automotive_env.results.records import Frozen

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution: two-sided 95 %."""


def wilson(passed: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval of a rate: low and high, each 0..1.

    Unlike the textbook interval it stays within 0..1 and keeps its promise for few trials and for rates near 0 and 1.
    Of no trials nothing is known: 0 to 1.

    Raises:
        ValueError: there are more passed than trials, or fewer than none.
    """
    if not 0 <= passed <= n:
        raise ValueError(f"passed must be from 0 to n={n}, not {passed}")
    if n == 0:
        return 0.0, 1.0
    rate, square = passed / n, z * z
    middle = (rate + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * sqrt(rate * (1 - rate) / n + square / (4 * n * n))
    # Exact at the ends, where rounding would leave a rate of 1 outside of its own interval.
    return (0.0 if passed == 0 else max(0.0, middle - half)), (1.0 if passed == n else min(1.0, middle + half))


class Rate(Frozen):
    """A rate with its 95 % interval; of no trials it is 0, between 0 and 1."""

    n: int
    passed: int
    rate: float
    low: float
    high: float


def rate(successes: Iterable[bool]) -> Rate:
    """The rate of successes."""
    counted = list(successes)
    n, passed = len(counted), sum(counted)
    low, high = wilson(passed, n)
    return Rate(n=n, passed=passed, rate=passed / n if n else 0.0, low=low, high=high)
