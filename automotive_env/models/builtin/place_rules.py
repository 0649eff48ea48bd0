"""Adapts intents to the place: its rules, weather and units, as far as the prompt states them."""

from __future__ import annotations

import re
from dataclasses import replace

from automotive_env.model import Facts
from automotive_env.models.builtin.intent import MULTI_STEP, Intent
from automotive_env.models.builtin.intent_parser import parse_goal, situation
from automotive_env.models.builtin.questions import answer_question
from automotive_env.models.builtin.situations import intent
from automotive_env.models.builtin.words import normal, number

MPH = 1.609344
"""Kilometres per mile."""

_ABOUT_SPEED = re.compile(
    r"speeding|too fast|speed limit|(my|this|our|the|current) speed|how fast (can|may|should|am i allowed)|over the limit|"
    r"\bfine\b|ticket|allowed to drive|within the (law|limit)|(drive|driving|go|going) (too )?(fast|legal|safe)|slow down"
)
_TO_THE_LIMIT = re.compile(
    r"(legal|local|official|current|allowed|applicable|posted|general) (speed )?limit|limit (here|of this|in this|around)|"
    r"speed limit that"
)
_ABOUT_LIGHT = re.compile(
    r"(light|beam|lamp)s?\b.*\b(law|legal|rule|require|allow|need|should|must|right|here)|"
    r"(law|legal|rule|require|proper|right|correct|allowed).*\b(light|beam|lamp)"
)
_ABOUT_UNITS = re.compile(
    r"\bunits?\b|(local|here|country|usual).*(format|clock|distance|measure)|signs? (show|use|are in)|like the (locals|signs)"
)
_ABOUT_HELP = re.compile(r"emergency (call|number|services?)|\bambulance|\bpolice\b|fire (brigade|department|service)|\bsos\b")
_ABOUT_LAW = re.compile(r"\b(law|legal|rules?\b|regulation|police|ticket|compl(y|iant)|traffic code|abroad)|new (in|to) ")
_ABOUT_LANGUAGE = re.compile(r"(local|their|this country|here).* language|language.*(local|here|spoken|country)")
_ABOUT_PHONE = re.compile(r"(phone|call)s?\b.*\b(law|legal|rule|allowed|hold|hand)|(law|legal|rule|allowed).*\b(phone|call)")
_COMFORT = re.compile(r"comfort|pleasant|co[sz]y|climate|weather")
_COLD, _HOT = 12, 26
"""Degrees Celsius outside below which a cabin is warmed, and above which it is cooled, for comfort."""
_VAGUE = re.compile(
    r"\b(safe|danger|careful|watch|heads? up|warn|alert|condition|anything|everything|something|aware|comfortable|wrong|adapt|"
    r"suit|prepare|ready|weather|habits|customs|see\b|sight|view|visib|road|driv|ahead|outside|car\b|vehicle)"
)
_HIGH_BEAM_OFF = re.compile(r"high beam must be off (?:in|on) ")
_SPEED = re.compile(r"(\d+(?:\.\d+)?)\s*(km/h|mph)")


def limit_here(statement: str) -> tuple[float, str] | None:
    """The speed limit of the road the car is on, as (value, unit), where a statement tells it."""
    here = re.split(r"\bother roads?\b|^roads in\b", statement, flags=re.IGNORECASE)[0]
    found = _SPEED.search(here)
    return (float(found[1]), found[2]) if found and "no general limit" not in here else None


def resolve(goal: str, facts: Facts) -> tuple[Intent, ...]:
    """What a goal intents, in the light of the place and the vehicle; nothing where it is not understood."""
    said, told = normal(goal), " ".join(facts.context.values())
    limit = limit_here(next((text for topic, text in facts.context.items() if "speed" in topic), ""))
    judged = _speed(facts, limit)
    intents = parse_goal(goal)
    if any(one.thing == "speed limit" for one in intents):
        return tuple(_to_limit(one, limit, said) for one in intents)
    if _ABOUT_SPEED.search(said) and judged:
        return judged
    if not _names_functions(intents):
        intents = _comfort(said, facts) or intents
    fit = tuple(lawful for one in intents for lawful in _lawful(one, told))
    warning = tuple(one for one in judged if one.do == "warn")  # unlawful speed is always worth a warning
    meant = (
        _by_rules(said, told)
        or answer_question(goal, facts)
        or (fit if _names_functions(fit) else _guess(said, facts) or warning or fit)
    )
    return tuple(dict.fromkeys((*meant, *warning)))


def _names_functions(intents: tuple[Intent, ...]) -> bool:
    """Whether more is known of the intents than words to look for on the screen."""
    return any(one.home or one.do in MULTI_STEP for one in intents)


def _by_rules(said: str, told: str) -> tuple[Intent, ...]:
    """What a goal intents that speaks of the rules or habits of the place, as far as they were told."""
    about = (
        (_ABOUT_HELP, _help(said, told)),
        (_ABOUT_UNITS, _units(told)),
        (_ABOUT_LANGUAGE, _language(told)),
        (_ABOUT_PHONE, _phone(told)),
        (_ABOUT_LIGHT, _lights(told)),
        (_ABOUT_LAW, _lights(told)),
    )
    return next((intents for pattern, intents in about if intents and pattern.search(said)), ())


