"""Every usual form of the right value passes, every neighbouring value fails, and so does a second candidate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paraphrases import SENTENCES, SPELLED, amounts, durations, times

from automotive_env.car.systems.language import LANGUAGES
from automotive_env.headunit.kit.widgets.wording import clock
from automotive_env.headunit.language.translate import translate
from automotive_env.validators.answer_forms import TimeOfDay, measured
from automotive_env.validators.answers import Amount, said

SENTENCE = st.sampled_from(SENTENCES)
"""Sentences around an amount; one has a number of another kind."""
UNIT = st.sampled_from(sorted(SPELLED))
TENTHS = st.one_of(st.integers(-400, 1200), st.integers(0, 300).map(lambda whole: 10 * whole), st.integers(10_000, 90_000))
OFF = st.sampled_from((-30, -10, -2, -1, 1, 2, 10, 30, 600))


def holds(forms: list[str], data: st.DataObject) -> str:
    return data.draw(st.sampled_from(forms))


@given(TENTHS, UNIT, SENTENCE, st.data())
def test_an_amount_passes_in_every_usual_form(tenths: int, unit: str, sentence: str, data: st.DataObject) -> None:
    text = (sentence if unit else "It's {}.").format(holds(list(amounts(tenths, unit)), data))
    assert said(text, Amount(tenths / 10, unit, 0.06)).met, text


@given(TENTHS, UNIT, OFF, SENTENCE, st.data())
def test_a_neighbouring_amount_fails(tenths: int, unit: str, off: int, sentence: str, data: st.DataObject) -> None:
    text = sentence.format(holds(list(amounts(tenths + off, unit)), data))
    assert not said(text, Amount(tenths / 10, unit, 0.04)).met, text


@given(TENTHS, UNIT, OFF, st.sampled_from((" or ", " to ", ", maybe ", ". Or rather ")), st.data())
def test_a_second_amount_is_no_answer(tenths: int, unit: str, off: int, link: str, data: st.DataObject) -> None:
    one, other = (holds(list(amounts(value, unit)), data) for value in (tenths, tenths + off))
    assert not said(f"It's {one}{link}{other}.", Amount(tenths / 10, unit, 0.04)).met, (one, other)


@given(st.integers(61, 599), st.sampled_from((-60, -20, -2, 2, 20, 60)), SENTENCE, st.data())
def test_durations_are_told_in_hours_and_minutes(minutes: int, off: int, sentence: str, data: st.DataObject) -> None:
    text = sentence.format(holds(list(durations(minutes)), data))
    assert said(text, Amount(minutes, "minutes")).met, text
    assert not said(text, Amount(minutes + off, "minutes")).met, text


@given(st.integers(0, 1439), st.sampled_from((-60, -20, -1, 1, 20, 60)), SENTENCE, st.data())
def test_times_are_told_on_either_clock(time: int, off: int, sentence: str, data: st.DataObject) -> None:
    text = sentence.format(holds(list(times(*divmod(time, 60))), data))
    assert said(text, TimeOfDay(*divmod(time, 60))).met, text
    assert not said(text, TimeOfDay(*divmod((time + off) % 1440, 60))).met, text


@given(st.integers(0, 1439), st.integers(1, 719), st.data())
def test_a_second_time_is_no_answer(time: int, off: int, data: st.DataObject) -> None:
    one, other = (holds(list(times(*divmod(minutes % 1440, 60))), data) for minutes in (time, time + off))
    text = f"You arrive at {one}, or at {other}."
    assert not said(text, TimeOfDay(*divmod(time, 60))).met, text
    assert said(text, TimeOfDay(*divmod(time, 60), beside=((time + off) % 1440,))).met, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_time_is_told_as_the_screens_write_it(language: str) -> None:
    shown, half_a_day_off = (translate(clock(f"2025-04-13 {hour}:29:00", "12-hour format"), language) for hour in ("17", "05"))
    assert said(f"{shown}.", TimeOfDay(17, 29))
    assert not said(f"{half_a_day_off}.", TimeOfDay(17, 29))


def test_a_time_may_be_off_by_its_tolerance() -> None:
    assert said("A minute to midnight.", TimeOfDay(0, tolerance=1))
    assert not said("23:58", TimeOfDay(0, tolerance=1))


def test_values_beside_it_are_no_second_candidate() -> None:
    assert said("You drive 62 km/h, the limit is 50 km/h.", measured(50, "km/h", 0.5, 62))
    assert not said("You drive 62 km/h.", measured(50, "km/h", 0.5, 62))
