"""How reliable an agent is where instances are played several times, and what chance alone makes of a run.

Trials of an instance differ in the seeds of the model's requests only. Where they come out differently, a second run of the same
agent would have another rate: the noise floor is the difference of two such rates that chance alone exceeds one time in twenty.
It holds for the instances that were played; how far the rate would move with other tasks is what the intervals tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.tables.episode import SummedEpisode
from automotive_env.runs.tables.means import MeanEstimate, clustered_share
from automotive_env.runs.tables.statistics import Z95, pass_at_k, pass_hat_k


class TrialReliability(FrozenRecord):
    """How reliable an agent is for a number of trials.

    Attributes:
        k: trials that are drawn of each instance.
        n: instances with so many trials.
        pass_at: pass@k, the mean chance that one of k trials at least passes, 0..1.
        pass_hat: pass^k, the mean chance that all of them do, 0..1.
        pass_at_interval: 95 %, clustered by task.
        pass_hat_interval: likewise.
    """

    k: int
    n: int
    pass_at: float
    pass_hat: float
    pass_at_interval: tuple[float, float] = (0.0, 1.0)
    pass_hat_interval: tuple[float, float] = (0.0, 1.0)


class ChanceNoise(FrozenRecord):
    """What chance alone does.

    Attributes:
        instances: those that were played more than once.
        disagreement: the chance that two trials of an instance come out differently, with its interval; 0..1.
        floor: the difference of the rates of two runs, one trial an instance, that chance alone exceeds one time in twenty; 0..1.
    """

    instances: int
    disagreement: MeanEstimate
    floor: float


class TrialCount(NamedTuple):
    """The trials of an instance: how many, and how many passed."""

    task: str
    n: int
    passed: int


class TrialTally:
    """The trials of each instance on each face, of one agent; of a trial that was played again the last counts."""

    def __init__(self) -> None:
        """Begin with none."""
        self._found: dict[tuple[str, str, str], dict[int, bool]] = {}

    def add(self, item: SummedEpisode) -> None:
        """Count the trial that an item is."""
        self._found.setdefault((item.task, item.instance, item.face), {})[item.trial] = item.success

    def trials(self) -> list[TrialCount]:
        """All of them."""
        return [TrialCount(task, len(successes), sum(successes.values())) for (task, _, _), successes in self._found.items()]


def trials_of(records: Iterable[SummedEpisode]) -> list[TrialCount]:
    """The trials of some items of one agent."""
    tally = TrialTally()
    for record in records:
        tally.add(record)
    return tally.trials()


def repeated(trials: Sequence[TrialCount]) -> tuple[TrialReliability, ...]:
    """pass@k and pass^k for k of 1, 2, 4 and so on, and for all trials; none where each instance was played once."""
    most = max((of.n for of in trials), default=0)
    drawn = {1 << power for power in range(most.bit_length())} | {most}
    return tuple(_of_k(trials, k) for k in sorted(drawn)) if most > 1 else ()


def _of_k(trials: Iterable[TrialCount], k: int) -> TrialReliability:
    enough = [of for of in trials if of.n >= k]
    at, hat = (clustered_share((of.task, estimate(of.n, of.passed, k)) for of in enough) for estimate in (pass_at_k, pass_hat_k))
    intervals = [(share.low or 0.0, 1.0 if share.high is None else share.high) for share in (at, hat)]
    return TrialReliability(
        k=k, n=len(enough), pass_at=at.mean, pass_hat=hat.mean, pass_at_interval=intervals[0], pass_hat_interval=intervals[1]
    )


def noise(trials: Iterable[TrialCount]) -> ChanceNoise | None:
    """What chance alone does, estimated from instances that were played several times; None where there are none.

    Of an instance with p passed of n, p (n - p) / (n (n - 1) / 2) is the share of pairs of trials that differ: an unbiased
    estimate of 2 q (1 - q) for its chance q to pass, which is the variance of the difference of two trials.
    """
    several = [of for of in trials if of.n > 1]
    if not several:
        return None
    disagreement = clustered_share((of.task, 2 * of.passed * (of.n - of.passed) / (of.n * (of.n - 1))) for of in several)
    return ChanceNoise(
        instances=len(several), disagreement=disagreement, floor=min(1.0, Z95 * sqrt(disagreement.mean / len(several)))
    )
