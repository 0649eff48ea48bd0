"""Two agents on the same instances: by how much their rates differ, and whether chance would do that.

Pairs are the same instance and trial, played by both. McNemar's test (exact, two-sided: Q. McNemar, "Note on the sampling error
of the difference between correlated proportions or percentages", Psychometrika 12, 1947, 153-157) looks only at the pairs of
which one agent passed and the other did not. It takes pairs for independent; instances of a task are not, so the interval of the
difference is drawn by resampling tasks (B. Efron and R. Tibshirani, "An introduction to the bootstrap", 1993, chapters 13, 17).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from math import exp, fsum, lgamma, log, sqrt
from random import Random

from automotive_env.plugins.lazy_module import numpy as np
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.tables.statistics import SuccessRate, rate, share_interval

RESAMPLES = 10_000
_AT_A_TIME = 500
"""Resamples that are drawn at a time: 1,400 tasks then take 6 MB."""


def mcnemar(only_first: int, only_second: int) -> float:
    """McNemar's exact test: the chance that pairs which differ would be divided so unevenly or more, if either way was as likely.

    Args:
        only_first: pairs of which only the first half passed.
        only_second: pairs of which only the second half passed.

    Raises:
        ValueError: a count is below 0.
    """
    if min(only_first, only_second) < 0:
        raise ValueError(f"counts of pairs cannot be {only_first} and {only_second}")
    n, fewer = only_first + only_second, min(only_first, only_second)
    if 2 * fewer == n:
        return 1.0
    tail = fsum(exp(lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1) - n * log(2)) for i in range(fewer + 1))
    return min(1.0, 2 * tail)


def bootstrap_interval(values: Iterable[tuple[Hashable, float]]) -> tuple[float, float] | None:
    """The 95 % interval of a mean by resampling clusters: its 2.5 % and 97.5 % points, spread by sqrt(k / (k - 1)).

    Args:
        values: the cluster that a value belongs to, and the value; equal values, in any order, give an equal interval.

    Returns:
        Low and high; None for fewer than two clusters, of which nothing can be said.
    """
    clusters: defaultdict[Hashable, list[float]] = defaultdict(list)
    for cluster, value in values:
        clusters[cluster].append(value)
    if len(clusters) < 2:
        return None
    counted = sorted((fsum(of), len(of)) for of in clusters.values())
    sums, sizes = (np.array(column, dtype=float) for column in zip(*counted, strict=True))
    mean = float(sums.sum() / sizes.sum())
    low, high = np.percentile(_means(sums, sizes, Random(0)), (2.5, 97.5))
    wider = sqrt(len(counted) / (len(counted) - 1))
    return round(mean - wider * (mean - float(low)), 9), round(mean + wider * (float(high) - mean), 9)


def _means(sums: np.ndarray, sizes: np.ndarray, rng: Random) -> np.ndarray:
    """The means of resamples; clusters are drawn from the bytes of Python's own generator, which are the same everywhere."""
    k, means = len(sums), []
    for _ in range(RESAMPLES // _AT_A_TIME):
        bits = np.frombuffer(rng.randbytes(4 * k * _AT_A_TIME), dtype="<u4").astype(np.uint64)
        drawn = ((bits * k) >> 32).astype(np.intp).reshape(_AT_A_TIME, k)
        means.append(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1))
    return np.concatenate(means)


class PairedRate(FrozenRecord):
    """The rates of two agents on the same instances.

    Attributes:
        n: pairs that both played and that count.
        first: rate of the first agent.
        second: rate of the second one.
        only_first: pairs that only the first one passed.
        only_second: pairs that only the second one passed.
        difference: rate of the second less that of the first, -1..1.
        low: where the difference may lie, 95 %; None where it is of fewer than two tasks.
        high: likewise.
        p: of McNemar's exact test; 1 where no pair differs.
    """

    n: int
    first: SuccessRate
    second: SuccessRate
    only_first: int
    only_second: int
    difference: float
    low: float | None
    high: float | None
    p: float


def paired_rate(pairs: Iterable[tuple[Hashable, bool, bool]]) -> PairedRate:
    """Compare two agents.

    Args:
        pairs: the task that a pair belongs to, whether the first agent passed, and whether the second one did.
    """
    found = list(pairs)
    n = len(found)
    only_first, only_second = (sum(one is way for _, one, other in found if one is not other) for way in (True, False))
    interval = _interval(found)
    return PairedRate(
        n=n,
        first=rate((task, first) for task, first, _ in found),
        second=rate((task, second) for task, _, second in found),
        only_first=only_first,
        only_second=only_second,
        difference=(only_second - only_first) / n if n else 0.0,
        low=interval and interval[0],
        high=interval and interval[1],
        p=mcnemar(only_first, only_second),
    )


def _interval(pairs: Sequence[tuple[Hashable, bool, bool]]) -> tuple[float, float] | None:
    """Where the difference may lie. Pairs that are all alike resample to nothing else, although others might differ.

    Then the share of others is taken for its upper bound, and they for as different as can be.
    """
    differences = [(task, float(second) - float(first)) for task, first, second in pairs]
    sizes = Counter(task for task, _ in differences)
    alike = {difference for _, difference in differences}
    if len(alike) > 1 or len(sizes) < 2:
        return bootstrap_interval(differences)
    others, difference = share_interval((0.0, size) for size in sizes.values())[1], alike.pop()
    return difference - (1 + difference) * others, difference + (1 - difference) * others
