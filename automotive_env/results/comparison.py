"""Two agents, or one agent in two runs, compared on what both played. A pure function of the episodes' records.

Pairs are the same instance, trial and face. A pair counts where neither episode was broken off by the environment or the model.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeAlias

from pydantic import Field

from automotive_env.faces import Face
from automotive_env.results.fields import Frozen
from automotive_env.results.means import Mean, clustered_amount, clustered_mean
from automotive_env.results.measures import COSTS
from automotive_env.results.paired import PairedRate, paired_rate
from automotive_env.results.records import EpisodeRecord, OutcomeName
from automotive_env.results.repeated import Noise, noise, trials_of
from automotive_env.results.summary import solved_pairs

Key: TypeAlias = tuple[str, str, str, int, Face]
"""Suite, task, instance, trial and face: what makes two episodes a pair."""
Pair: TypeAlias = tuple[EpisodeRecord, EpisodeRecord]


class PairedMean(Frozen):
    """A cost of the same episodes, on average: of the first agent, of the second, and the second less the first."""

    first: Mean
    second: Mean
    difference: Mean


class Differing(Frozen):
    """A pair of which one passed and the other did not."""

    task: str
    instance: str
    trial: int
    face: Face
    goal: str
    place: str
    first_id: str
    second_id: str
    first: OutcomeName
    second: OutcomeName
    why: str


class Comparison(Frozen):
    """What came of comparing.

    Attributes:
        first: name of the first agent.
        second: name of the second one.
        success: rates of all pairs.
        contrast: rates of contrast pairs, which pass only where all their halves do.
        by_dimension: dimension -> rates.
        by_category: category -> rates.
        harm: rates of episodes with harm.
        costs: "steps", "tokens" and so on -> means.
        first_noise: what chance alone does to the first agent, where it played instances several times.
        second_noise: likewise.
        broken_off: pairs that do not count, since the environment or the model broke one off.
        only_first_played: episodes of the first agent that the second one did not play.
        only_second_played: likewise.
        differing: the pairs that only one passed.
        error_types: primary type of error -> rates of the episodes that failed by it; empty where types are not told.
    """

    first: str
    second: str
    success: PairedRate
    contrast: PairedRate
    by_dimension: dict[str, PairedRate]
    by_category: dict[str, PairedRate]
    harm: PairedRate
    costs: dict[str, PairedMean]
    first_noise: Noise | None
    second_noise: Noise | None
    broken_off: int
    only_first_played: int
    only_second_played: int
    differing: tuple[Differing, ...]
    error_types: dict[str, PairedRate] = Field(default_factory=dict)


def compare(
    names: tuple[str, str],
    first: Iterable[EpisodeRecord],
    second: Iterable[EpisodeRecord],
    type_of: Callable[[EpisodeRecord], str | None] | None = None,
) -> Comparison:
    """Compare the episodes of two agents; their order does not matter.

    Args:
        names: what the two are called.
        first: episodes of the first agent.
        second: episodes of the second one.
        type_of: tells the primary type of error of an episode, if that is to be compared.
    """
    one, other = ({key_of(record): record for record in records} for records in (first, second))
    both = [(one[key], other[key]) for key in sorted(one.keys() & other.keys())]
    counted = [pair for pair in both if not any(record.interrupted for record in pair)]
    halves = [[pair[side] for pair in counted] for side in (0, 1)]
    return Comparison(
        first=names[0],
        second=names[1],
        success=_success(counted),
        contrast=_contrast(*halves),
        by_dimension=_groups(counted, lambda record: record.dimension),
        by_category=_groups(counted, lambda record: record.category),
        harm=paired_rate((a.task, bool(a.harm), bool(b.harm)) for a, b in counted),
        costs=_costs(counted),
        first_noise=noise(trials_of(halves[0])),
        second_noise=noise(trials_of(halves[1])),
        broken_off=len(both) - len(counted),
        only_first_played=len(one) - len(both),
        only_second_played=len(other) - len(both),
        differing=tuple(_differing(pair) for pair in counted if pair[0].success != pair[1].success),
        error_types=_error_types(counted, type_of) if type_of else {},
    )


def key_of(record: EpisodeRecord) -> Key:
    """What makes two episodes a pair."""
    return record.suite, record.task, record.instance, record.trial, record.face


def _success(pairs: Iterable[Pair]) -> PairedRate:
    return paired_rate((one.task, one.success, other.success) for one, other in pairs)


def _contrast(first: Sequence[EpisodeRecord], second: Sequence[EpisodeRecord]) -> PairedRate:
    one, other = solved_pairs(first), solved_pairs(second)
    return paired_rate((one[key][0], one[key][1], other[key][1]) for key in sorted(one.keys() & other.keys()))


def _groups(pairs: Sequence[Pair], group: Callable[[EpisodeRecord], str]) -> dict[str, PairedRate]:
    members: dict[str, list[Pair]] = {}
    for pair in pairs:
        members.setdefault(group(pair[0]), []).append(pair)
    return {name: _success(members[name]) for name in sorted(members)}


def _error_types(pairs: Sequence[Pair], type_of: Callable[[EpisodeRecord], str | None]) -> dict[str, PairedRate]:
    """Each type of error that there is, by name."""
    found = [(one.task, type_of(one), type_of(other)) for one, other in pairs]
    kinds = sorted({kind for _, *of in found for kind in of if kind})
    return {kind: paired_rate((task, one == kind, other == kind) for task, one, other in found) for kind in kinds}


def _costs(pairs: Sequence[Pair]) -> dict[str, PairedMean]:
    """Each cost that is known of both halves of a pair."""
    found: dict[str, PairedMean] = {}
    for name, measure in COSTS.items():
        figures = [(one.task, measure(one), measure(other)) for one, other in pairs]
        known = [(task, a, b) for task, a, b in figures if a is not None and b is not None]
        if known:
            found[name] = _mean(known)
    return found


def _mean(figures: Sequence[tuple[Hashable, float, float]]) -> PairedMean:
    return PairedMean(
        first=clustered_amount((task, one) for task, one, _ in figures),
        second=clustered_amount((task, other) for task, _, other in figures),
        difference=clustered_mean((task, other - one) for task, one, other in figures),
    )


def _differing(pair: Pair) -> Differing:
    one, other = pair
    return Differing(
        task=one.task,
        instance=one.instance,
        trial=one.trial,
        face=one.face,
        goal=one.goal,
        place=one.place,
        first_id=one.id,
        second_id=other.id,
        first=one.outcome,
        second=other.outcome,
        why=one.why or other.why,
    )
