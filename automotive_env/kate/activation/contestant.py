"""Any agent with its knowledge activated: `kate:NAME` is the agent NAME of whatever suite, whose model is wrapped."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from automotive_env.agents.agent import AgentOptions
from automotive_env.agents.standing import AgentStanding, standing_of
from automotive_env.episode.play import PlayedEpisode
from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.building import kinds_of
from automotive_env.kate.activation.activating_model import ActivatingModel, ActivationSetup
from automotive_env.kate.activation.looking_back import looked_back
from automotive_env.kate.activation.options import ActivationOptions
from automotive_env.kate.activation.recall import KnowledgeRecall
from automotive_env.kate.activation.telling import KnowledgeTeller
from automotive_env.kate.knowledge.embedders import embedder
from automotive_env.kate.knowledge.entry import KnowledgeKind
from automotive_env.kate.knowledge.growing import GrowingKnowledgeStore
from automotive_env.kate.knowledge.retrieval import KnowledgeMatch, KnowledgeRetriever
from automotive_env.kate.knowledge.store import ENTRIES, KnowledgeStore
from automotive_env.models.model import Model
from automotive_env.place.context_provider import ContextProvider
from automotive_env.runs.records.told import PREFIX, ToldRecord
from automotive_env.suites.suite import Contestant, PlanItem, Suite
from automotive_env.text.option import given


@dataclass(frozen=True, slots=True)
class ActivatedContestant:
    """An agent whose model is wrapped; see `automotive_env.suites.suite.Contestant`.

    Attributes:
        inner: the agent.
        options: of the activation, which have been checked.
        learnt: what it is told from in a stream of a learning run.
    """

    inner: Contestant
    options: ActivationOptions
    learnt: KnowledgeRetriever | None = None

    @property
    def name(self) -> str:
        """What the command line and records call it."""
        return f"{PREFIX}{self.inner.name}"

    @property
    def description(self) -> str:
        """What it is, one line."""
        return f"{self.inner.description}; with knowledge and a vote on its replies"

    @property
    def standing(self) -> AgentStanding:
        """That of the agent."""
        return standing_of(self.inner)

    @property
    def needs_model(self) -> bool:
        """It does; others are not activated."""
        return True

    def make(self, model: Model | None, provider: ContextProvider | None, options: AgentOptions) -> Any:
        """A new agent of the inner kind.

        Raises:
            UsageError: it got no model, or the agent cannot be made.
        """
        if model is None:
            raise UsageError(f"{self.name} needs a model; name one, such as --model builtin")
        return self.inner.make(ActivatingModel(model, self.activation()), provider, options)

    def activation(self) -> ActivationSetup:
        """How the agent's model is activated, anew for each agent: what was told is remembered for a turn."""
        how, retriever = self.options, self.retriever
        recall = KnowledgeRecall(retriever, how.knowledge_at, keeps=how.keep_knowledge) if retriever else None
        return ActivationSetup(
            how.width, how.heat, how.aggregate or "model", KnowledgeTeller(how.hints), recall, how.infer_intents
        )

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


def bare_name(agent: str) -> str:
    """The name of an agent without the prefix."""
    return agent[len(PREFIX) :] if agent.startswith(PREFIX) else agent


def find_contestant(suite: Suite, agent: str, options: ActivationOptions) -> Contestant:
    """Who plays in a suite under a name, which may have the prefix.

    Raises:
        UsageError: nobody, or nobody that can be activated, or an option is not allowed.
    """
    if not agent.startswith(PREFIX):
        return suite.player(agent)
    inner = suite.player(bare_name(agent))
    if not inner.needs_model:
        raise UsageError(f"{inner.name} asks no model, so it cannot be given knowledge; omit {PREFIX}")
    options.check_activation()
    found = ActivatedContestant(inner, options)
    _check_kinds(found.retriever, options)  # what is missing is told before any model is asked
    return found


def _check_kinds(found: KnowledgeRetriever | None, options: ActivationOptions) -> None:
    """Refuse a kind that was named and that nothing is known of: a run without it would look like one with it."""
    if found is None or options.knowledge == ("all",):
        return
    known = {entry.kind for entry in found.store.entries} | ({"st"} if options.learn else set())
    if lacking := [kind for kind in found.kinds if kind not in known]:
        raise UsageError(
            f"{options.knowledge_base or 'a run that learns'} has no knowledge of the kind {' or '.join(lacking)}; "
            "make it with `automotive-env knowledge build --kinds`, or choose other kinds with --knowledge"
        )


def told_hashes(contestants: Iterable[Contestant]) -> dict[str, str]:
    """Name -> SHA-256 of what contestants are told, for the manifest; nothing where none of them is."""
    found = (one.hashes() for one in contestants if isinstance(one, ActivatedContestant))
    return {name: value for hashes in found for name, value in hashes.items()}


def check_use(contestants: Iterable[Contestant], options: ActivationOptions) -> None:
    """Refuse options of the activation where nobody has a use for them.

    Raises:
        UsageError: the message says who would.
    """
    found = list(contestants)
    if (own := given(options, "kate")) and not any(isinstance(one, ActivatedContestant) for one in found):
        useless = " and ".join(one.change for one in own)
        raise UsageError(f"only agents with the prefix {PREFIX}, such as --agent {PREFIX}{found[0].name}, use {useless}")
