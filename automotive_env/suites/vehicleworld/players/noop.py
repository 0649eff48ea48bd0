"""The lower end of the scale: does nothing."""

from __future__ import annotations

from automotive_env.suites.vehicleworld.players.interface import Interface
from automotive_env.suites.vehicleworld.players.player import Briefing, Played


class NoopPlayer:
    """Does nothing; passes only where nothing was to be changed."""

    name = "noop"

    def reset(self, briefing: Briefing | None = None) -> None:
        """Begin a scenario."""

    async def turn(self, query: str, interface: Interface) -> Played:
        """Do nothing."""
        return Played(reasoning="Doing nothing is this player's whole plan.")
