"""The HAL's own commands: what is asked and how it answers."""

import shlex

import aaos_captures as said
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.android.car_service import PropertyValue
from automotive_env.android.vhal_dump import HIDL, VhalDump, parse_dump, was_kept

HAL = VhalDump()


@pytest.mark.parametrize(
    ("value", "option"), [(True, "-i 1"), (8, "-i 8"), (1 << 40, "-i64 1099511627776"), (22.5, "-f 22.5"), ((1, 2), "-i 1 2")]
)
def test_a_value_is_given_by_its_type(value, option):
    assert (
        HAL.set(289408000, 1, value)
        == f"dumpsys android.hardware.automotive.vehicle.IVehicle/default --set 289408000 -a 1 {option}"
    )


@given(st.text(st.characters(blacklist_characters="\n\r\0", blacklist_categories=["Cs"])))
def test_a_text_stays_one_word_of_the_shell(text):
    assert shlex.split(HAL.set(1, 0, text))[-2:] == ["-s", text]


@pytest.mark.parametrize("value", ["two\nlines", "\0", b"\x01"])
def test_what_no_command_line_holds_is_refused(value):
    with pytest.raises(ValueError, match=r"line break|bytes"):
        HAL.set(1, 0, value)


def test_whether_a_property_was_set():
    assert HAL.was_set(said.SET_DONE)
    assert not HAL.was_set(said.SET_FAILED)
    assert not HAL.was_set("Can't find service: android.hardware.automotive.vehicle.IVehicle/default")
    old = VhalDump(HIDL)
    assert old.set(1, 0, 1).startswith("lshal debug android.hardware.automotive.vehicle@2.0::IVehicle/default --set 1")
    assert old.was_set("")
    assert not old.was_set("Failed to set property")


def test_values_are_read_with_their_areas():
    assert parse_dump(said.GOT) == [PropertyValue(358614275, 1, 0, 22.3), PropertyValue(554697985, 0, 0, '"a}}"')]
    assert parse_dump(said.SET_DONE) == [PropertyValue(291504901, 0, 0, 1000.0)]


def test_keeping_and_putting_back():
    assert HAL.save(5, 1).endswith("--save-prop 5 -a 1")
    assert HAL.restore(5, 1).endswith("--restore-prop 5 -a 1")
    assert was_kept("Property: 5, areaID: 1 saved\n")
    assert was_kept("Property: 5, areaID: 1 restored\n")
    assert not was_kept("No saved property for property: 5, areaID: 1\n")
