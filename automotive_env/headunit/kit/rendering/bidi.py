"""Lines with Arabic in them, as they are seen: letters joined, and everything in order from the left.

The bidirectional algorithm of Unicode (UAX 9) for one line without embeddings; a line runs as its first letter does, as in
Android's text views. Letters are joined by the presentation forms that the character database lists, which any face with
them draws without a shaping library, the same on every machine.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Literal, TypeAlias, TypeVar

from automotive_env.headunit.kit.rendering.signs import signs

T = TypeVar("T")

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]")
_MARKS = re.compile("[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u200e\u200f\u2066-\u2069]")
"""Vowel signs, which would need to be placed, and invisible marks of direction."""
_TATWEEL = "\u0640"
_LAM = "\u0644"
RIGHT_TO_LEFT = "\u200f"
"""Begins a line that runs from the right, whatever its first letter is."""

LetterForm: TypeAlias = Literal["isolated", "final", "initial", "medial"]


def is_right_to_left(text: str) -> bool:
    """Whether the first letter of a text is of a script that runs from the right."""
    return next((kind != "L" for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")), False)


@lru_cache(maxsize=4096)
def visual(text: str) -> str:
    """A line as its characters stand from left to right; one without Arabic or Hebrew letters as it is."""
    if not _RIGHT_TO_LEFT.search(text):
        return text
    base = int(is_right_to_left(text))
    line = signs(joined(_MARKS.sub("", text)))
    levels = _levels(line, base)
    order = list(range(len(line)))
    for level in range(max(levels, default=0), 0, -1):
        for high, run in _groups([levels[at] >= level for at in order]):
            if high:
                order[run] = reversed(order[run])
    return "".join(_mirrored(line[at]) if levels[at] % 2 else line[at] for at in order)


# Letters


@cache
def _forms() -> dict[str, dict[LetterForm, str]]:
    """Letters, and lam with an alef, with the forms there are of them."""
    found: dict[str, dict[LetterForm, str]] = {}
    for code in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(0xFE80, 0xFEFD)):
        kind, _, letters = unicodedata.decomposition(chr(code)).partition(" ")
        if kind[1:-1] in ("isolated", "final", "initial", "medial"):
            name = "".join(chr(int(letter, 16)) for letter in letters.split())
            found.setdefault(name, {}).setdefault(kind[1:-1], chr(code))  # type: ignore[arg-type]
    return found


def joined(text: str) -> str:
    """A text with its Arabic letters in the form that their neighbours ask for."""
    forms = _forms()
    letters: list[str] = []
    for letter in text:
        if letters and letters[-1] == _LAM and _LAM + letter in forms:
            letters[-1] = _LAM + letter
        else:
            letters.append(letter)
    written = []
    for place, letter in enumerate(letters):
        before = place > 0 and _reaches(letters[place - 1]) and _joins(letter)
        after = place + 1 < len(letters) and _reaches(letter) and _joins(letters[place + 1])
        form: LetterForm = "medial" if before and after else "final" if before else "initial" if after else "isolated"
        written.append(forms.get(letter, {}).get(form, letter))
    return "".join(written)


def _reaches(letter: str) -> bool:
    """Whether a letter joins the one after it."""
    return letter == _TATWEEL or "initial" in _forms().get(letter, {})


def _joins(letter: str) -> bool:
    """Whether a letter joins the one before it."""
    return letter == _TATWEEL or "final" in _forms().get(letter, {})


# Order


def _levels(line: Sequence[str], base: int) -> list[int]:
    """The embedding level of each sign in a line of a level."""
    outer = "R" if base else "L"
    kinds = _resolved_weak([unicodedata.bidirectional(sign[0]) for sign in line], outer)
    _resolve_brackets(line, kinds, outer)
    _resolve_neutral(kinds, outer)
    steps = {"L": base % 2, "R": 1 - base % 2, "AN": 2 - base % 2, "EN": 2 - base % 2}
    levels = [base + steps[kind] for kind in kinds]
    for place in range(len(line) - 1, -1, -1):  # what is blank at the end stays there
        if not line[place].isspace():
            break
        levels[place] = base
    return levels


def _resolved_weak(kinds: list[str], outer: str) -> list[str]:
    """Rules W1 to W7: numbers and what belongs to them."""
    strong = before = outer
    for place, kind in enumerate(kinds):
        if kind in ("NSM", "BN"):
            kind = before
        elif kind == "EN" and strong == "AL":
            kind = "AN"
        if kind in ("L", "R", "AL"):
            strong = kind
        kinds[place] = before = kind
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for place in range(1, len(kinds) - 1):
        around = kinds[place - 1], kinds[place + 1]
        if around[0] == around[1] and (kinds[place], around[0]) in (("ES", "EN"), ("CS", "EN"), ("CS", "AN")):
            kinds[place] = around[0]
    for kind, run in _groups(kinds):
        if kind == "ET" and "EN" in (*kinds[max(0, run.start - 1) : run.start], *kinds[run.stop : run.stop + 1]):
            kinds[run] = ["EN"] * (run.stop - run.start)
    strong = outer
    for place, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS", "B", "S", "WS"):
            kinds[place] = "ON"
        elif kind == "EN" and strong == "L":
            kinds[place] = "L"
        elif kind in ("L", "R"):
            strong = kind
    return kinds


_PAIRS = {"(": ")", "[": "]", "{": "}"}


def _resolve_brackets(line: Sequence[str], kinds: list[str], outer: str) -> None:
    """Rule N0: brackets run as what stands in them."""
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for place, sign in enumerate(line):
        if kinds[place] != "ON":
            continue
        if sign in _PAIRS:
            opened.append(place)
        elif start := next((at for at in reversed(opened) if _PAIRS[line[at]] == sign), None):
            pairs.append((start, place))
            del opened[opened.index(start) :]
        elif opened and _PAIRS[line[opened[0]]] == sign:
            pairs.append((opened[0], place))
            opened.clear()
    for start, end in sorted(pairs):
        inside = {_strong(kind) for kind in kinds[start + 1 : end]} - {""}
        before = next((kind for kind in map(_strong, reversed(kinds[:start])) if kind), outer)
        if inside:
            kinds[start] = kinds[end] = outer if outer in inside or before == outer else before


def _resolve_neutral(kinds: list[str], outer: str) -> None:
    """Rules N1 and N2: what has no direction takes that of its neighbours where they agree."""
    for kind, run in _groups(kinds):
        if kind == "ON":
            before = _strong(kinds[run.start - 1]) if run.start else outer
            after = _strong(kinds[run.stop]) if run.stop < len(kinds) else outer
            kinds[run] = [before if before == after else outer] * (run.stop - run.start)


def _groups(items: Sequence[T]) -> list[tuple[T, slice]]:
    """Runs of equal items: the item, and where."""
    found, start = [], 0
    for item, run in groupby(items):
        end = start + len(list(run))
        found.append((item, slice(start, end)))
        start = end
    return found


def _strong(kind: str) -> str:
    """The direction that a kind counts as, empty where it has none; numbers count as written from the right."""
    return "R" if kind in ("R", "AN", "EN") else "L" if kind == "L" else ""


_MIRRORS = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def _mirrored(sign: str) -> str:
    """A sign as it stands in a run from the right."""
    return sign.translate(_MIRRORS)


__all__: Sequence[str] = ["RIGHT_TO_LEFT", "is_right_to_left", "joined", "visual"]
