"""Quantities in a text: numbers with their units, in every form that people use.

>>> [figure.written for figure in quantities("channel 3 says -5 degrees, 1 hour 20 away")]
['3', '-5 degrees', '1 hour 20']
"""

from __future__ import annotations

import re
from math import nan

from automotive_env.validators.clock import clock_times
from automotive_env.validators.numerals import readings
from automotive_env.validators.plain_text import is_claimed
from automotive_env.validators.units import REST, UNIT, UNITS, QuantityInText, QuantityReading, Unit

_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
_PRICE = "|".join(map(re.escape, UNITS["money"].spellings))
_QUANTITY = re.compile(
    rf"""(?:(?<![\w.,:/])|(?<=\d[hm]))(?:(?P<price>{_PRICE})\s?)?
    (?P<number>(?:(?<![)%°])[+-])?\d+(?:[.,']\d+)*|an?\b)(?:/(?P<over>\d+))?
    (?:[\s-]?(?:of\san?\s|an?\s)?(?P<unit>{UNIT})|(?P<bare>(?![\w:/]|[.,']\d|\s{_MONTH})))
    (?P<below>\sbelow\s(?:0|freezing))?""",
    re.VERBOSE,
)
_DURATION = re.compile(r"(?<![\w.,:])(\d\d?)[:h]([0-5]\d)(?![\d:])(?: ?(?P<unit>h|hours|hrs|min|minutes)\b)?")
_WHOLE = re.compile(rf"(?:\d|one) (?:out )?of $|\b{_MONTH} $")
"""What comes before a number that is none of its own: "3 of 7", "May 4"."""


def quantities(text: str) -> list[QuantityInText]:
    """The quantities that a text with its numbers in digits claims, in order; times of the day are none."""
    durations, found = [_duration(match) for match in _DURATION.finditer(text)], list[QuantityInText]()
    for time in clock_times(text):
        if not time.is_vague:
            text = text[: time.start] + "\0" * (time.end - time.start) + text[time.end :]
    for match in _QUANTITY.finditer(text):
        if figure := _figure(match, text):
            found = _joined(found, figure, text)
    return [figure for figure in (*durations, *found) if is_claimed(text[: figure.start])]


def _figure(match: re.Match[str], text: str) -> QuantityInText | None:
    number, unit = match["number"], match["unit"] or match["price"]
    is_word = not number[-1].isdecimal()
    if not unit and (is_word or _WHOLE.search(text[max(0, match.start() - 40) : match.start()])):
        return None
    units = [one for one in UNITS.values() if unit in map(str.casefold, one.spellings)] if unit else [UNITS[""]]
    values = [(1.0, 1.0)] if is_word else readings(number)
    sign, over = (-1 if match["below"] else 1), float(match["over"] or 1) or 1
    told: list[QuantityReading] = [(sign * value / over, one, step / over) for value, step in values for one in units]
    is_part = not unit and bool(values) and (over > 1 or 0 < values[0][0] < 1)
    if is_part:
        told = [(100 * value, UNITS["percent"], step) for value, _, step in told] + [
            (value, UNITS[""], step) for value, step in values
        ]
    return QuantityInText(tuple(told), *match.span(), match[0].strip(), is_word) if told else None


def _duration(match: re.Match[str]) -> QuantityInText:
    """A duration such as "2:34", or "1:20 hours"."""
    units = [unit for unit in (UNITS["hours"], UNITS["minutes"]) if not match["unit"] or match["unit"] in unit.spellings]
    value = int(match[1]) + int(match[2]) / 60
    return QuantityInText(tuple((value, unit, 0) for unit in units), *match.span(), match[0].strip(), not match["unit"])


def _joined(found: list[QuantityInText], figure: QuantityInText, text: str) -> list[QuantityInText]:
    """Add a figure: as the rest of a compound, as the end of a range, or next to one whose unit it shares."""
    if not found:
        return [figure]
    last = found.pop()
    link = text[last.end : figure.start].strip()
    if link in ("", ",", "and", ", and") and (rest := _compound(last, figure, link)):
        return [*found, QuantityInText(rest, last.start, figure.end, text[last.start : figure.end])]
    before = text[: last.start].rstrip()
    is_range = (link == "to" and not before.endswith("from")) or (link == "and" and before.endswith("between")) or link == "-"
    if link in ("-", "to", "or", "and"):
        last, figure = _like(last, figure), figure if link == "and" else _like(figure, last)
    is_choice = link == "or" or (link == "," and _units(last) == _units(figure))
    if is_range or (is_choice and _compete(last, figure)):
        last, figure = (
            one._replace(readings=tuple((nan, unit, step) for _, unit, step in one.readings)) for one in (last, figure)
        )
    return [*found, last, figure]


def _compete(figure: QuantityInText, other: QuantityInText) -> bool:
    """Whether two figures of a kind tell different amounts: "50 or 80 km/h" and "50, 80", but not "50 km/h or 31 mph"."""
    gaps = [
        (abs(unit.convert(value, wanted) - amount), (step * unit.factor / wanted.factor + last) / 2)
        for value, unit, step in figure.readings
        for amount, wanted, last in other.readings
        if unit.kind == wanted.kind
    ]
    return bool(gaps) and all(gap > coarse for gap, coarse in gaps)


def _units(figure: QuantityInText) -> list[Unit]:
    """The units that a figure may have."""
    return list(dict.fromkeys(unit for _, unit, _ in figure.readings))


def _like(figure: QuantityInText, other: QuantityInText) -> QuantityInText:
    """A figure with the units of another one where it has none."""
    units = _units(other)
    bare = all(unit == UNITS[""] for _, unit, _ in figure.readings)
    return (
        figure._replace(readings=tuple((value, unit, step) for value, _, step in figure.readings for unit in units))
        if bare
        else figure
    )


def _compound(last: QuantityInText, figure: QuantityInText, link: str) -> tuple[QuantityReading, ...]:
    """The readings of "1 hour 20", "1 minute 30 seconds", "an hour and a half"; none where the two are apart."""
    sums = list[QuantityReading]()
    for value, unit, _ in last.readings:
        for more, other, _ in figure.readings:
            if other.kind == "number" and link != ",":
                other = unit if more < 1 and link == "and" else REST.get(unit, other)
            is_rest = other.kind == unit.kind and unit.kind not in ("temperature", "number") and (other != unit or link == "and")
            if is_rest and 0 < more * other.factor < unit.factor:
                sums.append((value + other.convert(more, unit), unit, 0))
    return tuple(sums)
