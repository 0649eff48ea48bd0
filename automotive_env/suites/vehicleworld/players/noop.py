"""The lower end of the scale: does nothing."""

from __future__ import annotations

from automotive_env.suites.vehicleworld.players.player import Played
from automotive_env.world.world import World


class NoopPlayer:
    """Does nothing; passes only where nothing was to be changed."""

    name = "noop"

    def reset(self) -> None:
        """Begin a scenario."""

    async def turn(self, query: str, car: World) -> Played:
        """Do nothing."""
        return Played(reasoning="Doing nothing is this player's whole plan.")
