"""`cmd car_service`: properties read, set and listed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from automotive_env.android import car_service
from automotive_env.android.vendor import vendor_ids
from automotive_env.car.vhal.properties import AndroidRelease, property_id
from automotive_env.emulator.virtual.car_commands import COMMANDS

TEMPERATURE, POWER = property_id("HVAC_TEMPERATURE_SET"), property_id("HVAC_POWER_ON")


def test_one_area_all_areas_and_everything(any_bench) -> None:
    one = any_bench.car("get-property-value", "0x11600207", 0)
    assert "0.0" in one.text
    heat = any_bench.car("get-property-value", property_id("HVAC_SEAT_TEMPERATURE"))
    assert len(heat.lines) == (2 if any_bench.device.release == 13 else 5)
    everything = any_bench.car("get-property-value")
    assert set(one.lines + heat.lines) < set(everything.lines)
    assert everything.status == 0


def test_the_words_of_android_14(bench) -> None:
    car = bench(14).car
    assert car("get-property-value", TEMPERATURE, 117).lines == [
        "Can not get property value for property: 358614275 // 0x15600503 in areaId: 117 // 0x75"
    ]
    assert car("get-property-value", 1).lines == ["Property Id: 1 // 0x1, name: 0x1 not supported by HAL"]
    assert car("get-property-value", property_id("SEAT_AIRBAGS_DEPLOYED")).lines == [
        "Property Id: 356518821 // 0x15400ba5, name: SEAT_AIRBAGS_DEPLOYED not supported by HAL"
    ]
    assert car("set-property-value", TEMPERATURE, 1, 22.5).lines == ["Property(358614275) is set to 22.5 successfully"]
    refused = car("set-property-value", "0x11600207", 0, 5)
    assert (refused.status, refused.text.partition(":")[0]) == (255, "Cannot set a property")
    assert car("get-property-value", "HVAC_TEMPERATURE_SET", 1).text.startswith("Property:0x15600503, ")


def test_what_is_set_moves_the_car(any_bench) -> None:
    area = 117 if any_bench.device.release == 13 else 1
    any_bench.car("set-property-value", POWER, area, "true")
    assert any_bench.device.world.airConditioner.ac_states["driver's seat"].is_on
    any_bench.car("set-property-value", hex(POWER), hex(area), "0")
    assert not any_bench.device.world.airConditioner.ac_states["driver's seat"].is_on


@pytest.mark.parametrize(
    "args",
    [
        (TEMPERATURE, 1, 40),
        (TEMPERATURE, 1, "warm"),
        (TEMPERATURE, 1, "20,21"),
        (TEMPERATURE, 3, 20),
        (POWER, 1, "on"),
        (POWER, 1, 1),
        (property_id("HEADLIGHTS_SWITCH"), 0, 2),
        (property_id("RANGE_REMAINING"), 0, 1000.0),
        (TEMPERATURE, "left", 20),
        ("3586_14275", 1, 20),
        ("nothing", 0, 1),
        (1, 0, 1),
        (vendor_ids()["system.wifi"], 0, "false"),
        (property_id("GEAR_SELECTION"), 0, 8),
    ],
)
def test_what_is_refused_changes_nothing(bench, args) -> None:
    here = bench(14)
    before = here.device.world.snapshot()
    said = here.car("set-property-value", *args)
    assert said.status == 255
    assert said.text.startswith("Cannot set a property: ")
    assert here.device.world.snapshot() == before


def test_lists_of_numbers_are_set_with_commas(bench) -> None:
    here = bench(14)
    suggestion = property_id("HVAC_TEMPERATURE_VALUE_SUGGESTION")
    assert here.car("set-property-value", suggestion, 0, "70.5,49,21.5,70.0").status == 0
    assert here.device.vhal.get(suggestion, 0) == (70.5, 49.0, 21.5, 70.0)


@pytest.mark.parametrize("release", [13, 14, 15])
def test_the_lists(bench: Callable, release: AndroidRelease) -> None:
    here = bench(release)
    ids = here.device.vhal.configs.keys()
    assert car_service.parse_configs(here.car("get-carpropertyconfig").text).keys() >= {
        number for number in ids if number & 0x0F000000 != 0x08000000
    }
    assert here.car("get-carpropertyconfig", TEMPERATURE).text in here.car("get-carpropertyconfig").text
    assert set(here.car("-h").text.split()) >= COMMANDS.keys()


def test_what_this_device_cannot_do_it_says(bench) -> None:
    here = bench(14)
    said = here.car("suspend")
    assert said.status == 255
    assert said.text.startswith('Unknown command: "suspend"\nCar service commands:')
    assert here.car("set-property-value", 1).text.startswith("Incorrect number of arguments.\nCar service commands:")
    assert here.car().text.startswith("Car service commands:")
    assert here.car("get-vhal-backend").text == "Vehicle HAL backend: AIDL\n"
