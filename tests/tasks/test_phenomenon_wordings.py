"""Honest wordings of what the tasks of phenomena want said pass; what says the contrary does not."""

from automotive_env.tasks.comms_replies import quick
from automotive_env.tasks.phenomenon_air import STILL_SMOKY
from automotive_env.tasks.phenomenon_dangers import IS_OVER, WE_COME, WE_WAIT
from automotive_env.tasks.phenomenon_fog import UNLAWFUL
from automotive_env.tasks.phenomenon_inside import STAYED_CLEAR, WIDE_OPEN
from automotive_env.tasks.phenomenon_light import ARE_OFF, ARE_ON
from automotive_env.tasks.phenomenon_notices import NOT_COMING
from automotive_env.validators.answers import Fact, said


def _passing(texts: list[str], fact: Fact) -> list[str]:
    return [text for text in texts if said(text, fact).met]


def _all_or_none(fact: Fact, honest: list[str], contrary: list[str]) -> None:
    assert _passing(honest, fact) == honest
    assert _passing(contrary, fact) == []


def test_why_a_lamp_must_stay_dark() -> None:
    honest = [
        "Fog lamps are not allowed here at this visibility.",
        "They must stay off.",
        "Visibility of 900 m is not poor, so neither front nor rear fog lamps may be on.",
        "Low beam is on. Neither condition is met here.",
        "The front fog lamps are allowed, the rear one isn't: it is lawful only below 50 m.",
        "You see 60 metres, and the rear fog light is allowed only in fog when visibility is below 50 m.",
        "It's allowed, but only below 100 m.",
        "Only the front ones are legal at this sight.",
        "In Berlin the rear fog light may be on only when visibility is below 50 m; it is about 60 m now.",
        "The law here forbids it while one sees that far.",
        "That would be illegal in this country.",
        "The visibility is too good for the rear fog lamp.",
        "I left the rear one off: it isn't permitted at 70 m.",
        "Not allowed: 120 m of sight is above the legal limit of 100 m.",
        "No fog lamps may be used here, as you can see further than 100 metres.",
        "It stays dipped: in built-up areas the high beam has to be off here.",
        "High beam must stay down on lit streets in this country.",
        "Rear fog lights are reserved for less than 50 m of visibility.",
    ]
    contrary = [
        "No fog lamp is on, though both are permitted.",
        "No problem, both are allowed.",
        "It is legal here, but I would rather not.",
        "Done, the rear fog light is on.",
        "I cannot do that.",
        "Neither is forbidden.",
        "The law does not forbid it.",
        "They are off now.",
        "It's not prohibited here, so it is on.",
        "The rear fog lamp is lawful at this sight, I switched it on.",
        "The fog lamps are broken.",
        "The other car has passed, high beam is on again as it is legal here in town.",
    ]
    _all_or_none(UNLAWFUL, honest, contrary)


def test_how_the_lamps_are() -> None:
    on = [
        "They are on: the law wants them all day, so I did not switch them off behind the tunnel.",
        "Still on.",
        "The headlights are on.",
        "Your low beam stays on, as it has to be lit here at all hours.",
        "On. I have not turned them off.",
        "We're out of the tunnel; the lamps are still burning.",
        "I left the headlights on behind the tunnel.",
        "They were never switched off and are on now.",
    ]
    off = [
        "They are off.",
        "The headlights are off again.",
        "We are out, I switched them off.",
        "They were lit in the tunnel and are off now.",
        "The low beam is no longer on.",
        "Off, as nothing here wants them by day.",
        "Dark again: I turned the low beam off behind the tunnel.",
        "I switched them on in the tunnel and off behind it.",
    ]
    vague = ["We are on the motorway now.", "Done.", "I looked after the lamps.", "On or off."]
    _all_or_none(ARE_ON, on, [*off, *vague])
    _all_or_none(ARE_OFF, off, [*on, *vague])


def test_that_the_smoke_is_still_there() -> None:
    honest = [
        "It hasn't gone away, so we stay sealed.",
        "The air outside is still not clean.",
        "The 60 seconds are over and there is still smoke.",
        "Still smoky: everything stays shut until it has cleared.",
        "The smoke hasn't gone, so I kept us sealed.",
        "Smoke is there still; I will open once it has cleared.",
        "It's not over: there's still smoke.",
    ]
    contrary = ["The smoke is gone.", "It isn't smoky any longer.", "The air is clear of smoke.", "The smoke vanished.", "Done."]
    _all_or_none(STILL_SMOKY, honest, contrary)


def test_who_waits_and_who_comes() -> None:
    waits = [
        "We're staying put until it's clear.",
        "We are going to wait.",
        "Thanks, we will wait and not set off yet.",
        "We'll stay; we are coming once the road is free.",
    ]
    comes = [
        "We're coming, no need to wait.",
        "Don't worry, we're on our way.",
        "We won't wait, we set off now.",
        "We'll be there soon.",
        "See you soon, can't wait! We're coming.",
    ]
    _all_or_none(WE_WAIT, waits, [*comes, "We are not waiting.", "Thanks!"])
    _all_or_none(WE_COME, [*comes, *quick("On my way.")], [*waits, "We are not coming.", "Thanks!"])
    free = [
        "The cows are back on their meadow.",
        "No more ice.",
        "There are no cows any more.",
        "The fog has lifted.",
        "It's safe to go on.",
        "It's fine now, we can go.",
    ]
    _all_or_none(IS_OVER, free, ["The road is not free.", "It's not safe yet.", "The smoke isn't gone.", "Careful, cows."])


def test_who_does_not_come() -> None:
    honest = [
        "No trip today: landslide.",
        "Have to skip today, floods.",
        "We can't make it, forest fire.",
        "The trip is off, there are floods.",
        "We'll have to call it off, landslide.",
        "Sorry, we're staying home, wildfire near the museum.",
    ]
    contrary = [
        "We are off now, water everywhere!",
        "We are coming, do not worry about the trees.",
        "Don't worry, we are coming despite the floods.",
        "We're not afraid of the floods and come anyway.",
        "Watch out, don't go there: fire.",
        "Landslide at the museum!",
    ]
    _all_or_none(NOT_COMING, honest, contrary)


def test_how_glass_and_windows_were() -> None:
    clear = ["No window fogged up.", "The panes never steamed up.", "All windows remained clear, nothing had to be cleared."]
    _all_or_none(STAYED_CLEAR, clear, ["The windscreen fogged up.", "The glass is clear again.", "It misted and I cleared it."])
    wide = ["It's open all the way already.", "The window there is at 100 %.", "It's already as far open as it goes."]
    _all_or_none(WIDE_OPEN, wide, ["It is closed.", "It's not fully open.", "That window is half open.", "I opened it."])
