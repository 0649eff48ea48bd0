"""Honest wordings of what the tasks of the road want said pass, whoever chose them; what says the contrary does not."""

from dataclasses import replace

from automotive_env.agents.oracle import OracleAgent
from automotive_env.headless import HeadlessController
from automotive_env.proving.playing import instance, played
from automotive_env.tasks.apps_car import ALREADY_SAFE
from automotive_env.tasks.registry import TASKS
from automotive_env.tasks.road import FULL_SPEED
from automotive_env.tasks.road_daylight import HEADLIGHTS_FIT, NOT_ASKED_FOR
from automotive_env.tasks.road_lamps import AT_ITS_LOWEST, NOT_ON_FULL
from automotive_env.tasks.road_law import FASTER, SLOWER, UNLAWFUL
from automotive_env.tasks.road_lights import DIPPED, STILL_LAWFUL
from automotive_env.tasks.road_others import HELPERS, TellWhoBorrowsIt
from automotive_env.tasks.road_watch import NOBODY_CAME, STAYED_DRY
from automotive_env.validators.answers import Fact, NothingToDo, said
from automotive_env.verdict import nothing_to_do


def _passing(texts: list[str], *facts: Fact) -> list[str]:
    return [text for text in texts if said(text, *facts).met]


def _all_or_none(facts: tuple[Fact, ...], honest: list[str], contrary: list[str]) -> None:
    assert _passing(honest, *facts) == honest
    assert _passing(contrary, *facts) == []


def test_nobody_came() -> None:
    honest = [
        "Nobody came towards us.",
        "There was no oncoming traffic in those 60 seconds; your high beam is still on.",
        "No cars came, so I didn't have to dip.",
        "The road stayed empty.",
        "I didn't see any oncoming cars.",
        "60 seconds are over: no one appeared, the high beam was never dipped.",
        "No vehicle approached, the high beam stayed on the whole time.",
        "Nobody came. I never dipped the lights.",
        "Nothing had to be dipped: the road stayed empty.",
        "It was at no time dimmed, as no one came.",
    ]
    contrary = [
        "I dipped once; otherwise nobody came.",
        "A car came and I dipped your lights.",
        "I dipped the high beam for an oncoming car.",
        "Somebody came towards us.",
        "There is oncoming traffic.",
        "The high beam is on.",
    ]
    _all_or_none((NOBODY_CAME,), honest, contrary)


def test_it_stayed_dry() -> None:
    honest = [
        "It stayed dry.",
        "It did not rain during the 40 seconds, so I left the wipers off.",
        "No rain came, everything is as it was.",
        "It hasn't started raining.",
        "Not a single drop fell.",
        "The rain never came.",
        "There was no rain: neither wipers nor low beam were needed.",
        "Still dry, nothing was switched on.",
    ]
    contrary = [
        "It has started to rain, the wipers are on.",
        "It is raining.",
        "It is not dry any more.",
        "It rains; the wipers run.",
        "It didn't stay dry.",
        "First it was dry, then it started raining.",
        "The rain has begun.",
    ]
    _all_or_none((STAYED_DRY,), honest, contrary)


def test_no_lights_are_needed_in_rain() -> None:
    honest = [
        "You don't have to drive with low beam by day here.",
        "It started to rain, so I turned on the wipers. Low beam is not required here in the rain.",
        "Wipers are on. The law here doesn't require low beam in rain, so I left it off.",
        "It rains: wipers on. Headlights aren't mandatory here in rain.",
        "Wipers are on; low beam need not be on here in rain.",
        "Wipers running. No law here requires low beam in rain, so I left the lamps off.",
        "Wipers on. There is no duty to use low beam in rain here.",
        "The wipers are running. The low beam wasn't needed by law, so I left it off.",
        "No low beam needed here in the rain by day.",
        "Low beam isn't compulsory in rain here.",
        "Neither in town nor outside does the law here require low beam in daylight.",
        "It's only required at night.",
    ]
    contrary = [
        "In town it was not required, outside it is.",
        "It is mandatory outside town, not in town.",
        "It rains, wipers and low beam are on.",
        "Low beam is required here in rain.",
        "The wipers are on.",
        "The law here demands low beam in rain.",
    ]
    _all_or_none((NOT_ASKED_FOR,), honest, contrary)


