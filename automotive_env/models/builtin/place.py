"""The place and the drive: rules, limits and units as the prompt states them, and what the sensors report."""

from __future__ import annotations

import re
from dataclasses import replace

from automotive_env.model import Facts
from automotive_env.models.builtin.matching import targets
from automotive_env.models.builtin.operate import MPH
from automotive_env.models.builtin.things import Thing
from automotive_env.models.builtin.wish import OPPOSITE, Wish, wish
from automotive_env.models.builtin.words import TABLES, hint, keys, number, rows, spoken, words_in

QUIET = "nothing unusual"
_SPEED = re.compile(r"(\d+(?:\.\d+)?)\s*(km/h|mph)")
_RULE = re.compile(r"(?P<about>.*?)\b(?P<verb>must be o(?:ff|n)|(?:is|are) allowed only|(?:is|are) forbidden)\b(?P<when>.*)")
_LATER = re.compile(
    r"^(?:(?:when|if|once|as soon as|whenever)\s+(?P<first>.+?),\s*(?P<then>.+)|(?P<do>.+?)\s+(?:when|if|once|as soon as|"
    r"whenever|in case)\s+(?P<last>.+))$", re.IGNORECASE
)  # fmt: skip
_COMPARED = re.compile(r"\b(more|above|over|warmer|higher|hotter|less|below|under|colder|cooler|lower)\b.*?(-?\d+)")
_POOR = 200
"""Metres of sight from which it is called poor where a rule names no number."""
_ALERTS = TABLES["alerts"]


def limit_here(facts: Facts) -> tuple[float, str] | None:
    """The speed limit of the road the car is on, as (value, unit), where a statement tells it."""
    told = next((text for topic, text in facts.context.items() if "speed" in topic), "")
    here = re.split(r"\bother roads?\b|^roads in\b", told, flags=re.IGNORECASE)[0]
    found = _SPEED.search(here)
    return (float(found[1]), found[2]) if found and "no general limit" not in here else None


def speeding(facts: Facts) -> str:
    """What to warn of where the car is faster than the limit that was told; empty where it is not."""
    speed, limit = number(facts.vehicle.get("speed", "")), limit_here(facts)
    if speed is None or limit is None:
        return ""
    shown = speed / MPH if limit[1] == "mph" and "mph" not in facts.vehicle["speed"] else speed
    return f"The limit here is {limit[0]:g} {limit[1]}, please slow down." if shown > limit[0] + 0.5 else ""


def localised(one: Wish, thing: Thing | None, facts: Facts) -> Wish:
    """A wish for a speed without a unit, in the unit of the place."""
    plain = thing is not None and "spe" in thing.words and one.op == "set" and not one.unit
    return replace(one, unit="mph") if plain and "mph" in " ".join(facts.context.values()) else one


def kind_of_alert(message: str, told: str) -> str:
    """The kind of alert that a message is, of those that the car names."""
    heard = {*spoken(message)} | keys(message)
    has = re.findall(r"'([^']+)'", told) or list(_ALERTS)
    return max(map(str, has), key=lambda kind: len(heard & {*spoken(f"{kind} {_ALERTS.get(kind, '')}")}))


def dangers(facts: Facts) -> list[str]:
    """What the sensors report."""
    return [one for one in facts.vehicle.get("sensors", QUIET).split(", ") if one and one != QUIET]


# What is wished for later


def standing(saying: str) -> tuple[str, str]:
    """The condition under which something is wished, and the command; that is empty where only word is wished."""
    found = _LATER.match(saying.strip().rstrip(".!"))
    if not found or "?" in saying or {"you", "i", "we"} & {*spoken(found["first"] or found["last"])[:1]}:
        return "", ""
    command = found["then"] or found["do"]
    tells = {"know", "tell", "warn", "alert", "remind", "inform", "shout"} & {*spoken(command)}
    return found["first"] or found["last"], "" if tells else command


def about(text: str) -> frozenset[str]:
    """The words of a condition or a report, with those of the kinds of danger that it names."""
    heard = {*spoken(text)}
    return keys(text).union(*({*words.split()} for words in _ALERTS.values() if heard & {*words.split()}))


def is_danger(text: str) -> bool:
    return any({*spoken(text)} & {*words.split()} for kind, words in _ALERTS.items() if kind not in ("lights", "heat"))


def holds_now(condition: str, facts: Facts) -> bool | None:
    """Whether a condition holds; None where that is not known."""
    outside = number(facts.vehicle.get("outside temperature", ""))
    if (compared := _COMPARED.search(" ".join(spoken(condition)))) and outside is not None:
        above = compared[1] in ("more", "above", "over", "warmer", "higher", "hotter")
        return outside > int(compared[2]) if above else outside < int(compared[2])
    return True if any(about(condition) & about(danger) for danger in dangers(facts)) else None