def _comfort(said: str, facts: Facts) -> tuple[Intent, ...]:
    """What makes the cabin comfortable at the temperature outside."""
    outside = number(facts.vehicle.get("outside temperature", ""))
    if not _COMFORT.search(said) or outside is None or _COLD <= outside <= _HOT:
        return ()
    return situation("it is cold" if outside < _COLD else "it is hot")


def _guess(said: str, facts: Facts) -> tuple[Intent, ...]:
    """What a goal may mean that says too little: what the sensors, the weather or the light outside suggest."""
    if not _VAGUE.search(said):
        return ()
    if sensed := situation(facts.vehicle.get("sensors", "")) or situation(facts.context.get("weather", "")):
        return sensed
    dark = facts.vehicle.get("light outside") in ("night", "dusk", "tunnel")
    return (intent("choose", "low beam", "on", why="it is dark outside"),) if dark else ()


def _to_limit(one: Intent, limit: tuple[float, str] | None, said: str) -> Intent:
    if one.thing != "speed limit" or not limit or not _TO_THE_LIMIT.search(said):
        return one
    return replace(one, do="set", value=limit[0], unit=limit[1], why=f"the limit here is {limit[0]:g} {limit[1]}")


def _speed(facts: Facts, limit: tuple[float, str] | None) -> tuple[Intent, ...]:
    """A warning where the car is faster than the limit that was told; an answer where it is not."""
    speed = number(facts.vehicle.get("speed", ""))
    if speed is None or limit is None:
        return ()
    value, unit = limit
    shown = speed / MPH if unit == "mph" and "mph" not in facts.vehicle["speed"] else speed
    why = f"{shown:.0f} {unit} is driven and {value:g} {unit} is allowed here"
    if shown > value:
        text = f"speed limit: The limit here is {value:g} {unit}, please slow down."
        return (Intent("warn", "safety alert", text=text, why=why),)
    return (Intent("answer", "speed", text=f"You drive {shown:.0f} {unit}; the limit here is {value:g} {unit}.", why=why),)


def _units(told: str) -> tuple[Intent, ...]:
    why = "these units are used here"
    found = [intent("choose", "distance unit", unit, why=why) for unit in ("mile", "kilometer") if f"{unit}s" in told]
    clock = re.search(r"\b(12|24)[ -]?hour", told)
    return (*found[:1], *([intent("choose", "time format", clock[1], why=why)] if clock else []))


def _language(told: str) -> tuple[Intent, ...]:
    """The language spoken here, if the head unit usually has it."""
    spoken = re.search(r"languages?: ([^.]*)", told)
    names = [name for name in ("chinese", "english") if spoken and name in spoken[1].lower()]
    return tuple(intent("choose", "language", name, why=f"{name} is spoken here") for name in names[:1])


def _phone(told: str) -> tuple[Intent, ...]:
    held = "must not hold a phone" in told
    return (intent("on", "hands free", why="drivers must not hold a phone here"),) if held else ()


def _lights(told: str) -> tuple[Intent, ...]:
    """What the rules on lights demand here."""
    intents = []
    if "low beam must be on" in told:
        intents.append(intent("choose", "low beam", "on", why="low beam must be on here"))
    if _HIGH_BEAM_OFF.search(told):
        intents.append(intent("off", "high beam", why="high beam must be off here"))
    return tuple(intents)


def _lawful(one: Intent, told: str) -> tuple[Intent, ...]:
    """An intent that was guessed from a situation, as the rules that were told have it."""
    if one.thing == "high beam" and one.do == "on" and "dark" in one.why and _HIGH_BEAM_OFF.search(told):
        return (intent("choose", "low beam", "on", why=f"{one.why}, but high beam must be off here"),)
    guessed_fog = one.thing == "front fog light" and one.do == "on" and "fog outside" in one.why
    rule = re.search(r"rear fog light is allowed only when visibility is below (\d+) m", told)
    seen = re.search(r"visibility (\d+) m", told)
    if guessed_fog and rule and seen and int(seen[1]) < int(rule[1]):
        return one, intent("on", "rear fog light", why=f"at {seen[1]} m visibility the rear fog light is allowed here")
    return (one,)


def _help(said: str, told: str) -> tuple[Intent, ...]:
    """The emergency number that was told for the service that is needed."""
    service = "police" if "police" in said else "fire" if "fire" in said else "ambulance"
    numbers = re.search(r"[Ee]mergency numbers?[^:]*: ([^.]*)", told)
    parts = numbers[1].split(",") if numbers else [""]
    digits = re.search(r"\d{2,}", next((part for part in parts if service in part), parts[0]))
    if not digits:
        return ()
    return (Intent("dial", "number", "phone", "dialpad|keypad", text=digits[0], why=f"the emergency number here is {digits[0]}"),)
