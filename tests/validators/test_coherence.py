"""An answer says one thing: what contradicts it fails in either order; corrections, comparisons and reasons do not."""

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.validators.answer_forms import First, TimeOfDay, measured
from automotive_env.validators.answers import NO, NOTHING_TO_DO, YES, Amount, NothingToDo, Polarity, Says, Word, said
from automotive_env.validators.coherence import contradiction, corrected
from automotive_env.validators.known_names import PEOPLE, TITLES, NoOtherName

APART = [
    ("Wi-Fi is off.", "Wi-Fi is on."),
    ("The rear fog light is off, as the law wants it.", "The rear fog light is already on, which is allowed here."),
    ("There is smoke outside.", "There is no smoke outside."),
    ("Nothing is muted here.", "Something is muted here."),
    ("High beam is not allowed in town here.", "High beam is allowed in town here."),
    ("The shop is closed.", "The shop is open."),
    ("It is about the Riverside Park.", "It is about the City Hospital."),
    ("The last one was Mum.", "The last one was Kenji Morita."),
    ("Monsoon Radio is playing already.", "Good Shoes is playing already."),
    ("The limit is 50 km/h here.", "The limit is 60 km/h here."),
    ("Planned already: 18 °C at 5:45 am.", "Planned already: 25 °C at 8:15 am."),
    ("It stayed dry.", "It did not stay dry."),
]
TOGETHER = [
    "It was off, now it is on.",
    "The windscreen isn't fogged up, the fog is outside.",
    "Lane keeping is on; the fan is not.",
    "The rear fog light may not be on here, the front one may.",
    "I watched for ice and have seen no sign of it: there is no ice.",
    "There is no work number, only a mobile number.",
    "Esso is cheaper than Shell. Shell is not cheaper.",
    "Rear left has 20 °C, rear right has 21 °C.",
    "It is not allowed in town; outside towns it is allowed.",
    "If it is off, leave it; it is on.",
    "The headlights have to be on. They are off.",
    "You missed Mum. You missed Dad. You missed Kenji Morita.",
    "Nothing needs to be done: nothing was wrong.",
    "The kitchen speaker refuses to be paired, so it is not paired.",
    "Not only is it icy but foggy. It is icy.",
    "Not allowed: 120 m of sight is above the legal limit of 100 m.",
    "It is on. It is in eco mode.",
    "It will be off. It is on.",
]


@cases(("one", "other"), APART)
def test_what_is_said_and_denied_is_found_in_either_order(one: str, other: str) -> None:
    assert contradiction(f"{one} {other}")
    assert contradiction(f"{other} {one}")
    assert contradiction(f"{one} {one}") == ""


@cases("text", TOGETHER)
def test_what_can_both_be_true_contradicts_nothing(text: str) -> None:
    assert contradiction(text) == ""


@given(st.integers(-40, 300), st.integers(-40, 300), st.sampled_from(["degrees", "°C", "degrees Celsius"]))
def test_a_second_figure_fails_unless_it_puts_the_first_right(right: int, wrong: int, unit: str) -> None:
    fact = Amount(right, "celsius", 0.4)
    if wrong != right:
        assert not said(f"It is {right} {unit}. It is {wrong} {unit}.", fact).met
        assert not said(f"It is {right} {unit}, no wait, {wrong}.", fact).met
    for text in (
        f"It is {wrong} {unit}, no wait, {right}.",
        f"{wrong}. Sorry, I mean {right} {unit}.",
        f"It's {right} {unit}. {right}.",
    ):
        assert said(text, fact).met


@given(st.integers(0, 40), st.integers(0, 40))
def test_every_unit_tells_the_same(celsius: int, other: int) -> None:
    fahrenheit = round(32 + 1.8 * celsius)
    assert said(f"{celsius} °C, that is {fahrenheit} °F.", measured(celsius, "celsius", 0.6)).met
    wrong = round(32 + 1.8 * other)
    assert said(f"{celsius} °C, that is {wrong} °F.", measured(celsius, "celsius", 0.6)).met is (wrong == fahrenheit)


@pytest.mark.parametrize("fact", [YES, NO])
def test_yes_and_no_together_say_neither(fact: Polarity) -> None:
    assert not said("Yes, you may. No, you may not.", fact).met
    assert not said("No, you may not. Yes, you may.", fact).met


def test_what_is_compared_may_be_named() -> None:
    esso = First("Esso", ("Shell", "Aral"), told=Amount(1.5, "", 0.001))
    assert said("Esso is cheaper than Shell.", First("Esso", ("Shell",))).met
    assert said("Esso, at 1.50; Shell asks for 1.60.", esso).met
    assert not said("Esso, at 1.50. It is Shell.", esso).met
    assert not said("Esso, at 1.50. Shell, at 1.50.", esso).met
    assert not said("The cheapest one is Esso, at 1.50. The cheapest one is Aral.", esso).met


def test_a_correction_counts_and_a_first_no_is_no_correction() -> None:
    assert said("At 18:10, no wait, at 18:15.", TimeOfDay(18, 15)).met
    assert said("Isaac, at 50 %, no wait, 55 %.", Word(("Isaac",)), Amount(55, "percent")).met
    assert said("Mum called. No, wait: Dad called.", Word(("Dad",), ("Mum",))).met
    assert corrected("No, wait: yes.") == "No, wait: yes."
    assert corrected("no wait " * 200)


def test_nobody_else_is_named() -> None:
    nobody_else = NoOtherName(("Bernd Falk",), PEOPLE)
    assert said("Bernd Falk, not Anna Vogt.", nobody_else).met
    assert said("They are not there.", nobody_else).met
    assert not said("Anna Vogt called.", nobody_else).met
    later = NoOtherName(("Last Tram Home",), TITLES, beside=True)
    assert said("Last Tram Home plays, then comes The Weather Ship.", later).met
    assert not said("The Weather Ship plays.", later).met


def test_in_order_and_not_in_order_is_no_answer() -> None:
    for text in ("Wi-Fi is already off. Wi-Fi is on.", "It is as it should be. It is not as it should be."):
        assert not said(text, NOTHING_TO_DO).met
        assert not said(text, NothingToDo((Says("that it is off", r"\boff\b"),))).met


@given(st.text(max_size=300))
def test_any_text_is_read_in_the_end(text: str) -> None:
    contradiction(text)
    corrected(text)
