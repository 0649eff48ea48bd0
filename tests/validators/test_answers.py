"""Facts in answers: wording does not matter, hedging and listing do not help."""

from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from said_right import RIGHT, WRONG

from automotive_env.validators.answer_forms import TimeOfDay
from automotive_env.validators.answers import MAX_ANSWER_CHARACTERS, Amount, Claim, Fact, Name, Word, YesNo, said


def each(table: tuple[tuple[Fact, str], ...]) -> list[tuple[Fact, str]]:
    return [(fact, text) for fact, texts in table for text in texts.replace("\n", " | ").split(" | ")]


@cases("fact, text", each(RIGHT))
def test_a_right_answer_passes(fact: Fact, text: str) -> None:
    assert said(text, fact).met


@cases("fact, text", each(WRONG))
def test_a_wrong_answer_fails(fact: Fact, text: str) -> None:
    assert not said(text, fact).met


def test_all_facts_must_be_said() -> None:
    facts = (Name("Anna Vogt", "Bernd Falk"), Amount(12, "minutes"))
    assert said("Anna called 12 minutes ago.", *facts)
    assert not said("Anna called.", *facts)


def test_without_facts_anything_is_an_answer() -> None:
    assert said("Nothing to do.").met
    assert not said(" \n").met


def test_what_was_found_is_told() -> None:
    assert (
        said("It's 20 °C or 22 °C.", Amount(21, "celsius")).explanation() == "wanted an answer with 21 °C, found 20 °c and 22 °c"
    )
    assert said("Bernd.", Name("Anna", "Bernd")).explanation() == "wanted an answer with Anna, found Bernd"
    assert said("Yes and no.", YesNo(True)).explanation() == "wanted an answer with yes, found no and yes"


def test_a_word_is_said_in_one_of_its_spellings() -> None:
    late = Word(("late", "running behind"), ("early",))
    assert said("I'm running behind.", late)
    assert not said("I'm early, not late.", late)
    assert not said("Later.", late)
    assert said("I'm not early, I'm late.", late)


def test_a_claim_is_said_and_not_denied() -> None:
    ice = Claim(("ice", "icy"))
    for text in ("Careful, it's icy.", "There might be ice.", "No need to panic, but the road is icy."):
        assert said(text, ice)
    for text in ("There is no ice.", "The road isn't icy.", "It's cold."):
        assert not said(text, ice)
    tyre = Claim(("tyre",), instead_of=("fine",))
    assert said("The left tyre is not fine.", tyre)
    assert not said("The left tyre is fine.", tyre)


def test_what_may_stand_beside_an_amount_is_no_alternative_to_it() -> None:
    limit = Amount(50, "km/h", 1.7, (30, 80))
    for text in ("50 km/h in town, 80 outside.", "50 km/h or 31 mph.", "50 km/h in town or 80 outside."):
        assert said(text, limit)
    for text in ("50 or 80 km/h.", "80 km/h or 50 km/h.", "30, 50, 80."):
        assert not said(text, limit)
    assert said("It's 2 km or 5 minutes away.", Amount(2, "km"))


def test_a_number_to_dial_is_said_digit_by_digit() -> None:
    assert said("Call nine one one.", Name("911", "112"))
    assert not said("Call one one two.", Name("911", "112"))


def test_an_optional_name_may_be_left_out_but_no_other_said_instead() -> None:
    name = Name("Anna Vogt", "Bernd Falk", optional=True)
    assert said("Anna texted.", name).met
    assert said("She texted.", name).met
    assert not said("Bernd texted.", name).met
    assert not said("Anna or Bernd texted.", name).met


def test_a_value_beside_may_be_told_but_not_offered_as_a_choice() -> None:
    limit = Amount(50, "km/h", beside=(80,))
    assert said("50 km/h in town, 80 km/h outside.", limit).met
    assert said("50 km/h, or 31 mph.", limit).met
    assert not said("50 km/h or 80 km/h.", limit).met
    assert not said("At 3:15 or at 5:30.", TimeOfDay(5, 30, beside=(3 * 60 + 15,))).met


PIECES = (
    "0 1 23 , . : ; - / + half quarter to past o'clock am hour and a one hundred thousand point ½ € % ° c not than 東 é ٣ ² \x00"
)


@given(st.lists(st.sampled_from(PIECES.split(" ")), max_size=30), st.sampled_from(("", " ")))
def test_any_text_can_be_judged(pieces: list[str], between: str) -> None:
    assert len(said(between.join(pieces), *(fact for fact, _ in RIGHT)).parts) == len(RIGHT)


def test_the_end_of_a_very_long_answer_is_not_read() -> None:
    assert not said(" " + "word " * MAX_ANSWER_CHARACTERS + "21 °C", Amount(21, "celsius")).met
