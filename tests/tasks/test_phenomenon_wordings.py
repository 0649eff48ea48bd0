"""Honest wordings of what the tasks of phenomena want said pass; what says the contrary does not."""

from automotive_env.tasks.phenomenon_fog import UNLAWFUL
from automotive_env.tasks.phenomenon_light import ARE_OFF, ARE_ON
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
    vague = ["We are on the motorway now.", "Done.", "I looked after the lamps."]
    _all_or_none(ARE_ON, on, [*off, *vague])
    _all_or_none(ARE_OFF, off, [*on, *vague])
