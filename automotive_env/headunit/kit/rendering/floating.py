"""Panels that float: blended over whatever lies below at their edges, where the shadow is, and copied within."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image as Pillow
from PIL import ImageFilter

from automotive_env.episode.observation import Box, Image
from automotive_env.headunit.kit.rendering.drawing import ROW, PaintOperation, PanelPieces, rounded, solid
from automotive_env.headunit.kit.rendering.fonts import GlyphMask
from automotive_env.headunit.kit.rendering.opencv import opencv
from automotive_env.headunit.kit.rendering.pixel_cache import cached_pixels
from automotive_env.headunit.kit.rendering.theme import Rgb
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

LIFT, DROP = 20, 4
"""How far the shadow of what floats reaches, and how much lower than the panel it lies, in pixels."""


HALF = 128
"""What is added so that a division by 255 rounds."""


class AlphaPixels(NamedTuple):
    """Pixels with an alpha channel, multiplied before they are needed.

    Attributes:
        added: what they add to what lies below, times 255 and to be rounded; shape (height, width, 3).
        kept: how much they keep of it, of 255; shape (height, width, 3).
    """

    added: npt.NDArray[np.uint16]
    kept: npt.NDArray[np.uint8]

    def part(self, rows: slice, columns: slice) -> AlphaPixels:
        """Some of the pixels."""
        return AlphaPixels(self.added[rows, columns], self.kept[rows, columns])


class ColourCoverage(NamedTuple):
    """One colour of several: how much it covers, and where it stands among them."""

    mask: GlyphMask
    left: int
    top: int
    colour: Rgb


def blend(pixels: Image, alpha: GlyphMask) -> AlphaPixels:
    """Pixels of shape (height, width, 3) with their alpha channel."""
    cover = np.repeat(alpha.astype(np.uint16)[:, :, None], 3, axis=2)
    return AlphaPixels(pixels * cover + np.uint16(HALF), (255 - cover).astype(np.uint8))


def stacked(width: int, height: int, layers: Iterable[ColourCoverage]) -> AlphaPixels:
    """Colours over one another, each where its mask covers, from the lowest to the uppermost; as large as told."""
    added, kept = np.zeros((3, height, width), np.float32), np.full((height, width), 255, np.float32)
    for mask, left, top, colour in layers:
        box = np.s_[top : top + mask.shape[0], left : left + mask.shape[1]]
        cover = mask.astype(np.float32)
        rest = 1 - cover / 255
        for plane, share in zip(added, colour, strict=True):  # one colour at a time: numpy is slow along rows of three
            plane[box] *= rest
            plane[box] += cover * np.float32(share)
        kept[box] *= rest
    merge = opencv().merge
    planes = (np.rint(added) + HALF).astype(np.uint16)
    return AlphaPixels(merge(list(planes)), merge([np.rint(kept).astype(np.uint8)] * 3))


class FloatingPicture:
    """A picture with an alpha channel, over whatever lies there; a single row is repeated."""

    __slots__ = ("height", "over", "x", "y")

    def __init__(self, x: int, y: int, over: AlphaPixels, height: int = 0) -> None:
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
            mixed += mixed >> 8  # and without the last 8 bits: divided by 255
            mixed >>= 8
            under[...] = mixed

    def mirror(self, width: int) -> None:
        self.x = width - self.x - self.over.kept.shape[1]
        self.over = self.over.part(slice(None), slice(None, None, -1))


class FloatingPanel:
    """A floating panel that fills its widget, in parts; it is its own mirror image, so they stay as they lie in memory."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[PaintOperation]) -> None:
        self.parts = parts

    def paint(self, frame: Image, left: int, top: int, clip: Box) -> None:
        for part in self.parts:
            part.paint(frame, left, top, clip)

    def mirror(self, width: int) -> None:
        """It looks the same."""


@cached_pixels(megabytes=1.6)
def _lifted(width: int, height: int, radius: int, fill: Rgb) -> AlphaPixels:
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


@cached_pixels(megabytes=0.3)
def _edge(width: int, height: int, below: bool) -> npt.NDArray[np.uint8]:
    """What the shadow along the upper or the lower edge of a panel, between its corners, keeps of what lies below it."""
    least, rows = _least(0), slice(-LIFT, None) if below else slice(LIFT)
    column = _lifted(least, height, 0, (0, 0, 0)).kept[rows, least // 2 + LIFT, :]
    return np.repeat(column[:, None], width, axis=1)


class _Side(NamedTuple):
    """A panel along one axis.

    Attributes:
        made: the size of one from which its ends are taken.
        ends: which pixels of that they are, and where they stand; a small panel is one piece.
        middle: where what is repeated between them begins, and how long it is.
    """

    made: int
    ends: tuple[tuple[slice, int], ...]
    middle: tuple[int, int]


def _side(size: int, radius: int) -> _Side:
    """How a panel of a size is put together along an axis."""
    least = _least(radius)
    if size < least:
        return _Side(size, ((slice(None), -LIFT),), (0, 0))
    end = least // 2
    return _Side(least, ((slice(end + LIFT), -LIFT), (slice(-end - LIFT, None), size - end)), (end, size - 2 * end))


def lifted(width: int, height: int, radius: int, fill: Rgb) -> FloatingPanel:
    """A floating panel: its corners, the shadow between them, and the plain colour within."""
    across, down = _side(width, radius), _side(height, radius)
    pixels = _lifted(across.made, down.made, radius, fill)
    ops: list[PaintOperation] = [
        FloatingPicture(x, y, pixels.part(rows, columns)) for rows, y in down.ends for columns, x in across.ends
    ]
    plain: list[tuple[int, int, int, Image]] = []
    (left, wide), (top, tall) = across.middle, down.middle
    if wide:
        for below, y in ((False, -LIFT), (True, height)):
            kept = _edge(-(-wide // ROW) * ROW, min(height, _least(0)), below)[:, :wide]  # one serves for many panels
            ops.append(
                FloatingPicture(left, y, AlphaPixels(np.broadcast_to(np.uint16(HALF), kept.shape), kept))
            )  # of a shadow, which is black
        plain.append((left, 0, height, solid(fill, wide)))
    if tall:
        row = slice(top + LIFT, top + LIFT + 1)
        for columns, x in ((slice(LIFT), -LIFT), (slice(-LIFT, None), width)):
            ops.append(FloatingPicture(x, top, pixels.part(row, columns), tall))
        plain += [(x, top, tall, solid(fill, end)) for x, end in ((0, left), (left + wide, width - left - wide)) if end]
    return FloatingPanel([*ops, PanelPieces(0, 0, width, plain)])


__all__ = ["LIFT", "AlphaPixels", "ColourCoverage", "FloatingPanel", "FloatingPicture", "blend", "lifted", "stacked"]
