"""Playing a suite with a noisy model, plain and with knowledge activated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from automotive_env.agents.agent import AgentOptions
from automotive_env.episode.headless import HeadlessController
from automotive_env.errors import UsageError
from automotive_env.kate.activation.contestant import ActivatedContestant
from automotive_env.kate.activation.options import ActivationOptions
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Model
from automotive_env.place.context_provider import ContextProvider
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.scripts.noisy.calls import NoisyPlayer
from automotive_env.scripts.noisy.model import DrawnStep, NoisyModel
from automotive_env.scripts.noisy.noise import NoiseLevels
from automotive_env.scripts.noisy.touches import NoisyAgent
from automotive_env.suites.suite import Contestant, PlanItem, PlayerSeat, Suite

PLAYERS = ("fc", "fc_given")
"""Players of scenarios whose right replies are known: those that make calls as text and find or are given the right devices."""


@dataclass(frozen=True, slots=True)
class NoisyContestant:
    """An agent that asks a noisy model, and who stands beside it; see `automotive_env.suites.suite.Contestant`.

    Attributes:
        inner: the agent.
        model: that is told what is right.
        plays_turns: whether it plays scenarios, and not the screen.
    """

    inner: Contestant
    model: NoisyModel
    plays_turns: bool

    @property
    def name(self) -> str:
        """What records call it."""
        return self.inner.name

    @property
    def description(self) -> str:
        """What it is, one line."""
        return self.inner.description

    @property
    def needs_model(self) -> bool:
        """It does."""
        return True

    def make(self, model: Model | None, provider: ContextProvider | None, options: AgentOptions) -> Any:
        """A new agent of the inner kind.

        Raises:
            UsageError: it cannot be made.
        """
        made = self.inner.make(model, provider, options)
        return NoisyPlayer(made, self.model) if self.plays_turns else NoisyAgent(made, self.model)


@dataclass(frozen=True, slots=True)
class NoisyRun:
    """What was played.

    Attributes:
        records: of each episode.
        drawn: the steps in which there was something to draw.
    """

    records: tuple[EpisodeRecord, ...]
    drawn: tuple[DrawnStep, ...]


async def play_noisily(
    suite: Suite, agent: str, items: Sequence[PlanItem], noise: NoiseLevels, activation: ActivationOptions | None = None
) -> NoisyRun:
    """Play items of a suite one after the other.

    Args:
        suite: vehicleworld or automotive.
        agent: its name there, which asks a model.
        items: that are played.
        noise: of the model.
        activation: how knowledge is activated; None for the plain agent.

    Raises:
        UsageError: what is right is not known for the agent, or it cannot be made.
    """
    found, plays_turns = suite.player(agent), suite.name == "vehicleworld"
    if not found.needs_model or suite.name not in ("automotive", "vehicleworld") or (plays_turns and agent not in PLAYERS):
        raise UsageError(
            f"nobody knows what is right for {agent[:60]} in {suite.name}; agents of automotive that ask a model can be "
            f"played noisily, and of vehicleworld {' and '.join(PLAYERS)}"
        )
    model = NoisyModel(noise)
    metered = MeteredModel(model, pictures=False)
    contestant: Contestant = NoisyContestant(found, model, plays_turns)
    if activation is not None:
        activation.check_activation()
        contestant = ActivatedContestant(contestant, activation)
    player = contestant.make(metered, None, AgentOptions())
    seat = PlayerSeat(HeadlessController(), metered, privileged=True)
    records = [(await suite.play(item, player, seat)).record for item in items]
    return NoisyRun(tuple(records), tuple(model.drawn))