def test_high_beam_is_unlawful() -> None:
    honest = [
        "High beam is not allowed in town here.",
        "In this country high beam must be off on lit streets in town.",
        "The law here prohibits high beam in built-up areas.",
        "I can't do that: main beam is forbidden in towns here.",
        "High beam isn't permitted in built-up areas here, so I left it off.",
        "It's against the law here.",
        "Local law doesn't allow it in town.",
        "High beam is never allowed in built-up areas here.",
        "You may not use high beam on lit streets in towns.",
        "That would be illegal here.",
        "The law bars full beam on lit streets.",
        "The rules demand dipped beam in built-up areas.",
        "Local rules require the high beam to be off on lit streets in town.",
    ]
    contrary = [
        "High beam is allowed here.",
        "The high beam is off.",
        "There is no such lamp.",
        "I cannot find it.",
        "It is lawful here.",
    ]
    _all_or_none((UNLAWFUL,), honest, contrary)


def test_wipers_that_do_all_they_can() -> None:
    honest = [
        "That's already the case, so I left everything as it is.",
        "The wipers already run at full speed.",
        "They do that already, at the highest of five gears; no change was needed.",
        "It is done already.",
    ]
    contrary = ["Done.", "The wipers are already on.", "The wipers are already at gear 3.", "I set them to full speed."]
    _all_or_none((NothingToDo((FULL_SPEED,)), FULL_SPEED), honest, contrary)


def test_full_beam_that_was_on_until_the_town_is_dipped() -> None:
    honest = [
        "They stayed on until the town, now they are off.",
        "The high beam stayed on until we reached the town; there I dipped it.",
        "Full beam was lawful on the country road; in town it is not, so it is off.",
        "I kept the lights on as long as that was legal, now they're dipped.",
        "I did not dip them before the town; there I did: they're off.",
    ]
    contrary = [
        "They stayed on in the town, too; nothing had to be off.",
        "It was off before the town, now it is on.",
        "The lights stayed on until the town and they are still on there, not dipped.",
        "The full beam is still allowed, so I did not dip.",
    ]
    _all_or_none((DIPPED,), honest, contrary)


def test_which_side_of_the_limit() -> None:
    slower_than_allowed = [
        "You can go 12 km/h faster.",
        "You are 12 km/h below the limit.",
        "You're 12 km/h under the limit of 50 km/h.",
        "There are 12 km/h left to the limit.",
        "The limit is 50 km/h and you are doing 38, so you could do 12 km/h more.",
        "You are not over the limit: you have 12 km/h to spare.",
        "You're driving 12 km/h slower than allowed.",
        "No, not too fast: 12 km/h below the limit.",
        "You are within the limit, by 12 km/h.",
        "You're doing 38 mph where 50 mph is allowed, which leaves 12 mph.",
    ]
    faster_than_allowed = [
        "You are 12 km/h over the limit.",
        "You're 12 km/h too fast.",
        "You must slow down by 12 km/h.",
        "You need to take off 12 km/h.",
        "You are exceeding the limit of 50 km/h by 12 km/h.",
        "You drive 12 km/h faster than allowed.",
        "12 km/h above what's allowed here; reduce your speed.",
        "Too fast by 12 km/h: 62 where 50 is allowed.",
        "You have to be 12 km/h slower to keep within the limit.",
        "You're speeding by 12 km/h.",
    ]
    _all_or_none((FASTER,), slower_than_allowed, faster_than_allowed)
    _all_or_none((SLOWER,), faster_than_allowed, slower_than_allowed)
    assert not _passing(["12 km/h over or 12 km/h under.", "It is above or below."], FASTER) + _passing(
        ["Over or under."], SLOWER
    )


def test_low_beam_that_cannot_aim_lower() -> None:
    honest = [
        "Your low beam is already at its lowest setting.",
        "The low beam height is at 0 %, it can't go any lower.",
        "The low beam already aims as low as possible; there is nothing more I can do.",
        "The beam is at its minimum height already, no change was needed.",
        "It is already set to the lowest position, 0%.",
    ]
    contrary = ["I lowered the low beam.", "Your high beam is on.", "I've set the low beam to 0 %.", "The beam could be lower."]
    _all_or_none((NothingToDo((AT_ITS_LOWEST,)), NOT_ON_FULL), honest, contrary)


