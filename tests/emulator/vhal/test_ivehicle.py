"""The HAL's own dump, for root."""

from __future__ import annotations

import asyncio
import json
import shlex

import pytest

from automotive_env.android import vhal
from automotive_env.android.vendor import EVENT, vendor_ids
from automotive_env.car.vhal.properties import property_id

SPEED, GEAR, TEMPERATURE = (property_id(name) for name in ("PERF_VEHICLE_SPEED", "GEAR_SELECTION", "HVAC_TEMPERATURE_SET"))


MESSAGE = {"contact": "Mum", "content": "Hi", "timestamp": "2025-04-13 12:00:00", "incoming": True, "read": True}


def _ask(bench, command: str):
    """A command as the client spells it."""
    words = shlex.split(command)
    assert words[0] == "dumpsys"
    return bench.hal(*words[2:])


def test_set_says_what_android_says_and_moves_the_car(any_bench) -> None:
    said = any_bench.hal("--set", hex(SPEED), "-f", "22.22")
    assert said.text == (
        "Set property: VehiclePropValue{timestamp: 0, areaId: 0, prop: 291504647, status: AVAILABLE, value: RawPropValues{"
        "int32Values: [], floatValues: [22.219999], int64Values: [], byteValues: [], stringValue: }}\n"
    )
    assert any_bench.device.world.road.speed == 79.99
    any_bench.hal("--set", GEAR, "-i", 8)
    assert any_bench.dump("--services", "CarDrivingStateService").lines[1] == "Current Driving State: 2"


def test_get_numbers_rows_and_areas(bench) -> None:
    here = bench(14)
    lines = here.hal("--get", TEMPERATURE, hex(GEAR), 1).lines
    assert [line.partition(": ")[0] for line in lines] == ["1-0", "1-1", "1-2", "1-3", "1-4", "2", "No property 1"]
    assert lines[5].startswith("2: VehiclePropValue{timestamp: ")
    assert list(vhal.parse_values("\n".join(lines)).values()) == [22.0, 22.0, 22.0, 22.0, 17.0, 4]
    failed = "1-0: failed to get property value: 356517120, error: hvac not available, code: 6"
    assert here.hal("--get", property_id("HVAC_FAN_SPEED")).lines[0] == failed


@pytest.mark.parametrize(
    ("property", "area", "value"),
    [
        (SPEED, 0, 25.0),
        (GEAR, 0, 2),
        (property_id("PARKING_BRAKE_ON"), 0, False),
        (property_id("INFO_VIN"), 0, "-a b 'c' \"d\""),
        (property_id("SEAT_FORE_AFT_POS"), 4, -10),
        (property_id("ANDROID_EPOCH_TIME"), 0, 1 << 40),
        (vendor_ids()["system.wifi"], 0, "false"),
        (vendor_ids()["road.city"], 0, json.dumps("-a Köln")),
    ],
)
def test_every_kind_of_value_as_the_client_sets_it(bench, property, area, value) -> None:
    here = bench(14)
    assert vhal.was_put(_ask(here, vhal.put(property, area, value)).text)
    assert here.device.vhal.peek(property, area) == value
    assert vhal.parse_values(_ask(here, vhal.get(property)).text)[property, area] == value


def test_lists_of_numbers_are_set(bench) -> None:
    here = bench(14)
    ticks, suggestion = property_id("WHEEL_TICK"), property_id("HVAC_TEMPERATURE_VALUE_SUGGESTION")
    assert vhal.was_put(here.hal("--set", ticks, "-i64", 1, 2, 3, 4, 5).text)
    assert vhal.was_put(here.hal("--set", suggestion, "-f", 66.5, 49.0, 19.0, 66.0).text)
    told = vhal.parse_values(here.hal("--get", ticks, suggestion).text)
    assert (told[ticks, 0], told[suggestion, 0]) == ((1, 2, 3, 4, 5), (66.5, 49.0, 19.0, 66.0))


def test_all_properties_are_listed_as_they_are_one_by_one(bench) -> None:
    here = bench(14)
    for speed in (10, 20):
        here.hal("--set", SPEED, "-f", speed)
        assert here.hal().lines == here.hal("--get", *here.device.vhal.configs).lines


