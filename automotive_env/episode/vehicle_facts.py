"""The vehicle in words and units: the same texts on every backend."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from automotive_env.car.core.values import StateValue
from automotive_env.car.devices.low_beam_headlight import is_lit
from automotive_env.car.driving import sensors
from automotive_env.episode.observation import DrivingState

SPEED, GEAR, LIGHT, WEATHER, LOW_BEAM = "road.speed", "road.gear", "road.light", "road.weather", "lowBeamHeadlight.mode"
_BEFORE: Mapping[str, tuple[str, str]] = {"speed": (SPEED, "{:g} km/h"), "gear": (GEAR, "{}")}
_AFTER: Mapping[str, tuple[str, str]] = {
    "outside temperature": ("road.outside_temperature", "{:g} °C"),
    "cabin temperature": ("cabin.air_temperature", "{:.0f} °C"),
    "road type": ("road.road_type", "{}"),
    "light outside": (LIGHT, "{}"),
    "fuel or charge": ("road.fuel_level", "{:g} %"),
    "local time": ("environment.timestamp", "{}"),
}
LAMPS: Mapping[str, Mapping[StateValue, str]] = {
    LOW_BEAM: {"on": "low beam", "auto": "low beam on automatic"},
    "highBeamHeadlight.high_beam_on": {True: "high beam"},
    "positionLight.is_on": {True: "position lamps"},
    "tailLight.is_on": {True: "tail lamps"},
    "fogLight.front_light.is_on": {True: "front fog lamps"},
    "fogLight.rear_light.is_on": {True: "rear fog lamp"},
    "hazardLight.is_active": {True: "hazard lights"},
}
"""Path -> what the dashboard shows of the lamps outside, by the value there."""
_NAMES = ("cabin temperature", "local time")
_RUNNING = tuple(_AFTER[name][0] for name in _NAMES)
"""Facts that change every second."""
_WORDED = (path for path, _ in (*_BEFORE.values(), *_AFTER.values()) if path not in _RUNNING)
PATHS = (*dict.fromkeys((*_WORDED, WEATHER, *LAMPS, *sensors.PATHS)), *_RUNNING)
"""Properties that the facts are made of."""

RANGE_OF_FULL_TANK: Mapping[str, int] = {"eco": 700, "comfort": 640, "sport": 540, "snow": 590}
"""Kilometres that a full tank lasts in each drive mode."""


def driving_state(gear: StateValue, speed: StateValue) -> DrivingState:
    """As Android Automotive derives it: park is parked, otherwise speed decides between idling and moving."""
    if gear == "park":
        return "parked"
    return "moving" if isinstance(speed, (int, float)) and speed > 0 else "idling"


def vehicle_facts(value: Callable[[str], StateValue]) -> dict[str, str]:
    """What an assistant in the car may know about it.

    Args:
        value: path in the state core -> value, None where the car does not know it; that fact is left out.
    """
    return facts_from(tuple(map(value, PATHS)))


def facts_from(held: tuple[StateValue, ...]) -> dict[str, str]:
    """What an assistant in the car may know about it, from the values at `PATHS`."""
    lasting, running = held[: -len(_RUNNING)], held[-len(_RUNNING) :]
    facts = dict(_facts(*lasting, *(None if now is None else 0 for now in running)))
    for name, now in zip(_NAMES, running, strict=True):
        if now is not None:
            facts[name] = _AFTER[name][1].format(now)
    return facts


@lru_cache(maxsize=1024)
def _facts(*held: StateValue) -> Mapping[str, str]:
    """All facts, from the values at `PATHS`; of what runs, it matters here only whether the car knows it."""
    value = dict(zip(PATHS, held, strict=True)).__getitem__
    facts = _worded(_BEFORE, value)
    facts["driving state"] = driving_state(value(GEAR), value(SPEED))
    facts |= _worded(_AFTER, value) | _lamps(value)
    return {**facts, "sensors": sensors.sensed(value)}


def _lamps(value: Callable[[str], StateValue]) -> dict[str, str]:
    """Which lamps outside are on, as far as the car knows, and which it has not; nothing where it knows of none."""
    known = {path: held for path in LAMPS if (held := value(path)) is not None}
    lit = [LAMPS[path][held] for path, held in known.items() if held in LAMPS[path]]
    if known.get(LOW_BEAM) == "auto" and (light := value(LIGHT)) is not None:
        lit[0] += " (lit now)" if is_lit("auto", light, value(WEATHER)) else " (not lit now)"
    return {"lamps on": ", ".join(lit) or "none", "daytime running lights": "the car has none"} if known else {}


def _worded(table: Mapping[str, tuple[str, str]], value: Callable[[str], StateValue]) -> dict[str, str]:
    found = ((name, words, value(path)) for name, (path, words) in table.items())
    return {name: words.format(held) for name, words, held in found if held is not None}
