"""Times of the day in a text: "17:23", "5.23 pm", "twenty-three past five", "quarter to six in the morning", "1723 hours"."""

from __future__ import annotations

import re

from automotive_env.validators.plain_text import is_claimed
from automotive_env.validators.units import UNIT, UNITS, QuantityInText

_HOURS = r"\s?(?:hours|hrs|h)\b"
_TIME = re.compile(
    rf"""(?:(?P<before>[上下]午|午[前後])\s?|(?<![\w.,:/]))(?:
        (?:12\s)?(?P<named>noon|midday|midnight)\b
        | (?:a\s)?(?P<part>\d\d?|0\.25|0\.5)(?P<minutes>\sminutes?)?\s(?P<way>past|after|to|before|til|till)\s
          (?P<of>\d\d?|noon|midday|midnight)\b
        | (?P<hour>\d\d?)(?::|h|(?P<loose>[.\s]|\soh\s|\so\s)) (?P<minute>(?<=o\s)\d|(?<=oh\s)\d|\d\d)(?::\d\d)?(?![\d:])
        | (?P<digits>\d{{3,4}}(?={_HOURS}|\s?[ap]m\b))
        | (?P<alone>\d\d?)(?![\d:.,]\d)
    )
    (?P<hours>{_HOURS})? (?P<clock>\so\W?clock)?
    (?:\s?(?:in\sthe\s|this\s|at\s)?(?P<half>am|pm|morning|afternoon|evening|night|tonight|ص|م)\b)?
    (?!\w|\s?{UNIT}|[-/]\d|\s(?:to|or|and)\s\d+\s?{UNIT})""",
    re.VERBOSE,
)
_AT = re.compile(r"^$|\b(?:at|by|until|till|around|about|eta) (?:\d+ (?:or|and|to) )?$")
_NAMED = {"noon": 12, "midday": 12, "midnight": 24}


def clock_times(text: str) -> list[QuantityInText]:
    """The times that a text with its numbers in digits claims, in minutes of the day."""
    times = [_time(found, text[: found.start()]) for found in _TIME.finditer(text) if is_claimed(text[: found.start()])]
    return [time for time in times if time]


def _time(found: re.Match[str], before: str) -> QuantityInText | None:
    """What a time can mean: without the half of the day, an hour up to 12 can be of either."""
    told, is_sure, is_vague = found["hour"] or found["alone"] or found["of"] or found["named"], False, False
    minute, half = int(found["minute"] or 0), found["half"] or found["before"]
    if found["digits"]:
        told, minute, is_sure = found["digits"][:-2], int(found["digits"][-2:]), True
    elif found["part"]:
        part = {"0.25": 15, "0.5": 30}.get(found["part"]) or int(found["part"])
        minute = part if found["way"] in ("past", "after") else -part
    elif found["named"]:
        is_sure = True
    elif not (half or found["clock"]):
        is_vague = found["hour"] is None or found["loose"] is not None
        if found["alone"] and (found["hours"] or not _AT.search(before[-40:])):
            return None
    hour = _NAMED.get(told) or int(told)
    if hour > 24 or abs(minute) > 59:
        return None
    if half and hour <= 12:
        is_late = half in ("pm", "afternoon", "evening", "tonight", "下午", "午後", "م") or (half == "night" and 6 <= hour < 12)
        hour, is_sure = hour % 12 + 12 * is_late, True
    either = not is_sure and 1 <= hour <= 12 and told[0] != "0" and told not in _NAMED
    minutes = ((60 * hour + minute + later) % 1440 for later in ((0, 720) if either else (0,)))
    return QuantityInText(tuple((one, UNITS["time"], 1) for one in minutes), *found.span(), found[0].strip(), is_vague)