def test_an_event(bench) -> None:
    here = bench(15)
    assert vhal.was_put(_ask(here, vhal.put(EVENT, 0, json.dumps({"event": "low fuel", "level": 5}))).text)
    assert here.device.world.road.fuel_level == 5
    said = _ask(here, vhal.put(EVENT, 0, json.dumps({"event": "flood"})))
    assert not vhal.was_put(said.text)
    assert "there is no event" in said.text


@pytest.mark.parametrize(
    "args",
    [
        (TEMPERATURE, "-a", 1, "-f", 45),
        (TEMPERATURE, "-a", 9, "-f", 20),
        (TEMPERATURE, "-a", 1, "-i", 20),
        (TEMPERATURE, "-a", 1),
        (TEMPERATURE, "-a", 1, "-f", 20, 21),
        (TEMPERATURE, "-a", 1, "-f", "nan"),
        (TEMPERATURE, "-a", 1, "-a", 4, "-f", 20),
        (TEMPERATURE, "20"),
        (SPEED, "-f", "fast"),
        (property_id("DISTANCE_DISPLAY_UNITS"), "-i", 33),
        (property_id("HEADLIGHTS_SWITCH"), "-i", 2),
        (GEAR, "-i", 1 << 40),
        (1, "-i", 1),
        ("nothing", "-i", 8),
        (property_id("CURRENT_GEAR"), "-i", 8),
        (vendor_ids()["system.wifi"], "-s", "no"),
        (vendor_ids()["system.wifi"], "-s", "1"),
        (vendor_ids()["environment.timestamp"], "-s", '"x"'),
        (vendor_ids()["environment.timestamp"], "-s", '"2025-13-40 00:00:00"'),
        (vendor_ids()["conversation.messages"], "-s", json.dumps([MESSAGE | {"timestamp": "soon"}])),
        (),
    ],
)
def test_what_cannot_be_set_is_not_said_to_be(bench, args) -> None:
    here = bench(14)
    before = here.device.world.snapshot()
    said = here.hal("--set", *args)
    assert not vhal.was_put(said.text)
    assert said.text.startswith(("failed to set property: ", "Invalid arguments: "))
    assert here.device.world.snapshot() == before


def test_names_are_understood(bench) -> None:
    here = bench(15)
    here.hal("--set", "DOOR_POS", "-a", "ROW_1_LEFT|ROW_1_RIGHT", "-i", 1)
    assert "failed" in here.hal("--set", "DOOR_POS", "-a", "ROW_1_LEFT|ROW_1_RIGHT", "-i", 1).text
    assert vhal.was_put(here.hal("--set", "DOOR_POS", "-a", "ROW_1_RIGHT", "-i", 1).text)
    assert here.device.world.door.doors["passenger seat"].status == "open"


def test_the_shell_user_does_not_find_the_service(bench) -> None:
    here = bench(14)
    here.device.root = False
    said = here.hal("--set", SPEED, "-f", 10)
    assert (said.text, said.status) == ("", 0)
    assert said.errors == "Can't find service: android.hardware.automotive.vehicle.IVehicle/default\n"
    assert here.device.world.road.speed == 0


def test_help_and_what_is_not_there(any_bench) -> None:
    assert "--set" in any_bench.hal("--help").text
    assert len(any_bench.hal().lines) > 800
    for option in ("--explode", "--list", "--save-prop", "--inject-event", "--genfakedata"):
        assert any_bench.hal(option).text.startswith(f"Invalid option: {option}")


def test_a_long_request_lets_others_have_their_turn(bench) -> None:
    here, name = bench(14), "android.hardware.automotive.vehicle.IVehicle/default"

    async def ask() -> int:
        turns = 0
        asked = asyncio.create_task(here.ask(name, "--get", *[SPEED] * 2_000))
        while not asked.done():
            turns += 1
            await asyncio.sleep(0)
        assert len((await asked).lines) == 2_000
        return turns

    assert asyncio.run(ask()) > 10
