"""Signs of several characters, put together by HarfBuzz: marks on their letters, joined consonants, joined emoji."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import uharfbuzz

GLYPHS = 0xF0000
"""Code point of the first glyph: `scripts/build_assets.py` gives each glyph of a face one, so that Pillow can draw it."""


class GlyphPart(NamedTuple):
    """A glyph of a sign.

    Attributes:
        character: that draws it.
        right: where it begins, in ems from the beginning of the sign.
        up: how far it stands above the baseline, in ems.
    """

    character: str
    right: float
    up: float


class ShapedSign(NamedTuple):
    """A sign: its glyphs, and how far it moves the pen, in ems."""

    parts: tuple[GlyphPart, ...]
    advance: float


@lru_cache(maxsize=4096)
def shape(path: str, sign: str) -> ShapedSign:
    """Put a sign together from the glyphs of a font file."""
    import uharfbuzz  # 5 MB, which most texts do not need

    face = _face(path)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(sign)
    buffer.language = "und"  # not that of this machine
    buffer.guess_segment_properties()
    uharfbuzz.shape(uharfbuzz.Font(face), buffer)
    parts, pen, em = [], 0, face.upem
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        parts.append(GlyphPart(chr(GLYPHS + glyph.codepoint), (pen + place.x_offset) / em, place.y_offset / em))
        pen += place.x_advance
    return ShapedSign(tuple(parts), pen / em)


@lru_cache(maxsize=16)
def _face(path: str) -> uharfbuzz.Face:
    import uharfbuzz

    with open(path, "rb") as file:
        return uharfbuzz.Face(file.read())
