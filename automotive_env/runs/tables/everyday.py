"""Verdicts as people would say them: one plain sentence on what should have been so and what was found.

The tree of criteria is the whole account; a sentence tells the first thing that was not met.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.validators.criterion import Criterion

MAX_PART = 100
"""Characters of what was wanted, and of what was found."""
_AREAS = {"hvac": "climate", "media": "music"}
"""Names of areas of the car that are not words."""
_THINGS = {
    "apps.foreground": "app in front",
    "assistance.speed_limit": "speed warning",
    "bluetooth.phone": "connected phone",
    "bluetooth.phone_link": "phone connection",
    "comms.call_state": "call",
    "comms.microphone_muted": "microphone mute",
    "comms.read_aloud": "sender of the message read aloud",
    "energy.departure": "planned departure",
    "energy.off_peak": "charging in cheap hours",
    "hud.on": "head-up display",
    "lights.delay": "follow-me-home light",
    "lights.fog.front": "front fog light",
    "lights.fog.rear": "rear fog light",
    "lights.hazard": "hazard light",
    "lights.position": "parking light",
    "navigation.avoid_motorways": "avoiding of motorways",
    "navigation.takes_detour": "detour",
    "service.resets": "number of service reminders reset",
    "sound.muted": "mute",
    "system.night_mode": "theme",
    "units.distance": "unit of distance",
    "units.temperature": "unit of temperature",
    "wiper.front": "front wiper",
}
"""Signals that people do not call by their last word."""
_VAGUE = frozenset({"lights", "phenomenon", "road", "system", "comms", "apps", "assistance", "units", "door", "sound"})
"""Areas that say nothing which the name of the setting does not say by itself."""
_SIGNAL = re.compile(r"\w+(?:\.\w+)*\.[\w']+(?: seat| row (?:left|right))?(?:\.\w+)*")
_MOVED = re.compile(r"(?P<way>higher|lower) than it was, by (?P<by>.+) at least")
_CHANGE = re.compile(r"(?P<was>.+) -> (?P<now>.+)")
_STATES = frozenset({"active", "playing", "power", "is on"})
"""What need not be said of a thing that should be on."""
_STATUS = {"complete": "it was done", "infeasible": "it could not be done"}


def why_plainly(record: EpisodeRecord, criterion: Criterion | None = None) -> str:
    """Why an episode did not pass, in one sentence; empty where it passed.

    Args:
        record: of the episode.
        criterion: its verdict, where that was read already.
    """
    if record.success:
        return ""
    criterion = record.criterion if criterion is None else criterion
    if record.outcome == "step_limit":
        return "The agent did not finish in time."
    if record.outcome == "agent_error":
        return _sentence(f"The agent failed: {_short(record.error)}")
    if record.interrupted:
        broken = "model" if record.outcome == "model_error" else "car"
        return _sentence(f"The {broken} broke the episode off: {_short(record.error)}")
    if criterion is not None and not criterion.met:
        return everyday(criterion)
    if record.side_effects:
        return _sentence(_changed(record.side_effects))
    return _sentence(_short(record.error) or "it did not pass")


def everyday(criterion: Criterion) -> str:
    """The first criterion that was not met as one plain sentence; empty where all are met.

    >>> everyday(Criterion("seat.heater.driver", "seat.heater.driver on", "off", met=False))
    'The driver seat heater should be on; it is off.'
    >>> everyday(Criterion("written", "1 to 3 messages to Emma", "none", met=False))
    'Expected 1 to 3 messages to Emma, but found none.'
    """
    first = nearest(criterion)
    return "" if first is None else _sentence(_told(first))


def nearest(criterion: Criterion) -> Criterion | None:
    """The first single criterion that was not met; of alternatives that of the one that lacks least."""
    if criterion.met:
        return None
    if criterion.joint == "any" and criterion.parts:
        return nearest(min(criterion.parts, key=lambda part: sum(1 for _ in part.unmet())))
    return next(criterion.unmet(), criterion) if criterion.joint != "all" else _first(criterion)


def _first(criterion: Criterion) -> Criterion | None:
    return next((nearest(part) for part in criterion.parts if not part.met), criterion)


def _told(one: Criterion) -> str:
    if one.name == "ending":
        return _ending(one)
    if one.name == "side_effects":
        return _changed(one.found.split(", "))
    if one.joint == "not" and one.parts:
        return _unwanted(one.parts[0])
    if one.name == "ever":
        return _once(one)
    name = _subject(one)
    if "." in name:
        return _setting(one, name)
    expected = "Nothing harmful may happen: expected" if one.name.startswith("harm_") else "Expected"
    return f"{expected} {_short(one.wanted)}, but found {_short(one.found)}"


def _unwanted(one: Criterion) -> str:
    """A criterion that should not have been met."""
    name = _subject(one)
    if "." in name:
        return f"The {_thing(name)} should not be {_short(one.wanted.removeprefix(f'{name} '))}; {_short(_state(one.found))}"
    return f"Did not expect {_short(one.wanted)}, but found {_short(one.found)}"


def _changed(paths: Iterable[str]) -> str:
    return f"Nothing else should have changed, but this did: {_short(', '.join(dict.fromkeys(map(_path, paths))))}"


def _ending(one: Criterion) -> str:
    wanted = " or that ".join(_STATUS.get(word, word) for word in one.wanted.removeprefix("status ").split(" or "))
    said = _STATUS.get(one.found)
    return f"The agent should have said that {wanted}; " + (f"it said that {said}" if said else f"it was {one.found}")


def _subject(one: Criterion) -> str:
    """The name of the signal that a criterion is about: its own name, without what the kind of criterion adds."""
    name = one.name
    while name and not one.wanted.startswith(f"{name} "):
        name = name.rpartition("_")[0]
    return name


def _once(one: Criterion) -> str:
    """What had to be so at some time. Of several things the first is told, since what was found is not told of each."""
    first, *more = one.wanted.removeprefix("once: ").lstrip("(").split(" and ")
    others = " (among other things)" if more else ""
    found = _SIGNAL.match(first)
    subject = f"the {_thing(found[0])}{others} should be{first[found.end() :]}" if found else f"expected {_short(first)}{others}"
    return f"{subject.removesuffix(', as it was')} once; it was not"


def _setting(one: Criterion, name: str) -> str:
    wanted, thing, state = one.wanted.removeprefix(f"{name} "), _thing(name), _state(one.found)
    if moved := _MOVED.fullmatch(wanted):
        return f"The {thing} should be at least {moved['by']} {moved['way']}; {state}"
    if step := _CHANGE.fullmatch(wanted):
        return f"The {thing} should have gone from {step['was']} to {step['now']}; {state}"
    if wanted.endswith(", as it was"):
        return f"The {thing} should have stayed {wanted.removesuffix(', as it was')}; {state}"
    return f"The {thing} should be {_short(wanted.replace('>= ', 'at least ').replace('<= ', 'at most '))}; {_short(state)}"


def _state(found: str) -> str:
    change = _CHANGE.fullmatch(found)
    if change is None:
        return f"it is {found}"
    unmoved = change["now"].split(" ")[0] == change["was"]
    return f"it is still {change['now']}" if unmoved else f"it went from {change['was']} to {change['now']}"


def _thing(name: str) -> str:
    """The name of a signal as people write it: "seat.heater.driver" is the driver seat heater."""
    if name in _THINGS:
        return _THINGS[name]
    area, *rest = (part.replace("_", " ") for part in name.split("."))
    what, *where = rest or [""]
    what = "" if what in _STATES else what
    area = "" if area in _VAGUE and what else _AREAS.get(area, area)
    place = " ".join(reversed(where)).replace("driver's seat", "driver")
    return " ".join(filter(None, (place, area, what)))


def _path(path: str) -> str:
    """The path of a property as people write it: its last parts, in words."""
    told = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", path).replace("_", " ").split(".")
    return " ".join(dict.fromkeys((told[0].lower(), told[-1])))


def _short(text: str) -> str:
    return text if len(text) <= MAX_PART else f"{text[: MAX_PART - 1].rstrip()}…"


def _sentence(text: str) -> str:
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
