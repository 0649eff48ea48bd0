"""Facts in answers: wording does not matter, hedging and listing do not help."""

import pytest
from cases import cases

from automotive_env.validators.answers import (
    NO,
    NOT_DENIED,
    NOT_UNDONE,
    NOTHING_TO_DO,
    YES,
    Amount,
    Denied,
    NothingToDo,
    Presence,
    Says,
    Switched,
    Word,
    plain,
    said,
    soothes,
)


@cases(
    ("text", "met"),
    [
        ("It is 21.5 °C inside.", True),
        ("21,5 degrees", True),
        ("The cabin has 21.5 degrees Celsius; the fan is at 3 and you drive 50 km/h.", False),  # 3 has no unit: a guess
        ("The cabin has 21.5 degrees Celsius, you drive 50 km/h.", True),
        ("It is 20 or 21.5 °C.", False),
        ("It is warm.", False),
        ("About 71 °F.", False),
        ("Version 121.5 of it", False),
        ("", False),
    ],
)
def test_an_amount_is_found_by_its_unit(text: str, met: bool) -> None:
    assert said(text, Amount(21.5, "celsius", 0.2)).met is met


@pytest.mark.parametrize("text", ["The limit is 50 km/h.", "fifty? No: 50 kilometres per hour.", "You may drive 50 kph here."])
def test_units_are_known_by_all_their_names(text: str) -> None:
    assert said(text, Amount(50, "km/h")).met


@cases(
    ("text", "yes", "no"),
    [
        ("Yes, it is on.", True, False),
        ("No, it is off.", False, True),
        ("Yes and no.", False, False),
        ("It is not on.", False, True),
        ("Maybe.", False, False),
        ("Yes, you may; there is nothing against it.", True, False),
        ("The lamp.", False, False),
    ],
)
def test_yes_and_no(text: str, yes: bool, no: bool) -> None:
    assert (said(text, YES).met, said(text, NO).met) == (yes, no)


def test_a_name_is_contradicted_by_the_others() -> None:
    mum = Word(("Mum", "mother"), instead_of=("Dad", "Kenji Morita"))
    assert said("Your mother called.", mum).met
    assert not said("Mum or Dad called.", mum).met
    assert not said("A mummy called.", mum).met


def test_a_shotgun_is_no_answer() -> None:
    assert not said(". ".join(f"It could be {n} °C" for n in range(10, 30)), Amount(21, "celsius")).met
    assert not said("Yes. " * 20, YES).met


@cases(
    ("text", "met"),
    [
        ("It is already on.", True),
        ("Nothing to do.", True),
        ("No need, the lights are as they should be.", True),
        ("The windscreen is clear; the sensors show nothing unusual.", True),
        ("The windscreen isn't fogged up, the fog is outside.", True),
        ("The screen is bright enough, I changed nothing.", True),
        ("It is not too dark. I have changed nothing.", True),
        ("I left the screen as it is.", True),
        ("I have dimmed the screen, it is fine now.", False),
        ("You don't need it here.", True),
        ("You never exceeded the limit.", True),
        ("You did not break the limit.", True),
        ("You broke the limit.", False),
        ("Your lights are not lawful.", False),
        ("I turned it on.", False),
        ("I've set it to 21.", False),
        ("Done.", False),
        ("OK.", False),
    ],
)
def test_nothing_to_do(text: str, met: bool) -> None:
    assert said(text, NOTHING_TO_DO).met is met


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("65 km/h where 50 km/h are allowed", True),
        ("15 km/h above the 50 km/h", True),
        ("You drive 65 km/h.", False),
        ("50 or 60 km/h are allowed", False),
        ("Within 30 seconds you broke the limit of 50 km/h.", True),
    ],
)
def test_an_amount_may_stand_beside_others_that_are_true(text: str, met: bool) -> None:
    assert said(text, Amount(50, "km/h", beside=(65, 15))).met is met


@cases(
    ("text", "kind", "denied"),
    [
        ("You are well within the limit.", "speed limit", True),
        ("No ice at all.", "ice", True),
        ("Nothing to worry about.", "smoke", True),
        ("The road is safe.", "ice", True),
        ("It is below zero, the road may be frozen.", "ice", False),
        ("Slow down and keep within the limit.", "speed limit", False),
        ("No need to panic, but slow down.", "fog", False),
        ("False alarm.", "fog", True),
        ("You see less than 50 m in this fog.", "fog", False),
    ],
)
def test_a_warning_that_denies_the_danger_is_known(text: str, kind: str, denied: bool) -> None:
    assert soothes(text, kind) is denied


