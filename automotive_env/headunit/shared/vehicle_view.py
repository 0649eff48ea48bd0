"""What the pictures of the vehicle app show, and how it words what stands open."""

from __future__ import annotations

from typing import Any, TypeVar

from automotive_env.car.core.device import SEATS
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchHandler
from automotive_env.headunit.kit.widgets.button import OptionButton
from automotive_env.headunit.kit.widgets.quantity import DisplayedQuantity
from automotive_env.headunit.pictures.car_picture import CarPictureState

T = TypeVar("T")

SEAT_NAMES = ("Driver", "Passenger", "Rear left", "Rear right", "Third left", "Third right")
SEAT_IDS = ("driver", "passenger", "second_left", "second_right", "third_left", "third_right")
PLACES = tuple(zip(SEATS, SEAT_NAMES, SEAT_IDS, strict=True))
"""Seat, its name on this screen, its part of resource ids."""
COUNTRY = "road.country"


def driver_on_the_right(country: str) -> bool:
    """Whether the driver sits on the right, as where traffic keeps to the left."""
    from automotive_env.place.country import countries

    known = countries().get(country)
    return known is not None and known.general.driving_side == "left"


ON_THE_RIGHT = bind(COUNTRY, to=driver_on_the_right)
"""Whether the driver sits on the right."""


def places(car: BuildContext) -> tuple[tuple[str, str, str], ...]:
    """The places row by row from the front, each row from the left to the right."""
    return _from_the_left(PLACES, car.follow(ON_THE_RIGHT))


def sides(car: BuildContext) -> tuple[tuple[tuple[str, str, str], ...], ...]:
    """The places on the left of the car and those on the right, from the front to the back."""
    return places(car)[::2], places(car)[1::2]


def opening(percent: float) -> str:
    """How far something is open, in words."""
    return "Closed" if not percent else "Opened" if percent == 100 else f"{percent:.0f} %"


def locked(path: str) -> Bind[str]:
    """Whether a lock is locked, in words."""
    return bind(path, to=lambda now: "Locked" if now else "Unlocked")


def action(path: str, value: str, text: str, id: str, description: str, act: TouchHandler) -> OptionButton:
    """A choice that is made by calling an API."""
    return OptionButton(path, value, id=id, text=text, description=description, on_tap=act)


def quantities(*paths: str) -> Bind[tuple[float, ...]]:
    """Several quantities in their base units."""
    parts = [DisplayedQuantity(path).now for path in paths]
    ends = [sum(len(part.slots) for part in parts[: number + 1]) for number in range(len(parts))]
    spans = [slice(end - len(part.slots), end) for part, end in zip(parts, ends, strict=True)]

    def read(*given: Any) -> tuple[float, ...]:
        return tuple(part.to(*given[span]) for part, span in zip(parts, spans, strict=True))

    return Bind(tuple(slot for part in parts for slot in part.slots), read)


def _from_the_left(parts: tuple[T, ...], on_the_right: bool) -> tuple[T, ...]:
    """What belongs to the six seats, that on the left of each row first."""
    driver, passenger, *others = parts
    return (passenger, driver, *others) if on_the_right else parts


def car_view() -> Bind[CarPictureState]:
    """All that stands open at the car, its mirrors and its reading lamps."""
    levels = quantities(
        *(f"window.window_states.{seat}.open_degree" for seat in SEATS),
        *(f"door.doors.{seat}.angle" for seat in SEATS),
        "frontTrunk.open_degree_value",
        "trunk.current_open_degree_percentage",
        *(f"readingLight.{seat}.brightness_value" for seat in SEATS),
    )
    flags: Bind[bool] = bind(
        "fuelPort.is_open",
        "rearviewMirror.left_mirror.is_open",
        "rearviewMirror.right_mirror.is_open",
        *(f"readingLight.{seat}.is_on" for seat in SEATS),
        COUNTRY,
    )

    def see(*given: Any) -> CarPictureState:
        values, (flap, left, right, *lit, country) = levels.to(*given[: len(levels.slots)]), given[len(levels.slots) :]
        lamps = tuple(shine if on else 0.0 for shine, on in zip(values[14:], lit, strict=True))
        on_the_right = driver_on_the_right(country)
        windows, doors, lamps = (_from_the_left(parts, on_the_right) for parts in (values[:6], values[6:12], lamps))
        return CarPictureState(windows, doors, values[12], values[13], flap, (left, right), lamps)

    return Bind(levels.slots + flags.slots, see)
