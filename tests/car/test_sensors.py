"""Sensors: every sentence that is told is true of the state, and none that is true is missing."""

from collections.abc import Mapping
from typing import Any

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.core.world import SCHEMA, World, slot_of
from automotive_env.car.driving.road import WHEELS
from automotive_env.car.driving.sensors import PATHS, QUIET, SENSORS, sensed
from automotive_env.car.owner.events import happen
from automotive_env.episode.vehicle_facts import PATHS as FACTS
from automotive_env.episode.vehicle_facts import vehicle_facts
from automotive_env.place.surroundings import WEATHER

SCREEN = "centerInformationDisplay.brightness_settings"


def values(path: str) -> st.SearchStrategy[Any]:
    """Values of a property of the car."""
    prop = SCHEMA[slot_of(path)].prop
    if choices := getattr(prop, "choices", None):
        return st.sampled_from([*choices, None] if path == "road.open_belt" else choices)
    if path.endswith(".status"):
        return st.sampled_from(["open", "closed"])
    return st.booleans() if isinstance(prop.start, bool) else st.integers(0, 5) if "tyres" in path else st.integers(0, 100)


STATES = st.fixed_dictionaries({path: values(path) for path in PATHS})


def truths(state: Mapping[str, Any]) -> set[str]:
    """What is true of a state, said without the table."""
    seen = {name for name in ("smoke outside", "fogged windscreen", "fogged rear window", "icy road") if state[_seen(name)]}
    if state["road.phenomena.dazzled_oncoming"]:
        seen.add("oncoming traffic within reach of the high beam")
    if state["road.light"] == "day" and not state[f"{SCREEN}.auto_brightness"] and state[f"{SCREEN}.brightness_level"] < 20:
        seen.add("dark screen")
    if state["road.weather"] not in ("clear", "cloudy"):
        seen.add("fog outside" if state["road.weather"] == "fog" else state["road.weather"])
    if state["road.visibility"] < 3000:
        seen.add(f"sight about {state['road.visibility']:g} m")
    seen |= {f"low pressure of the {wheel} tyre" for wheel in WHEELS if state[f"road.tyres.{wheel.replace(' ', '_')}"] < 1.9}
    if state["road.fuel_level"] < 15:
        seen.add("little fuel or charge left")
    if state["assistance.speed_limit_warning"] and state["road.speed"] > state["assistance.speed_limit"]:
        seen.add("faster than the set speed warning")
    seen |= {f"open door at the {path.split('.')[2]}" for path in state if path.endswith(".status") and state[path] == "open"}
    return seen | ({f"open belt at the {state['road.open_belt']}"} if state["road.open_belt"] else set())


def _seen(name: str) -> str:
    return f"road.phenomena.{name.replace(' ', '_')}"


@given(STATES)
def test_what_is_told_is_what_is_true(state: dict[str, Any]) -> None:
    told = sensed(state.get)
    assert set(told.split(", ")) == (truths(state) or {QUIET})


@given(STATES, st.sets(st.sampled_from(PATHS)))
def test_what_a_car_does_not_know_is_not_told(state: dict[str, Any], unknown: set[str]) -> None:
    known: dict[str, Any] = {path: value for path, value in state.items() if path not in unknown}
    told = sensed(known.get)
    assert set(told.split(", ")) - {QUIET} == {
        sentence
        for sensor in SENSORS
        if unknown.isdisjoint(sensor.paths) and (sentence := sensor.sentence.format(state[sensor.paths[0]])) in truths(state)
    }


def test_a_new_car_in_fair_weather_has_nothing_to_report() -> None:
    assert vehicle_facts(World().get)["sensors"] == QUIET


@pytest.mark.parametrize("weather", [weather for weather in WEATHER if weather not in ("clear", "cloudy")])
def test_every_bad_weather_is_reported(weather: str) -> None:
    world = World()
    world.set("road.weather", weather)
    assert weather in vehicle_facts(world.get)["sensors"]


@cases(
    ("event", "sentence"),
    [
        ("low tyre pressure", "low pressure of the front left tyre"),
        ("low fuel", "little fuel or charge left"),
        ("speed above the limit", "faster than the set speed warning"),
        ("ice warning", "icy road"),
        ("fogged windows", "fogged windscreen, fogged rear window"),
        ("seat belt", "open belt at the driver's seat"),
        ("door ajar", "open door at the driver's seat"),
    ],
)
def test_a_warning_never_stands_beside_nothing_unusual(event: str, sentence: str) -> None:
    world = World()
    happen(world, event)
    assert vehicle_facts(world.get)["sensors"] == sentence


@pytest.mark.parametrize(("metres", "told"), [(110, "fog outside, sight about 110 m"), (3_000, "fog outside")])
def test_the_sight_is_told_in_metres_where_weather_limits_it(metres: int, told: str) -> None:
    world = World()
    world.set("road.weather", "fog")
    world.set("road.visibility", metres)
    assert vehicle_facts(world.get)["sensors"] == told


def test_lamps_that_are_on_are_told_as_far_as_they_are_known() -> None:
    world = World()
    assert vehicle_facts(world.get)["lamps on"] == "none"
    for path, value in {
        "lowBeamHeadlight.mode": "on",
        "highBeamHeadlight.high_beam_on": True,
        "fogLight.rear_light.is_on": True,
    }.items():
        world.set(path, value)
    assert vehicle_facts(world.get)["lamps on"] == "low beam, high beam, rear fog lamp"
    world.set("lowBeamHeadlight.mode", "auto")
    for light, lit in {"day": "not lit now", "tunnel": "lit now"}.items():
        world.set("road.light", light)
        assert vehicle_facts(world.get)["lamps on"].startswith(f"low beam on automatic ({lit}), ")
    world.set("road.light", "day")
    world.set("road.weather", "rain")
    assert vehicle_facts(world.get)["lamps on"].startswith("low beam on automatic (lit now), ")
    assert vehicle_facts(world.get)["daytime running lights"] == "the car has none"
    assert "lamps on" not in vehicle_facts({"road.speed": 0.0}.get)
    assert vehicle_facts({"positionLight.is_on": True}.get)["lamps on"] == "position lamps"
    assert vehicle_facts({"positionLight.is_on": True, "tailLight.is_on": True}.get)["lamps on"] == "position lamps, tail lamps"


def test_facts_are_made_of_what_the_sensors_need() -> None:
    assert set(PATHS) <= set(FACTS)
