"""Who is told what is known in a run; see `automotive_env.suites.suite.Contestant`."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from automotive_env.agents.standing import AgentStanding, standing_of
from automotive_env.kate.acquisition.building import kinds_of
from automotive_env.kate.activation.looking_back import looked_back
from automotive_env.kate.activation.options import ActivationOptions
from automotive_env.kate.knowledge.embedders import embedder
from automotive_env.kate.knowledge.growing import GrowingKnowledgeStore
from automotive_env.kate.knowledge.kinds import KnowledgeKind, KnowledgeMatch
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.knowledge.store import ENTRIES, KnowledgeStore
from automotive_env.runs.records.told import ToldRecord
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.suite import Contestant, PlanItem, Suite


@dataclass(frozen=True, slots=True)
class ToldContestant:
    """A player, and the knowledge that it is told.

    Attributes:
        inner: the player.
        options: of the activation, which have been checked.
        learnt: what it is told from in a stream of a learning run.
    """

    inner: Contestant
    options: ActivationOptions
    learnt: KnowledgeRetriever | None = None

    @property
    def standing(self) -> AgentStanding:
        """That of the player."""
        return standing_of(self.inner)

    def uses(self, option: str) -> bool:
        """Whether it has a use for an option of the activation."""
        return True

    @property
    def retriever(self) -> KnowledgeRetriever | None:
        """What finds knowledge, one for all agents of this process; None where nothing is told.

        Of a run that learns it is a new one, which knows what was known when the run began.

        Raises:
            UsageError: the folder holds no knowledge, or the embedder is not installed.
        """
        how = self.options
        if self.learnt is not None or not how.tells:
            return self.learnt
        kinds = kinds_of(",".join(how.knowledge or ("st",)), "--knowledge")
        if how.learn:
            base = KnowledgeStore.at(how.knowledge_base) if how.knowledge_base else None
            store = GrowingKnowledgeStore(base, how.knowledge_entries)
            return KnowledgeRetriever(store, embedder(how.embedder), kinds, how.match)
        if how.knowledge_base is None:
            return None
        file = how.knowledge_base / ENTRIES
        version = file.stat().st_size if file.is_file() else 0
        return _retriever(how.knowledge_base.resolve(), how.embedder, kinds, how.match, version)

    @property
    def looks_back(self) -> Callable[[Suite, PlanItem, PlayedEpisode], Awaitable[ToldRecord | None]] | None:
        """Tells how much of what it was told gives answers away; None where nothing is told."""
        if (found := self.retriever) is None:
            return None
        return partial(looked_back, known=found.store.by_id)  # which grows in a run that learns

    def hashes(self) -> Mapping[str, str]:
        """Name -> SHA-256 of what it tells and how that is found, for the manifest."""
        if (found := self.retriever) is None:
            return {}
        return {"knowledge": found.store.hash, "embedder": hashlib.sha256(found.embedder.name.encode()).hexdigest()}


@lru_cache(maxsize=8)
def _retriever(
    folder: Path, name: str, kinds: tuple[KnowledgeKind, ...], match: KnowledgeMatch, version: int
) -> KnowledgeRetriever:
    return KnowledgeRetriever(KnowledgeStore.open(folder), embedder(name), kinds, match)
