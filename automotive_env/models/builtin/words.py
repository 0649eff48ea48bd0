"""Words in one spelling, numbers in digits, and the tables of `words.toml`: what people call things, and what they mean."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources


def _rows(text: str) -> dict[str, str]:
    parts = (row.rpartition(":") for row in " ".join(text.split()).split(";") if row)
    return {key.strip(): value.strip() for key, _, value in parts}


TABLES = {
    name: _rows(text)
    for name, text in tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text("utf-8")).items()
}


def words_in(name: str) -> frozenset[str]:
    """The words of a set of the tables."""
    return frozenset(TABLES["sets"][name].split())


def _by_word(name: str) -> dict[str, str]:
    """The key of each word in a table."""
    return {word: key for key, words in TABLES[name].items() for word in words.split()}


PHRASES = [(phrase.replace("_", " "), better.replace("_", " ")) for phrase, better in TABLES["phrases"].items()]
OPS = _by_word("ops")
IMPLIED = _by_word("implied")
STOP = words_in("stop")
VERBS = frozenset(OPS) | words_in("verbs")
LITTLE, MUCH, NEGATIONS = words_in("little"), words_in("much"), words_in("negations")
PLACES, EVERY, PRONOUNS = words_in("places"), words_in("every"), words_in("pronouns")
BACK, STILL, DEGREES = words_in("back"), words_in("still"), words_in("degrees")
PLAIN = STOP | PRONOUNS | NEGATIONS | PLACES | EVERY | LITTLE | MUCH
"""Words that do not tell what a wish is about."""


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


SAME = {stem(word): stem(key) for key, words in TABLES["same"].items() for word in (key, *words.split())}


def op_of(word: str) -> str:
    """What a word says is to be done; empty where it says nothing."""
    bare = word.removesuffix("ing").removesuffix("ed")
    said = OPS.get(word) or OPS.get(SAME.get(stem(word), "")) or OPS.get(bare) or OPS.get(f"{bare}e")
    return said if said and (bare != word or word in OPS or stem(word) in SAME) else ""


_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?|\d+(?:[.:]\d+)?[a-z]*|%|°")
_NUMBER = re.compile(r"(-?\d+(?:[.,]\d+)?)(?::(\d\d))?")
_DIGITS = {word: number for number, word in enumerate(TABLES["sets"]["numbers"].split())}
_DIGITS |= {word: 10 * number for number, word in enumerate(TABLES["sets"]["tens"].split(), 2)}
_BEFORE_ONE = words_in("before_one")


@lru_cache(maxsize=4_096)
def spoken(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, in one spelling, with numbers in digits."""
    said = f" {text.lower().replace('_', ' ')} "
    for phrase, better in PHRASES:
        said = said.replace(phrase, better)
    return tuple(_with_digits([word.removesuffix("'s") for word in _WORD.findall(said)]))


def _with_digits(words: list[str]) -> Iterable[str]:
    """Number words as digits: "twenty five" is 25; digits said one by one stand together."""
    run: list[int] = []
    for before, word in zip(["", *words], [*words, ""], strict=True):
        value = _DIGITS.get(word)
        if value is None or (word == "one" and before not in _BEFORE_ONE and not run):
            yield from filter(None, ("".join(map(str, run)), word))
            run = []
        elif run and run[-1] >= 20 and value < 10:
            run[-1] += value
        else:
            run.append(value)


@lru_cache(maxsize=8_192)
def meant(word: str) -> str:
    """The stem that stands for a word and its synonyms."""
    return SAME.get(stem(word), stem(word))


def stems(text: str) -> frozenset[str]:
    """What each word of a text stands for."""
    return frozenset(map(meant, spoken(text)))


@lru_cache(maxsize=8_192)
def keys(text: str) -> frozenset[str]:
    """The words of a label or a wish by which it is recognised: not those that are in all of them, and no numbers."""
    return frozenset(meant(word) for word in spoken(text) if word not in STOP and not op_of(word) and not is_number(word))


def is_number(word: str) -> bool:
    return word.replace(".", "").replace(":", "").isdigit() or word in "%°"


def number(text: str) -> float | None:
    """The first number in a text, such as 21.5 in "21.5 °C"; 3.5 in "3:30"."""
    found = _NUMBER.search(text)
    return float(found[1].replace(",", ".")) + float(found[2] or 0) / 60 if found else None


_HINTS = [([stems(group) for group in groups.split("&")], command) for groups, command in TABLES["hints"].items()]


def hint(saying: str) -> str:
    """The command that helps with what is said, empty where none is known: the first row of which each group is named."""
    heard = stems(saying)
    return next((command for groups, command in _HINTS if all(group & heard for group in groups)), "")
