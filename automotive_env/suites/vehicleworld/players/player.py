"""The contract of a player of scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from automotive_env.car.calls.api import CallResult
from automotive_env.models.model import Tool, Usage
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario

MAX_REPLIES = 12
"""Replies of a model in a turn of a conversation; the last of them ends it."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """What a player did in one turn.

    Attributes:
        calls: the calls and what the car answered, in order.
        writes: path -> value of the state that was written; None for a player that makes calls.
        reasoning: why.
        reply: the model's last reply, kept for the record.
        error: what went wrong with a reply or a program, or empty; the turn counts.
        rounds: replies of the model that were acted on or ended the turn.
        usage: what the turn's model calls cost, for a player that brings a model of its own.
        notes: further things worth recording, such as the devices that were chosen.
    """

    calls: tuple[tuple[ReleaseCall, CallResult], ...] = ()
    writes: Mapping[str, Any] | None = None
    reasoning: str = ""
    reply: str = ""
    error: str = ""
    rounds: int = 0
    usage: Usage = Usage()
    notes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerBriefing:
    """What a player is told before a conversation.

    Attributes:
        situation: how the car moves and what is around it, one sentence.
        rules: rules of the car that must not be broken, in words.
        functions: what it speaks and looks up with, beside the car's APIs.
    """

    situation: str
    rules: tuple[str, ...]
    functions: tuple[Tool, ...]


class VehicleWorldPlayer(Protocol):
    """Something that plays scenarios."""

    @property
    def name(self) -> str:
        """What records call it."""
        ...

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Begin a scenario; everything remembered from the last one is gone.

        Args:
            briefing: what is said before a conversation; None where turns are requests and no more.
        """
        ...

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Do what the user says.

        Args:
            query: what the user says.
            interface: of the car, to be changed by calls of its APIs or by writes of its state.

        Raises:
            ModelFault: the model could not be asked.
        """
        ...


@runtime_checkable
class VehicleWorldPrivilegedPlayer(Protocol):
    """A player that is shown the right calls; never one that is measured."""

    def brief(self, scenario: VehicleWorldScenario) -> None:
        """See the scenario before it begins."""
        ...
