"""Whether a learning run was told only what was known before or what its own earlier rounds had taught."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.episodes import entries_of
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.kate.learning.extractor import may_teach
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.records.verification import RunVerification, ScoreAgain, ScoreDifference, UnscoredEpisode, verify
from automotive_env.runs.tables.streams import in_stream


def verified(folder: RunFolder, suite: str, score_again: ScoreAgain, knowledge_base: Path | None = None) -> RunVerification:
    """A run scored again, and what was told in it, if it learns, held against what could be known.

    Args:
        folder: of the run, finished or not.
        suite: that it played.
        score_again: scores an episode of it.
        knowledge_base: what it knew when it began, where the user says so; the folder of a stranger's run is not asked.

    Raises:
        UsageError: the episodes cannot be read.
    """
    found = verify(folder, {suite: score_again})
    options = folder.manifest.options
    if not options.get("learn"):
        return found
    before = _known_before(knowledge_base, options.get("knowledge_entries"))
    if before is None:
        asked = f"{knowledge_base} does not hold" if knowledge_base else "--knowledge-base must name the folder of"
        why = f"what was told is not checked: {asked} what was known when the run began"
        return found.model_copy(update={"not_scored": (*found.not_scored, UnscoredEpisode(id="knowledge", why=why))})
    known = {one.id for one in found.different} | {one.id for one in found.not_scored}
    more = tuple(one for one in _untaught(folder, before) if one.id not in known)
    return found.model_copy(update={"same": found.same - len(more), "different": (*found.different, *more)})


def _untaught(folder: RunFolder, before: frozenset[str]) -> Iterator[ScoreDifference]:
    """Episodes that were told what nobody had taught, and was not known before."""
    options = folder.manifest.options
    learn, every = options.get("learn"), options.get("learn_every")
    streams: dict[tuple[object, ...], list[EpisodeRecord]] = {}
    for record in folder.episodes():
        streams.setdefault((record.agent, record.model, record.trial, record.face), []).append(record)
    for records in streams.values():
        known = set(before)
        for played in _rounds(in_stream(records, folder.manifest.seed), every if isinstance(every, int) else 1):
            for record in played:
                if strange := sorted(_told_ids(folder, record) - known):
                    told = f"was told {strange[0][:16]}, which no earlier round of its stream had learnt"
                    yield ScoreDifference(id=record.id, recorded=record.outcome, found=told)
            teaching = [record for record in played if may_teach(record, learn)]
            known |= {entry.id for record in teaching for entry in entries_of(record, _steps(folder, record))}


def _known_before(base: Path | None, entries: object) -> frozenset[str] | None:
    """Ids of what was known when a run began; None where that cannot be found out."""
    if not entries:
        return frozenset()
    if base is None:
        return None
    try:
        count = int(str(entries))
        found = frozenset(entry.id for entry in KnowledgeStore.open(base).entries[:count])
    except (UsageError, ValueError):
        return None
    return found if len(found) == count else None


def _rounds(records: Sequence[EpisodeRecord], every: int) -> Iterator[Sequence[EpisodeRecord]]:
    for first in range(0, len(records), max(1, every)):
        yield records[first : first + max(1, every)]


def _steps(folder: RunFolder, record: EpisodeRecord) -> Sequence[StepRecord]:
    """The steps of an episode; none where they are damaged, of which `verify` tells."""
    try:
        return folder.steps(record.id)
    except UsageError:
        return ()


def _told_ids(folder: RunFolder, record: EpisodeRecord) -> set[str]:
    """Ids of what an episode was told; nothing of one whose notes are none, of which `verify` tells."""
    try:
        return {hit.id for step in _steps(folder, record) for hit in step.told}
    except ValueError:
        return set()
