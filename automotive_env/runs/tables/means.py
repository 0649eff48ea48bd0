"""Means and how sure they are: as for rates, the tasks are what was sampled, not the episodes.

The variance of a mean is estimated between clusters, with the factor k / (k - 1) for k clusters (K.-Y. Liang and S. L. Zeger,
"Longitudinal data analysis using generalized linear models", Biometrika 73, 1986, 13-22, for an intercept alone), and the
interval is that of Student's t with k - 1 degrees of freedom, since few tasks say little about the spread between tasks.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from itertools import chain
from math import fsum, sqrt

from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.tables.statistics import Z95, share_interval

_T95 = (12.7062047364, 4.3026527297, 3.1824463053, 2.7764451052, 2.5705818356)
"""The 97.5 % points of Student's t for 1 to 5 degrees of freedom, where the expansion is not good enough."""


class MeanEstimate(FrozenRecord):
    """A mean with its 95 % interval; without one where all values are of one cluster, of whose spread nothing is known."""

    n: int
    mean: float
    low: float | None
    high: float | None


def clustered_mean(values: Iterable[tuple[Hashable, float]]) -> MeanEstimate:
    """The mean of values and its interval, in any order; of no values it is 0 without an interval.

    Args:
        values: the cluster that a value belongs to, and the value.
    """
    clusters: defaultdict[Hashable, list[float]] = defaultdict(list)
    for cluster, value in values:
        clusters[cluster].append(value)
    n, k = sum(map(len, clusters.values())), len(clusters)
    mean = fsum(value for of in clusters.values() for value in of) / n if n else 0.0
    if k < 2:
        return MeanEstimate(n=n, mean=mean, low=None, high=None)
    spread = fsum(fsum(value - mean for value in of) ** 2 for of in clusters.values())
    half = student(k - 1) * sqrt(k / (k - 1) * spread) / n
    return MeanEstimate(n=n, mean=mean, low=mean - half, high=mean + half)


def clustered_amount(values: Iterable[tuple[Hashable, float]]) -> MeanEstimate:
    """The mean of what cannot be less than nothing, such as steps; nor is its interval."""
    mean = clustered_mean(values)
    return mean if mean.low is None else mean.model_copy(update={"low": max(0.0, mean.low)})


def clustered_score(values: Iterable[tuple[Hashable, float]]) -> MeanEstimate:
    """The mean of a score, of which only the values say what it can be.

    The interval is cut at 0 if no value is below 0, as of counts, and at 1 if all values are from 0 to 1, as of shares.
    """
    known = list(values)
    mean = clustered_mean(known)
    if mean.low is None or mean.high is None or min(value for _, value in known) < 0:
        return mean
    is_share = max(value for _, value in known) <= 1
    return mean.model_copy(update={"low": max(0.0, mean.low), "high": min(1.0, mean.high) if is_share else mean.high})


class ClusteredValues:
    """Values that are collected one by one in eight bytes each, by the cluster that they belong to."""

    def __init__(self) -> None:
        """Begin with none."""
        self._clusters: dict[Hashable, array[float]] = {}

    def add(self, cluster: Hashable, value: float) -> None:
        """Add a value."""
        if cluster not in self._clusters:
            self._clusters[cluster] = array("d")
        self._clusters[cluster].append(value)

    def values(self) -> Iterator[float]:
        """All of them."""
        return chain.from_iterable(self._clusters.values())

    def score(self) -> MeanEstimate:
        """Their mean as that of a score, which may be less than nothing."""
        return clustered_score((cluster, value) for cluster, of in self._clusters.items() for value in of)

    def amount(self) -> MeanEstimate:
        """Their mean, whose interval is not less than nothing either."""
        return clustered_amount((cluster, value) for cluster, of in self._clusters.items() for value in of)


def clustered_share(shares: Iterable[tuple[Hashable, float]]) -> MeanEstimate:
    """The mean of shares of 0 to 1, such as chances; its interval stays within 0 and 1, and is one also where all are equal."""
    clusters: defaultdict[Hashable, list[float]] = defaultdict(list)
    for cluster, share in shares:
        clusters[cluster].append(share)
    counts = [(fsum(of), len(of)) for of in clusters.values()]
    n = sum(number for _, number in counts)
    low, high = share_interval(counts)
    return MeanEstimate(n=n, mean=fsum(share for of in clusters.values() for share in of) / n if n else 0.0, low=low, high=high)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, to three decimals: Cornish and Fisher's expansion (Abramowitz and Stegun 26.7.5).

    Args:
        freedom: degrees of freedom, from 1.
    """
    if freedom <= len(_T95):
        return _T95[freedom - 1]
    z = Z95
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return fsum(term / freedom**power for power, term in enumerate(terms))
