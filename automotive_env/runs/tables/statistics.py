"""Rates and how sure they are.

Episodes of one task are alike: ten instances of a task say less about an agent than ten tasks. Intervals therefore take the task
(the template) as the unit that was sampled, in the way of Rao and Scott ("A simple method for the analysis of clustered binary
data", Biometrics 48, 1992, 577-585): the variance of a rate is estimated between clusters, its ratio to the variance of
independent trials is the design effect, and Wilson's interval is taken for the number of trials divided by it. Korn and Graubard
("Confidence intervals for proportions with small expected number of positive counts estimated from survey data", Survey
Methodology 24, 1998, 193-201) discuss such effective sample sizes; E. Miller ("Adding error bars to evals", arXiv 2411.00640,
2024) recommends clustered errors for benchmarks like this one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import comb, fsum, sqrt

from automotive_env.runs.records.fields import FrozenRecord

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution: two-sided 95 %."""


def wilson(passed: float, n: float) -> tuple[float, float]:
    """Wilson's score interval of a rate: low and high, each 0..1. Counts may be fractions: those of an effective sample size.

    Unlike the textbook interval it stays within 0..1 and keeps its promise for few trials and for rates near 0 and 1.
    Of no trials nothing is known: 0 to 1.

    Raises:
        ValueError: there are more passed than trials, or fewer than none.
    """
    if not 0 <= passed <= n:
        raise ValueError(f"passed must be from 0 to n={n}, not {passed}")
    if n == 0:
        return 0.0, 1.0
    rate, square = passed / n, Z95 * Z95
    middle = (rate + square / (2 * n)) / (1 + square / n)
    half = Z95 / (1 + square / n) * sqrt(rate * (1 - rate) / n + square / (4 * n * n))
    # Exact at the ends, where rounding would leave a rate of 1 outside of its own interval.
    return (0.0 if passed == 0 else max(0.0, middle - half)), (1.0 if passed == n else min(1.0, middle + half))


def design_effect(clusters: Iterable[tuple[float, int]]) -> float:
    """By how much the clustering of trials widens the variance of their rate, from 1 (independent) to the weighted cluster size.

    The ratio of the variance between clusters to that of independent trials. It is bounded below by 1, so that clusters that
    differ less than chance never narrow an interval, and above by its value for clusters that are all alike inside. That upper
    bound is also taken where nothing can be estimated: for a single cluster, and where all trials passed or all failed.

    Args:
        clusters: (passed, trials) of each; a trial may also pass in part.
    """
    counted = [(passed, n) for passed, n in clusters if n]
    k, total = len(counted), sum(n for _, n in counted)
    if not total:
        return 1.0
    most = sum(n * n for _, n in counted) / total
    rate = sum(passed for passed, _ in counted) / total
    if k == 1 or rate in (0, 1):
        return most
    between = k / (k - 1) * fsum((passed - n * rate) ** 2 for passed, n in counted) / total**2
    return min(most, max(1.0, between / (rate * (1 - rate) / total)))


def pass_at_k(n: int, passed: int, k: int) -> float:
    """Chance that one of k trials at least passes, estimated from n: 1 - C(n - passed, k) / C(n, k).

    The unbiased estimator of Chen et al. ("Evaluating large language models trained on code", arXiv 2107.03374, 2021).

    Raises:
        ValueError: there are fewer than k trials, or counts make no sense.
    """
    return 1 - _share_of_draws(n, n - passed, k)


def pass_hat_k(n: int, passed: int, k: int) -> float:
    """Chance that all of k trials pass (pass^k), estimated from n: C(passed, k) / C(n, k).

    The estimator of Yao et al. ("tau-bench", arXiv 2406.12045, 2024).

    Raises:
        ValueError: there are fewer than k trials, or counts make no sense.
    """
    return _share_of_draws(n, passed, k)


def _share_of_draws(n: int, members: int, k: int) -> float:
    """Share of the draws of k out of n in which all are among the members."""
    if not (1 <= k <= n and 0 <= members <= n):
        raise ValueError(f"{k} of {n} trials, {members} of them of one kind, cannot be drawn")
    return comb(members, k) / comb(n, k)


class SuccessRate(FrozenRecord):
    """A rate with its 95 % interval; of no trials it is 0, between 0 and 1."""

    n: int
    passed: int
    rate: float
    low: float
    high: float


def share_interval(clusters: Iterable[tuple[float, int]]) -> tuple[float, float]:
    """The 95 % interval of the mean of shares of 0 to 1, such as successes; see `design_effect`.

    Args:
        clusters: sum and number of the shares of each.
    """
    counted = list(clusters)
    effect, n = design_effect(counted), sum(n for _, n in counted)
    total = min(float(n), max(0.0, fsum(part for part, _ in counted)))
    return wilson(total / effect, n / effect)


def rate(trials: Iterable[tuple[Hashable, bool]]) -> SuccessRate:
    """The rate of successes and its interval.

    Args:
        trials: the cluster that a trial belongs to, and whether it was a success.
    """
    found = ClusteredTrials()
    for cluster, success in trials:
        found.add(cluster, success)
    return found.rate()


class ClusteredTrials:
    """Trials that are counted one by one, by the cluster that they belong to."""

    __slots__ = ("_clusters",)

    def __init__(self) -> None:
        """Begin with none."""
        self._clusters: dict[Hashable, list[int]] = {}

    def add(self, cluster: Hashable, success: bool, *, counts: bool = True) -> None:
        """Count a trial, unless it does not count."""
        if counts:
            of = self._clusters.get(cluster)
            if of is None:
                of = self._clusters[cluster] = [0, 0]
            of[0] += success
            of[1] += 1

    def rate(self) -> SuccessRate:
        """Their rate and its interval."""
        counts = [(passed, n) for passed, n in self._clusters.values()]
        passed, n = (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0)
        low, high = share_interval(counts)
        return SuccessRate(n=n, passed=passed, rate=passed / n if n else 0.0, low=low, high=high)
