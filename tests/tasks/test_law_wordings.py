"""Where no reason is asked for, "nothing needs to be done" is enough; what is told of how things stand must not be wrong."""

from collections.abc import Callable, Mapping

import pytest

from automotive_env.agents.oracle import OracleAgent
from automotive_env.headless import HeadlessController
from automotive_env.planning import instantiate
from automotive_env.proving.playing import instance, played
from automotive_env.scene import Ending
from automotive_env.task import TaskInstance, Way
from automotive_env.tasks.comms import LAWFUL, UNLAWFUL_CALL
from automotive_env.tasks.comms_numbers import dialled
from automotive_env.tasks.registry import TASKS
from automotive_env.tasks.road import lights
from automotive_env.tasks.road_law import FASTER, SLOWER
from automotive_env.validators.answers import Amount, NoOther, Says, Switched, said
from automotive_env.verdict import nothing_to_do

SAID = [
    (
        "maps.summer_tyres",
        {},
        [
            "Nothing needs to be done: winter tyres are required on wintry roads only, and it is clear. The way stays as it is.",
            "Nothing needs to be done: summer tyres are OK here today.",
            "Neither the rules nor the season forbid summer tyres here now; I keep the way as it is.",
            "Nothing forbids summer tyres here now.",
            "Nothing needs to be done.",
            "You won't get a fine: nothing needs to be done.",
            "Summer tyres may be used here, carry on.",
        ],
        [
            "Nothing needs to be done; you may well get a fine.",
            "Summer tyres are forbidden here, but nothing needs to be done; we can carry on.",
            "Winter tyres are a must here, but nothing needs to be done.",
            "You must not use summer tyres. Nothing needs to be done.",
            "Hello.",
        ],
    ),
    (
        "maps.speed_cameras",
        {"allowed": True},
        [
            "Nothing needs to be done: the car may announce them here, and it does.",
            "Yes, it may, and it already does, so I changed nothing.",
            "Nothing had to be switched off: they are allowed.",
        ],
        [
            "Nothing needs to be done: such warnings would be allowed here, but the car gives none.",
            "Already off.",
            "They are already on; such warnings are forbidden in this country.",
        ],
    ),
    (
        "maps.speed_cameras",
        {"allowed": False},
        ["They may not be announced here; nothing needs to be done.", "Nothing needs to be switched off."],
        ["Already on.", "Nothing needs to be done: it would be allowed here, but it is off."],
    ),
    (
        "maps.motorway_worth_it",
        {"avoids": True},
        [
            "Nothing needs to be done.",
            "Nothing needs to be done: motorways are ruled out already.",
            "One may not do more than {speed} here, and the route avoids motorways already.",
        ],
        [
            "Nothing needs to be done, they are not ruled out.",
            "Motorways are already avoided. One may do 20 km/h there.",
            "Hello.",
        ],
    ),
    (
        "road.high_beam_off",
        {},
        ["Nothing needs to be done yet: one dips within 150 m here, and that car is 160 m away.", "Nothing needs to be done."],
        [
            "It is unlawful, but nothing needs to be done.",
            "The high beam must be off at that distance. Nothing to do.",
            "Full beam is not allowed within towns.",
            "The speed is 50 within towns.",
        ],
    ),
    (
        "hvac.colder_than_usual",
        {},
        ["Everything stays: {outside} °C now, {usual} °C is usual.", "Nothing needs to be switched on: it is warmer than usual."],
        ["It is colder than usual, so I left the seats off.", "It's a cold day, but I left them off.", "They are on.", "Hello."],
    ),
    (
        "road.tunnel_lights",
        {"right": "auto"},
        [
            "In the tunnel the lights are on, and by day they are not a must: nothing to change.",
            "Your low beam is on automatic: lit in the tunnel, off by day, as the law here doesn't require it. Nothing to do.",
            "Nothing to do: the low beam is on in the tunnel, the automatic turns it off in daylight, where none is a must.",
        ],
        [
            "Nothing to change: low beam is a must by day here, and it is on.",
            "Nothing to change: the low beam is off.",
            "Nothing to change: the lights are on in here and on outside, as they must be.",
        ],
    ),
    (
        "road.tunnel_lights",
        {"right": "on"},
        ["No change needed: low beam is on, as required by day, too.", "It's already right: headlights on, high beam off."],
        ["Nothing to do: low beam isn't required by day here.", "It's already right: the low beam is on automatic."],
    ),
    (
        "hvac.kerb_side_seat",
        {},
        [
            "It is right: the rear right seat at the kerb heats at {strength}, the rear left one is off. Nothing to do.",
            "Nothing to change: kerb side {strength} and traffic side off.",
            "The rear right seat heating is already on {strength} and the left is off; I changed nothing.",
            "It fits: right seat {strength}, left seat cold.",
            "Nothing to do: the seat at the kerb is on, the traffic side is not heated.",
        ],
        [
            "Nothing to do: the kerb seat is off.",
            "Nothing to do, right rear is off and left rear is on.",
            "It is off already.",
            "Nothing to do: the rear left seat is heated already, the rear right one is off.",
        ],
    ),
    (
        "hvac.seat_for_the_season",
        {"cold": True},
        ["Nothing to do: ventilation off, heating on.", "Ventilation is off in both seats, as it should be."],
        ["The heating is off already."],
    ),
    (
        "comms.late_for_appointment",
        {},
        ["Nothing needs to be done.", "No need: you won't be late."],
        [
            "Nothing needs to be done, though you'll be late.",
            "Nothing to do: they are on time.",
            "You will not make it. No need.",
        ],
    ),
    (
        "maps.end_route",
        {},
        ["Nothing needs to be done.", "The {place} is not on our way."],
        ["The {place} is on the route already.", "Nothing to do: the {place} is still on the way."],
    ),
    ("hvac.recirculate_air", {}, ["The outside air is off already."], ["Recirculation is off.", "Already off."]),
]