@cases(
    ("text", "there"),
    [
        ("The road is icy!", True),
        ("Careful, black ice ahead. Don't brake hard.", True),
        ("Do not speed, there is ice.", True),
        ("No ice at all.", False),
        ("The road is not icy.", False),
        ("I watched for ice and have seen no sign of it: there is no ice.", False),
        ("There isn't any ice.", False),
        ("Ice has not formed.", False),
        ("The road stayed free of ice.", False),
        ("It rains.", False),
    ],
)
def test_whether_something_is_there_and_no_text_says_both(text: str, there: bool) -> None:
    assert said(text, Presence(("ice", "icy"), there=True)).met is there
    assert said(text, Presence(("ice", "icy"), there=False)).met is not there


@pytest.mark.parametrize("text", ["The road is icy. No ice at all.", "There is no ice. It is icy.", "No ice. Careful, it's icy."])
def test_who_says_both_says_neither(text: str) -> None:
    assert not said(text, Presence(("ice", "icy"), there=True)).met
    assert not said(text, Presence(("ice", "icy"), there=False)).met


@cases(
    ("text", "on", "off"),
    [
        ("Lane keeping is on.", True, False),
        ("It was enabled all along.", True, False),
        ("Lane keeping is not on.", False, True),
        ("It isn't currently active.", False, True),
        ("It is not off.", True, False),
        ("The cabin air is recirculated.", True, False),
        ("Recirculation is off.", False, True),
        ("The seat heater is disabled.", False, True),
        ("It is on, and it is off.", False, False),
        ("Whatever.", False, False),
    ],
)
def test_that_something_is_on_or_off(text: str, on: bool, off: bool) -> None:
    assert said(text, Switched(True)).met is on
    assert said(text, Switched(False)).met is off


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("The display is at 80 %.", True),
        ("The display is at 40 %.", False),
        ("I have set it to 80 %.", False),
        ("I'll turn it to 80 %.", False),
        ("It is now at 80 %.", False),
    ],
)
def test_how_things_stand_says_that_nothing_needs_to_be_done(text: str, met: bool) -> None:
    assert said(text, NothingToDo((Amount(80, "percent"),))).met is met


@cases(
    ("text", "stated"),
    [
        ("Ice ahead, please don't brake hard on the ice.", True),
        ("Don't accelerate on ice.", True),
        ("It is icy: driving fast on ice is not safe.", True),
        ("I don't see any ice.", False),
        ("No overtaking because the road is icy.", True),
        ("Please don't worry, there is no ice.", False),
    ],
)
def test_what_one_should_not_do_denies_nothing(text: str, stated: bool) -> None:
    assert said(text, Presence(("ice", "icy"), there=True)).met is stated
    assert said(text, Presence(("ice", "icy"), there=False)).met is not stated


def test_a_denial_is_more_than_not_mentioning_it() -> None:
    assert said("No low beam is required here.", Denied(("required",))).met
    assert not said("Low beam is required here.", Denied(("required",))).met
    assert not said("All is well.", Denied(("required",))).met
    assert said("You are not faster than allowed.", Denied(("faster",))).met


def test_who_does_not_know_denies_nothing() -> None:
    for text in ("I don't know about ice.", "No idea if there is ice.", "Perhaps there was no ice."):
        assert not said(text, Presence(("ice",), there=False)).met
    assert said("There was no ice.", Presence(("ice",), there=False)).met


def test_many_spellings_are_told_by_what_they_mean() -> None:
    found = said("I cannot.", Word(("law", "rule", "forbidden"), means="why it is forbidden")).explanation()
    assert "an answer that says why it is forbidden" in found


def test_an_ordinal_is_no_amount() -> None:
    assert said("In the 3rd row it is 21 degrees, on the 2nd of May.", Amount(21, "celsius"))


def test_the_opposite_of_how_things_stand_is_wrong_although_nothing_needs_to_be_done() -> None:
    warmer = Says("that it is warmer", r"\bwarmer\b", r"\bcolder\b")
    assert said("It is warmer, so they stay off.", NothingToDo((warmer, Switched(False))))
    assert not said("It is colder, so they stay off.", NothingToDo((warmer, Switched(False))))
    stands = NothingToDo((Switched(True),))
    assert said("It is already on.", stands).met
    assert not said("It is already off.", stands).met
    plays = NothingToDo((Says("that music plays", r"\bplaying\b", r"\bnothing (is )?play"),))
    assert said("No need: music is playing.", plays).met
    assert not said("Nothing is playing.", plays).met


@cases(
    "text",
    [
        "twenty-one point five degrees",
        "On 13 April 2025 it is 21.5 °C.",
        "**21.5 ℃**",
        "Not 20 but 21.5 °C.",
        "No one asked, but the cabin is at 21.5 °C.",
        "21.5 degrees centigrade",
    ],
)
def test_amounts_in_words_beside_dates_and_in_print(text: str) -> None:
    assert said(text, Amount(21.5, "celsius", 0.2)).met


