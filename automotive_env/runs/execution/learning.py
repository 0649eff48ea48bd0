"""A learning run: streams that are played in rounds, each of which is told what the rounds before it have taught.

A stream is what one agent plays with one model, in one trial and on one face; it learns from its own episodes and no others. What
is known in a round follows from the records of the rounds before it, so that neither several episodes at a time, nor a crash,
nor a run that is resumed change what is told.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from automotive_env.episode.faces import Face
from automotive_env.errors import UsageError
from automotive_env.kate.activation.told_contestant import ToldContestant
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.kate.learning.extractor import KnowledgeExtractor
from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.execution.plan import RunPlan
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.team import ProbedModels, RunModels, players_of
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.streams import in_stream
from automotive_env.suites.suite import Contestant, PlanItem

FOLDER = "knowledge"
"""In the folder of a run: what it has learnt, unless another folder is named."""

ADD_TRIES = 50
"""How often a folder is tried to which another process adds, before the run ends."""
ADD_PAUSE = 0.1
"""Seconds between."""


@dataclass(frozen=True, slots=True)
class LearningStream:
    """What is played one after the other.

    Attributes:
        jobs: all of it, in order.
        known: what its agent is told from; None for one that is told nothing.
    """

    jobs: Sequence[EpisodeJob]
    known: KnowledgeRetriever | None


def with_base(options: ResolvedOptions) -> ResolvedOptions:
    """The options of a learning run that begins: with how much is known, since its folder of knowledge grows from now on."""
    base = options.knowledge_base
    return replace(options, knowledge_entries=len(KnowledgeStore.at(base).entries)) if base else options


class LearningRun:
    """Plays in rounds, and learns between them."""

    def __init__(self, plan: RunPlan, items: Sequence[PlanItem], models: RunModels, probed: ProbedModels) -> None:
        """Make the streams.

        Args:
            plan: of the run.
            items: of it, those that can be played.
            models: whom agents ask.
            probed: what these can do.

        Raises:
            UsageError: an agent cannot be made, or nothing of the plan may teach.
        """
        options = plan.options
        assert options.learn is not None
        self._options, self._every = options, options.learn_every or 1
        self._teacher = KnowledgeExtractor(plan.suite, options.learn, options.selection, items)
        self._streams = list(_streams(plan, items, models, probed))
        self._records: dict[str, EpisodeRecord] = {}
        self._product: KnowledgeStore | None = None

    @property
    def rounds(self) -> list[list[EpisodeJob]]:
        """The episodes of each round."""
        longest = max((len(stream.jobs) for stream in self._streams), default=0)
        return [
            [job for stream in self._streams for job in self._part(stream, first)] for first in range(0, longest, self._every)
        ]

    def left(self, folder: RunFolder) -> list[list[EpisodeJob]]:
        """What of each round is still to be played.

        What the environment or the model broke off is played again only in the last round that has begun: later ones were told
        what was known without it.

        Raises:
            UsageError: an episode of an earlier round is not in the records, which are not those that were written.
        """
        self._records |= {record.id: record for record in folder.read_episodes().records}
        rounds = self.rounds
        begun = max((number for number, jobs in enumerate(rounds) if any(job.id in self._records for job in jobs)), default=0)
        if lost := [job.id for jobs in rounds[:begun] for job in jobs if job.id not in self._records]:
            raise UsageError(f"{folder.path} lacks {lost[0]}, from which later episodes learnt; start a new run")
        finished = folder.finished_ids()
        return [[job for job in jobs if job.id not in finished and number >= begun] for number, jobs in enumerate(rounds)]

    def heard(self, record: EpisodeRecord) -> None:
        """Take down an episode that has been recorded."""
        self._records[record.id] = record

    def learn(self, folder: RunFolder, number: int) -> int:
        """Learn from a round that has been played; returns how many entries its folder of knowledge did not have.

        Raises:
            UsageError: another process adds to that folder just now, or steps cannot be read.
            RecordsFault: the folder cannot be written.
        """
        first, found = number * self._every, []
        for stream in self._streams:
            if stream.known:
                taught = [entry for job in self._part(stream, first) for entry in self._taught(folder, job)]
                stream.known.learn(taught)
                found += taught
        if found and self._product is None:
            self._product = KnowledgeStore.at(self._options.knowledge_base or folder.files / FOLDER)
        return _added(self._product, found) if self._product is not None else 0

    def _taught(self, folder: RunFolder, job: EpisodeJob) -> Iterable[KnowledgeEntry]:
        record = self._records.get(job.id)
        return self._teacher.entries(record, folder.steps(record.id)) if record and record.success else ()

    def _part(self, stream: LearningStream, first: int) -> Sequence[EpisodeJob]:
        return stream.jobs[first : first + self._every]


def _added(store: KnowledgeStore, entries: Sequence[KnowledgeEntry]) -> int:
    """Add entries to a folder; where another process adds to it just now, that is waited for."""
    for _ in range(ADD_TRIES):
        with suppress(UsageError):
            return store.add(entries)
        time.sleep(ADD_PAUSE)
    return store.add(entries)


def _streams(plan: RunPlan, items: Sequence[PlanItem], models: RunModels, probed: ProbedModels) -> Iterator[LearningStream]:
    ordered = in_stream(items, plan.options.seed)
    kinds: dict[tuple[int, Face], list[PlanItem]] = {}
    for item in ordered:
        kinds.setdefault((item.trial, item.face), []).append(item)
    for of_kind in kinds.values():
        for number in range(len(models.agents)):
            for spec in plan.specs.values():
                if spec.needs_model or not number:
                    yield _stream(plan, spec, of_kind, _only(models, number), _only_probed(probed, number))


def _stream(
    plan: RunPlan, spec: Contestant, items: Sequence[PlanItem], models: RunModels, probed: ProbedModels
) -> LearningStream:
    known = spec.retriever if isinstance(spec, ToldContestant) else None
    told = replace(spec, learnt=known) if isinstance(spec, ToldContestant) else spec
    (player,) = players_of(plan.options, {spec.name: told}, models, probed)
    return LearningStream([EpisodeJob(item, player) for item in items], known)


def _only(models: RunModels, number: int) -> RunModels:
    return replace(models, agents=models.agents[number : number + 1])


def _only_probed(probed: ProbedModels, number: int) -> ProbedModels:
    return replace(probed, agents=probed.agents[number : number + 1])
