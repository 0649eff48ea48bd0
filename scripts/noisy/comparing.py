"""What sampling and knowledge are worth with a noisy model: ways to play, what is measured of them, and what theory says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, prod
from pathlib import Path

from automotive_env.kate.activation.options import SAMPLES, ActivationOptions
from automotive_env.runs.tables.means import MeanEstimate, clustered_share
from automotive_env.runs.tables.statistics import SuccessRate, rate
from automotive_env.scripts.noisy.model import DrawnStep
from automotive_env.scripts.noisy.noise import NoiseLevels
from automotive_env.scripts.noisy.playing import NoisyRun, play_noisily
from automotive_env.scripts.noisy.theory import TieRule, chance_of_right
from automotive_env.suites.suite import PlanItem, Suite

SPENT = ("act", "aggregate")
"""Purposes of the requests of a step: its replies, and the choice among them."""


@dataclass(frozen=True, slots=True)
class ComparedArm:
    """A way to play.

    Attributes:
        name: as tables have it.
        activation: how knowledge is activated; None for the plain agent.
    """

    name: str
    activation: ActivationOptions | None = None

    @property
    def samples(self) -> int:
        """Replies that are drawn of a step."""
        return self.activation.width if self.activation else 1

    @property
    def asks(self) -> bool:
        """Whether the model chooses among replies that differ."""
        return self.samples > 1 and self.activation is not None and self.activation.aggregate != "self"

    @property
    def ties(self) -> tuple[TieRule, ...]:
        """Who may win a tie: where knowledge is told it decides between as many replies, more or less well."""
        told = self.activation is not None and self.activation.tells and self.samples > 1 and not self.asks
        return ("first", "right") if told else ("first",)

    def chance(self, drawn: DrawnStep, noise: NoiseLevels, ties: TieRule) -> float:
        """The chance that the right reply of a step is carried out."""
        judge = noise.judge if self.asks else None
        settled: TieRule = ties if drawn.told else "first"
        return chance_of_right(noise.chance(drawn.told), drawn.wrong, self.samples, noise.correlation, judge, settled)


def arms(knowledge_base: Path | None, embedder: str = "", samples: int = SAMPLES) -> tuple[ComparedArm, ...]:
    """The plain agent, sampling alone, and, where there is knowledge, knowledge alone and both."""
    alone = ActivationOptions(knowledge=(), samples=samples)
    found = (
        ComparedArm("plain"),
        ComparedArm("sampling, the most frequent", replace(alone, aggregate="self")),
        ComparedArm("sampling, a judge", alone),
    )
    if knowledge_base is None:
        return found
    both = ActivationOptions(knowledge_base=knowledge_base, embedder=embedder, match="cosine", samples=samples)
    return (
        *found,
        ComparedArm("knowledge", replace(both, sample=False, samples=None)),
        ComparedArm("both, the most frequent", replace(both, aggregate="self")),
        ComparedArm("both, a judge", both),
    )


@dataclass(frozen=True, slots=True)
class ArmResult:
    """What an arm came to over all seeds.

    Attributes:
        arm: who played.
        noise: of the model; its seed is one of several.
        passed: episodes.
        passed_in_theory: lowest and highest rate, where every wrong step fails the episode.
        right: steps in which the right reply was carried out; clustered by task.
        right_in_theory: lowest and highest rate.
        requests: of a step, with those for a choice.
        replies: of a step, likewise.
        tokens: of a step, likewise: of prompts and of replies.
    """

    arm: ComparedArm
    noise: NoiseLevels
    passed: SuccessRate
    passed_in_theory: tuple[float, float]
    right: MeanEstimate
    right_in_theory: tuple[float, float]
    requests: float
    replies: float
    tokens: tuple[float, float]


async def compare(
    suite: Suite, agent: str, items: Sequence[PlanItem], arm: ComparedArm, noises: Sequence[NoiseLevels], seeds: Sequence[int]
) -> list[ArmResult]:
    """Play an arm without a mistake, for the steps that there are, and then with each noise and seed.

    Args:
        suite: vehicleworld or automotive.
        agent: its name there.
        items: that are played.
        arm: how.
        noises: how often the model is right; their seeds do not count.
        seeds: of the draws.

    Raises:
        UsageError: the agent cannot be played so.
    """
    faultless = await play_noisily(suite, agent, items, NoiseLevels(right=1.0), arm.activation)
    rows = [row_of(arm, replace(noises[0], right=1.0, correlation=0.0), [faultless], faultless)]
    noises = noises if arm.samples > 1 else list({replace(noise, correlation=0.0): None for noise in noises})  # one has no other
    for noise in noises:
        runs = [await play_noisily(suite, agent, items, replace(noise, seed=seed), arm.activation) for seed in seeds]
        rows.append(row_of(arm, noise, runs, faultless))
    return rows


def row_of(arm: ComparedArm, noise: NoiseLevels, runs: Sequence[NoisyRun], faultless: NoisyRun) -> ArmResult:
    """What some runs came to, beside what theory says."""
    records = [record for run in runs for record in run.records]
    drawn = [one for run in runs for one in run.drawn]
    steps = sum(record.usage["act"].calls for record in records if "act" in record.usage) or 1
    spent = [record.usage[purpose] for record in records for purpose in SPENT if purpose in record.usage]
    choices = sum(record.usage["aggregate"].calls for record in records if "aggregate" in record.usage)
    return ArmResult(
        arm=arm,
        noise=noise,
        passed=rate((record.task, record.success) for record in records),
        passed_in_theory=_span(_passing(faultless, arm, noise, ties) for ties in arm.ties),
        right=clustered_share((task_of(one), float(one.acted_on == 0)) for one in drawn),
        right_in_theory=_span(fsum(arm.chance(one, noise, ties) for one in drawn) / max(1, len(drawn)) for ties in arm.ties),
        requests=sum(one.calls for one in spent) / steps,
        replies=arm.samples + choices / steps,
        tokens=(sum(one.prompt_tokens for one in spent) / steps, sum(one.completion_tokens for one in spent) / steps),
    )


def task_of(drawn: DrawnStep) -> str:
    """The task of a step, by which steps are clustered."""
    return drawn.item.partition(":")[0]


def _passing(faultless: NoisyRun, arm: ComparedArm, noise: NoiseLevels, ties: TieRule) -> float:
    """The mean chance that all steps of an episode are right."""
    steps: Mapping[str, list[float]] = _by_item(faultless.drawn, arm, noise, ties)
    return (fsum(map(prod, steps.values())) + len(faultless.records) - len(steps)) / len(faultless.records)


def _by_item(drawn: Iterable[DrawnStep], arm: ComparedArm, noise: NoiseLevels, ties: TieRule) -> dict[str, list[float]]:
    found: defaultdict[str, list[float]] = defaultdict(list)
    for one in drawn:
        found[one.item].append(arm.chance(one, noise, ties))
    return found


def _span(values: Iterable[float]) -> tuple[float, float]:
    found = list(values)
    return min(found), max(found)
