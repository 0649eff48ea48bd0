"""The road: its screens and lamps, and what a place says of speeds and lights."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import datetime

from automotive_env.place.country import country
from automotive_env.place.place import Place
from automotive_env.place.rules import KMH_PER_MPH, low_beam_required, speed_limit, units
from automotive_env.tasks.kit import Category, Scene, Turn, minutes
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import Criterion, Episode, Signal
from automotive_env.validators.answers import Amount

ROAD = Category.ROAD
ROADS = ("urban", "rural")
"""Kinds of road that people tell apart as in town and out of town."""
HAZARD_LIGHTS = Signal("lights.hazard", "hazardLight.is_active")
POSITION_LIGHT = Signal("lights.position", "positionLight.is_on")
SPEED_CHANGED = "The speed has changed."
ROUNDED = 4.6
"""Km/h by which a display that goes by fives of the other unit misses a speed."""


def lights(ui: UiScript) -> UiScript:
    """Open the screen of the lights and the wipers."""
    return ui.open("lights")


def assistance(ui: UiScript) -> UiScript:
    """Open the screen of driver assistance and the drive modes."""
    return ui.open("assistance")


def warned_at(ui: UiScript, shown: float) -> UiScript:
    """Switch the speed warning on and bring it to a speed, in the unit of the display."""
    ui = assistance(ui).switch("speed_limit_warning", True)
    return ui.step("speed_limit_more", "speed_limit_less", "speed_limit_value", shown)


def left_alone(then: Episode) -> Criterion:
    """The driver was neither warned nor talked to."""
    return then.alerts.none() & then.silent()


def a_message_arrives(scene: Scene, after: float, check: Callable[[Episode], Criterion] = left_alone) -> Turn:
    """A turn that a message begins, so many minutes later; it is no reason to speak."""
    return Turn(event=lambda car: car.is_written_to(scene), notice="A message has arrived.", after=minutes(after), check=check)


def told_in(place: Place) -> str:
    """The unit in which people of a place tell speeds, whatever the displays of a car show."""
    return units(place).value.speed


def in_kmh(speed: float, unit: str) -> float:
    """A speed of a unit in km/h."""
    return speed * KMH_PER_MPH if unit == "mph" else speed


def displayed(kmh: float, distance_unit: str) -> int:
    """A speed as a display that goes by fives shows it."""
    return 5 * round((kmh / KMH_PER_MPH if distance_unit == "mile" else kmh) / 5)


def as_told(kmh: float, scene: Scene) -> str:
    """A speed with the unit of the displays."""
    return f"{round(kmh / KMH_PER_MPH)} mph" if scene.distance_unit == "mile" else f"{kmh:g} km/h"


def speed_said(kmh: float, unit: str, tolerance: float, *beside: float) -> Amount:
    """A speed as an answer tells it: one without a unit is in this unit. The tolerance and what may stand beside it are km/h."""
    factor = in_kmh(1, unit)
    told, *others = (round(one / factor, 1) for one in (kmh, *beside))
    return Amount(told, unit, tolerance / factor, tuple(others))


def limit_kmh(place: Place, road: str) -> int | None:
    """The one general limit of a kind of road, km/h; None where there is none, or where small streets have their own."""
    limit, small = speed_limit(place, road), speed_limit(place, "residential")
    if limit is None or (road == "urban" and small != limit and small is not None and small.kmh != limit.kmh):
        return None
    return limit.kmh


def known_limit(place: Place, road: str) -> int:
    """The general limit of a kind of road that has one."""
    limit = limit_kmh(place, road)
    assert limit is not None
    return limit


def limits(place: Place) -> Hashable:
    """The limits in town and out of town; None where one of them is not known."""
    found = tuple(limit_kmh(place, road) for road in ROADS)
    return None if None in found else found


def general_limits(place: Place) -> tuple[int, ...]:
    """The limits of all kinds of road there, and of the country's towns: a full answer may name them beside the one asked for."""
    found = [speed_limit(place, road) for road in ("residential", *ROADS, "motorway")]
    kmh = [country(place.country).speed.urban, *(limit.kmh for limit in found if limit)]
    return tuple(sorted({one for one in kmh if one}))


def month_of(scene: Scene) -> int:
    """The month of a scene, 1 to 12."""
    return datetime.fromisoformat(scene.time).month


def lights_by_day(place: Place, road: str, month: int, weather: str = "clear", visibility: int = 10_000) -> bool | None:
    """Whether low beam must be on by day; None where it is not known."""
    ruling = low_beam_required(place, "day", weather, visibility, road, month)
    return None if ruling is None else ruling.value
