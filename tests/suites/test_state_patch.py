"""Whatever a program makes of its copy of the state, the car stays consistent: what repeats a value follows it."""

import json
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automotive_env.car.core.schema import ChoiceProperty, FlagProperty, NumberProperty, OptionalChoiceProperty
from automotive_env.car.core.world import INDEX, MODULES, SCHEMA, World
from automotive_env.suites.vehicleworld.players.calls import SURFACE
from automotive_env.suites.vehicleworld.state_patch import StatePatch, apply
from automotive_env.suites.vehicleworld.state_text import plain_state, state_text

SIMPLE = [
    slot
    for slot, one in enumerate(SCHEMA)
    if one.path.partition(".")[0] in SURFACE
    and isinstance(one.prop, (FlagProperty, ChoiceProperty, OptionalChoiceProperty, NumberProperty))
]
"""Slots whose values are drawn: all but texts and lists."""
DERIVED = [slot for slot in SIMPLE if SCHEMA[slot].prop.source()]


def values_of(slot):
    prop = SCHEMA[slot].prop
    odd = st.sampled_from([None, True, 0, -1, 3, 1e9, "x", [], float("nan")])
    if isinstance(prop, FlagProperty):
        return st.booleans() | odd
    if isinstance(prop, (ChoiceProperty, OptionalChoiceProperty)):
        return st.sampled_from(prop.choices) | odd
    return st.integers(int(prop.low), int(prop.high)) | st.floats(prop.low, prop.high) | odd


WRITES = st.lists(
    st.sampled_from([*SIMPLE, *DERIVED * 5]).flatmap(lambda slot: st.tuples(st.just(SCHEMA[slot].path), values_of(slot))),
    min_size=1,
    max_size=12,
).map(dict)


def patched(car, writes) -> StatePatch:
    state = plain_state(car, SURFACE)
    wanted = deepcopy(state)
    for path, value in writes.items():
        *stem, name = path.split(".")
        group = wanted
        for part in stem:
            group = group[part]
        group[name] = value
    return apply(car, state, json.dumps(wanted))


@settings(max_examples=3 * settings().max_examples)
@given(st.sampled_from(["default", "init1", "init2"]), WRITES)
def test_a_patched_car_is_consistent_and_has_what_was_applied(start, writes):
    car = World({module: start for module in MODULES if start in MODULES[module].starts})
    before = car.snapshot()
    patch = patched(car, writes)
    for slot, one in enumerate(SCHEMA):
        if car.values[slot] != before[slot]:
            assert one.prop.implied(car.values, slot) == car.values[slot], one.path
    for path, value in patch.applied.items():
        slot = INDEX[path]
        assert SCHEMA[slot].prop.from_json(value) == car.values[slot], path
        assert not SCHEMA[slot].prop.read_only
    changed = {path for path, value in writes.items() if value != SCHEMA[INDEX[path]].prop.to_json(before[INDEX[path]])}
    refused = {path for path in changed if any(why.startswith(path) for why in patch.refused)}
    assert patch.applied.keys() | refused == changed


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("door.doors.driver's seat.status", "open", "follows door.doors.driver's seat.angle; write that"),
        ("window.window_states.passenger seat.is_open", True, "follows window.window_states.passenger seat.open_degree"),
        ("hazardLight.status", "ON", "hazardLight.is_active"),
        ("steeringWheel.heater_percentage", 70, "follows steeringWheel.heater_level; write that"),
        ("steeringWheel.heater_percentage", 700, "must be a number from 0 to 100"),
        ("trunk.state", "paused", "follows trunk.current_open_degree_percentage"),
        ("sunroof.state", "paused", "cannot be 'paused' as the rest of the car stands"),
    ],
)
def test_a_value_that_follows_is_refused_with_what_it_follows(path, value, says):
    car = World()
    before = car.snapshot()
    if path == "hazardLight.status":
        value = SCHEMA[INDEX[path]].prop.choices[1]
    patch = patched(car, {path: value})
    assert patch.applied == {}
    (why,) = patch.refused
    assert says in why
    assert car.snapshot() == before


def test_both_are_believed_where_they_agree_and_the_source_where_they_do_not():
    level, percentage = "steeringWheel.heater_level", "steeringWheel.heater_percentage"
    assert patched(World(), {level: 5, percentage: 50}) == StatePatch({level: 5, percentage: 50}, ())
    car = World()
    patch = patched(car, {level: 5, percentage: 90})
    assert (patch.applied, len(patch.refused), car.get(percentage)) == ({level: 5}, 1, 50)


def test_a_word_of_its_own_may_be_written():
    car = World()
    assert patched(car, {"sunroof.state": "tilted"}).refused == ()
    assert car.get("sunroof.open_degree_percentage") == 15
    patch = patched(car, {"sunroof.state": "open", "sunroof.open_degree_percentage": 40})
    assert (patch.refused, car.get("sunroof.state"), car.get("sunroof.open_degree_gear")) == ((), "open", 4)
    patch = patched(car, {"sunroof.state": "tilted", "sunroof.open_degree_percentage": 90})
    assert (len(patch.applied), len(patch.refused), car.get("sunroof.open_degree_percentage")) == (1, 1, 15)


def test_the_cabin_follows_the_climate_units():
    car = World()
    patched(car, {"airConditioner.ac_states.passenger seat.temperature": 25})
    assert car.environment.temperature == 25


def test_the_text_says_what_follows_what():
    assert "follows heater_level" in state_text(World(), ["steeringWheel"])
