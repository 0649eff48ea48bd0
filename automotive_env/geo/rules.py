"""The rules of a place as questions with typed answers. Tasks take right answers from here, context providers the statements.

An answer is None where the table does not say, or the law leaves it to the driver: a task asks about something else then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from automotive_env.errors import UsageError
from automotive_env.geo.country import Side, SpeedLimits, TurnOnRed, Units, WinterTyres, local
from automotive_env.geo.place import Place
from automotive_env.world.road import LIGHT, ROAD_TYPES, WEATHER

T = TypeVar("T")

EVERYWHERE = "Convention on Road Traffic, article 32, 1968"
"""Source of what holds in every country: low beam at night, no high beam towards others."""
KMH_PER_MPH = 1.609344
HINDERED_M = 150
"""Visibility in metres that surely is poor, where the law gives no figure."""
CLEAR_M = 500
"""Visibility in metres that surely is not poor; between the two the driver decides."""

_TOWN = ("parking", "residential", "urban")
_PLURAL = {
    "residential": "Residential streets",
    "urban": "Urban roads",
    "rural": "Rural roads",
    "motorway": "Motorways",
}
_WET = ("rain", "heavy rain", "snow", "hail")
_RAIN = ("rain", "heavy rain")


@dataclass(frozen=True, slots=True)
class Ruling(Generic[T]):
    """What holds somewhere.

    Attributes:
        value: the answer.
        statement: the same as one sentence, at most 100 characters, that an assistant may be told.
        source: law or official body, and year.
    """

    value: T
    statement: str
    source: str


@dataclass(frozen=True, slots=True)
class SpeedLimit:
    """The general speed limit of a kind of road.

    Attributes:
        kmh: the limit in km/h, None where there is none.
        advisory: speed advised in km/h where there is no limit.
        shown: the limit as signs there show it: "50 km/h", "25 mph" or "no limit".
        statement: one sentence that an assistant may be told.
        source: law or official body, and year.
    """

    kmh: int | None
    advisory: int | None
    shown: str
    statement: str
    source: str

    @property
    def words(self) -> str:
        """The limit as signs show it, and in km/h where that differs, since the car counts in km/h: "25 mph (40 km/h)"."""
        return f"{self.shown} ({self.kmh} km/h)" if self.shown.endswith("mph") else self.shown


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
        return SpeedLimit(None, rules.motorway_advisory, "no limit", said, rules.source)
    note = f" {rules.motorway_note}" if road_type == "motorway" and rules.motorway_note else ""
    return None if general is None else _limit(place, road_type, general, note)


def _special_limits(rules: SpeedLimits, road_type: str, weather: str, visibility_m: float) -> Iterator[tuple[int, str]]:
    """Limits in km/h that weather brings about, strictest first, and how to say when they hold."""
    if rules.poor_visibility_m and rules.poor_visibility_limit and visibility_m < rules.poor_visibility_m:
        yield rules.poor_visibility_limit, f" below {rules.poor_visibility_m} m visibility"
    if road_type == "motorway" and rules.motorway_wet and weather in _WET:
        yield rules.motorway_wet, " when it rains or snows"


def _limit(place: Place, road_type: str, kmh: int, when: str) -> SpeedLimit:
    limit = SpeedLimit(kmh, None, shown_speed(place, kmh), "", local(place).speed.source)
    where = "in" if road_type in _TOWN else "around"
    said = f"{_PLURAL[road_type]} {where} {place.name}: {limit.words}{when} unless posted otherwise."
    return replace(limit, statement=said)


def shown_speed(place: Place, kmh: float) -> str:
    """A speed limit as signs there show it; signs in miles go by fives."""
    if local(place).units.speed == "km/h":
        return f"{kmh:g} km/h"
    return f"{5 * round(kmh / KMH_PER_MPH / 5)} mph"


def low_beam_required(
    place: Place, light: str, weather: str = "clear", visibility_m: float = 10_000, road_type: str = "urban"
) -> Ruling[bool] | None:
    """Whether low beam must be on. The car has no daytime running lights: where these would do, low beam is what is asked.

    Raises:
        UsageError: there is no such light, weather or road type.
    """
    one_of("light", light, LIGHT)
    one_of("weather", weather, WEATHER)
    one_of("road type", road_type, ROAD_TYPES)
    source = local(place).lights.source or EVERYWHERE
    reasons = _low_beam_reasons(place, light, weather, visibility_m, road_type)
    for holds, when in reasons:
        if holds:
            return Ruling(True, f"In {place.name} low beam must be on {when}.", source)
    if any(holds is None for holds, _ in reasons):
        return None
    return Ruling(False, f"In {place.name} low beam need not be on by day in clear air.", source)


def _low_beam_reasons(
    place: Place, light: str, weather: str, visibility_m: float, road_type: str
) -> tuple[tuple[bool | None, str], ...]:
    """Everything that may demand low beam: whether it does (None: not known), and how to say when."""
    rules = local(place).lights
    by_day, road = rules.low_beam_by_day, "residential" if road_type == "parking" else road_type
    wet = rules.low_beam_in_rain is not None and weather in _RAIN
    where = "at all hours" if by_day and "urban" in by_day else f"on {_PLURAL[road].lower()} at all hours"
    return (
        (light == "night", "at night"),
        (None if by_day is None else road in by_day, where),
        (light == "tunnel" and (rules.low_beam_in_tunnels or None), "in tunnels"),
        (light == "dusk" and (rules.low_beam_at_dusk or None), "from sunset to sunrise"),
        (wet, "when it rains" if rules.low_beam_in_rain == "rain" else "whenever the wipers run"),
        (_poor(visibility_m, rules.low_beam_below_m), _below(rules.low_beam_below_m)),
    )


def _poor(visibility_m: float, figure: int | None) -> bool | None:
    """Whether visibility is below the limit that the law names; None where the law leaves it to the driver."""
    if figure is not None:
        return visibility_m < figure
    return True if visibility_m < HINDERED_M else False if visibility_m >= CLEAR_M else None


def _below(figure: int | None) -> str:
    return f"when visibility is below {figure} m" if figure else "when visibility is poor"


def rear_fog_light_allowed(place: Place, visibility_m: float, weather: str = "fog") -> Ruling[bool] | None:
    """Whether the rear fog light may be on.

    Raises:
        UsageError: there is no such weather.
    """
    one_of("weather", weather, WEATHER)
    rules = local(place).lights
    if rules.rear_fog is None:
        return None
    if "any" not in rules.rear_fog and weather not in rules.rear_fog:
        return Ruling(False, f"In {place.name} the rear fog light is not allowed in weather like this.", rules.source)
    figure = rules.rear_fog.get(weather, rules.rear_fog.get("any"))
    poor = _poor(visibility_m, figure)
    if poor is None:
        return None
    return Ruling(poor, f"In {place.name} the rear fog light is allowed only {_below(figure)}.", rules.source)


def high_beam_allowed(place: Place, road_type: str, oncoming: bool = False) -> Ruling[bool] | None:
    """Whether high beam may be on in the dark; `oncoming` says that traffic is within its reach. Streets in town are lit.

    Raises:
        UsageError: there is no such road type.
    """
    one_of("road type", road_type, ROAD_TYPES)
    rules = local(place).lights
    source = rules.source or EVERYWHERE
    near = f" within {rules.high_beam_oncoming_m} m" if rules.high_beam_oncoming_m else ""
    if oncoming:
        return Ruling(False, f"In {place.name} high beam must be off with oncoming traffic{near}.", source)
    if road_type not in _TOWN:
        return Ruling(True, f"In {place.name} high beam may be on outside towns with no traffic ahead{near}.", source)
    if rules.high_beam_in_town is None:
        return None
    where = "in built-up areas" if rules.high_beam_in_town == "never" else "on lit streets in town"
    return Ruling(False, f"In {place.name} high beam must be off {where}.", source)


def units(place: Place) -> Ruling[Units]:
    """What signs and displays use."""
    facts = local(place).units
    degrees, clock = f"degrees {facts.temperature.capitalize()}", facts.clock.removesuffix(" format")
    return Ruling(facts, f"{place.name} uses {facts.distance}s, {facts.speed}, {degrees} and the {clock} clock.", facts.source)


def driving_side(place: Place) -> Ruling[Side]:
    """The side of the road that one drives on."""
    facts = local(place).general
    return Ruling(facts.driving_side, f"Traffic in {place.name} keeps to the {facts.driving_side}.", facts.source)


def turn_on_red(place: Place) -> Ruling[TurnOnRed] | None:
    """Turning towards the near side of the road at a red light, after a stop."""
    facts = local(place)
    value = facts.conduct.turn_on_red
    if value is None:
        return None
    said = {
        "allowed": "is allowed after a full stop unless a sign forbids it",
        "with sign": "is allowed only where a sign or green arrow says so",
        "forbidden": "is forbidden",
    }[value]
    return Ruling(value, f"Turning {facts.general.driving_side} on red in {place.name} {said}.", facts.conduct.source)


def handheld_phone_allowed(place: Place) -> Ruling[bool] | None:
    """Whether a driver may hold a phone."""
    conduct = local(place).conduct
    if conduct.handheld_phone is None:
        return None
    may = "may" if conduct.handheld_phone else "must not"
    return Ruling(conduct.handheld_phone, f"Drivers in {place.name} {may} hold a phone.", conduct.source)


def horn_allowed(place: Place, road_type: str, hour: float) -> Ruling[bool] | None:
    """Whether the horn may sound where nothing is in danger, at an hour of the day (0..24).

    Raises:
        UsageError: there is no such road type.
    """
    one_of("road type", road_type, ROAD_TYPES)
    conduct, town = local(place).conduct, road_type in _TOWN
    quiet = conduct.horn_quiet_hours
    if quiet and town and _between(hour, *quiet):
        said = f"In {place.name} the horn must be silent in town from {_clock(quiet[0])} to {_clock(quiet[1])}."
        return Ruling(False, said, conduct.source)
    if conduct.horn is None:
        return None
    if conduct.horn == "danger only in town":
        return Ruling(not town, f"In {place.name} the horn in town may only warn of danger.", conduct.source)
    return Ruling(False, f"In {place.name} the horn may only warn of danger.", conduct.source)


def _between(hour: float, start: float, end: float) -> bool:
    return start <= hour < end if start < end else hour >= start or hour < end


def _clock(hour: float) -> str:
    return f"{int(hour)}:{round(hour % 1 * 60):02}"


def idling_allowed(place: Place, minutes: float) -> Ruling[bool] | None:
    """Whether the engine of a standing car may run that long without need."""
    conduct = local(place).conduct
    most = conduct.idling_minutes
    if most is None:
        return None
    said = f"for more than {most} min" if most else "needlessly"
    return Ruling(minutes <= most, f"In {place.name} a standing car's engine must not run {said}.", conduct.source)


def winter_tyres(place: Place) -> Ruling[WinterTyres] | None:
    """When winter tyres are demanded."""
    conduct = local(place).conduct
    if conduct.winter_tyres is None:
        return None
    said = {
        "wintry": "are required on wintry roads",
        "wintry season": "are required on wintry roads",
        "dated": "are required",
        "local": "are required on some roads, by sign or region",
        "tread": "are not as such required, but a deeper tread is",
        "none": "are not required by a general rule",
    }[conduct.winter_tyres]
    period = f" ({conduct.winter_period})" if conduct.winter_period else ""
    return Ruling(conduct.winter_tyres, f"In {place.name} winter tyres {said}{period}.", conduct.source)


def one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    """Refuse a value that is none of those allowed.

    Raises:
        UsageError: it is not; the message names those that are.
    """
    if value not in allowed:
        raise UsageError(f"unknown {what} {value[:40]!r}; it is one of {', '.join(allowed)}")
