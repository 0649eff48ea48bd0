"""The usual forms of an amount and of a time of the day, made from the value."""

from __future__ import annotations

import re
from collections.abc import Iterator

BELOW_20 = """
zero one two three four five six seven eight nine
ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
ONES = list(filter(str.isalpha, re.split(r"\s", BELOW_20)))
TENS = ["", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SPELLED = {
    "celsius": ("°C", " °C", " degrees", " degrees Celsius", "°"),
    "fahrenheit": ("°F", " °F", " degrees", " degrees Fahrenheit", "F"),
    "percent": ("%", " %", " percent"),
    "km/h": (" km/h", "km/h", " kilometers per hour", " kph"),
    "mph": (" mph", " miles per hour", "mph"),
    "km": (" km", "km", " kilometers", " kilometres"),
    "mi": (" mi", " miles"),
    "m": (" m", " meters", " metres"),
    "minutes": (" minutes", " min", " mins", "min"),
    "seconds": (" seconds", " s", "s", " sec"),
    "bar": (" bar",),
    "psi": (" psi", " PSI"),
    "": ("",),
}
SENTENCES = (
    "{}",
    "{}.",
    "It's {}.",
    "It is currently **{}**.",
    "Sure! That would be {}, as of now.",
    "Channel four says {}!",
    "According to the car, the value you asked for is {}.",
    "The answer: {}",
    "I looked it up, and it's about {}, have a nice trip.",
)


def in_words(number: int) -> str:
    """A whole number from -9999 to 9999 in words."""
    if number < 0:
        return f"minus {in_words(-number)}"
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")
    size, word = (100, "hundred") if number < 1000 else (1000, "thousand")
    head, rest = divmod(number, size)
    return f"{in_words(head)} {word}" + ("" if not rest else f" {in_words(rest)}" if rest > 99 else f" and {in_words(rest)}")


def amounts(tenths: int, unit: str) -> Iterator[str]:
    """An amount that is so many tenths of a unit, in the usual forms."""
    whole, tenth = divmod(abs(tenths), 10)
    sign = "-" * (tenths < 0)
    numbers = [
        f"{sign}{whole}.{tenth}",
        f"{sign}{whole},{tenth}",
        f"{'minus ' * (tenths < 0)}{in_words(whole)} point {ONES[tenth]}",
    ]
    if tenth == 5 and whole:
        numbers += [f"{sign}{whole}½", f"{sign}{whole} 1/2", f"{'minus ' * (tenths < 0)}{in_words(whole)} and a half"]
    if tenth == 0:
        numbers += [f"{sign}{whole}", in_words(tenths // 10)]
        numbers += [f"{sign}{whole:,}", f"{sign}{whole:,}".replace(",", " ")] if whole > 999 else []
    for number in numbers:
        yield from (f"{number}{spelled}" for spelled in SPELLED[unit] if number[-1].isnumeric() or not spelled[:1].isalpha())
    if unit == "celsius":
        yield f"{sign}{whole}.{tenth} °C ({(tenths / 10) * 1.8 + 32:.1f} °F)"
    if unit == "km" and tenths > 99:
        yield f"{whole}.{tenth} km ({tenths / 16.09344:.1f} miles)"


def durations(minutes: int) -> Iterator[str]:
    """A duration of at least an hour in the usual forms."""
    hours, rest = divmod(minutes, 60)
    plural, minute = ("" if hours == 1 else "s"), ("minute" if rest == 1 else "minutes")
    yield f"{minutes} minutes"
    if rest == 0:
        yield from (f"{hours} hour{plural}", f"{in_words(hours)} hour{plural}", f"{hours}h")
        return
    yield from (f"{hours} hour{plural} {rest} {minute}", f"{hours} hour{plural} and {rest} {minute}", f"{hours} h {rest} min")
    yield from (f"{hours}h {rest}m", f"{hours}:{rest:02} hours", f"{in_words(hours)} hour{plural} and {in_words(rest)} {minute}")
    if rest >= 10:
        yield from (f"{hours} hour{plural} {rest}", f"{in_words(hours)} hour{plural} {in_words(rest)}", f"{hours}h{rest}")
    if rest == 30:
        yield from (f"{hours}.5 hours", f"{hours}½ hours", f"{in_words(hours)} and a half hours")


def times(hour: int, minute: int) -> Iterator[str]:
    """A time of the day in the usual forms."""
    twelve, half = (hour - 1) % 12 + 1, "pm" if hour >= 12 else "am"
    period = "morning" if hour < 12 else "afternoon" if hour < 18 else "evening"
    yield from (
        f"{hour:02}:{minute:02}",
        f"{hour:02}:{minute:02}:00",
        f"{hour:02}{minute:02} hours",
        f"{hour:02}:{minute:02} hours",
    )
    yield from (f"{twelve}:{minute:02} {half}", f"{twelve}:{minute:02}{half.upper()}", f"{twelve}.{minute:02} {half}")
    yield from (f"{twelve}:{minute:02} {half[0]}.m.", f"{twelve}:{minute:02} in the {period}", f"{twelve}:{minute:02}")
    if minute == 0:
        yield from (f"{twelve} {half}", f"{in_words(twelve)} o'clock", f"{twelve} o’clock in the {period}")
        yield from {0: ("midnight",), 12: ("noon", "12 noon")}.get(hour, ())
        return
    spoken = f"oh {ONES[minute]}" if minute < 10 else in_words(minute)
    yield from (f"{in_words(twelve)} {spoken} {half}", f"{in_words(twelve)} {spoken} in the {period}")
    to = {15: "quarter", 30: "half"}.get(60 - minute, f"{in_words(60 - minute)} minute{'s' * (minute != 59)}")
    past = {15: "a quarter", 30: "half"}.get(minute, in_words(minute))
    if minute <= 30:
        yield from (f"{past} past {in_words(twelve)}", f"{past} past {twelve} in the {period}")
    elif hour not in (11, 23):
        yield from (f"{to} to {in_words(twelve % 12 + 1)}", f"{to} to {twelve % 12 + 1} in the {period}")
