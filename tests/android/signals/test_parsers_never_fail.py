"""Whatever a device prints, parsers neither raise nor hang."""

import aaos_captures as said
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_dumpsys import FACTS

from automotive_env.android import car_service, dumpsys, vhal
from automotive_env.android.service_readings import app_in_front

CAPTURES = [value for name, value in vars(said).items() if name.isupper() and isinstance(value, str)]
EVERYTHING = "\n".join(CAPTURES)
PARSERS = (
    *FACTS,
    car_service.parse_configs,
    vhal.was_put,
    vhal.parse_values,
    dumpsys.settings,
    app_in_front,
)
PIECES = st.sampled_from([*"[](){},:=|", "0x", "-", "99999999999999999999", "\n", "\r", "\0", "\u2028", "NaN", "é", ""])


def parse_all(text: str) -> None:
    for parse in PARSERS:
        parse(text)


@given(st.text(max_size=400))
def test_any_text(text):
    parse_all(text)


@given(st.sampled_from(CAPTURES), st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 30), PIECES), max_size=6))
def test_real_output_that_was_damaged(text, damage):
    for place, length, piece in damage:
        place %= len(text) + 1
        text = text[:place] + piece + text[place + length :]
    parse_all(text)


@pytest.mark.parametrize("length", [20_000, pytest.param(300_000, marks=pytest.mark.sweep)])
def test_much_of_anything_takes_a_moment(length):
    for piece in (
        EVERYTHING,
        "Property:0x",
        "1: VehiclePropValue{timestamp: ",
        "[",
        "tag=",
        "NotificationRecord(",
        "state=PlaybackState {state=",
        "active=",
        "1",
        "(",
        "-",
        " ",
    ):
        parse_all(piece * (length // len(piece)))
        parse_all((piece + "\n") * (length // (len(piece) + 1)))
