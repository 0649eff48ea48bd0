"""What `cmd car_service` prints, old and new, is understood, and commands are as it takes them."""

import aaos_captures as said
import pytest

from automotive_env.android import car_service
from automotive_env.android.car_service import PropertyValue, parse_configs, parse_value, parse_values

SEATS = 0x75


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (said.OLD_SPEED, PropertyValue(0x11600207, 0, 0, 0.0)),
        (said.OLD_TEMPERATURE, PropertyValue(0x15600503, 0x31, 0, 22.5)),
        (said.OLD_POWER, PropertyValue(0x15200510, SEATS, 0, True)),
        (said.OLD_TICKS, PropertyValue(0x11510306, 0, 0, (0, 100000, 200000))),
        (said.OLD_TEXT, PropertyValue(0x21100101, 0, 0, '"driver, string: [1] }')),
        (said.NEW_TEMPERATURE, PropertyValue(0x15600503, 1, 0, 17.0)),
        (said.NEW_GEAR, PropertyValue(0x11400400, 0, 0, 4)),
        (said.NEW_BRAKE, PropertyValue(0x11200402, 0, 0, True)),
        (said.NEW_DUAL, PropertyValue(0x15200509, SEATS, 0, False)),
        (said.NEW_DIRECTIONS, PropertyValue(0x15410511, 1, 0, (1, 2, 3))),
        (said.NEW_STATE, PropertyValue(0x11401009, 0, 0, -2)),
        (said.NEW_NOTHING, PropertyValue(0x15400500, 1, 0x1001, None)),
        (said.NEW_TEXT, PropertyValue(0x21100101, 0, 0, '{"a": "}"}')),
    ],
)
def test_a_value_in_either_format(line, value):
    assert parse_value(line) == value
    assert type(parse_value(line).value) is type(value.value)


@pytest.mark.parametrize(
    "line", [said.OLD_ERROR, said.NEW_ERROR, "**All property values**", "", "Property:0x1", "Property:0xffffffff"]
)
def test_other_lines_are_no_values(line):
    assert parse_value(line) is None


def test_everything_is_read_line_by_line():
    text = "\r\n".join(["**All property values**", *said.VALUES, said.OLD_ERROR])
    assert [value.id for value in parse_values(text)] == [parse_value(line).id for line in said.VALUES]


def test_a_value_that_does_not_fit_its_type_is_no_value():
    assert parse_value(said.OLD_SPEED.replace("[0.0]", "[]")).value is None
    assert parse_value(said.OLD_POWER.replace("[1]", "[one]")).value is None
    assert parse_value(said.OLD_POWER.replace("[1]", f"[{'9' * 9000}]")).value is None


@pytest.mark.parametrize(
    ("text", "number"), [("22.299999", 22.3), ("22.3", 22.3), ("1.0E10", 1e10), ("0.1", 0.1), ("33.333332", 33.333332)]
)
def test_a_float_of_32_bits_is_what_its_shortest_text_says(text, number):
    assert car_service.float32(text) == number


def test_configurations_in_the_old_format():
    found = parse_configs(said.OLD_CONFIGS)
    temperature, speed, fan = found[0x15600503], found[0x11600207], found[0x15400500]
    assert (temperature.name, temperature.access, list(temperature.areas)) == ("HVAC_TEMPERATURE_SET", "RW", [0x31, 0x44])
    assert (temperature.areas[0x44].low, temperature.areas[0x44].high) == (16, 32)
    assert (speed.name, speed.access, list(speed.areas), speed.areas[0].low) == ("PERF_VEHICLE_SPEED", "R", [0], None)
    assert (fan.areas[SEATS].low, fan.areas[SEATS].high) == (1, 7)


def test_configurations_in_the_new_format():
    found = parse_configs(said.NEW_CONFIGS)
    fan, speed = found[0x15400500], found[0x11600207]
    assert (fan.name, fan.access, list(fan.areas), fan.areas[4].high) == ("HVAC_FAN_SPEED", "RW", [1, 4], 7)
    assert (speed.name, speed.access, list(speed.areas)) == ("PERF_VEHICLE_SPEED", "R", [0])


def test_the_area_that_holds_a_place_is_learnt_from_the_device():
    old, new = parse_configs(said.OLD_CONFIGS), parse_configs(said.NEW_CONFIGS)
    assert (old[0x15600503].area(1), old[0x15600503].area(4), old[0x15400500].area(4)) == (0x31, 0x44, SEATS)
    assert (new[0x15400500].area(1), new[0x15400500].area(4), new[0x15400500].area(16)) == (1, 4, None)


def test_lists_of_ids_and_of_commands():
    assert car_service.parse_supported(said.SUPPORTED) == {291504647, 356517120, 557842433}
    assert car_service.parse_supported("supported property IDs [1, x, \u0663]") == {1}
    assert {"set-property-value", "get-property-value", "day-night-mode"} <= car_service.parse_commands(said.HELP)


def test_commands_that_write():
    assert car_service.put(0x11400400, 0, 8) == "cmd car_service set-property-value 289408000 0 8"
    assert car_service.put(0x15200510, 117, True).endswith(" 117 true")
    assert car_service.put(0x15600503, 1, 22.5).endswith(" 1 22.5")
    with pytest.raises(ValueError, match="one number"):
        car_service.put(0x21100101, 0, "1; reboot")
    assert car_service.was_put("Property(289408000) is set to 8 successfully\n")
    assert car_service.was_put("Property GEAR_SELECTION(0x11400400) area ID GLOBAL(0x0) is set to GEAR_DRIVE(0x8) successfully\n")
    assert not car_service.was_put("Cannot set a property: 289408000\n")
