"""What the place has to do with a wish: rules, weather and units that were told; where nothing was told, nothing is assumed."""

from __future__ import annotations

import re
from dataclasses import replace

from automotive_env.model import Facts
from automotive_env.models.builtin.intents import situation
from automotive_env.models.builtin.situations import wish
from automotive_env.models.builtin.wish import Wish
from automotive_env.models.builtin.words import normal, number

MPH = 1.609344
"""Kilometres per mile."""

_ABOUT_SPEED = re.compile(
    r"speeding|too fast|speed limit|(my|this|our|the|current) speed|how fast (can|may|should|am i allowed)|over the limit|"
    r"fine\b|ticket|"
    r"allowed to drive|within the (law|limit)|(drive|driving|go|going) (too )?(fast|legal\w*|safe\w*)|slow down"
)
_TO_THE_LIMIT = re.compile(
    r"(legal|local|official|current|allowed|applicable|posted|general) (speed )?limit|limit (here|of this|in this|around)|"
    r"speed limit that"
)
_ABOUT_LIGHT = re.compile(r"(light|beam|lamp)s?\b.*\b(law|legal\w*|rules?|require\w*|allow\w*|need|should|must|right|here)|"
                          r"(law|legal\w*|rules?|require\w*|proper|right|correct|allowed) .*\b(light|beam|lamp)")  # fmt: skip
_ABOUT_UNITS = re.compile(
    r"\bunits?\b|(local|here|country|usual).*(format|clock|distance|measure)|(road )?signs? (show|use|are in)|"
    r"like the (locals|signs)"
)
_ABOUT_HELP = re.compile(r"emergency (call|number|services?)|\bambulance|\bpolice\b|fire (brigade|department|service)|\bsos\b")
_VAGUE = re.compile(r"\b(safe\w*|danger\w*|careful|watch out|heads? up|warn\w*|alert|conditions?|anything|everything|"
r"aware|comfortable|pleasant|"
                    r"adapt|suit\w*|prepare|ready|weather|something|wrong|right for|local (rules|habits|customs))\b")  # fmt: skip
_SPEED = re.compile(r"(\d+(?:\.\d+)?)\s*(km/h|mph)")


def limit_here(context: str) -> tuple[float, str] | None:
    """The speed limit of the road the car is on, as (value, unit), where a statement tells it."""
    here = re.split(r"\b(?:other roads?|roads in)\b", context, flags=re.IGNORECASE)[0]
    found = _SPEED.search(here)
    return (float(found[1]), found[2]) if found and not re.search(r"no (general )?limit", here) else None


def consider(goal: str, wishes: tuple[Wish, ...], facts: Facts) -> tuple[Wish, ...]:
    """The wishes, made fit for the place.

    Args:
        goal: what was said.
        wishes: what was understood of it.
        facts: among them the statements about the place, by topic.
    """
    said, told = normal(goal), " ".join(facts.context.values())
    limit = limit_here(next((text for topic, text in facts.context.items() if "speed" in topic), ""))
    if any(one.thing == "speed limit" for one in wishes):
        return (
            tuple(_to_limit(one, limit) if one.thing == "speed limit" else one for one in wishes)
            if _TO_THE_LIMIT.search(said)
            else wishes
        )
    if _ABOUT_HELP.search(said):
        return _help(said, told) or wishes
    if _ABOUT_SPEED.search(said) and (speeding := _speeding(facts, limit)):
        return speeding
    if _ABOUT_UNITS.search(said) and (units := _units(told)):
        return units
    if _ABOUT_LIGHT.search(said) and told and (lights := _lights(told, facts)):
        return lights
    wishes = tuple(fit for one in wishes if (fit := _lawful(one, told)) is not None)
    if not wishes and _VAGUE.search(said):
        return (
            _speeding(facts, limit) or situation(facts.vehicle.get("sensors", "")) or situation(facts.context.get("weather", ""))
        )
    return wishes


def _to_limit(one: Wish, limit: tuple[float, str] | None) -> Wish:
    return (
        replace(one, do="set", value=limit[0], unit=limit[1], why=f"the limit here is {limit[0]:g} {limit[1]}") if limit else one
    )


def _speeding(facts: Facts, limit: tuple[float, str] | None) -> tuple[Wish, ...]:
    """A warning where the car is faster than the limit that was told; an answer where it is not."""
    speed = number(facts.vehicle.get("speed", ""))
    if speed is None or limit is None:
        return ()
    value, unit = limit
    shown = speed / MPH if unit == "mph" and "mph" not in facts.vehicle["speed"] else speed
    why = f"{shown:.0f} {unit} is driven and {value:g} {unit} is allowed here"
    if shown > value:
        return (
            Wish("warn", "safety alert", text=f"speed limit: The limit here is {value:g} {unit}, please slow down.", why=why),
        )
    return (Wish("answer", "speed", text=f"You drive {shown:.0f} {unit}; the limit here is {value:g} {unit}.", why=why),)


def _units(told: str) -> tuple[Wish, ...]:
    found = [wish("choose", "distance unit", text=unit) for unit in ("mile", "kilometer") if f"{unit}s" in told]
    clock = re.search(r"\b(12|24)[ -]?hour", told)
    return (*found[:1], *([wish("choose", "time format", text=clock[1])] if clock else []))


def _lights(told: str, facts: Facts) -> tuple[Wish, ...]:
    """What the rules on lights demand here."""
    said = normal(told)
    wishes: list[Wish] = []
    if re.search(r"low beam must be on", said):
        wishes.append(wish("choose", "low beam", text="on", why="low beam must be on here"))
    elif re.search(r"low beam need not", said):
        wishes.append(wish("choose", "low beam", text="off", why="low beam need not be on here"))
    if re.search(r"high beam must be off", said) and "traffic" not in said:
        wishes.append(wish("off", "high beam", why="high beam must be off here"))
    return tuple(wishes)


def _lawful(one: Wish, told: str) -> Wish | None:
    """A wish that was only guessed from a situation, unless the rules told forbid it."""
    said = normal(told)
    if (
        one.thing == "high beam"
        and one.do == "on"
        and re.search(r"high beam must be off (in|on|within) ", said)
        and "dark" in one.why
    ):
        return wish("choose", "low beam", text="on", why=f"{one.why}, but high beam must be off here")
    return one


def _help(said: str, told: str) -> tuple[Wish, ...]:
    """The emergency number that was told for the service that is needed."""
    service = "police" if "police" in said else "fire" if "fire" in said else "ambulance"
    numbers = re.search(r"[Ee]mergency numbers?[^:]*: ([^.]*)", told)
    parts = numbers[1].split(",") if numbers else []
    found = next((part for part in parts if service in part), parts[0] if parts else "")
    digits = re.search(r"\d{2,}", found)
    return (Wish("dial", "number", "phone", text=digits[0], why=f"the emergency number here is {digits[0]}"),) if digits else ()
