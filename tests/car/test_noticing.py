"""What a user notices of a change: quantities in whatever unit, no bookkeeping, nothing twice."""

import pytest

from automotive_env.car.core.world import INDEX, SCHEMA, World
from automotive_env.suites.vehicleworld.noticing import NOTICED, noticed_changes


def changed(*calls, start=None):
    """The paths in which a user sees the car differ after some calls."""
    car = World(start or {})
    before = car.snapshot()
    for name, arguments in calls:
        result = car.call(name, arguments)
        assert result.success, result.message
    return {SCHEMA[slot].path for slot in noticed_changes(before, car.snapshot())}


WIPER = "wiper.carcontrol_wiperBlade_speed_set"
SEAT = "seat.carcontrol_carSeatMassage_intensity_set"


def test_another_unit_of_the_same_quantity_is_no_change() -> None:
    car = World()
    assert car.call(WIPER, {"value": 50, "unit": "percentage"}).success
    before = car.snapshot()
    percent = car.get("wiper.front_wiper.speed_setting.value")
    level = SCHEMA[INDEX["wiper.front_wiper.speed_setting.value"]].prop
    gears = level.convert(percent, "percentage", "gear")
    assert car.call(WIPER, {"value": gears, "unit": "gear"}).success
    assert car.get("wiper.front_wiper.speed_setting.unit") == "gear"
    assert noticed_changes(before, car.snapshot()) == frozenset()
    assert car.call(WIPER, {"value": 5, "unit": "gear"}).success
    assert {SCHEMA[slot].path for slot in noticed_changes(before, car.snapshot())} == {
        f"wiper.{one}_wiper.speed_setting.value" for one in ("front", "rear")
    }


@pytest.mark.parametrize(
    ("calls", "paths"),
    [
        ([("fogLight.carcontrol_fogLight_switch", {"switch": True, "position": "front"})], {"fogLight.front_light.is_on"}),
        ([("radio.radio_soundVolume_set", {"value": 30})], {"environment.volume"}),
        ([("radio.radio_soundVolume_set", {"value": 50})], set()),
        ([("hazardLight.switch", {"switch": True})], {"hazardLight.is_active"}),
        ([("trunk.carcontrol_trunk_lock_switch", {"switch": False})], {"trunk.is_locked"}),
    ],
)
def test_bookkeeping_and_what_follows_do_not_count(calls, paths) -> None:
    assert changed(*calls) == paths


def test_what_repeats_another_counts_by_its_source_only() -> None:
    for slot, one in enumerate(SCHEMA):
        source = one.prop.source()
        if source is not None:
            assert slot not in NOTICED
            assert slot - one.prop.offset + source.offset in NOTICED, one.path