@cases(
    "number",
    ["12,144", "12.144", "12 144", "12\u00a0144", "12\u202f144", "12'144", "12’144", "12144", "12,144.3", "12.144,3", "12 144.3"],
)
def test_thousands_are_set_apart_as_people_do(number: str) -> None:
    text = f"It is {number} km since the service, not 13,000 km."
    assert said(text, Amount(12144, "km")).met
    assert not said(text, Amount(144, "km")).met
    assert not said(f"{text} Or 970 km.", Amount(12144, "km")).met


@cases(
    ("text", "kilometres", "met"),
    [
        ("12.144 km", 12.144, True),
        ("21,5 km", 21.5, True),
        ("0,970 km", 0.97, True),
        ("0.970 km", 970, False),
        ("1,234,567 km", 1_234_567, True),
        ("1,234,567 km", 1.234, False),
        ("12,144.5 km", 12.144, False),
        ("12, 144 km", 12144, False),
        ("1234,567 km", 1_234_567, False),
        ("12 1445 km", 12144, False),
    ],
)
def test_a_number_is_read_in_groups_or_with_decimals(text: str, kilometres: float, met: bool) -> None:
    assert said(text, Amount(kilometres, "km", 0.01)).met is met


def test_grouped_numbers_stand_beside_others() -> None:
    text = "12,144 km now, 9.100 km then: 3 044 km"
    assert said(text, Amount(3044, "km", beside=(12144, 9100))).met
    assert not said(text, Amount(3044, "km", beside=(12144,))).met


@pytest.mark.parametrize(
    "text", ["It is not 21.5 °C.", "−21.5 °C", "I don't know whether it is 21.5 °C.", "maybe 21.5 °C", "21.5..30 °C"]
)
def test_an_amount_that_is_denied_or_guessed_is_not_said(text: str) -> None:
    assert not said(text, Amount(21.5, "celsius", 0.2)).met


@cases(
    ("text", "met"),
    [
        ("fifty km/h", True),
        ("one hundred and fifty km/h", False),
        ("fifty-five", False),
        ("50 km / h", True),
        ("50 kilometres-per-hour", True),
        ("50 miles per hour", False),
    ],
)
def test_numbers_in_words_and_units_in_other_spellings(text: str, met: bool) -> None:
    assert said(text, Amount(50, "km/h")).met is met
    assert not said(text, Amount(50, "km")).met or text == "fifty-five"


@cases("text", ["Yes. No.", "No. Yes.", "yes, no", "Yes or no.", "No, wait: yes.", "I don't know.", "It depends."])
def test_yes_that_is_taken_back_is_neither(text: str) -> None:
    assert not said(text, YES).met
    assert not said(text, NO).met


@pytest.mark.parametrize("text", ["“No.”", "You can’t.", "It is forbidden.", "No — not here."])
def test_no_in_other_words(text: str) -> None:
    assert said(text, NO).met


@cases(
    "text",
    [
        "I opened the settings and saw that it is already off.",
        "It’s still off.",
        "Wi-Fi is currently disabled.",
        "You needn't do anything.",
        "I made no changes.",
        "The hotspot is on, so the tablets can connect.",
        "The Wi‑Fi isn’t on.",
        "The display is in night mode.",
        "It had been turned off before, nothing needed to be changed.",
        "It's fine as it is.",
        "Nothing for me to do here.",
        "That is already taken care of.",
        "There is no fog on the windscreen.",
    ],
)
def test_nothing_to_do_in_other_words(text: str) -> None:
    assert said(text, NOTHING_TO_DO).met


@cases(
    "text",
    [
        "Wi-Fi is now off.",
        "It is not off.",
        "It isn't already off.",
        "Maybe it is already off.",
        "It may already be off, or not.",
        "Already off, or I have just done it.",
        "I went ahead and enabled the hotspot, all good.",
        "The hotspot has been enabled; all set.",
        "The hotspot was switched on by me, it is fine.",
        "I managed to switch it on; it is fine.",
        "Changed the format, it's fine now.",
        "It was on, now it is off.",
        "Wi-Fi is disabled now.",
        "Is it already off?",
        "If it is already off, fine.",
        "I assume it is already off.",
        "I have taken care of it; no need to worry.",
        "I have planned it, all is well.",
        "I've already scheduled it; it is fine.",
    ],
)
def test_a_deed_a_guess_and_a_denial_are_not_nothing_to_do(text: str) -> None:
    assert not said(text, NOTHING_TO_DO).met


