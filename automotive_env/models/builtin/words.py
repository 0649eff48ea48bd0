"""Text normalisation: numbers, units, spellings and synonyms."""

from __future__ import annotations

import re
from functools import lru_cache

_ONES_SAID = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen"
)
_TENS_SAID = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES = {word: value for value, word in enumerate(_ONES_SAID.split())}
_TENS = {word: 10 * value for value, word in enumerate(_TENS_SAID.split(), 2)}
_NUMBERS = "|".join((*_TENS, *_ONES, "hundred", "point"))
_NUMBER = re.compile(rf"\b(?:a hundred|{'|'.join((*_TENS, *_ONES))})\b(?:(?: and)? (?:{_NUMBERS})\b)*")
_ALONE = re.compile(r"(?:\bto|\blevel|\bby|\bspeed|\bdial|\bmode) $")
"""What stands before a "one" that is a number; in "this one" it is none."""

_SPELLINGS = tuple(
    (re.compile(pattern), said)
    for pattern, said in (
        (r"[’‘`]", "'"),
        (r"\bcan(?:'t|not)\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"'m\b", " am"),
        (r"'re\b", " are"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"\b(it|what|that|there|here|how|who|where|she|he)'s\b", r"\1 is"),
        (r"\ba/c\b|\ba\.c\.|\bair[ -]?con(?:dition(?:ing|er))?\b", "ac"),
        (r"\bwi[ -]?fi\b", "wifi"),
        (r"(?<=[a-z])[-–](?=[a-z])", " "),
        (r"\bwind ?(?:shield|screen)s?\b|\bfront (?:glass|window|screen)\b", "windscreen"),
        (r"\b(?:rear|back) (?:glass|windscreen|screen|window)\b", "rear window"),
        (r"\bhead ?lamps?\b|\bhead lights?\b", "headlights"),
        (r"\bkmh\b|\bkph\b|\bkilomet(?:er|re)s? (?:per|an) hour\b", "km/h"),
        (r"\bmiles (?:per|an) hour\b", "mph"),
        (r"\bpetrol\b|\bgasoline\b|\bgas (?=station)", "fuel "),
        (r"\btires?\b", "tyre"),
        (r"%|\bper ?cent\b", " percent "),
        (r"°\s?c\b|\bcentigrade\b", " degrees celsius "),
        (r"°\s?f\b", " degrees fahrenheit "),
        (r"°", " degrees "),
        (r"\bthree quarters\b", "75 percent"),
        (r"\bhalf ?way\b|\bhalf\b", "50 percent"),
        (r"\ba quarter\b", "25 percent"),
        (r"\ba third\b", "33 percent"),
    )
)
_OTHER = re.compile(r"[^\w\s.,;:/'+?!]")

_SAME = {
    word: meant.strip()
    for row in (
        "light: lamp; low beam: headlight dipped; high beam: brights; recirculation: recirculate recirculated recycle",
        "defroster: defog defogger demist demister defrost; fan: blower ventilator; temperature: temp; heater: heating heat",
        "track: song; shuffle: random shuffled; maps: map; ventilation: ventilated ventilate; screen: display; wipers: wiper",
        "passenger: copilot codriver; wifi: wireless; kilometer: km kilometre; fuel: gas refuel; max: maximum; min: minimum",
        "favorite: favourite fav; prev: previous; eco: economy; snow: winter; message: sms chat; recents: recent; mode: modus",
        "left: lefthand; right: righthand; backrest: recline; notification: notice; settings: setting preference",
        "traffic: congestion; medium: middle; time: clock; volume: loudness; rear: second; audio: sound; network: internet",
    )
    for meant, _, words in (entry.partition(":") for entry in row.split(";"))
    for word in words.split()
}
_NOISE_WORDS = (
    "the a an my our your of for to at in is that this button view item seek bar switch toggle text edit image com id and with "
    "i am me you we it"
)
_NOISE = frozenset(_NOISE_WORDS.split())
"""Stop words: they say nothing about which control is meant."""


@lru_cache(maxsize=4_096)
def normal(text: str) -> str:
    """A sentence in lower case, with one spelling for numbers, units and common variants."""
    said = text.lower()
    for pattern, better in _SPELLINGS:
        said = pattern.sub(better, said)
    return " ".join(_OTHER.sub(" ", _NUMBER.sub(_digits, said)).split())


def _digits(match: re.Match[str]) -> str:
    if match[0] == "one" and not _ALONE.search(match.string[: match.start()]):
        return "one"
    groups: list[int] = []
    whole, _, decimals = match[0].replace("a hundred", "one hundred").partition(" point ")
    for word in whole.replace(" and ", " ").split():
        value = _ONES.get(word, _TENS.get(word, 0))
        if word == "hundred":
            groups[-1] *= 100
        elif groups and value and groups[-1] >= 20 and groups[-1] % (10 if value < 10 else 100) == 0:
            groups[-1] += value  # twenty + one, a hundred + thirty
        else:
            groups.append(value)  # digits said one after the other, as of a telephone number
    return "".join(map(str, groups)) + ("." + _digits_after(decimals) if decimals else "")


def _digits_after(words: str) -> str:
    return "".join(str(_ONES.get(word, _TENS.get(word, ""))) for word in words.split())


@lru_cache(maxsize=8_192)
def keys(text: str) -> frozenset[str]:
    """The words of a label, a resource name or an intent by which it is recognised."""
    found: set[str] = set()
    for word in re.findall(r"[a-z]+|\d+(?:\.\d+)?", normal(text.replace("_", " ").replace("&", " "))):
        stem = _stem(word)
        found.update(_SAME.get(word, _SAME.get(stem, stem)).split())
    return frozenset(found - _NOISE)


def _stem(word: str) -> str:
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        return word[:-1]
    return word


def number(text: str) -> float | None:
    """The first number in a text, such as 21.5 in "21.5 °C"."""
    found = re.search(r"-?\d+(?:\.\d+)?", text)
    return float(found[0]) if found else None
