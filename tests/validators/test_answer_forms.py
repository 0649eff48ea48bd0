"""Facts that people tell in several forms: units, times and lists."""

import pytest
from cases import cases

from automotive_env.headunit.language.translate import translate
from automotive_env.headunit.widgets.wording import clock
from automotive_env.tasks.road_lights import STILL_LAWFUL
from automotive_env.validators.answer_forms import NOTHING_CAME_UP, Besides, First, Listed, Price, TimeOfDay, measured
from automotive_env.validators.answers import Amount, Says, said
from automotive_env.world.language import LANGUAGES


@cases(
    ("text", "value", "unit", "met"),
    [
        ("It is 20 degrees.", 20, "celsius", True),
        ("68 °F.", 20, "celsius", True),
        ("68 °C.", 20, "celsius", False),
        ("It is 20 °C, that is 68 °F.", 20, "celsius", True),
        ("31 mph", 50, "km/h", True),
        ("31 km/h", 50, "km/h", False),
        ("32 psi", 2.2, "bar", True),
    ],
)
def test_an_amount_is_told_in_any_unit_of_its_quantity(text: str, value: float, unit: str, met: bool) -> None:
    assert bool(said(text, measured(value, unit, 0.06 if unit == "bar" else 0.6))) is met


@cases(
    ("text", "met"),
    [
        ("At 19:30.", True),
        ("It is 7:30 pm.", True),
        ("At half past seven.", True),
        ("19.30 bar", False),
        ("At 7:30 am.", False),
        ("At 18:30 or 19:30.", False),
        ("It takes 30 minutes.", False),
    ],
)
def test_a_time_is_told_on_either_clock(text: str, met: bool) -> None:
    assert bool(said(text, TimeOfDay(19, 30))) is met


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_time_is_told_as_the_screens_write_it(language: str) -> None:
    shown, half_a_day_off = (translate(clock(f"2025-04-13 {hour}:29:00", "12-hour format"), language) for hour in ("17", "05"))
    assert said(f"{shown}.", TimeOfDay(17, 29))
    assert not said(f"{half_a_day_off}.", TimeOfDay(17, 29))


def test_times_that_stand_beside_and_full_hours() -> None:
    assert said("You leave at 7 o'clock and arrive at 8:10.", TimeOfDay(7, beside=(490,)))
    assert not said("You leave at 7 o'clock and arrive at 8:10.", TimeOfDay(7))
    assert said("A minute to midnight, 23:59.", TimeOfDay(0, tolerance=1))
    assert said("Not at 6:30 but at 7:15, instead of 8 o'clock.", TimeOfDay(7, 15))
    assert not said("It's 6:30, no longer 7:15.", TimeOfDay(7, 15))
    assert said("The furthest was on 4 May, started at 2:33 PM: 110 km.", TimeOfDay(14, 33))
    assert said("4 May, 14:33: 110 km.", TimeOfDay(14, 33))
    assert said("See you at 14.33. It is 7.20 km.", TimeOfDay(14, 33))
    assert not said("They have petrol at 14.33 €.", TimeOfDay(14, 33))
    assert not said("Started at 2:33 AM: 110 km.", TimeOfDay(14, 33))
    assert not said("You don't leave; maybe 7:15.", TimeOfDay(7, 15))


@pytest.mark.parametrize(
    ("text", "met"), [("Bo and Anna.", True), ("Anna.", False), ("Anna, Bo, Cleo.", False), ("Anna Lee and Bo.", True)]
)
def test_a_list_is_whole_and_no_longer(text: str, met: bool) -> None:
    assert bool(said(text, Listed(("Anna", "Bo") if "Lee" not in text else ("Anna Lee", "Bo"), ("Anna", "Bo", "Cleo")))) is met


@cases(
    "text",
    [
        *("Nothing to report.", "No dangers.", "There was none.", "The road was fine, you can relax.", "Everything is fine."),
        *("The weather didn't turn.", "I haven't seen any danger.", "No fog or other hazard came up.", "All clear."),
        *("I watched for fog, none came.", "It stayed clear the whole time.", "All good, no ice, no smoke."),
        *("There was no fog, smoke or ice: all clear.", "I saw no fog, ice, or animals.", "Visibility stayed good all along."),
    ],
)
def test_that_nothing_came_up_is_told_in_many_ways(text: str) -> None:
    assert said(text, NOTHING_CAME_UP).met


