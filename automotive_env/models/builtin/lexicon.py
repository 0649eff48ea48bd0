"""The tables of `words.toml`: what people call things, and what they mean when they only say how they feel."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

TABLES: dict[str, Any] = tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text("utf-8"))


def rows(table: str) -> list[tuple[str, str]]:
    """The rows of a table as what stands before and after the last colon that a space follows."""
    parts = (row.rpartition(": ") for row in TABLES[table].strip().splitlines())
    return [(first, second) for first, _, second in parts]


PHRASES = [pair.replace("_", " ").split("=") for row in TABLES["phrases"].strip().splitlines() for pair in row.split("; ")]
STOP = frozenset(TABLES["stop"].split())
OPS = {word: op for op, words in rows("ops") for word in words.split()}
"""Word -> what is to be done."""
VERBS = frozenset(OPS) | frozenset(TABLES["verbs"].split())
"""Words that a command begins with."""
IMPLIED = {
    **dict.fromkeys("warmer hotter colder cooler".split(), "temperature"), **dict.fromkeys("louder quieter softer".split(), "volume"),
    **dict.fromkeys("brighter dimmer darker dim".split(), "brightness"), "unlock": "lock",
}  # fmt: skip
"""Word that says what is to be done -> what with."""
LITTLE = frozenset("bit little slightly somewhat touch tad notch".split())
MUCH = frozenset("lot much way far considerably deal loads".split())
NEGATIONS = frozenset("not no don't without never".split())
PLACES = frozenset("driver passenger rear front left right third".split())
EVERY = frozenset("all every each everyone everybody everything both".split())
PRONOUNS = frozenset("it that them this those one same again back undo".split())


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
