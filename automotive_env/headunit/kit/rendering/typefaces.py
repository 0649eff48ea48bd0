"""Typefaces: which one draws a sign, and how large. Roboto has the Latin letters; the others stand in for what it lacks."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont

from automotive_env.car.systems.language import HanScript
from automotive_env.headunit.kit.rendering.signs import UNSEEN

ASSETS = Path(__file__).parents[1] / "assets"


class Typeface(NamedTuple):
    """A typeface.

    Attributes:
        family: how the names of its files begin.
        size: of its letters, of the size of Latin ones.
        rise: how far they stand above the line of Latin ones, of the size of those.
        shaped: whether it draws signs of several characters, too.
        weights: of its files.
    """

    family: str
    size: float = 1.0
    rise: float = 0.0
    shaped: bool = True
    weights: tuple[str, ...] = ("regular", "medium")


TYPEFACES = {
    "": Typeface("Roboto", shaped=False),
    "extended": Typeface("RobotoExtended"),
    "other": Typeface("NotoSans"),
    "arabic": Typeface("NotoSansArabic", 0.88, 0.08, shaped=False),
    "hebrew": Typeface("NotoSansHebrew"),
    "thai": Typeface("NotoSansThai", 0.92, 0.05),
    "devanagari": Typeface("NotoSansDevanagari", 0.9, 0.06),
    "chinese": Typeface("NotoSansSC", shaped=False),
    "japanese": Typeface("NotoSansJP", shaped=False),
    "korean": Typeface("NotoSansKR", shaped=False),
    "emoji": Typeface("NotoEmoji", 0.84, 0.02, weights=("medium",)),
    "icons": Typeface("MaterialSymbols", shaped=False, weights=()),
}
"""Name of a script -> typeface, in the order in which they are asked for a sign."""

LATIN = re.compile(
    "[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u2010-\u2015\u2018-\u201e\u2020\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u2190-\u2193\u2212\u2248]*"
)
"""What Roboto draws, so that nothing else is asked for."""


def path(face: str) -> str:
    """The file of a face such as "regular", "icons" or "arabic medium"."""
    script, _, weight = f" {face}".rpartition(" ") if face != "icons" else (face, "", "")
    family, _, _, _, weights = TYPEFACES[script.strip()]
    suffix = weight if weight in weights else "".join(weights[:1])
    return str(ASSETS / "-".join(filter(None, (family, suffix.title())))) + ".ttf"


@cache
def typeface(face: str) -> Typeface:
    """The typeface of a face."""
    return TYPEFACES[face.rpartition(" ")[0]]


@lru_cache(maxsize=64)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A face, such as "regular" or "arabic medium", for letters of a size."""
    return opened(face, round(size * typeface(face).size))


def opened(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A face in exactly a size."""
    return ImageFont.truetype(path(face), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def script(sign: str, han: HanScript) -> str | None:
    """The script whose typeface draws a sign, None where none has it."""
    first = ("japanese", "chinese") if han == "japanese" else ("chinese", "japanese")
    for name in (*_BEFORE_HAN, *first, "korean", "emoji"):
        family, _, _, shaped, _ = TYPEFACES[name]
        if (shaped or len(sign) == 1) and all(has(family, character) for character in UNSEEN.sub("", sign)):
            return name
    return None


_BEFORE_HAN = ("", "extended", "other", "arabic", "hebrew", "thai", "devanagari")


def has(family: str, character: str) -> bool:
    """Whether a family has a character."""
    ranges = _ranges()[family]
    place = bisect_right(ranges, character)
    return place % 2 == 1 or ranges[place - 1 : place] == character


@cache
def _ranges() -> dict[str, str]:
    """Family -> the first and the last character of each range that it has."""
    found: dict[str, str] = json.loads((ASSETS / "characters.json").read_text(encoding="utf-8"))
    return found


def characters(family: str) -> str:
    """All characters of a family."""
    ranges = _ranges()[family]
    pairs = zip(ranges[::2], ranges[1::2], strict=True)
    return "".join(map(chr, chain.from_iterable(range(ord(start), ord(end) + 1) for start, end in pairs)))
