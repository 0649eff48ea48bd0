"""Paint operations: opaque sprites, panels of any size; each can paint a clipped part of itself.

Sprites are drawn once, on the plain colour that lies under them, and are then copied; only what floats over something is blended.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, Protocol

from PIL import Image as Pillow
from PIL import ImageDraw, ImageFilter

from automotive_env.episode.observation import Box, Image
from automotive_env.headunit.kit.rendering.fonts import GlyphMask, mix
from automotive_env.headunit.kit.rendering.pixel_cache import cached_pixels
from automotive_env.headunit.kit.rendering.theme import Rgb
from automotive_env.plugins.lazy_module import numpy as np

SMOOTH = 4
"""How many times larger shapes are drawn before they are reduced."""
ROW = 480
"""Rows of a plain colour are kept in multiples of so many pixels."""


class PaintOperation(Protocol):
    """One thing to paint, at a place relative to its widget."""

    def paint(self, frame: Image, left: int, top: int, clip: Box) -> None:
        """Paint the part that lies within `clip`; (left, top) is where the widget stands."""

    def mirror(self, width: int) -> None:
        """Move to the mirrored place in a widget of a width."""


def overlap(first: Box, second: Box) -> Box:
    """What two boxes share; empty (right <= left or bottom <= top) where they share nothing."""
    left, top, right, bottom = first
    left_too, top_too, right_too, bottom_too = second
    return Box(
        left if left > left_too else left_too,  # comparing takes half as long as max() and min(), and this is called often
        top if top > top_too else top_too,
        right if right < right_too else right_too,
        bottom if bottom < bottom_too else bottom_too,
    )


def copy(frame: Image, left: int, top: int, height: int, pixels: Image, clip: Box) -> None:
    """Copy pixels into the frame; a single row is repeated for the whole height."""
    rows, columns, _ = pixels.shape
    first, above, last, below = clip
    x = left if left > first else first  # comparing takes half as long as max() and min(), and this is called most of all
    y = top if top > above else above
    right = left + columns if left + columns < last else last
    bottom = top + height if top + height < below else below
    if x < right and y < bottom:
        source = pixels if rows == 1 else pixels[y - top : bottom - top]
        frame[y:bottom, x:right] = source[:, x - left : right - left]


class OpaquePixels:
    """Opaque pixels."""

    __slots__ = ("pixels", "x", "y")

    def __init__(self, x: int, y: int, pixels: Image) -> None:
        self.x = x
        self.y = y
        self.pixels = pixels

    def paint(self, frame: Image, left: int, top: int, clip: Box) -> None:
        copy(frame, left + self.x, top + self.y, self.pixels.shape[0], self.pixels, clip)

    def mirror(self, width: int) -> None:
        self.x = width - self.x - self.pixels.shape[1]


class DrawnTextLine(OpaquePixels):
    """A line of text, with what a designer would ask about it.

    Attributes:
        text: what is written, as it fits.
        size: of the letters.
        ink: their colour.
        on: the colour under them.
        whole: whether nothing had to be cut off.
    """

    __slots__ = ("ink", "on", "size", "text", "whole")

    def __init__(self, x: int, y: int, pixels: Image, text: str, size: int, ink: Rgb, on: Rgb, whole: bool) -> None:
        super().__init__(x, y, pixels)
        self.text = text
        self.size = size
        self.ink = ink
        self.on = on
        self.whole = whole


class PanelPieces:
    """A panel in pieces: (across, down, height, pixels), later ones over earlier ones; a single row is repeated."""

    __slots__ = ("pieces", "width", "x", "y")

    def __init__(self, x: int, y: int, width: int, pieces: Sequence[tuple[int, int, int, Image]]) -> None:
        self.x = x
        self.y = y
        self.width = width
        self.pieces = pieces

    def paint(self, frame: Image, left: int, top: int, clip: Box) -> None:
        x, y = left + self.x, top + self.y
        for across, down, height, pixels in self.pieces:
            copy(frame, x + across, y + down, height, pixels, clip)

    def mirror(self, width: int) -> None:
        self.x = width - self.x - self.width  # it is its own mirror image


class DarkenedArea:
    """Darkens what lies below by half, under a dialog."""

    __slots__ = ("height", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height

    def paint(self, frame: Image, left: int, top: int, clip: Box) -> None:
        box = overlap(clip, Box(left, top, left + self.width, top + self.height))
        frame[box.top : box.bottom, box.left : box.right] >>= 1

    def mirror(self, width: int) -> None:
        """It covers all."""


@cached_pixels(megabytes=1)
def rounded(width: int, height: int, radius: int) -> GlyphMask:
    """Coverage of a rounded rectangle."""
    large = Pillow.new("L", (width * SMOOTH, height * SMOOTH))
    outline = (0, 0, width * SMOOTH - 1, height * SMOOTH - 1)
    ImageDraw.Draw(large).rounded_rectangle(outline, min(radius, width // 2, height // 2) * SMOOTH, fill=255)
    return np.asarray(large.reduce(SMOOTH))


def _with_shadow(width: int, height: int, radius: int, fill: Rgb, on: Rgb, bleed: int, strength: float) -> Image:
    outer = Pillow.new("L", (width + 2 * bleed, height + 2 * bleed))
    shape = Pillow.fromarray(rounded(width, height, radius))
    outer.paste(shape, (bleed, bleed + bleed // 4))
    blurred = np.asarray(outer.filter(ImageFilter.GaussianBlur(bleed / 3)))
    shaded = mix((blurred * strength).astype(np.uint8), (20, 32, 48), on)
    inner = shaded[bleed : bleed + height, bleed : bleed + width]
    cover = rounded(width, height, radius).astype(np.int32)[:, :, None]
    inner[...] = inner + ((np.array(fill, np.int32) - inner) * cover + 127) // 255
    return shaded


class _Low(NamedTuple):
    """A panel that is as low as can be: columns of its left and right end, and the colours (from, to, colour) between them."""

    left: Image
    right: Image
    bands: tuple[tuple[int, int, Rgb], ...]


@lru_cache(maxsize=128)
def _low(width: int, margin: int, radius: int, fill: Rgb, edge: Rgb, on: Rgb, bleed: int, strength: float) -> _Low:
    """A panel of which only the row in the middle is repeated, and the column in the middle."""
    height = 2 * margin + 1
    pixels = _with_shadow(width, height, radius, edge, on, bleed, strength)
    if edge != fill:
        cover = rounded(width - 2, height - 2, radius - 1).astype(np.int32)[:, :, None]
        inner = pixels[bleed + 1 : bleed + height - 1, bleed + 1 : bleed + width - 1]
        inner[...] = inner + ((np.array(fill, np.int32) - inner) * cover + 127) // 255
    if not bleed:  # without a shadow the lower half is the upper one, mirrored
        pixels[margin + 1 :] = pixels[:margin][::-1]
    middle = pixels.shape[1] // 2
    bands: list[tuple[int, int, Rgb]] = []
    for colour, rows in groupby(enumerate(pixels[:, middle].tolist()), key=lambda row: tuple(row[1])):
        first, *rest = [number for number, _ in rows]
        bands.append((first, first + len(rest) + 1, colour))
    return _Low(pixels[:, :middle].copy(), pixels[:, middle + 1 :].copy(), tuple(bands))


def panel(
    box: Box, fill: Rgb, on: Rgb, radius: int = 0, edge: Rgb | None = None, bleed: int = 0, strength: float = 0.0
) -> PanelPieces:
    """A rounded rectangle of one colour, with an outline or a shadow where wanted.

    Args:
        box: its place, relative to its widget.
        fill: its colour.
        on: the colour around it.
        radius: of its corners.
        edge: colour of a thin outline.
        bleed: how far the shadow reaches.
        strength: of the shadow, 0..1.
    """
    pieces = _pieces(box.width, box.height, fill, on, radius, edge, bleed, strength)
    return PanelPieces(box.left - bleed, box.top - bleed, box.width + 2 * bleed, pieces)


@lru_cache(maxsize=1024)
def _pieces(
    width: int, height: int, fill: Rgb, on: Rgb, radius: int, edge: Rgb | None, bleed: int, strength: float
) -> tuple[tuple[int, int, int, Image], ...]:
    """What a panel is put together from; all but its ends are rows that are shared."""
    radius = min(radius, width // 2, height // 2)
    margin = min(radius + bleed, (height - 1) // 2)
    narrow = min(width, 2 * (radius + 2 * bleed) + 5)  # all columns in the middle are alike, the blurred ones included
    left, right, bands = _low(narrow, margin, radius, fill, edge or fill, on, bleed, strength)
    width, height, middle = width + 2 * bleed, height + 2 * bleed, margin + bleed
    longer = height - len(left)
    pieces: list[tuple[int, int, int, Image]] = []
    for start, end, colour in bands:
        first, last = start + longer * (start > middle), end + longer * (end > middle)
        pieces.append((0, first, last - first, solid(colour, width)))
    inside = next(colour for start, end, colour in bands if start <= middle < end)
    for across, side in ((0, left), (width - right.shape[1], right)):
        row = side[middle] if edge or bleed else np.array(inside, np.uint8)
        column = np.empty((height, *side.shape[1:]), np.uint8)  # whole, since one copy takes less time than three
        column[:middle], column[middle : middle + longer + 1], column[middle + longer + 1 :] = (
            side[:middle],
            row,
            side[middle + 1 :],
        )
        pieces.append((across, 0, height, column))
    return tuple(pieces)


def solid(colour: Rgb, width: int) -> Image:
    """One row of a colour; not to be written to."""
    return _row(colour, -(-width // ROW))[:, :width]


@lru_cache(maxsize=512)
def _row(colour: Rgb, count: int) -> Image:
    return np.full((1, count * ROW, 3), colour, np.uint8)
