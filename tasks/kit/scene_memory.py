"""A cache of the cars of scenes: a scene that several agents play in this process is set up once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from automotive_env.episode.controller import Controller
from automotive_env.tasks.kit.scene import Scene

MAX_KEPT_SCENES = 256
"""Scenes that are remembered, about 30 KB each."""
_known: OrderedDict[Scene, tuple[object, object]] = OrderedDict()
"""Scene -> the car before it was made true, and after."""


def make_true(scene: Scene, controller: Controller, set_up: Callable[[], None]) -> None:
    """Set a car up for a scene; a car in this process that is as one was before, becomes as that one was after.

    Args:
        scene: what is to be true.
        controller: the car.
        set_up: makes it true.
    """
    if controller.blocking:  # to put a device back takes as long as to set it up
        set_up()
        return
    before = controller.snapshot()
    known = _known.get(scene)
    if known and known[0] == before:
        controller.restore(known[1])
        return
    set_up()
    _known[scene] = before, controller.snapshot()
    if len(_known) > MAX_KEPT_SCENES:
        _known.popitem(last=False)
