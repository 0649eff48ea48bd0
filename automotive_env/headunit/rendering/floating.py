"""Panels that float: blended over whatever lies below at their edges, where the shadow is, and copied within."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageFilter

from automotive_env.headunit.rendering.drawing import ROW, Op, Panel, rounded, solid
from automotive_env.headunit.rendering.fonts import Mask
from automotive_env.headunit.rendering.pixel_cache import cached_pixels
from automotive_env.headunit.rendering.theme import Rgb
from automotive_env.observation import Box, Image

LIFT, DROP = 20, 4
"""How far the shadow of what floats reaches, and how much lower than the panel it lies, in pixels."""


class Blend(NamedTuple):
    """Pixels with an alpha channel, multiplied before they are needed.

    Attributes:
        added: what they add to what lies below, times 255 and to be rounded; shape (height, width, 3).
        kept: how much they keep of it, of 255; shape (height, width, 3).
    """

    added: npt.NDArray[np.uint16]
    kept: npt.NDArray[np.uint8]

    def part(self, rows: slice, columns: slice) -> Blend:
        """Some of the pixels."""
        return Blend(self.added[rows, columns], self.kept[rows, columns])


def blend(pixels: Image, alpha: Mask) -> Blend:
    """Pixels of shape (height, width, 3) with their alpha channel."""
    cover = np.repeat(alpha.astype(np.uint16)[:, :, None], 3, axis=2)
    return Blend(pixels * cover + np.uint16(127), (255 - cover).astype(np.uint8))


class Floating:
    """A picture with an alpha channel, over whatever lies there; a single row is repeated."""

    __slots__ = ("height", "over", "x", "y")

    def __init__(self, x: int, y: int, over: Blend, height: int = 0) -> None:
        """Lay pixels over a place; `height` is how often a single row is repeated."""
        self.x = x
        self.y = y
        self.over = over
        self.height = height or over.kept.shape[0]

    def paint(self, frame: Image, left: int, top: int, clip: Box) -> None:
        left, top = left + self.x, top + self.y
        rows, columns, _ = self.over.kept.shape
        x, right = max(left, clip.left), min(left + columns, clip.right)
        y, bottom = max(top, clip.top), min(top + self.height, clip.bottom)
        if x < right and y < bottom:
            within = slice(None) if rows == 1 else slice(y - top, bottom - top)
            added, kept = self.over.part(within, slice(x - left, right - left))
            under = frame[y:bottom, x:right]
            mixed = np.multiply(under, kept, dtype=np.uint16)
            mixed += added
            high = mixed >> 8
            high += 1
            mixed += high  # and without the last 8 bits: divided by 255
            mixed >>= 8
            under[...] = mixed

    def mirror(self, width: int) -> None:
        self.x = width - self.x - self.over.kept.shape[1]
        self.over = self.over.part(slice(None), slice(None, None, -1))


@cached_pixels(megabytes=1)
def _lifted(width: int, height: int, radius: int, fill: Rgb) -> Blend:
    """A floating panel with the shadow around."""
    outer = Pillow.new("L", (width + 2 * LIFT, height + 2 * LIFT))
    shape = rounded(width, height, radius)
    outer.paste(Pillow.fromarray(shape), (LIFT, LIFT + DROP))
    alpha = (np.asarray(outer.filter(ImageFilter.GaussianBlur(LIFT / 2.6))) * 0.5).astype(np.int32)
    cover = np.zeros_like(alpha)
    cover[LIFT : LIFT + height, LIFT : LIFT + width] = shape
    total = cover + alpha * (255 - cover) // 255
    share = (cover * 255 // np.maximum(total, 1))[:, :, None]
    return blend((np.array(fill, np.int32) * share // 255).astype(np.uint8), total.astype(np.uint8))


def _least(radius: int) -> int:
    """From this size on, all rows and columns in the middle of a panel are alike."""
    return 2 * (radius + LIFT + DROP) + 1


@cached_pixels(megabytes=0.4)
def _edge(width: int, height: int, fill: Rgb, below: bool) -> Blend:
    """The shadow along the upper or the lower edge of a panel, between its corners, which do not matter there."""
    least, rows = _least(0), slice(-LIFT, None) if below else slice(LIFT)
    column = _lifted(least, min(height, least), 0, fill).part(rows, slice(least // 2 + LIFT, least // 2 + LIFT + 1))
    return Blend(np.repeat(column.added, width, axis=1), np.repeat(column.kept, width, axis=1))


def _ends(size: int, least: int) -> list[tuple[slice, int]]:
    """What of a panel is not repeated along an axis, and where it stands: two ends, or all of it."""
    end = least // 2
    return [(slice(end + LIFT), -LIFT), (slice(-end - LIFT, None), size - end)] if size > least else [(slice(None), -LIFT)]


def lifted(width: int, height: int, radius: int, fill: Rgb) -> list[Op]:
    """A floating panel: its corners, the shadow between them, and the plain colour within."""
    least = _least(radius)
    low, end = min(height, least), least // 2
    pixels = _lifted(min(width, least), low, radius, fill)
    ops: list[Op] = [
        Floating(x, y, pixels.part(rows, columns)) for rows, y in _ends(height, least) for columns, x in _ends(width, least)
    ]
    plain: list[tuple[int, int, int, Image]] = []
    if width > least:
        wide = width - 2 * end
        for below, y in ((False, -LIFT), (True, height)):
            edge = _edge(-(-wide // ROW) * ROW, min(height, _least(0)), fill, below)  # one serves for many widths and heights
            ops.append(Floating(end, y, edge.part(slice(None), slice(wide))))
        plain.append((end, 0, height, solid(fill, wide)))
    if height > least:
        row, tall = slice(end + LIFT, end + LIFT + 1), height - 2 * end
        for columns, x in ((slice(LIFT), -LIFT), (slice(-LIFT, None), width)):
            ops.append(Floating(x, end, pixels.part(row, columns), tall))
        sides = ((0, end), (width - end, end)) if width > least else ((0, width),)
        plain += [(across, end, tall, solid(fill, wide)) for across, wide in sides]
    return [*ops, Panel(0, 0, width, plain)]


__all__ = ["LIFT", "Blend", "Floating", "blend", "lifted"]