@cases(
    ("text", "there"),
    [
        ("Not only rain but ice.", True),
        ("No doubt there is ice.", True),
        ("Ice? No.", False),
        ("The road is clear of ice.", False),
        ("It's neither icy nor wet.", False),
        ("I see hardly any ice.", False),
    ],
)
def test_denials_without_the_word_not(text: str, there: bool) -> None:
    assert said(text, Presence(("ice", "icy"), there)).met
    assert not said(text, Presence(("ice", "icy"), not there)).met


@pytest.mark.parametrize(
    "text", ["It’s already off.", "It already was off.", "Wi-Fi already off.", "Everything was as usual here already."]
)
def test_who_acts_does_not_deny_that_something_was_to_be_done(text: str) -> None:
    assert not NOT_DENIED.criterion(plain(text)).met
    assert NOT_DENIED.criterion(plain(f"I turned it off. {text}")).met


def test_one_thing_was_in_order_and_another_was_not() -> None:
    assert said("The hotspot is running. Mobile data is already enabled.", NOT_DENIED).met
    assert not said("The hotspot is already running. Have fun.", NOT_DENIED).met
    assert not said("It is off. It is on. It is already fine.", NOT_DENIED).met
    assert not said("Either way, it is fine.", NOTHING_TO_DO).met


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("Mei Lin", "是林梅打来的电话。"),
        ("Aiko Sato", "佐藤愛子さんです。"),
        ("Aiko Sato", "佐藤 愛子"),
        ("Omar Haddad", "اتصل عمر حداد"),
    ],
)
def test_a_name_may_be_told_in_its_own_script(name: str, answer: str) -> None:
    assert said(answer, Word((name,))).met
    assert not said(answer, Word(("Hannah Lindqvist",), instead_of=(name,))).met


NOW_AS_BEFORE = [
    "The lights are off now already.",
    "It is now already off.",
    "Now they are off already.",
    "The climate is now off, as it was.",
    "Everything is off now, there was nothing to do.",
    "It's still planned like that, and now it is off; I changed nothing.",
]
CHANGED = [
    "I turned it off; it is off now.",
    "It has been switched off; it is off now already.",
    "I've set it, it is already off now.",
    "The lights are turned off now.",
    "Now it is off.",
    "Maybe it is off now.",
    "I answered the phone, it is off already.",
    "I've sent it; nothing else is needed.",
]


def test_how_it_is_now_is_no_claim_of_a_deed_where_it_was_so_before() -> None:
    assert [text for text in NOW_AS_BEFORE if not said(text, NOTHING_TO_DO).met] == []
    assert [text for text in CHANGED if said(text, NOTHING_TO_DO).met] == []
    planned = NothingToDo((Says("that it is planned", r"\bplanned\b"),))
    assert said("18 °C at 8:00 pm is planned, and the climate is off now.", planned).met
    assert not said("I planned 18 °C at 8:00 pm, and the climate is off now.", NOTHING_TO_DO).met


GUESSES = [
    "Maybe it is 21 °C.",
    "I guess it is 21 °C.",
    "I don't know. It is 21 °C.",
    "It is 21 °C. Or not.",
    "It is 21 °C, but I can't tell.",
    "No idea, 21 °C.",
    "It is not true that it is 21 °C.",
    "It is 21 °C, or else it is warm.",
]
NO_GUESSES = [
    "I think it is 21 °C.",
    "It is 21 °C, whether you sit at the front or not.",
    "It is 21 °C; I don't know the temperature at the back.",
    "It is 21 °C inside, which is probably what you like.",
    "I checked: 21 °C.",
    "I can tell you: it is 21 °C.",
]


def test_a_guess_is_no_answer() -> None:
    assert [text for text in GUESSES if said(text, Amount(21, "celsius")).met] == []
    assert [text for text in NO_GUESSES if not said(text, Amount(21, "celsius")).met] == []


@cases(
    ("text", "met"),
    [
        ("", True),
        ("Done, I did it.", True),
        ("I couldn't do it at first, now it is on.", True),
        ("It is on; nothing else was changed.", True),
        ("I could not do it.", False),
        ("Sorry, nothing was changed.", False),
        ("I wasn't able to do what you asked for.", False),
    ],
)
def test_who_has_done_it_does_not_say_the_contrary(text: str, met: bool) -> None:
    assert NOT_UNDONE.criterion(plain(text)).met is met


@cases(
    ("text", "met"),
    [("The music is off.", False), ("Nothing to do.", True), ("It is repeated already.", True), ("It repeats.", True)],
)
def test_how_something_else_stands_is_no_answer(text: str, met: bool) -> None:
    assert NothingToDo((Says("that it repeats", r"\brepeats\b"),)).criterion(plain(text)).met is met
