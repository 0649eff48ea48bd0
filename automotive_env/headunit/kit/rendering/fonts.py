"""Text and icons as pixels: measured, truncated, rasterized once and cached."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import cos, pi, sin
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, cast

from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.car.systems.language import HanScript
from automotive_env.episode.observation import Image
from automotive_env.headunit.kit.rendering.bidi import RIGHT_TO_LEFT, is_right_to_left, visual
from automotive_env.headunit.kit.rendering.opencv import opencv
from automotive_env.headunit.kit.rendering.pixel_cache import cached_pixels
from automotive_env.headunit.kit.rendering.shaping import shape
from automotive_env.headunit.kit.rendering.signs import UNSEEN, signs, unbreakable, whole
from automotive_env.headunit.kit.rendering.tell_tales import GRID, LINE, TELL_TALES, tell_tale_mask
from automotive_env.headunit.kit.rendering.theme import SECONDARY, Rgb
from automotive_env.headunit.kit.rendering.typefaces import ASSETS, LATIN, font, opened, path, script, typeface
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

FontWeight: TypeAlias = Literal["regular", "medium"]
GlyphMask: TypeAlias = "npt.NDArray[np.uint8]"
"""Coverage of each pixel, shape (height, width), 0..255."""

FINE = 4
"""How many times larger icons are drawn before they are reduced."""
_HAN = r"\u2e80-\u312f\u3190-\uabff\ue000-\ufaff\ufe30-\ufe6f\uff00-\uffef"
_PIECE = re.compile(rf"[{_HAN}][，。、！？：；）》”’…]*|(?:[^\s{_HAN}]|\u00a0)+|\s+")
"""What a line is broken between: single Chinese characters with what must not begin a line, and words."""
_LONG = re.compile(r"[\u0e00-\u0e7f\u3130-\u318f\uac00-\ud7ff\U0001f000-\U0001faff]")
"""Thai, Hangul and emoji, which may be broken anywhere where they are wider than a line."""
_SPACES = re.compile(r"[^\S\u00a0]+")

ICONS: dict[str, str] = {
    name: chr(int(code, 16)) for name, code in json.loads((ASSETS / "icons.json").read_text(encoding="utf-8")).items()
}
"""Names of the icons there are, and their characters."""


@lru_cache(maxsize=4096)
def runs(text: str, face: str, han: HanScript = "chinese") -> tuple[tuple[str, Sequence[str]], ...]:
    """The signs of a text in runs of one face each, from left to right: (face, signs).

    Args:
        text: one line.
        face: "regular", "medium" or "icons".
        han: whose forms Chinese characters have, where there are both.
    """
    if text.isascii() or face == "icons" or LATIN.fullmatch(text):
        return ((face, text),)
    line = signs(visual(text))
    seen = UNSEEN.sub("", line) if isinstance(line, str) else [part for sign in line for part in _drawn(sign, han)]
    put = "".join if isinstance(seen, str) else tuple
    pieces = groupby(seen, key=lambda sign: script(sign, han) or "")
    return tuple((f"{name} {face}".strip(), put(piece)) for name, piece in pieces)


def _drawn(sign: str, han: HanScript) -> Sequence[str]:
    """A sign as it is drawn: as one, or as the characters that it is made of where no typeface has the whole."""
    seen = UNSEEN.sub("", sign)
    return (sign,) if len(seen) > 1 and script(sign, han) else seen


def line_height(size: int) -> int:
    """Height of a line of text."""
    return size + size // 4


@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: FontWeight = "regular") -> int:
    """Width of a line of text."""
    return int(sum(_advance(face, size, sign) for face, run in runs(text, weight) for sign in run) + 0.999)


@lru_cache(maxsize=4096)
def _advance(face: str, size: int, sign: str) -> float:
    """How far a sign moves the pen, whatever stands beside it; measuring whole texts by Pillow takes ten times as long."""
    if len(sign) == 1:
        return font(face, size).getlength(sign)
    return shape(path(face), sign).advance * font(face, size).size


@lru_cache(maxsize=2048)
def cut(text: str, size: int, weight: FontWeight, room: int) -> str:
    """The text, shortened with an ellipsis where it is wider than the room."""
    if width(text, size, weight) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", size, weight) <= room:
            low = middle
        else:
            high = middle - 1
    return text[: whole(text, low)].rstrip() + "…"


@lru_cache(maxsize=1024)
def wrap(text: str, size: int, weight: FontWeight, room: int, lines: int) -> tuple[str, ...]:
    """The text in at most so many lines; the last one is shortened where that is not enough."""
    rows: list[str] = []
    rest = _PIECE.findall(_SPACES.sub(" ", text.strip()))
    while rest and len(rows) < lines - 1:
        if _LONG.search(rest[0]) and width(rest[0], size, weight) > room:
            rest[:1] = unbreakable(rest[0])
        taken = 1
        while taken < len(rest) and width("".join(rest[: taken + 1]).strip(), size, weight) <= room:
            taken += 1
        rows.append(cut("".join(rest[:taken]).strip(), size, weight, room))
        rest = rest[taken + rest[taken : taken + 1].count(" ") :]
    if rest:
        rows.append(cut("".join(rest).strip(), size, weight, room))
    if is_right_to_left(text):
        return tuple(row if is_right_to_left(row) else RIGHT_TO_LEFT + row for row in rows)
    return tuple(rows)


@lru_cache(maxsize=4096)
def fitted(text: str, size: int, weight: FontWeight, room: int, height: int) -> tuple[tuple[str, ...], int]:
    """The lines of a text and the size of its letters: smaller where it is too wide, then in two lines, then cut."""
    smallest = min(size, max(SECONDARY, size * 3 // 4))
    for smaller in range(size, smallest - 1, -2):
        if width(text, smaller, weight) <= room:
            return (text,), smaller
    if " " in text and height >= 2 * line_height(smallest):
        rows = wrap(text, smallest, weight, room, 2)
        if _same(rows, text):
            return rows, smallest
    return (cut(text, size, weight, room),), size


def is_whole(text: str, size: int, weight: FontWeight, room: int, height: int) -> bool:
    """Whether nothing of a text is cut off in a box."""
    return _same(fitted(text, size, weight, room, height)[0], text)


def _same(rows: tuple[str, ...], text: str) -> bool:
    return "".join(rows).replace(" ", "").replace(RIGHT_TO_LEFT, "") == text.replace(" ", "").replace(RIGHT_TO_LEFT, "")


def mix(coverage: GlyphMask, colour: Rgb, on: Rgb) -> Image:
    """A colour laid over another one, where it covers."""
    return cast(Image, opencv().applyColorMap(coverage, _mixtures(colour, on)))


@lru_cache(maxsize=256)
def _mixtures(colour: Rgb, on: Rgb) -> Image:
    """A colour laid over another one, for each coverage: shape (256, 1, 3)."""
    cover, below = np.arange(256, dtype=np.int32)[:, None, None], np.array(on, np.int32)
    return np.asarray(below + ((np.array(colour, np.int32) - below) * cover + 127) // 255, np.uint8)


class _Glyph(NamedTuple):
    """A sign: its coverage, where that lies beside the pen and the baseline, and how far it moves the pen."""

    mask: GlyphMask
    left: int
    top: int
    advance: int


@lru_cache(maxsize=4096)
def _glyph(face: str, size: int, sign: str) -> _Glyph:
    if len(sign) > 1:
        return _composed(face, size, sign)
    drawn, (left, top) = font(face, size).getmask2(sign, "L", anchor="ls")
    mask = np.array(drawn, np.uint8).reshape(drawn.size[::-1])
    return _Glyph(mask, left, top, round(_advance(face, size, sign)))


def _composed(face: str, size: int, sign: str) -> _Glyph:
    """A sign of several characters."""
    em = font(face, size).size
    placed = []
    for character, right, up in shape(path(face), sign).parts:
        mask, left, top, _ = _glyph(face, size, character)
        placed.append((mask, left + round(right * em), top - round(up * em)))
    left, top = min((x for _, x, _ in placed), default=0), min((y for _, _, y in placed), default=0)
    width = max((x - left + mask.shape[1] for mask, x, _ in placed), default=0)
    height = max((y - top + mask.shape[0] for mask, _, y in placed), default=0)
    canvas = np.zeros((height, width), np.uint8)
    for mask, x, y in placed:
        _cover(canvas[y - top : y - top + mask.shape[0], x - left : x - left + mask.shape[1]], mask)
    return _Glyph(canvas, left, top, round(_advance(face, size, sign)))


def _cover(part: GlyphMask, over: GlyphMask) -> None:
    """Lay one coverage over another one of the same shape."""
    both = part.astype(np.int32) * over + 128
    part[...] = part + over.astype(np.int32) - ((both + (both >> 8)) >> 8)  # part + over - part * over / 255


def _mask(written: tuple[tuple[str, Sequence[str]], ...], size: int, box: tuple[int, int], baseline: int) -> GlyphMask:
    """Coverage of runs of text in a box, put together from their signs just as Pillow does, which keeps none of them."""
    width, height = box
    canvas, pen, end = np.zeros((height, width), np.uint8), 0, 0
    for face, run in written:
        line = baseline - round(size * typeface(face).rise)
        for sign in run:
            mask, left, top, advance = _glyph(face, size, sign)
            left, top, pen = left + pen, top + line, pen + advance
            x, y = max(0, left), max(0, top)
            part = canvas[y : max(0, top + len(mask)), x : max(0, left + mask.shape[1])]
            over = mask[y - top : y - top + len(part), x - left : x - left + part.shape[1]]
            if x < end and part.any():
                _cover(part, over)
            else:
                part[...] = over
            end = max(end, x + part.shape[1])
    return canvas


@cached_pixels(megabytes=6)
def text_mask(text: str, size: int, weight: FontWeight, han: HanScript = "chinese") -> GlyphMask:
    """Coverage of one line of text."""
    height = line_height(size)
    box = (max(1, width(text, size, weight)), height)
    return _mask(runs(text, weight, han), size, box, (height + round(size * 0.71)) // 2)


def text_sprite(text: str, size: int, weight: FontWeight, colour: Rgb, on: Rgb, han: HanScript = "chinese") -> Image:
    """One line of text on a plain colour."""
    return mix(text_mask(text, size, weight, han), colour, on)


def write(board: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, ink: Rgb) -> None:
    """Write a line on a drawing board, in medium weight, from its top left corner on."""
    if LATIN.fullmatch(text):
        board.text(at, text, fill=ink, font=font("medium", size))
        return
    mask = text_mask(text, size, "medium")
    down = font("medium", size).getmetrics()[0] - (line_height(size) + round(size * 0.71)) // 2
    board.bitmap((round(at[0]), round(at[1] + down)), Pillow.fromarray(mask), fill=ink)


@lru_cache(maxsize=512)
def icon_mask(name: str, size: int, filled: bool = True) -> GlyphMask:
    """Coverage of an icon in a square; its areas are filled, or only their edges are drawn.

    Raises:
        KeyError: there is no such icon; `ICONS` and `TELL_TALES` name those there are.
    """
    if name in TELL_TALES:
        return tell_tale_mask(name, size, filled)
    large = size * FINE
    glyph = Pillow.new("L", (large, large))
    ImageDraw.Draw(glyph).text((0, large), ICONS[name], 255, opened("icons", large), anchor="ls")
    closed = _around(_around(np.asarray(glyph), np.maximum), np.minimum)  # parts of a glyph meet in seams
    shape = closed if filled else closed - _inside(closed, LINE * large / GRID)
    return np.asarray(Pillow.fromarray(shape).reduce(FINE))


def _around(mask: GlyphMask, pick: np.ufunc) -> GlyphMask:
    """The least or the greatest of each pixel and the eight around it; a fifth of what Pillow's filters take."""
    mask = np.pad(mask, 1, mode="edge")
    mask = pick(pick(mask[:-2], mask[1:-1]), mask[2:])
    return np.asarray(pick(pick(mask[:, :-2], mask[:, 1:-1]), mask[:, 2:]))


def _inside(mask: GlyphMask, distance: float) -> GlyphMask:
    """What of the areas of a mask lies so many pixels from their edges."""
    reach = int(distance) + 1
    padded, inside = np.pad(mask, reach), mask
    rows, columns = mask.shape
    for part in range(24):
        right, down = round(distance * cos(part * pi / 12)), round(distance * sin(part * pi / 12))
        inside = np.minimum(inside, padded[reach + down : reach + down + rows, reach + right : reach + right + columns])
    return inside


@cached_pixels(megabytes=3)
def icon_sprite(name: str, size: int, colour: Rgb, on: Rgb, filled: bool = True) -> Image:
    """An icon on a plain colour."""
    return mix(icon_mask(name, size, filled), colour, on)
