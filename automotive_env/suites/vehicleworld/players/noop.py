"""The lower end of the scale: does nothing."""

from __future__ import annotations

from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.player import PlayedTurn, PlayerBriefing


class VehicleWorldNoopPlayer:
    """Does nothing; passes only where nothing was to be changed."""

    name = "noop"

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Begin a scenario."""

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Do nothing."""
        return PlayedTurn(reasoning="Doing nothing is this player's whole plan.")