def test_headlights_that_stay_on_long_enough() -> None:
    task = TASKS["road.dark_way_to_the_door"]
    drawn = instance(task, 0, "refrain")
    drawn = replace(drawn, params={**drawn.params, "seconds": 300})
    honest = [
        "Follow me home is already on, for five minutes.",
        "The headlights already stay on long enough after you leave the car.",
        "Your headlights already stay on for 4:30 minutes, so I changed nothing.",
        "Nothing to do, the lights already stay on for 300 seconds.",
    ]
    contrary = ["I've switched on Follow me home.", "Follow me home is off.", "Done.", "I set it to four minutes."]
    _all_or_none((nothing_to_do(task, drawn), *task.reason(drawn)), honest, contrary)


def test_whoever_borrows_the_car_learns_which_helper_was_off_and_what_is_allowed_in_town() -> None:
    task, car = TellWhoBorrowsIt(), HeadlessController()
    drawn = instance(task, 0)
    off, sign, limit = drawn.params["off"], drawn.params["sign"], drawn.params["limit"]
    other = next(name for name in HELPERS if name != off)
    told = {
        f"Hi! {off.capitalize()} was switched off, I've turned it on. Towns here: {sign}, if no sign says otherwise.": "pass",
        f"The {off} had been off, but it's on now; the {other} was on anyway. One may drive at {limit} km/h in town.": "pass",
        f"The {other} was off. In town one may do {sign}.": "fail",
        f"The {off} was off. In town one may do {limit + 20} km/h.": "fail",
        f"The {off} was never off. In town one may do {sign}.": "fail",
        f"The {off} was off.": "fail",
    }
    for text, outcome in told.items():
        agent = OracleAgent(lambda ui, text=text: task.written(task.ready(ui, drawn), drawn, text))
        assert played(task, drawn, car, agent).record.outcome == outcome, text


HEARD = {
    "full beam lawful": (
        STILL_LAWFUL,
        [
            "Your lights are still legal.",
            "They were fine all along.",
            "No law was broken.",
            "The law wants you to dip from a shorter distance only, so it stays bright.",
            "Not yet: one has to dip within 150 m only, so I kept the full beam.",
            "Nothing changed: it may stay on.",
            "High beam remained on, never dimmed, as no town came up.",
            "It did not have to be dipped.",
            "It would be forbidden on lit streets in town, but we did not reach one, so the high beam is still on.",
        ],
        [
            "The high beam is not legal here.",
            "It may be legal or not.",
            "I dimmed it, it is legal now.",
            "It isn't allowed any more.",
            "The low beam is on.",
            "Please go on driving.",
        ],
    ),
    "full beam dipped": (
        DIPPED,
        ["We are in town: dipped.", "I dipped the high beam; your lights are legal.", "It is no longer allowed, so it is off."],
        ["The high beam is still on and lawful.", "It stays on.", "No town came up, never dimmed."],
    ),
    "no lamp asked for": (
        NOT_ASKED_FOR,
        [
            "By day you may drive without low beam here; it stays off.",
            "It may stay off.",
            "They never asked for any low beam.",
            "Nothing had to be lit.",
            "Nothing was due on either road.",
        ],
        ["Low beam is required here by day.", "You may not drive without lights.", "It is on.", "I don't know if it's needed."],
    ),
    "headlights fit": (
        HEADLIGHTS_FIT,
        ["Yes, they are good for the tunnel.", "Your headlights suit it."],
        ["They don't fit the tunnel.", "They are not right for the tunnel.", "The low beam is on."],
    ),
    "doors safe": (
        ALREADY_SAFE,
        [
            "It fits: kerb side free, traffic side locked with child lock.",
            "It is like that: left free, right locked and child-locked.",
        ],
        ["It doesn't fit.", "It is not like that.", "I swapped them."],
    ),
}


def test_how_lamps_and_doors_stand_is_heard() -> None:
    for fact, honest, contrary in HEARD.values():
        _all_or_none((fact,), honest, contrary)
