"""Takes texts apart: words in one spelling, numbers in digits."""

from __future__ import annotations

import re
from functools import lru_cache

from automotive_env.models.builtin.lexicon import PHRASES, SAME, STOP, op_of, stem

_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?|\d+(?:[.:]\d+)?[a-z]*|%|°")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?(:\d\d)?")
_SMALL = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
        "nineteen".split(), range(20), strict=False,
    )
)  # fmt: skip
_TENS = {word: 10 * number for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_PARTS = {"half": "50", "halfway": "50", "quarter": "25"}
_BEFORE_ONE = frozenset("to level by speed number dial step at on".split())
"""Words after which "one" is a number."""


@lru_cache(maxsize=4_096)
def spoken(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, in one spelling, with numbers in digits."""
    said = f" {text.lower().replace('_', ' ')} "
    for phrase, better in PHRASES:
        said = said.replace(phrase, better)
    return tuple(_with_digits([word.removesuffix("'s") for word in _WORD.findall(said)]))


def _with_digits(words: list[str]) -> list[str]:
    """Number words as digits: "twenty five" is 25, "a hundred" is 100; digits said one by one stand together."""
    found: list[str] = []
    run: list[int] = []
    for before, word in zip(["", *words], [*words, ""], strict=True):
        value = _TENS.get(word, _SMALL.get(word, -1))
        if word == "hundred":
            run = [*run[:-1], 100 * (run or [1])[-1]]
        elif word == "and" and run and run[-1] % 100 == 0:
            continue
        elif value < 0 or (word == "one" and before not in _BEFORE_ONE and not run):
            found += ["".join(map(str, run))] if run else []
            found += [_PARTS[word], "%"] if word in _PARTS else [word] if word else []
            run = []
        elif run and run[-1] >= 20 and run[-1] % (10 if value < 10 else 100) == 0:
            run[-1] += value
        else:
            run.append(value)
    return found


@lru_cache(maxsize=8_192)
def meant(word: str) -> str:
    """The stem that stands for a word and its synonyms."""
    return SAME.get(stem(word), stem(word))


@lru_cache(maxsize=8_192)
def keys(text: str) -> frozenset[str]:
    """The words of a label or a wish by which it is recognised: not those that are in all of them, and no numbers."""
    return frozenset(meant(word) for word in spoken(text) if word not in STOP and not op_of(word) and not is_number(word))


def is_number(word: str) -> bool:
    return word.replace(".", "").replace(":", "").isdigit() or word in "%°"


def number(text: str) -> float | None:
    """The first number in a text, such as 21.5 in "21.5 °C"; 3.5 in "3:30"."""
    if not (found := _NUMBER.search(text)):
        return None
    whole, _, minutes = found[0].replace(",", ".").partition(":")
    return float(whole) + (float(minutes) / 60 if minutes else 0)
