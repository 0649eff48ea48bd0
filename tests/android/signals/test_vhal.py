"""The HAL's own commands: what is asked and how it answers."""

import shlex

import aaos_captures as said
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.android import vhal


@pytest.mark.parametrize(("value", "option"), [(True, "-i 1"), (8, "-i 8"), (1 << 40, "-i64 1099511627776"), (22.5, "-f 22.5")])
def test_a_value_is_given_by_its_type(value, option):
    assert (
        vhal.put(289408000, 1, value)
        == f"dumpsys android.hardware.automotive.vehicle.IVehicle/default --set 289408000 -a 1 {option}"
    )


@given(st.text(st.characters(blacklist_characters="\n\r\0", blacklist_categories=["Cs"])))
def test_a_text_stays_one_word_of_the_shell(text):
    assert shlex.split(vhal.put(1, 0, text))[-2:] == ["-s", text]


@pytest.mark.parametrize("value", ["two\nlines", "\0", b"\x01", (1, 2)])
def test_what_no_command_line_holds_is_refused(value):
    with pytest.raises(ValueError, match=r"line break|several parts"):
        vhal.put(1, 0, value)


def test_whether_a_property_was_set():
    assert vhal.was_put(said.SET_DONE)
    assert not vhal.was_put(said.SET_FAILED)
    assert not vhal.was_put("Can't find service: android.hardware.automotive.vehicle.IVehicle/default")


def test_values_are_read_with_their_areas():
    assert vhal.parse_values(said.GOT) == {(358614275, 1): 22.3, (554697985, 0): '"a}}"'}


def test_what_has_no_value_is_passed_over():
    assert vhal.parse_values("1-0: failed to get property value: 289408000, error: hvac not available, code: 6\n") == {}
    for damage in (("AVAILABLE", "UNAVAILABLE"), ("[22.299999]", "[]"), ("22.299999", "x"), ("prop: 358614275", "prop: 5")):
        assert vhal.parse_values(said.GOT.replace(*damage)).keys() <= {(554697985, 0)}


def test_a_text_that_looks_like_a_value_is_a_text():
    inner = said.GOT.splitlines()[0].replace('"', "")
    line = said.GOT.splitlines()[1].replace('"a}}"', inner)
    assert vhal.parse_values(line) == {(554697985, 0): inner}


@pytest.mark.parametrize(
    ("text", "number"), [("22.299999", 22.3), ("22.3", 22.3), ("1.0E10", 1e10), ("0.1", 0.1), ("33.333332", 33.333332)]
)
def test_a_float_of_32_bits_is_what_its_shortest_text_says(text, number):
    assert vhal.float32(text) == number
