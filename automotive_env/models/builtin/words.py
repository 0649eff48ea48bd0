"""Words in one spelling, numbers in digits, and the tables of `words.toml`: what people call things, and what they mean."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Any

TABLES: dict[str, Any] = tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text("utf-8"))


def rows(table: str) -> list[tuple[str, str]]:
    """The rows of a table as what stands before and after the last colon that a space follows."""
    parts = (row.rpartition(": ") for row in TABLES[table].strip().splitlines())
    return [(first, second) for first, _, second in parts]


def words_in(name: str) -> frozenset[str]:
    """The words of a set of the tables."""
    return frozenset(TABLES["sets"][name].split())


PHRASES = [pair.replace("_", " ").split("=") for row in TABLES["phrases"].strip().splitlines() for pair in row.split("; ")]
STOP = frozenset(TABLES["stop"].split())
OPS = {word: op for op, words in rows("ops") for word in words.split()}
"""Word -> what is to be done."""
VERBS = frozenset(OPS) | frozenset(TABLES["verbs"].split())
"""Words that a command begins with."""
TIRED = frozenset(TABLES["alerts"]["fatigue"].split())
"""Words of a driver who should rest."""
IMPLIED = {word: thing for thing, words in TABLES["implied"].items() for word in words.split()}
"""Word that says what is to be done -> what with."""
LITTLE = words_in("little")
MUCH = words_in("much")
NEGATIONS = words_in("negations")
PLACES = words_in("places")
EVERY = words_in("every")
PRONOUNS = words_in("pronouns")


def stem(word: str) -> str:
    """A word without its endings."""
    word = word.replace("'", "")
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = word.removesuffix(ending)
            word = word[:-1] if word[-1] == word[-2] and word[-1] not in "ls" else word
            break
    return word.removesuffix("e") if len(word) > 3 else word


SAME = {
    stem(word): stem(meant.strip())
    for row in TABLES["same"].replace("\n", "|").split("|")
    for meant, _, words in [row.partition(":")]
    for word in (meant.strip(), *words.split())
    if meant.strip()
}
"""Stem -> the stem that stands for it."""


def op_of(word: str) -> str:
    """What a word says is to be done; empty where it says nothing."""
    bare = word.removesuffix("ing").removesuffix("ed")
    said = OPS.get(word) or OPS.get(SAME.get(stem(word), "")) or OPS.get(bare) or OPS.get(f"{bare}e")
    return said if said and (bare != word or word in OPS or stem(word) in SAME) else ""


_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?|\d+(?:[.:]\d+)?[a-z]*|%|°")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?(:\d\d)?")
_SMALL = {word: number for number, word in enumerate(TABLES["sets"]["numbers"].split())}
_TENS = {word: 10 * number for number, word in enumerate(TABLES["sets"]["tens"].split(), 2)}
_PARTS = {"half": "50", "halfway": "50", "quarter": "25"}
_BEFORE_ONE = words_in("before_one")
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


@cache
def _rows() -> list[tuple[list[frozenset[str]], str]]:
    return [
        ([frozenset(map(meant, part.split("|"))) for part in groups.split(" & ")], command) for groups, command in rows("hints")
    ]


def hint(saying: str) -> str:
    """The command that helps with what is said, empty where none is known: the first row of which each group is named."""
    heard = frozenset(map(meant, spoken(saying)))
    return next((command for groups, command in _rows() if all(group & heard for group in groups)), "")
