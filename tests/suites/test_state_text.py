"""The state as a model reads it and as its program holds it: complete, bounded, and the same as the car's."""

import json

import pytest

from automotive_env.car.core.documents import to_tree
from automotive_env.car.core.world import MODULES, SCHEMA, World
from automotive_env.suites.vehicleworld.players.calls import SURFACE
from automotive_env.suites.vehicleworld.state_patch import apply
from automotive_env.suites.vehicleworld.state_text import MAX_WHOLE_CHARACTERS, StateFacts, plain_state, state_text, whole_text


def started(name):
    return World({module: name for module in MODULES if name in MODULES[module].starts})


CARS = [started(name) for name in ("default", "init1", "init2")]


@pytest.mark.parametrize("car", CARS)
def test_the_whole_car_is_told_within_its_bound_and_each_description_once(car):
    text, long = whole_text(car, SURFACE), state_text(car, SURFACE, long=True)
    assert len(text) <= MAX_WHOLE_CHARACTERS < len(long) / 3
    for slot in SCHEMA:
        module, _, pattern = slot.pattern.partition(".")
        if module in SURFACE:
            assert f"\n{pattern} = " in text
            assert slot.prop.description in text
    assert text.count("# seat heating\n") == 1


def test_a_car_with_very_much_in_it_is_cut_to_the_bound():
    car = started("init1")
    tracks = car.get("music._tracks")
    car.set("music._tracks", tuple(tracks[n % len(tracks)] for n in range(200)))
    car.set("music._current_playlist", car.get("music._tracks"))
    assert len(state_text(car, SURFACE)) > MAX_WHOLE_CHARACTERS
    text = whole_text(car, SURFACE)
    assert len(text) <= MAX_WHOLE_CHARACTERS
    assert "_tracks = 200 items" in text
    assert "more)" in text


def test_values_of_several_places_are_one_and_its_exceptions():
    car = World()
    car.set("seat.passenger seat.heater.is_on", True)
    assert "<seat>.heater.is_on = false; passenger seat: true  # " in state_text(car, ["seat"])


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("car", CARS)
def test_a_copy_that_is_given_back_as_it_was_changes_nothing(car, long):
    before, state = car.snapshot(), plain_state(car, SURFACE)
    copy = to_tree(car, SURFACE) if long else state
    patch = apply(car, state, json.dumps(copy), long=long)
    assert (patch.applied, patch.refused) == ({}, ())
    assert car.snapshot() == before


@pytest.mark.parametrize("source", CARS)
@pytest.mark.parametrize("target", CARS)
def test_another_cars_state_is_taken_over_but_for_what_is_read_only(source, target):
    car = World()
    car.restore(source.snapshot())
    state, wanted = plain_state(car, SURFACE), plain_state(target, SURFACE)
    patch = apply(car, state, json.dumps(wanted))
    assert all("cannot be written" in why or "gear follows" in why for why in patch.refused)  # the release rounds half down
    for path in patch.applied:
        assert not SCHEMA[[slot.path for slot in SCHEMA].index(path)].prop.read_only


def test_what_depends_on_a_write_follows():
    car = World()
    state = plain_state(car, ["window"])
    wanted = json.loads(json.dumps(state))
    wanted["window"]["window_states"]["driver's seat"]["open_degree"] = 40
    assert apply(car, state, json.dumps(wanted)).refused == ()
    assert car.get("window.window_states.driver's seat.is_open") is True


def test_facts_are_the_state_with_what_may_be_written():
    car = World()
    facts = {fact.path: fact for fact in StateFacts(car, ["environment"])}
    assert facts["environment.volume"].schema == {"type": "number", "minimum": 0, "maximum": 100}
    assert facts["environment.timestamp"].schema == {}
    assert len(facts) == len(StateFacts(car, ["environment"])) == len(StateFacts(car, ["environment"])[:])
