"""A player that asks no model and acts by what is known, such as `nearest`: it gets the knowledge that others are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from automotive_env.agents.agent import AgentOptions
from automotive_env.kate.activation.options import ActivationOptions
from automotive_env.kate.activation.told_contestant import ToldContestant
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.models.model import Model
from automotive_env.place.context_provider import ContextProvider
from automotive_env.suites.suite import Contestant
from automotive_env.text.option import check_use

USED = frozenset({"knowledge_base", "embedder", "match", "learn", "learn_every"})
"""Options of the activation that such a player has a use for."""


@runtime_checkable
class RecallingSpec(Protocol):
    """The specification of such a player.

    Attributes:
        build_recalling: makes one that acts by what this finds; None for other players.
    """

    build_recalling: Callable[[KnowledgeRetriever], Any] | None


@dataclass(frozen=True, slots=True)
class RecallingContestant(ToldContestant):
    """The player, which is made with what finds knowledge."""

    @property
    def name(self) -> str:
        """What the command line and records call it."""
        return self.inner.name

    @property
    def description(self) -> str:
        """What it is, one line."""
        return self.inner.description

    @property
    def needs_model(self) -> bool:
        """It asks none."""
        return False

    def uses(self, option: str) -> bool:
        """Whether it has a use for an option of the activation."""
        return option in USED

    def make(self, model: Model | None, provider: ContextProvider | None, options: AgentOptions) -> Any:
        """A new player.

        Raises:
            UsageError: it has no use for an option, or there is no knowledge.
        """
        build, known = getattr(self.inner, "build_recalling", None), self.retriever
        if build is None or known is None:
            return self.inner.make(model, provider, options)
        check_use(self.name, options, frozenset())
        return build(known)


def as_recalling(contestant: Contestant, options: ActivationOptions) -> Contestant:
    """The contestant, with knowledge if it acts by that."""
    if isinstance(contestant, RecallingSpec) and contestant.build_recalling is not None:
        return RecallingContestant(contestant, options)
    return contestant
