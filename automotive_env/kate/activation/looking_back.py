"""Answer leakage of a played episode: how much of what it was told gives its right calls away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.episodes import turns_of
from automotive_env.kate.acquisition.gold import right_in
from automotive_env.kate.acquisition.leakage import coincides, leaks
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.runs.records.records import StepRecord
from automotive_env.runs.records.told import ToldRecord
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.suite import PlanItem, Suite


async def looked_back(
    suite: Suite, item: PlanItem, episode: PlayedEpisode, known: Mapping[str, KnowledgeEntry]
) -> ToldRecord | None:
    """What an episode was told, held against what is right in it; None where the suite does not know, or it was broken off.

    Args:
        suite: that was played.
        item: what was played.
        episode: as it was played.
        known: id -> entry, of those from which was told; it may have grown since.
    """
    if episode.record.interrupted:
        return None
    turns = turns_of(episode.record, episode.steps)
    ids = [set(told_in(steps)) for steps, _ in turns]
    told = [[known[id] for id in sorted(some) if id in known] for some in ids]
    try:
        right = await right_in(suite, item) if any(told) else ()
    except UsageError:
        return None
    if any(told) and not right:
        return None
    answers = {turn.turn: turn for turn in right}
    leaked = [_any(leaks, entries, answers.get(number)) for number, entries in enumerate(told)]
    same = [_any(coincides, entries, answers.get(number)) for number, entries in enumerate(told)]
    passed = [is_right for _, is_right in turns]
    both = sum(one and other for one, other in zip(same, passed, strict=True))
    return ToldRecord(
        turns=len(turns),
        told=sum(map(bool, ids)),
        leaked=sum(leaked),
        coincident=sum(same),
        passed=sum(passed),
        coincident_passed=both,
    )


def told_in(steps: Sequence[StepRecord]) -> Iterator[str]:
    """Ids of what was told in steps."""
    for step in steps:
        yield from (hit.id for hit in step.told)


def _any(
    is_so: Callable[[KnowledgeEntry, KnowledgeEntry], bool], told: Sequence[KnowledgeEntry], answer: KnowledgeEntry | None
) -> bool:
    return answer is not None and any(is_so(entry, answer) for entry in told)
