"""Rules of lights as questions with typed answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from automotive_env.place.country import LightRules, local
from automotive_env.place.place import Place
from automotive_env.place.ruling import TOWN, LocalRuling, one_of, ruling
from automotive_env.place.surroundings import LIGHT, ROAD_TYPES, WEATHER
from automotive_env.text.lists import any_of

FogLightKind = Literal["rear", "front"]

HINDERED_M = 100
"""Visibility in metres up to which it surely is poor, where the law gives no figure."""
CLEAR_M = 2_000
"""Visibility in metres that surely is not poor; between the two the driver decides."""

_FAIR = ("clear", "cloudy")
_RAIN = ("rain", "heavy rain")
_ROADS = {"residential": "residential streets", "urban": "urban roads", "rural": "rural roads", "motorway": "motorways"}


def low_beam_required(
    place: Place,
    light: str,
    weather: str = "clear",
    visibility_m: float = 10_000,
    road_type: str = "urban",
    month: int | None = None,
) -> LocalRuling[bool] | None:
    """Whether low beam must be on. The car has no daytime running lights: where these would do, low beam is what is asked.

    Args:
        place: where the car is.
        light: one of the world's `LIGHT`.
        weather: one of the world's `WEATHER`.
        visibility_m: metres.
        road_type: one of the world's `ROAD_TYPES`.
        month: 1..12; where the law goes by the season and it is not given, a duty by day is not known.

    Raises:
        UsageError: there is no such light, weather or road type.
    """
    one_of("light", light, LIGHT)
    one_of("weather", weather, WEATHER)
    one_of("road type", road_type, ROAD_TYPES)
    lights = local(place).lights
    reasons = tuple(_low_beam_reasons(lights, light, weather, visibility_m, road_type, month))
    for holds, when in reasons:
        if holds:
            return ruling(True, f"In {place.name} low beam must be on {when}.", lights)
    if any(holds is None for holds, _ in reasons):
        return None
    return ruling(False, f"In {place.name} low beam need not be on by day {_spared(lights, weather, visibility_m)}.", lights)


def _spared(lights: LightRules, weather: str, visibility_m: float) -> str:
    """When low beam need not be on by day."""
    if weather in _FAIR and visibility_m >= CLEAR_M:
        return "in clear air"
    return f"while visibility is {lights.low_beam_below_m} m or more" if lights.low_beam_below_m else "in weather like this"


def _low_beam_reasons(
    lights: LightRules, light: str, weather: str, visibility_m: float, road_type: str, month: int | None
) -> Iterator[tuple[bool | None, str]]:
    """Everything that may demand low beam: whether it does (None: not known), and how to say when."""
    yield light == "night", "at night"
    yield _by_day(lights, road_type, month), _when_by_day(lights, road_type)
    yield light == "tunnel" and (lights.low_beam_in_tunnels or None), "in tunnels"
    yield light == "dusk" and (lights.low_beam_at_dusk or None), "from sunset to sunrise"
    wet = lights.low_beam_in_rain is not None and weather in _RAIN
    yield wet, "when it rains" if lights.low_beam_in_rain == "rain" else "whenever the wipers run"
    yield _poor(visibility_m, lights.low_beam_below_m), _below(lights.low_beam_below_m)


def _by_day(lights: LightRules, road_type: str, month: int | None) -> bool | None:
    """Whether lights must be on by day on a kind of road; car parks are streets."""
    if lights.low_beam_by_day is None:
        return None
    on_this_road = ("residential" if road_type == "parking" else road_type) in lights.low_beam_by_day
    if not on_this_road or lights.by_day_months is None:
        return on_this_road
    first, last = lights.by_day_months
    return None if month is None else month >= first or month <= last


def _when_by_day(lights: LightRules, road_type: str) -> str:
    roads = lights.low_beam_by_day or ()
    where = "at all hours" if "urban" in roads else f"on {_ROADS.get(road_type, 'streets')} at all hours"
    return f"{where} in winter" if lights.by_day_months else where


def _poor(visibility_m: float, figure: int | None) -> bool | None:
    """Whether visibility is below the limit that the law names; None where the law leaves it to the driver."""
    if figure is not None:
        return visibility_m < figure
    return True if visibility_m <= HINDERED_M else False if visibility_m >= CLEAR_M else None


def _below(figure: int | None) -> str:
    return f"when visibility is below {figure} m" if figure else "when visibility is poor"


def running_lights_suffice(place: Place, road_type: str = "rural") -> LocalRuling[bool] | None:
    """Whether daytime running lights do by day in clear air where lights must be on; None where they need not be.

    Raises:
        UsageError: there is no such road type.
    """
    one_of("road type", road_type, ROAD_TYPES)
    lights = local(place).lights
    if lights.running_lights_by_day is None or road_type not in (lights.low_beam_by_day or ()):
        return None
    said = "do" if lights.running_lights_by_day else "do not replace low beam"
    return ruling(lights.running_lights_by_day, f"In {place.name} daytime running lights {said} by day in clear air.", lights)


def rear_fog_light_allowed(place: Place, visibility_m: float, weather: str = "fog") -> LocalRuling[bool] | None:
    """Whether the rear fog light may be on.

    Raises:
        UsageError: there is no such weather.
    """
    return _fog_light_allowed(place, "rear", visibility_m, weather)


def front_fog_lights_allowed(place: Place, visibility_m: float, weather: str = "fog") -> LocalRuling[bool] | None:
    """Whether the front fog lights may be on.

    Raises:
        UsageError: there is no such weather.
    """
    return _fog_light_allowed(place, "front", visibility_m, weather)


def fog_light_visibility(place: Place, lamp: FogLightKind, weather: str = "fog") -> LocalRuling[int] | None:
    """Metres of visibility below which a fog light may be on; None where the law names no figure.

    Raises:
        UsageError: there is no such weather.
    """
    allowed, lights = _fog_light_allowed(place, lamp, 0, weather), local(place).lights
    weathers = _weathers(lights, lamp)
    figure = weathers.get(weather, weathers.get("any"))
    return ruling(figure, allowed.statement, lights) if allowed and figure else None


def _weathers(lights: LightRules, lamp: FogLightKind) -> Mapping[str, int | None]:
    return (lights.rear_fog if lamp == "rear" else lights.front_fog) or {}


def _fog_light_allowed(place: Place, lamp: FogLightKind, visibility_m: float, weather: str) -> LocalRuling[bool] | None:
    one_of("weather", weather, WEATHER)
    lights = local(place).lights
    weathers = _weathers(lights, lamp)
    if not weathers:
        return None
    name = "the rear fog light is" if lamp == "rear" else "front fog lights are"
    told = f"In {place.name} {name} allowed only {_in_weather(weathers)}."
    if "any" not in weathers and weather not in weathers:
        return ruling(False, told, lights)
    poor = _poor(visibility_m, weathers.get(weather, weathers.get("any")))
    return None if poor is None else ruling(poor, told, lights)


def _in_weather(weathers: Mapping[str, int | None]) -> str:
    """In which weather, and at what visibility, a fog light may be on."""
    if "any" in weathers:
        return _below(weathers["any"])
    named = [one for one in weathers if one != "heavy rain" or "rain" not in weathers]  # which is rain, too
    figures = dict.fromkeys(weathers.values())
    return ", or ".join(f"in {any_of([one for one in named if weathers[one] == figure])} {_below(figure)}" for figure in figures)


def high_beam_allowed(place: Place, road_type: str, oncoming: bool = False, lit: bool = True) -> LocalRuling[bool] | None:
    """Whether high beam may be on in the dark; `oncoming`: with traffic within its reach; `lit`: where streets in town are lit.

    Raises:
        UsageError: there is no such road type.
    """
    one_of("road type", road_type, ROAD_TYPES)
    lights = local(place).lights
    near = f" within {lights.high_beam_oncoming_m} m" if lights.high_beam_oncoming_m else ""
    if oncoming:
        return ruling(False, f"In {place.name} high beam must be off with oncoming traffic{near}.", lights)
    if road_type not in TOWN:
        return ruling(True, f"In {place.name} high beam may be on outside towns with no traffic ahead{near}.", lights)
    match lights.high_beam_in_town:
        case None:
            return None
        case "allowed":
            return ruling(True, f"In {place.name} high beam may be on in towns, too, with no traffic ahead{near}.", lights)
        case "never":
            return ruling(False, f"In {place.name} high beam must be off in built-up areas.", lights)
        case _:
            told = f"In {place.name} high beam must be off on lit streets in town; on unlit ones it may be on."
            return ruling(not lit, told, lights)
