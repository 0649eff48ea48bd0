"""What a session adds to the car: an episode stepped by hand against the same touches on the bare controller."""

from __future__ import annotations

import gc
import itertools
from collections.abc import Iterator

from automotive_env.episode.action import Click, OpenApp
from automotive_env.episode.task_environment import make
from automotive_env.speed.measure import median_us

TASK, PLACE = "hvac.set_temperature", "Dubai"
SWITCHES = ("defroster_button", "rear_defroster_button", "ac_button", "recycle_air_button")


def measure() -> Iterator[tuple[str, float]]:
    """Median CPU microseconds.

    `session_step` is a step by `automotive_env.make`, `session_car` the same touch on the controller with what it then shows and
    changes, and `session_car_with_clock` that with the second that a touch takes on the car's clock: the rest of a step is the
    session's own. `session_reset` puts a car back and sets a task up again, without pixels; `session_new_life` makes the car
    that of a driver whom nobody has seen before. The cyclic collector is off: the log of an episode of 100,000 steps, which
    none is, would be most of what it looks at.
    """
    gc.disable()
    try:
        yield from _measured()
    finally:
        gc.enable()


def _measured() -> Iterator[tuple[str, float]]:
    with make(TASK, seed=1, place=PLACE) as env:
        env.reset()
        seen, _ = env.step(OpenApp(app_name="climate"))
        touches = itertools.cycle([Click(index=next(e.index for e in seen.elements if e.name == name)) for name in SWITCHES])
        car = env.controller

        def touch() -> None:
            car.act(next(touches), car.observe())
            car.drain_changes()
            car.observe()

        def touch_with_clock() -> None:
            car.act(next(touches), car.observe())
            car.drain_changes()
            car.advance(1)
            car.observe()

        yield "session_step", median_us(lambda: env.step(next(touches)))
        yield "session_car", median_us(touch)
        yield "session_car_with_clock", median_us(touch_with_clock)
        yield "session_reset", median_us(env.reset)
        seeds = itertools.count(1)
        yield "session_new_life", median_us(lambda: car.happen("another driver", {"seed": next(seeds)}))
