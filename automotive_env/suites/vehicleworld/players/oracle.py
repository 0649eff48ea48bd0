"""The upper end of the scale: plays the scenario's own calls."""

from __future__ import annotations

from automotive_env.agents.standing import REASONING
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.player import PlayedTurn, PlayerBriefing
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario


class VehicleWorldOraclePlayer:
    """Plays the right calls."""

    name = "oracle"

    def __init__(self) -> None:
        self._turns: list[tuple[ReleaseCall, ...]] = []

    def brief(self, scenario: VehicleWorldScenario) -> None:
        """Take down the right calls."""
        self._turns = [turn.calls() for turn in scenario.turns]

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Nothing is remembered but the calls."""

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Play the next turn's calls."""
        calls = self._turns.pop(0)
        return PlayedTurn(tuple((call, call.perform(interface.car)) for call in calls), reasoning=REASONING)
