"""The car as a scene begins, for tasks that draw from its contents: the queue, the call log, the notices."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache

from automotive_env.car.core.world import World
from automotive_env.episode.headless import HeadlessController, HeadlessSnapshot
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene import Scene

MAX_KEPT_CARS = 8
"""Cars that are kept. The parts of a car refer to each other, so that each that is dropped waits for the garbage collector."""
_cars: OrderedDict[Scene, World] = OrderedDict()


def car_of(scene: Scene) -> World:
    """A car that was set up as an episode's is, before the task's own set-up.

    It is to be read only and at once: all who ask share it, and after some other scenes it is the car of one of those.
    """
    if scene not in _cars:
        made_true = _made_true(scene)
        car = World() if len(_cars) < MAX_KEPT_CARS else _cars.popitem(last=False)[1]
        car.restore(made_true.world)
        _cars[scene] = car
    return _cars[scene]


def _made_true(scene: Scene) -> HeadlessSnapshot:
    controller, fresh = _new_car()
    controller.restore(fresh)
    CarSetup(controller).scene(scene)
    return controller.snapshot()


@cache
def _new_car() -> tuple[HeadlessController, HeadlessSnapshot]:
    """A car, and what it is like when nothing has happened to it."""
    controller = HeadlessController()
    return controller, controller.snapshot()
