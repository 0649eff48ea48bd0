"""Who plays scenarios: the contract, and the two ends of the scale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from automotive_env.agent import AgentOptions
from automotive_env.errors import UsageError
from automotive_env.geo.context import ContextProvider
from automotive_env.model import Model, Usage
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.suites.vehicleworld.scenario import Scenario
from automotive_env.world.api import Result
from automotive_env.world.world import World


@dataclass(frozen=True, slots=True)
class Played:
    """What a player did in one turn.

    Attributes:
        calls: the calls and what the car answered, in order.
        reasoning: why.
        reply: the model's whole reply, kept for the record.
        usage: what the turn's model calls cost.
    """

    calls: tuple[tuple[ReleaseCall, Result], ...] = ()
    reasoning: str = ""
    reply: str = ""
    usage: Usage = Usage()


class Player(Protocol):
    """Something that plays scenarios."""

    @property
    def name(self) -> str:
        """What records call it."""
        ...

    def reset(self) -> None:
        """Begin a scenario; everything remembered from the last one is gone."""
        ...

    async def turn(self, query: str, car: World) -> Played:
        """Do what the user says, by calls of the car's APIs.

        Raises:
            ModelFault: the model could not be asked.
        """
        ...


@runtime_checkable
class PrivilegedPlayer(Protocol):
    """A player that is shown the right calls; never one that is measured."""

    def brief(self, scenario: Scenario) -> None:
        """See the scenario before it begins."""
        ...


class OraclePlayer:
    """Plays the right calls."""

    name = "oracle"

    def __init__(self) -> None:
        self._turns: list[tuple[ReleaseCall, ...]] = []

    def brief(self, scenario: Scenario) -> None:
        """Take down the right calls."""
        self._turns = [turn.calls() for turn in scenario.turns]

    def reset(self) -> None:
        """Nothing is remembered but the calls."""

    async def turn(self, query: str, car: World) -> Played:
        """Play the next turn's calls."""
        calls = self._turns.pop(0)
        return Played(tuple((call, call.perform(car)) for call in calls), reasoning="The scenario's own calls.")


class NoopPlayer:
    """Does nothing; passes only where nothing was to be changed."""

    name = "noop"

    def reset(self) -> None:
        """Begin a scenario."""

    async def turn(self, query: str, car: World) -> Played:
        """Do nothing."""
        return Played(reasoning="Doing nothing is this player's whole plan.")


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """Who can be named on the command line; see `automotive_env.suite.Contestant`."""

    name: str
    description: str
    build: Callable[[], Player]
    needs_model: bool = False

    def make(self, model: Model | None, provider: ContextProvider | None, options: AgentOptions) -> Player:
        """A new player.

        Raises:
            UsageError: it is asked to see or remember something else than it does.
        """
        if options.given:
            raise UsageError(f"{self.name} plays scenarios as it is: leave out what changes an agent's design")
        return self.build()


_ALL = (
    PlayerSpec("oracle", "makes the right calls; shown the scenario, never a contestant", OraclePlayer),
    PlayerSpec("noop", "does nothing; passes only where nothing was to be changed", NoopPlayer),
)
PLAYERS: Mapping[str, PlayerSpec] = {player.name: player for player in _ALL}
"""Name -> who plays scenarios."""
