"""A car as a scene begins, to draw from: what is queued, who has called, which notices are there."""

from __future__ import annotations

from functools import lru_cache

from automotive_env.car_setup import CarSetup
from automotive_env.headless import HeadlessController
from automotive_env.scene import Scene
from automotive_env.world.world import World


@lru_cache(maxsize=8)
def car_of(scene: Scene) -> World:
    """A car that was set up as an episode's is, before the task's own set-up: to be read only, since all who ask share it."""
    controller = HeadlessController()
    CarSetup(controller).scene(scene)
    return controller.world
