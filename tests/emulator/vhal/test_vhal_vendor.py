"""Vendor properties: all of the car as JSON."""

from __future__ import annotations

import json

import pytest

from automotive_env.android.vendor import EVENT, vendor_ids, vendor_paths
from automotive_env.car.calls.level import LevelProperty
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty, NumberProperty, TextProperty
from automotive_env.car.core.world import INDEX, SCHEMA, World
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.value_checks import StatusCode, VhalError

IDS = vendor_ids()


@pytest.fixture
def hal() -> VehicleHal:
    return VehicleHal(World(), 14)


def _text(hal: VehicleHal, path: str) -> str:
    value = hal.get(IDS[path], 0)
    assert isinstance(value, str)
    return value


def test_every_path_can_be_read_and_what_is_read_can_be_set_on_another_car(hal: VehicleHal) -> None:
    other = VehicleHal(World({"music": "init1", "airConditioner": "init2", "conversation": "init1", "seat": "init2"}), 14)
    for path, number in IDS.items():
        text = other.get(number, 0)
        assert isinstance(text, str)
        assert text.isascii()
        assert "\n" not in text
        if "W" in hal.configs[number].access and path in INDEX:
            hal.set(number, 0, text)
            assert hal.get(number, 0) == text


def test_values_that_differ_are_set_one_by_one(hal: VehicleHal) -> None:
    for slot in SCHEMA:
        prop = slot.prop
        held = hal.world.get(slot.path)
        if isinstance(prop, FlagProperty):
            wanted: object = not held
        elif isinstance(prop, ChoiceProperty):
            wanted = next(choice for choice in prop.choices if choice != held)
        elif isinstance(prop, LevelProperty) and prop.as_given:
            wanted = 2 if held != 2 else 3
        elif isinstance(prop, NumberProperty):
            wanted = prop.high if held != prop.high else prop.low
        elif isinstance(prop, TextProperty):
            wanted = "ÄT"
        else:
            continue
        hal.set(IDS[slot.path], 0, json.dumps(wanted))
        assert hal.world.get(slot.path) == wanted, slot.path


def test_a_field_of_a_record_is_set_alone_and_an_item_of_a_list_cannot_be(hal: VehicleHal) -> None:
    hal.set(IDS["navigation.current_route.destination"], 0, '"Harbour"')
    assert _text(hal, "navigation.current_route.destination") == '"Harbour"'
    assert _text(hal, "conversation.messages.#len") == str(len(hal.world.conversation.messages))
    with pytest.raises(VhalError) as caught:
        hal.set(IDS["conversation.messages.#len"], 0, "3", trusted=True)
    assert caught.value.code is StatusCode.ACCESS_DENIED


@pytest.mark.parametrize(
    "text", ["", "{", "yes", "[" * 100_000, '"warm"', "99", "NaN", "null", "9" * 5_000, '"\\ud800"', '{"a": 1}']
)
def test_what_is_no_value_changes_nothing(hal: VehicleHal, text: str) -> None:
    before = hal.world.snapshot()
    with pytest.raises(VhalError) as caught:
        hal.set(IDS["airConditioner.ac_states.driver's seat.temperature"], 0, text, trusted=True)
    assert caught.value.code is StatusCode.INVALID_ARG
    assert len(caught.value.message) < 300
    assert hal.world.snapshot() == before


def test_an_event_happens_as_the_road_would_bring_it(hal: VehicleHal) -> None:
    causes: list[ChangeCause] = []
    hal.world.listeners.append(lambda cause, before: causes.append(cause))
    hal.set(EVENT, 0, json.dumps({"event": "incoming call", "contact": "Mum"}))
    assert (hal.world.conversation.call_state, hal.world.conversation.current_contact) == ("ringing", "Mum")
    assert causes == [ChangeCause("road", "incoming call")]
    with pytest.raises(VhalError) as caught:
        hal.get(EVENT, 0)
    assert caught.value.code is StatusCode.ACCESS_DENIED


@pytest.mark.parametrize(
    "text", ["{}", "[]", '{"event": "flood"}', '{"event": "message", "world": 1}', '{"event": "low fuel", "level": "x"}', "3"]
)
def test_what_is_no_event_does_not_happen(hal: VehicleHal, text: str) -> None:
    before = hal.world.snapshot()
    with pytest.raises(VhalError):
        hal.set(EVENT, 0, text)
    assert hal.world.snapshot() == before


def test_ids_are_texts_of_the_car_maker_and_no_two_are_alike() -> None:
    paths = vendor_paths()
    assert len(paths) == len(IDS) >= len(INDEX)
    assert EVENT not in paths
    assert all(number & 0xFFF00000 == 0x21100000 for number in [EVENT, *paths])
