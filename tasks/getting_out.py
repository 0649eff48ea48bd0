"""Where a car halts on the way: whoever sits on a seat gets out there, or it is but a red light."""

from __future__ import annotations

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Scene
from automotive_env.task import Event
from automotive_env.validators import signals as s
from automotive_env.world.device import SEATS

RIDES = {
    "passenger seat": "beside me",
    "second row left": "in the back on the left",
    "second row right": "in the back on the right",
}
"""Seat of somebody who rides along -> how the driver says where it is."""
DOOR_SECONDS = 6
"""How long a door stays open by which somebody gets out."""


def gets_out(seat: str, at: float) -> tuple[Event, Event]:
    """A door opens so many seconds after the start, and is shut again soon."""
    door = s.DOORS[SEATS.index(seat)]
    return (
        Event(lambda car: car.event("door ajar", seat=seat), after_seconds=at),
        Event(lambda car: car.write(door, "closed"), after_seconds=at + DOOR_SECONDS),
    )


def stop(seat: str, at: float, stands: float, scene: Scene) -> tuple[Event, ...]:
    """The car halts for so many seconds and drives on: whoever has the seat gets out, or, without one, it is a red light."""

    def halts(car: CarSetup) -> None:
        if seat:
            car.parks()
        else:
            car.write(s.SPEED, 0)

    drives = Event(lambda car: car.drives(scene.speed, scene.road), after_seconds=at + stands)
    return (Event(halts, after_seconds=at), *(gets_out(seat, at) if seat else ()), drives)