# What the place demands


def objection(one: Wish, thing: Thing, facts: Facts) -> str:
    """What the sensors, or the rules that were told, have against a wish; empty where that is nothing."""
    for danger in dangers(facts):
        needed = wish(hint(danger))
        same = needed.words and [other.element.name for _, other in targets(needed)][:1] == [thing.element.name]
        lets_in = "smoke" in danger and "window" in thing.words | thing.named and one.op in ("open", "less", "max", "set", "on")
        if lets_in or (same and OPPOSITE.get(one.op) == needed.op):
            return f"The sensors report {danger}, so I leave that as it is."
    for rule, subject, verb, when in _rules(facts):
        if thing.words <= keys(subject) and thing.places <= {*spoken(subject)} and one.op in ("on", "off", "", "set"):
            holds = _holds(when, facts)
            forbidden = (
                holds is True if verb.endswith("off") else holds is False if verb.endswith("only") else verb.endswith("forbidden")
            )
            if (forbidden and one.op != "off") or (verb.endswith("on") and holds and one.op == "off"):
                return f"That is unlawful here: {rule}."
    return ""


def _rules(facts: Facts) -> list[tuple[str, str, str, str]]:
    rules = (part.strip() for text in facts.context.values() for part in re.split(r"\.(?:\s|$)", text))
    return [(rule, found["about"], found["verb"], found["when"]) for rule in rules if (found := _RULE.match(rule))]


def _holds(when: str, facts: Facts) -> bool | None:
    """Whether the condition of a rule holds now; None where that is not known."""
    weather = facts.context.get("weather", "") + facts.vehicle.get("sensors", "")
    known, said = {**facts.vehicle, "weather": weather}, dict[str, bool]()
    for condition, values in rows("conditions"):
        words, _, fact = condition.partition(": ")
        if words in when and known.get(fact):
            said[fact] = said.get(fact, False) or any(value in known[fact] for value in values.split())
    seen, near = re.search(r"visibility (\d+) m", " ".join(facts.context.values())), re.search(r"below (\d+)", when)
    if seen and "visibility" in when:
        said["visibility"] = int(seen[1]) < (int(near[1]) if near else _POOR)
    return all(said.values()) if said else True if not when.strip() or "at all" in when else None


_ASKS = words_in("asks_for_rules")


def by_the_rules(saying: str, facts: Facts) -> list[str]:
    """Commands for a saying that leaves it to the place: the limit, the units, the lights, the number to call, comfort."""
    heard, told, limit = {*spoken(saying)}, " ".join(facts.context.values()), limit_here(facts)
    if {"emergency", "ambulance", "police", "firefighters"} & heard and {"call", "dial", "need", "phone"} & heard:
        numbers = re.findall(r"number for ([^.]*?) in [^.]*? is (\d+)", told)
        fits = [digits for service, digits in numbers if heard & {*spoken(service)}] or [digits for _, digits in numbers]
        return [f"dial {digits}" for digits in fits[:1]]
    outside = number(facts.vehicle.get("outside temperature", ""))
    if {"comfortable", "comfy", "cosy", "cozy", "pleasant"} & heard and outside is not None and not 12 <= outside <= 26:
        return ["turn up the temperature" if outside < 12 else "turn down the temperature"]
    if not _ASKS & heard:
        return []
    if limit and {"limit", "legal"} & heard and {"warn", "warning", "set", "alert", "beep"} & heard and not wish(saying).value:
        return [f"set the speed limit to {limit[0]:g} {limit[1]}"]
    if {"unit", "units", "miles", "kilometers", "kilometres", "clock", "signs", "locals"} & heard and "uses " in told:
        uses = told[told.index("uses ") :].split(".")[0]
        clock = [f"set the clock to {hours} hour" for hours in ("12", "24") if f"{hours}-hour" in uses]
        distance = [f"set {unit}" for unit in ("miles", "kilometers") if unit in uses]
        return clock if "clock" in heard else [*distance, *(clock if "units" in heard and "distance" not in heard else [])]
    if {"light", "lights", "beam", "headlights", "lamps", "low", "high"} & heard:
        due = [(subject, verb) for _, subject, verb, when in _rules(facts) if verb.startswith("must be") and _holds(when, facts)]
        return [f"turn {verb[8:]} the {' '.join(spoken(subject)[-2:])}" for subject, verb in due if "beam" in subject]
    return []
