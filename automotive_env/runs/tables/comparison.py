"""Two agents, or one agent in two runs, compared on what both played. A pure function of the episodes' records.

Two agents played the same where instance, trial and face are the same. Rates count items, so that a contrast pair counts once;
harm and costs are those of episodes. What the environment or the model broke off for one of the two counts for neither.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from pydantic import Field

from automotive_env.episode.faces import Face
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.records.records import OutcomeName
from automotive_env.runs.tables.episode import EpisodeRow, SummedEpisode
from automotive_env.runs.tables.items import items
from automotive_env.runs.tables.means import MeanEstimate, clustered_mean, clustered_score
from automotive_env.runs.tables.measures import COSTS, Measure
from automotive_env.runs.tables.paired import PairedRate, paired_rate
from automotive_env.runs.tables.repeated import ChanceNoise, noise, trials_of

EpisodeKey: TypeAlias = tuple[str, str, str, int, Face]
"""Suite, task, instance, trial and face: what two episodes, or two items, have in common that are compared."""
TypeOf: TypeAlias = Callable[[EpisodeRow], str | None]
RowWithTexts: TypeAlias = Callable[[EpisodeRow], EpisodeRow]
"""The row of an episode with its texts, for one that may come without them."""
EpisodePair: TypeAlias = tuple[EpisodeRow, EpisodeRow]
"""An episode or an item of the first agent, and the same of the second."""


class PairedMean(FrozenRecord):
    """A cost or score of the same episodes, on average: of the first agent, of the second, and the second less the first."""

    first: MeanEstimate
    second: MeanEstimate
    difference: MeanEstimate


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingItem:
    """An item that one of the two passed and the other did not; no model, because there may be tens of thousands.

    Attributes:
        plainly: why it did not pass, in one everyday sentence.
        why: the same, as its record tells.
    """

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
    plainly: str = ""
    why: str


class AgentComparison(FrozenRecord):
    """What came of comparing.

    Attributes:
        first: name of the first agent.
        second: name of the second one.
        success: rates of all items.
        contrast: rates of those items that are contrast pairs.
        by_dimension: dimension -> rates.
        by_category: category -> rates.
        by_level: level -> rates; empty where the suite has no levels.
        by_ending: the ending that is right -> rates.
        by_task: task -> rates.
        harm: rates of episodes with harm.
        costs: "steps", "tokens" and so on -> means.
        scores: name of a score -> means over the episodes in which both have it.
        first_noise: what chance alone does to the first agent, where it played instances several times.
        second_noise: likewise.
        broken_off: items that do not count, since the environment or the model broke one off.
        only_first_played: episodes of the first agent that the second one did not play.
        only_second_played: likewise.
        differing: the items that only one passed.
        error_types: primary type of error -> rates of the items that failed by it; empty where types are not known.
    """

    first: str
    second: str
    success: PairedRate
    contrast: PairedRate
    by_dimension: dict[str, PairedRate]
    by_category: dict[str, PairedRate]
    harm: PairedRate
    costs: dict[str, PairedMean]
    first_noise: ChanceNoise | None
    second_noise: ChanceNoise | None
    broken_off: int
    only_first_played: int
    only_second_played: int
    differing: tuple[DifferingItem, ...]
    error_types: dict[str, PairedRate] = Field(default_factory=dict)
    by_level: dict[str, PairedRate] = Field(default_factory=dict)
    by_ending: dict[str, PairedRate] = Field(default_factory=dict)
    by_task: dict[str, PairedRate] = Field(default_factory=dict)
    scores: dict[str, PairedMean] = Field(default_factory=dict)


def compare(
    names: tuple[str, str],
    first: Iterable[EpisodeRow],
    second: Iterable[EpisodeRow],
    types: tuple[TypeOf, TypeOf] | None = None,
    texts: tuple[RowWithTexts, RowWithTexts] | None = None,
) -> AgentComparison:
    """Compare the episodes of two agents; their order does not matter.

    Args:
        names: what the two are called.
        first: episodes of the first agent.
        second: episodes of the second one.
        types: tell the primary type of error of an episode of either, if that is to be compared.
        texts: read the texts of an episode of either, where the episodes come without them.
    """
    episodes, only_first, only_second = _common(first, second)
    whole = _items(episodes)
    played, counted = _counted(episodes), _counted(whole)
    sides = [[both[side] for both in counted] for side in (0, 1)]
    return AgentComparison(
        first=names[0],
        second=names[1],
        success=_success(counted),
        contrast=_success(both for both in counted if both[0].pair),
        by_dimension=_groups(counted, lambda item: item.dimension),
        by_category=_groups(counted, lambda item: item.category),
        harm=paired_rate((a.task, bool(a.harm), bool(b.harm)) for a, b in played),
        costs=_costs(played),
        first_noise=noise(trials_of(sides[0])),
        second_noise=noise(trials_of(sides[1])),
        broken_off=len(whole) - len(counted),
        only_first_played=only_first,
        only_second_played=only_second,
        differing=tuple(_differing(both, texts) for both in counted if both[0].success != both[1].success),
        error_types=_error_types(counted, *types) if types else {},
        by_level=_groups(counted, lambda item: str(item.level or "")),
        by_ending=_by_ending(episodes),
        by_task=_groups(counted, lambda item: item.task),
        scores=_scores(played),
    )


def _common(first: Iterable[EpisodeRow], second: Iterable[EpisodeRow]) -> tuple[list[EpisodePair], int, int]:
    """The episodes that both played, and how many only the first or only the second did."""
    one, other = ({key_of(record): record for record in records} for records in (first, second))
    common = sorted(one.keys() & other.keys())
    return [(one[key], other[key]) for key in common], len(one) - len(common), len(other) - len(common)


def key_of(record: SummedEpisode) -> EpisodeKey:
    """What two episodes, or two items, have in common that are compared."""
    return record.suite, record.task, record.instance, record.trial, record.face


def _items(episodes: Sequence[EpisodePair]) -> list[EpisodePair]:
    """The items that both played; both have the same halves, so that they make the same items."""
    one, other = (sorted(items(both[side] for both in episodes), key=key_of) for side in (0, 1))
    return list(zip(one, other, strict=True))


def _counted(found: Iterable[EpisodePair]) -> list[EpisodePair]:
    return [both for both in found if not any(record.interrupted for record in both)]


def _success(found: Iterable[EpisodePair]) -> PairedRate:
    return paired_rate((one.task, one.success, other.success) for one, other in found)


def _groups(found: Sequence[EpisodePair], group: Callable[[EpisodeRow], str]) -> dict[str, PairedRate]:
    """Rates by group; what has no group is in none."""
    members: dict[str, list[EpisodePair]] = {}
    for both in found:
        members.setdefault(group(both[0]), []).append(both)
    return {name: _success(members[name]) for name in sorted(members) if name}


def _by_ending(episodes: Sequence[EpisodePair]) -> dict[str, PairedRate]:
    """Rates by ending, of the items that the halves make in which it is right."""
    endings = sorted({one.ending for one, _ in episodes})
    return {ending: _success(_counted(_items([both for both in episodes if both[0].ending == ending]))) for ending in endings}


def _error_types(items: Sequence[EpisodePair], first: TypeOf, second: TypeOf) -> dict[str, PairedRate]:
    """Each type of error that there is, by name."""
    found = [(one.task, first(one), second(other)) for one, other in items]
    kinds = sorted({kind for _, *of in found for kind in of if kind})
    return {kind: paired_rate((task, one == kind, other == kind) for task, one, other in found) for kind in kinds}


def _costs(episodes: Sequence[EpisodePair]) -> dict[str, PairedMean]:
    """Each cost that is known of both."""
    return _means(episodes, COSTS)


def _scores(episodes: Sequence[EpisodePair]) -> dict[str, PairedMean]:
    """Each score that both have."""
    names = sorted({name for both in episodes for name in both[0].scores})
    return _means(episodes, {name: partial(_score, name) for name in names})


def _score(name: str, episode: SummedEpisode) -> float | None:
    return episode.scores.get(name)


def _means(episodes: Sequence[EpisodePair], measures: Mapping[str, Measure]) -> dict[str, PairedMean]:
    found: dict[str, PairedMean] = {}
    for name, measure in measures.items():
        figures = [(one.task, measure(one), measure(other)) for one, other in episodes]
        known = [(task, a, b) for task, a, b in figures if a is not None and b is not None]
        if known:
            found[name] = _mean(known)
    return found


def _mean(figures: Sequence[tuple[Hashable, float, float]]) -> PairedMean:
    return PairedMean(
        first=clustered_score((task, one) for task, one, _ in figures),
        second=clustered_score((task, other) for task, _, other in figures),
        difference=clustered_mean((task, other - one) for task, one, other in figures),
    )


def _differing(both: EpisodePair, texts: tuple[RowWithTexts, RowWithTexts] | None) -> DifferingItem:
    one, other = both
    first, second = (texts[0](one), texts[1](other)) if texts else both
    return DifferingItem(
        task=one.task,
        instance=one.instance,
        trial=one.trial,
        face=one.face,
        goal=first.goal,
        place=one.place,
        first_id=one.id,
        second_id=other.id,
        first=one.outcome,
        second=other.outcome,
        plainly=first.plainly or second.plainly,
        why=first.why or second.why,
    )
