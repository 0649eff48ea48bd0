"""Any agent with its knowledge activated: `kate:NAME` is the agent NAME of whatever suite, whose model is wrapped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from automotive_env.agents.agent import AgentOptions
from automotive_env.errors import UsageError
from automotive_env.kate.activation.activating_model import ActivatingModel, ActivationSetup
from automotive_env.kate.activation.options import ActivationOptions
from automotive_env.kate.activation.recall import KnowledgeRecall
from automotive_env.kate.activation.recalling import as_recalling
from automotive_env.kate.activation.telling import KnowledgeTeller
from automotive_env.kate.activation.told_contestant import ToldContestant
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.models.model import Model
from automotive_env.place.context_provider import ContextProvider
from automotive_env.runs.records.told import PREFIX
from automotive_env.suites.suite import Contestant, Suite
from automotive_env.text.option import given


@dataclass(frozen=True, slots=True)
class ActivatedContestant(ToldContestant):
    """An agent whose model is wrapped."""

    @property
    def name(self) -> str:
        """What the command line and records call it."""
        return f"{PREFIX}{self.inner.name}"

    @property
    def description(self) -> str:
        """What it is, one line."""
        return f"{self.inner.description}; with knowledge and a vote on its replies"

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


def bare_name(agent: str) -> str:
    """The name of an agent without the prefix."""
    return agent[len(PREFIX) :] if agent.startswith(PREFIX) else agent


def find_contestant(suite: Suite, agent: str, options: ActivationOptions) -> Contestant:
    """Who plays in a suite under a name, which may have the prefix.

    Raises:
        UsageError: nobody, or nobody that can be activated, or an option is not allowed.
    """
    if not agent.startswith(PREFIX):
        return as_recalling(suite.player(agent), options)
    if not bare_name(agent):
        raise UsageError(f"{PREFIX} takes an agent that asks a model, such as {PREFIX}{_example(suite)}")
    inner = suite.player(bare_name(agent))
    if not inner.needs_model:
        raise UsageError(f"{inner.name} uses no model, so it cannot be given knowledge; omit the prefix {PREFIX}")
    options.check_activation()
    found = ActivatedContestant(inner, options)
    _check_kinds(found.retriever, options)  # what is missing is told before any model is asked
    return found


def _example(suite: Suite) -> str:
    """An agent of a suite that asks a model."""
    return next((name for name, player in suite.players().items() if player.needs_model), "NAME")


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
    found = (one.hashes() for one in contestants if isinstance(one, ToldContestant))
    return {name: value for hashes in found for name, value in hashes.items()}


def check_use(contestants: Iterable[Contestant], options: ActivationOptions) -> None:
    """Refuse options of the activation where nobody has a use for them.

    Raises:
        UsageError: the message says who would.
    """
    found = list(contestants)
    told = [one for one in found if isinstance(one, ToldContestant)]
    useless = [one for one in given(options, "kate") if not any(who.uses(one.name) for who in told)]
    if useless:
        named = next((who.name for who in found if who.needs_model), "NAME")
        flags = " and ".join(one.change for one in useless)
        raise UsageError(f"only agents with the prefix {PREFIX}, such as --agent {PREFIX}{named}, use {flags}")
