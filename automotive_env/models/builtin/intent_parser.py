"""Parses a goal into intents: as commands, else as a situation, else as the name of an unknown control."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from automotive_env.models.builtin.entities import SECOND_COMMAND, entity_intent, message_intent, warning_intent
from automotive_env.models.builtin.functions import FUNCTIONS, Function
from automotive_env.models.builtin.intent import Do, Intent
from automotive_env.models.builtin.situations import SITUATIONS
from automotive_env.models.builtin.words import keys, normal

_POLITE = r"(?:(?:please|hey|ok|okay|hi|hello|car|assistant|now|just|also|and|so|then|kindly|quickly)[ ,]+)*"
_VERBS = (
    "turn switch set put open close shut activate deactivate enable disable start stop raise lower increase decrease "
    "reduce change adjust make use give bring move select choose show hide skip pause resume mute unmute crank dim "
    "brighten recline clear go keep let get answer accept decline reject end hang cancel roll lift slide tilt lean cool "
    "warm heat save add remove allow lock unlock run defrost demist defog play repeat shuffle loop take pick ignore "
    "dismiss delete silence boost wipe limit warn engage kill cut"
)
_VERB = "|".join(_VERBS.split())
_COMMAND = re.compile(
    rf"^{_POLITE}(?:{_VERB})\b|^{_POLITE}(?:can|could|would|will) (?:you|i|we|someone)\b|\bplease\b|"
    r"\b(?:i|we)(?: would|'d)? (?:want|need|like|prefer|wish)\b|\b(?:on|off)\W*$|\blet us\b|\b(?:turn|switch|set) "
)
_SPLIT = re.compile(r"\s*(?:[;.!?]\s+|,\s*(?:and |then |also )*|\s(?:and then|and also|and|then|plus)\s)\s*")

_OFF = re.compile(
    r"\b(?:off|disable|deactivate|stop|shut down|kill|no longer|not needed|no need|get rid|do not (?:want|need)|unmute|"
    r"cancel|unlock|hide|"
    r"remove|disallow|end)\b"
)
_MORE = re.compile(
    r"\b(?:more|up|raise|increase|higher|louder|brighter|brighten|warmer|hotter|faster|quicker|stronger|harder|boost|"
    r"forwards?|closer|upright|warm|too (?:low|quiet|dim|dark|cold|slow|weak|little|soft)|not (?:loud|bright|warm|high|"
    r"strong|fast) enough)\b"
)
_LESS = re.compile(
    r"\b(?:less|down|lower|decrease|reduce|quieter|softer|dim|dimmer|darker|cooler|colder|cool|slower|weaker|gentler|"
    r"backwards?|recline|back|too (?:high|loud|bright|hot|warm|fast|strong|much))\b"
)
_MAX = re.compile(r"\b(?:max\w*|full(?:y)?|highest|top|all the way(?! down)|as (?:high|hot|loud|bright|fast|warm|strong) as)\b")
_MIN = re.compile(r"\b(?:min\w*|lowest|all the way down|as (?:low|cold|quiet|dim|slow) as)\b")
_LITTLE = re.compile(r"\b(?:bit|little|slightly|touch|notch|tad|somewhat)\b")
_MUCH = re.compile(r"\b(?:lot|much|way|considerably|far)\b")
_NUMBER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(?!\w)\s*(percent|degrees fahrenheit|fahrenheit|degrees|km/h|mph)?")
_CHANGE = re.compile(
    r"\bby \d|\d (?:percent |degrees |degrees celsius |steps? |notch\w* |levels? )?"
    r"(?:warmer|cooler|colder|hotter|higher|lower|louder|quieter|brighter|darker|more|less|faster|slower|up|down)\b"
)
COMFORTABLE = 22.0
"""Degrees Celsius that most people find comfortable in a car."""
_DEGREE = re.compile(r"\b(?:low|medium|high|max|min)\w*\b|\b(?:level|to|stage) ([123])\b")
_DEGREES = {"1": "low", "2": "medium", "3": "high", "max": "high", "min": "low"}

_PLACES = tuple(
    (place, re.compile(pattern))
    for place, pattern in (
        ("rear left", r"\b(?:rear|back|second)(?: row)? left|left (?:rear|back)"),
        ("rear right", r"\b(?:rear|back|second)(?: row)? right|right (?:rear|back)"),
        ("passenger", r"\b(?<!rear )passengers?\b|co ?driver|copilot|next to me"),
        ("driver", r"\bdriver|\bmy (?:side|seat|window|own)\b"),
    )
)
_SEATS = ("driver", "passenger", "rear left", "rear right")
_ALL = re.compile(r"\b(?:all|every|each|everyone|everybody|both)\b|\bwindows\b")
_FRONT = re.compile(r"\bboth front|front (?:windows|seats)\b")
_REAR = re.compile(r"\b(?:both )?(?:rear|back) (?:windows|seats|passengers)\b")


@lru_cache(maxsize=512)
def parse_goal(goal: str) -> tuple[Intent, ...]:
    """What a goal intents of the car, in order; nothing where it is not understood."""
    if written := message_intent(goal):
        return (written,)
    parts = SECOND_COMMAND.split(goal)
    if len(parts) > 1 and all(several := [parse_goal(part) for part in parts]):
        return tuple(intent for intents in several for intent in intents)
    if named := warning_intent(goal) or entity_intent(goal):
        return (named,)
    said = normal(goal)
    command = any(_COMMAND.search(part) for part in _SPLIT.split(said))
    return (_commands(said) if command else ()) or situation(said) or _commands(said) or (_unknown(said) if command else ())


def situation(text: str) -> tuple[Intent, ...]:
    """What helps in a situation that somebody, or a sensor, speaks of."""
    said = normal(text)
    places = [place for place, pattern in _PLACES if pattern.search(said)]
    for pattern, why, intents in SITUATIONS:
        if pattern.search(said):
            return tuple(
                replace(intent, why=why, place=places[0] if places and _of_seats(intent) else intent.place) for intent in intents
            )
    return ()


def _of_seats(intent: Intent) -> bool:
    """Whether each seat has its own control."""
    return intent.home == "seats" or intent.thing in ("temperature", "window")


def _commands(said: str) -> tuple[Intent, ...]:
    """The intents of all clauses; a clause that names no function belongs to the next one."""
    intents: list[Intent] = []
    waiting = ""
    verb = ""
    for part in _SPLIT.split(said):
        clause = f"{waiting} and {part}" if waiting else part
        function = next((f for f in FUNCTIONS if f.pattern.search(clause)), None)
        waiting = "" if function else clause
        if function:
            if verb and not _COMMAND.search(clause):
                clause = f"{verb} {clause}"
            verb = _verb(clause)
            intents += _wishes(function, clause)
    return tuple(dict.fromkeys(intents))


def _verb(clause: str) -> str:
    """What a following clause without a verb takes over, such as "turn off"."""
    if _OFF.search(clause):
        return "turn off"
    return "close" if re.search(r"\b(?:close|shut)\b", clause) else "open" if "open" in clause else "turn on"


def _wishes(function: Function, clause: str) -> list[Intent]:
    rest = function.pattern.sub(" ", clause)
    first = {"switch": _switch, "level": _level, "choice": _choice, "press": _press}[function.kind](function, clause, rest)
    places = _places(clause, first[0]) if _of_seats(first[0]) else [""]
    return [replace(intent, place=place) for place in places for intent in first]


def _base(function: Function, do: Do, value: float | None = None, unit: str = "", text: str = "") -> Intent:
    name = function.name.partition("|")[0]
    amount = f"{'' if value is None else f'{value:g} '}{unit}".strip()
    said = {"set": amount, "choose": text, "press": "used", "more": "raised", "less": "lowered"}.get(do, do)
    return Intent(do, function.name, function.home, function.via, "", value, unit, text, f"the {name} is to be {said}")


def _press(function: Function, clause: str, rest: str) -> list[Intent]:
    return [_base(function, "press")]


def _switch(function: Function, clause: str, rest: str) -> list[Intent]:
    if _OFF.search(clause):
        return [_base(function, "off")]
    on = _base(function, "on")
    degree = _DEGREE.search(rest)
    if degree and function.name in ("seat heater", "seat ventilation"):
        word = degree[1] or degree[0]
        return [on, _base(function, "choose", text=_DEGREES.get(word[:3] if word[:2] in ("ma", "mi") else word, word))]
    if mode := re.search(r"(\w+) (?:mode|program)|(?:mode|program)(?: to)? (\w+)", rest):
        return [on, _base(function, "choose", text=mode[1] or mode[2])]
    return [on]


def _choice(function: Function, clause: str, rest: str) -> list[Intent]:
    for word, said in function.options:
        if said.search(clause):
            return [_base(function, "choose", text=word)]
    return [_base(function, "off" if _OFF.search(clause) else "on")]


def _level(function: Function, clause: str, rest: str) -> list[Intent]:
    value, unit = _amount(clause)
    direction = _direction(clause)
    if value is not None and not (direction and _CHANGE.search(clause)):
        return [_base(function, "set", value, unit)]
    if value is None and _MAX.search(clause):
        return [_base(function, "set", unit="min" if re.search(r"\bclos|\bshut", clause) else "max")]
    if value is None and _MIN.search(clause):
        return [_base(function, "set", unit="min")]
    if function.name == "window":
        shut = re.search(r"\bclos|\bshut|\bup\b|raise|wind up", clause)
        value = 0.0 if shut else 10.0 if re.search(r"crack|\bbit|little|slightly", clause) else 100.0
        return [_base(function, "set", value, "percent")]
    if function.name == "temperature" and not direction and re.search(r"comfort|pleasant|right|nice|suit|good|agreeable", clause):
        return [_base(function, "set", COMFORTABLE, "degrees")]
    if direction:
        return [_base(function, direction, value, unit if value is not None else _step(clause))]
    return [_base(function, "off" if _OFF.search(clause) else "on")]


def _step(clause: str) -> str:
    return "little" if _LITTLE.search(clause) else "much" if _MUCH.search(clause) else ""


def _direction(clause: str) -> Do | None:
    """Up or down; where both kinds of word occur, the last one counts."""
    more, less = ([match.start() for match in pattern.finditer(clause)] for pattern in (_MORE, _LESS))
    if not more and not less:
        return None
    return "more" if max(more, default=-1) > max(less, default=-1) else "less"


def _amount(clause: str) -> tuple[float | None, str]:
    found = _NUMBER.search(clause)
    if not found:
        return None, ""
    unit = (found[2] or "").removeprefix("degrees ")
    return float(found[1]), unit


def _places(clause: str, intent: Intent) -> list[str]:
    found = [place for place, pattern in _PLACES if pattern.search(clause)]
    if found:
        return found
    if _REAR.search(clause):
        return ["rear left", "rear right"]
    front = _FRONT.search(clause) or intent.home == "climate"  # a car has two or more climate zones; two are sure
    return list(_SEATS[:2] if front else _SEATS) if _FRONT.search(clause) or _ALL.search(clause) else [""]


def _unknown(said: str) -> tuple[Intent, ...]:
    """A command about something this model does not know: its own words are looked for on the screen."""
    rest = keys(re.sub(rf"\b(?:{_VERB}|on|off|to|i|me|you|please|can|could|want|need|like)\b", " ", said))
    if not rest:
        return ()
    name = " ".join(word for word in re.findall(r"\w+", said) if keys(word) & rest)
    if re.match(rf"{_POLITE}(?:open|show|launch|go to|go back to|start|bring up)\b", said):
        return (Intent("open", name, why=f'"{name}" is to be shown'),)
    value, unit = _amount(said)
    do: Do = "press"
    if value is not None:
        do = "set"
    elif switch := re.search(r"\b(on|off|enable|activate|disable|deactivate)\b", said):
        do = "off" if switch[1] in ("off", "disable", "deactivate") else "on"
    return (Intent(do, name, value=value, unit=unit, why=f'something called "{name}" is asked for'),)
