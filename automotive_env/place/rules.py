"""The rules of a place as questions with typed answers. Tasks take right answers from here, context providers the statements.

An answer is None where the table does not say, or the law leaves it to the driver: a task asks about something else then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from automotive_env.place.conduct_rules import (
    camera_warning,
    child_seat_required,
    emergency_number,
    emission_zone,
    handheld_phone_allowed,
    horn_allowed,
    idling_allowed,
    turn_on_red,
    winter_tyres,
    winter_tyres_required,
)
from automotive_env.place.country import Confidence, RegionalUnits, Side, SpeedLimits, local
from automotive_env.place.light_rules import (
    CLEAR_M,
    fog_light_visibility,
    front_fog_lights_allowed,
    high_beam_allowed,
    low_beam_required,
    rear_fog_light_allowed,
    running_lights_suffice,
)
from automotive_env.place.place import Place
from automotive_env.place.ruling import TOWN, LocalRuling, one_of, ruling
from automotive_env.place.surroundings import ROAD_TYPES, WEATHER

__all__ = [
    "CLEAR_M",
    "KMH_PER_MPH",
    "LocalRuling",
    "SpeedLimit",
    "camera_warning",
    "child_seat_required",
    "driving_side",
    "emergency_number",
    "emission_zone",
    "fog_light_visibility",
    "front_fog_lights_allowed",
    "handheld_phone_allowed",
    "high_beam_allowed",
    "horn_allowed",
    "idling_allowed",
    "low_beam_required",
    "one_of",
    "rear_fog_light_allowed",
    "running_lights_suffice",
    "shown_speed",
    "speed_limit",
    "turn_on_red",
    "units",
    "winter_tyres",
    "winter_tyres_required",
]

KMH_PER_MPH = 1.609344

_PLURAL = {
    "residential": "Residential streets",
    "urban": "Urban roads",
    "rural": "Rural roads",
    "motorway": "Motorways",
}
_WET = ("rain", "heavy rain", "snow", "hail")


@dataclass(frozen=True, slots=True)
class SpeedLimit:
    """The general speed limit of a kind of road.

    Attributes:
        kmh: the limit in km/h, None where there is none.
        shown: the limit as signs there show it: "50 km/h", "25 mph" or "no limit".
        statement: one sentence that an assistant may be told.
        source: law or official body, and year.
        confidence: "high" where sources agree, "medium" where few or older ones stand behind it.
    """

    kmh: int | None
    shown: str
    statement: str
    source: str
    confidence: Confidence = "high"

    @property
    def words(self) -> str:
        """The limit as signs show it, and in km/h where that differs, since the car counts in km/h: "25 mph (40 km/h)"."""
        return f"{self.shown} ({self.kmh} km/h)" if self.shown.endswith("mph") else self.shown


@lru_cache(maxsize=8_192)
def speed_limit(place: Place, road_type: str, weather: str = "clear", visibility_m: float = 10_000) -> SpeedLimit | None:
    """The limit where no sign says otherwise; None where there is no general rule. Streets without their own are urban roads.

    Raises:
        UsageError: there is no such road type or weather.
    """
    one_of("road type", road_type, ROAD_TYPES)
    one_of("weather", weather, WEATHER)
    rules = local(place).speed
    if road_type == "parking":
        return None
    general = getattr(rules, road_type)
    if road_type == "residential" and general is None:
        general = rules.urban
    for kmh, why in _special_limits(rules, road_type, weather, visibility_m):
        if general is None or kmh < general:
            return _limit(place, road_type, kmh, why)
    if road_type == "motorway" and rules.motorway_unlimited:
        said = f"Motorways around {place.name} have no general limit; {rules.motorway_advisory} km/h is advised."
        return SpeedLimit(None, "no limit", said, rules.source, rules.confidence)
    note = f" {rules.motorway_note}" if road_type == "motorway" and rules.motorway_note else ""
    return None if general is None else _limit(place, road_type, general, note)


def _special_limits(rules: SpeedLimits, road_type: str, weather: str, visibility_m: float) -> Iterator[tuple[int, str]]:
    """Limits in km/h that weather brings about, strictest first, and how to say when they hold."""
    if rules.poor_visibility_m and rules.poor_visibility_limit and visibility_m < rules.poor_visibility_m:
        yield rules.poor_visibility_limit, f" below {rules.poor_visibility_m} m visibility"
    if road_type == "motorway" and rules.motorway_wet and weather in _WET:
        yield rules.motorway_wet, " when it rains or snows"


def _limit(place: Place, road_type: str, kmh: int, when: str) -> SpeedLimit:
    rules = local(place).speed
    limit = SpeedLimit(kmh, shown_speed(place, kmh), "", rules.source, rules.confidence)
    where = "in" if road_type in TOWN else "around"
    said = f"{_PLURAL[road_type]} {where} {place.name}: {limit.words}{when} unless posted otherwise."
    return replace(limit, statement=said)


def shown_speed(place: Place, kmh: float) -> str:
    """A speed limit as signs there show it; signs in miles go by fives."""
    if local(place).units.speed == "km/h":
        return f"{kmh:g} km/h"
    return f"{5 * round(kmh / KMH_PER_MPH / 5)} mph"


def units(place: Place) -> LocalRuling[RegionalUnits]:
    """What signs and displays use; of low confidence where sources disagree on the clock."""
    facts = local(place).units
    degrees, clock = f"degrees {facts.temperature.capitalize()}", facts.clock.removesuffix(" format")
    said = f"{place.name} uses {facts.distance}s, {facts.speed}, {degrees} and the {clock} clock."
    return LocalRuling(facts, said, facts.source, "low" if facts.doubtful else facts.confidence)


def driving_side(place: Place) -> LocalRuling[Side]:
    """The side of the road that one drives on."""
    facts = local(place).general
    return ruling(facts.driving_side, f"Traffic in {place.name} keeps to the {facts.driving_side}.", facts)