@cases(
    "text",
    [
        *("It is clear that there is danger.", "No idea.", "Nothing but fog.", "All good apart from ice on the road.", "Done."),
        *("Clear, but a fog bank lies ahead.", "No ice, but fog ahead.", "No, watch out, there is smoke.", "Maybe nothing."),
        *("No ice, fog though.", "No ice, fog and rain came up.", "No rain, fog."),
    ],
)
def test_a_danger_that_is_named_and_not_denied_came_up(text: str) -> None:
    assert not said(text, NOTHING_CAME_UP).met


def test_whether_the_full_beam_was_lawful_is_heard() -> None:
    for text in ("Your lights are still legal.", "No law was broken.", "Nothing changed: it may stay on.", "Full beam kept on."):
        assert said(text, STILL_LAWFUL).met, text
    for text in ("The high beam is not legal here.", "It may be legal or not.", "I dimmed it.", "It isn't allowed any more."):
        assert not said(text, STILL_LAWFUL).met, text


@cases(
    ("text", "first"),
    [
        ("Lake Charging Point, at 0.43; Copper would be next.", True),
        ("The cheapest is Lake Charging Point.", True),
        ("Copper, or Lake Charging Point.", False),
        ("Lake Charging Point or Copper.", False),
        ("Ferry Lake Charging Point.", False),
        ("None.", False),
    ],
)
def test_the_first_of_several_names_is_the_one_that_is_meant(text: str, first: bool) -> None:
    fact = First("Lake Charging Point", ("Copper", "Ferry Lake Charging Point", "Charging Point"))
    assert said(text, fact).met is first


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Rear left has the coolest: 18 °C. Rear right is at 19 °C.", True),
        ("18 °C, that is the left rear one; rear right has 19 °C.", True),
        ("Rear left at 19 °C, rear right at 18 °C.", False),
        ("Rear left, rear right: one of them has 18 °C.", False),
        ("Rear right has 19 °C, rear left 18 °C.", False),
    ],
)
def test_what_belongs_to_the_first_name_is_told_before_the_others(text: str, told: bool) -> None:
    fact = First("rear left", ("rear right", "right rear"), ("left rear",), Amount(18, "celsius", 0.3))
    assert said(text, fact).met is told


@cases(
    ("written", "text", "told"),
    [
        ("0.47 €", "It's 0.47 euros.", True),
        ("0.47 €", "0,47 € per kWh", True),
        ("0.47 €", "10.47 €", False),
        ("0.47 €", "0.475", False),
        ("¥71", "71 yen.", True),
        ("¥71", "¥171", False),
        ("₩1,250", "1250 won", True),
    ],
)
def test_a_price_is_told_with_or_without_its_sign(written: str, text: str, told: bool) -> None:
    assert said(text, Price(written)).met is told


def test_titles_are_no_part_of_what_is_claimed():
    plays = Says("that it plays", r"\bplaying\b", r"\b(no|not) (\w+ ){0,2}play")
    title = Besides(plays, ("Samba no Pão",))
    assert not said("Samba no Pão is playing.", plays)
    assert said("Samba no Pão is playing.", title)
    assert not said("Samba no Pão is not playing.", title)
    assert not said("No, Samba no Pão is on hold.", title)


def test_a_name_that_is_denied_is_not_the_first() -> None:
    museum = First("Museum", ("Airport", "Hotel"))
    honest = [
        "Not the Airport: the warning is about the Museum.",
        "The Airport is not affected, it is the Museum.",
        "It isn't about your destination, the Airport; it's the Museum.",
        "The Museum, not the Airport.",
    ]
    contrary = [
        "Not the Museum but the Airport.",
        "The Museum is not affected, the Airport is.",
        "The Airport, not the Museum.",
        "The Airport, then the Museum.",
        "Not the Airport, not the Museum: the Hotel.",
    ]
    assert [text for text in honest if not said(text, museum).met] == []
    assert [text for text in contrary if said(text, museum).met] == []
