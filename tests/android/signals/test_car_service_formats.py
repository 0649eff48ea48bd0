"""The configurations that `cmd car_service` prints, old and new, are understood."""

import aaos_captures as said

from automotive_env.android.car_service import parse_configs

SEATS = 0x75


def test_configurations_in_the_old_format():
    found = parse_configs(said.OLD_CONFIGS)
    temperature, speed, fan = found[0x15600503], found[0x11600207], found[0x15400500]
    assert (temperature.name, temperature.access, list(temperature.areas)) == ("HVAC_TEMPERATURE_SET", "RW", [0x31, 0x44])
    assert (speed.name, speed.access, list(speed.areas)) == ("PERF_VEHICLE_SPEED", "R", [0])
    assert list(fan.areas) == [SEATS]


def test_configurations_in_the_new_format():
    found = parse_configs(said.NEW_CONFIGS)
    fan, speed = found[0x15400500], found[0x11600207]
    assert (fan.name, fan.access, list(fan.areas)) == ("HVAC_FAN_SPEED", "RW", [1, 4])
    assert (speed.name, speed.access, list(speed.areas)) == ("PERF_VEHICLE_SPEED", "R", [0])


def test_the_area_that_holds_a_place_is_learnt_from_the_device():
    old, new = parse_configs(said.OLD_CONFIGS), parse_configs(said.NEW_CONFIGS)
    assert (old[0x15600503].area(1), old[0x15600503].area(4), old[0x15400500].area(4)) == (0x31, 0x44, SEATS)
    assert (new[0x15400500].area(1), new[0x15400500].area(4), new[0x15400500].area(16)) == (1, 4, None)
