"""The vehicle HAL of one device: reads and writes properties, tells listeners."""

from __future__ import annotations

from automotive_env.android.properties import Release
from automotive_env.world.world import World


class VehicleHal:
    """The properties of one car."""

    def __init__(self, world: World, release: Release) -> None:
        self.world = world
        self.release = release

    def save(self) -> object:
        """What is kept beside the car; immutable or a copy."""
        return None

    def load(self, saved: object) -> None:
        """Take back what `save` gave."""