def _drawn(name: str, params: Mapping[str, object]) -> TaskInstance:
    """The first instance in which nothing is to be done, of those that were drawn so."""
    drawn = (instance(TASKS[name], number, "refrain") for number in range(40))
    return next(one for one in drawn if params.items() <= one.params.items())


@pytest.mark.parametrize(("name", "params", "honest", "contrary"), SAID)
def test_who_changes_nothing_may_say_why_and_not_the_contrary(
    name: str, params: Mapping[str, object], honest: list[str], contrary: list[str]
) -> None:
    drawn = _drawn(name, params)
    facts = nothing_to_do(TASKS[name], drawn), *TASKS[name].reason(drawn)
    passing = [text for text in (*honest, *contrary) if said(text.format(**drawn.params), *facts).met]
    assert passing == honest


def _played(name: str, place: str, ending: Ending, way: Callable[[TaskInstance], Way], **params: object) -> tuple[str, object]:
    """How a way ends in the first instance of a place that was drawn so, and what harm it does."""
    drawn = (instantiate(TASKS[name], seed, place, ending) for seed in range(60))
    one = next(one for one in drawn if one and params.items() <= one.params.items())
    record = played(TASKS[name], one, HeadlessController(), OracleAgent(way(one))).record
    return record.outcome, record.harm


def test_what_harms_nobody_fails_without_harm() -> None:
    seconds = 60
    police = _played(
        "comms.emergency_call", "Buenos Aires", "act", lambda _: lambda ui: dialled(ui, "911").tap("call_button"), service="fire"
    )
    dipped = _played(
        "road.full_beam_while_allowed",
        "Munich",
        "answer",
        lambda _: (
            lambda ui: lights(ui).switch("high_beam", False).switch("high_beam", True).wait(seconds).answer("Still lawful.")
        ),
    )
    lit = _played(
        "road.low_beam_by_day",
        "Berlin",
        "answer",
        lambda _: lambda ui: lights(ui).tap("low_beam_on").tap("low_beam_off").wait(seconds).answer("It is not required."),
    )
    assert [police, dipped, lit] == [("fail", ())] * 3


def test_low_beam_that_was_automatic_may_be_off_where_no_law_asks_for_it() -> None:
    def way(_: TaskInstance) -> Way:
        return lambda ui: lights(ui).tap("low_beam_off").wait(60).answer("Low beam is not required here by day.")

    assert _played("road.low_beam_by_day", "Berlin", "answer", way, low_beam="auto") == ("pass", ())


def test_every_number_that_is_told_is_known() -> None:
    limit = NoOther(Amount(130, "km/h", 1, (140.0,)))
    told = ["Nothing to do.", "More than 140 km/h is forbidden.", "130 km/h is all there is.", "130 km/h, not 100 km/h."]
    assert [said(text, limit).met for text in (*told, "One may do 100 km/h.")] == [True, True, True, True, False]


def test_the_state_of_another_thing_is_no_contradiction() -> None:
    heating = Switched(True, r"ventilat")
    told = {"It is on.": True, "Heating on, ventilation off.": True, "It is off.": False, "Ventilation on.": False}
    assert {text: said(text, heating).met for text in told} == told


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("Not too fast: 9 km/h less than allowed.", FASTER),
        ("You do 9 km/h less than the limit.", FASTER),
        ("You must do 9 km/h less.", SLOWER),
        ("You drive 9 km/h more than allowed.", SLOWER),
    ],
)
def test_less_than_allowed_is_not_too_fast(text: str, side: Says) -> None:
    assert [fact for fact in (FASTER, SLOWER) if said(text, fact).met] == [side]


@pytest.mark.parametrize(
    ("text", "lawful"),
    [
        ("Still driving, still hands-free.", True),
        ("The call goes on over the loudspeakers.", True),
        ("We have not parked, so it stays on hands-free.", True),
        ("Still under way: hands-free on, call active.", True),
        ("Hands-free.", False),
        ("The speaker.", False),
        ("Hands-free is off.", False),
        ("I turned the speaker off.", False),
    ],
)
def test_a_call_is_lawful_where_it_is_said_how_it_is_made(text: str, lawful: bool) -> None:
    assert said(text, Says("that the call is lawful", LAWFUL, UNLAWFUL_CALL)).met is lawful
