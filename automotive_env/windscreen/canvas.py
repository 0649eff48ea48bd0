"""The canvas: points ahead of the car become pixels, lit and seen through the air. Metres: x to the right, y up, z ahead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from PIL import Image as Pillow

from automotive_env.episode.observation import Image
from automotive_env.windscreen.light import Float32Array, LinearColour, OutdoorLight, dimmed

ViewPoint: TypeAlias = tuple[float, float, float]
EYE = 1.25
"""Metres above the road."""
HORIZON, FOCUS = 0.45, 1.3
"""Height of the horizon and focal length, as shares of the height of the picture."""
NEAR_PLANE_M = 1.6
"""Metres ahead of the eye before which nothing is drawn."""
_SHIFT = 4
"""Bits of a pixel's fraction."""
GLOW = 65
"""Pixels of the spot that glowing lamps are made of."""


class SceneSprite(NamedTuple):
    """A flat picture.

    Attributes:
        rgb: shape (height, width, 3).
        cover: how far it covers what is behind, 0..255, shape (height, width).
        smaller: the same at a quarter of the size, from which far ones are drawn faster.
    """

    rgb: Image
    cover: Image
    smaller: SceneSprite | None = None


def reduced(board: Pillow.Image, width: int, height: int) -> SceneSprite:
    """A sprite from a larger RGBA drawing."""
    whole, smaller = (np.asarray(board.resize((width // part, height // part), Pillow.Resampling.BOX)).copy() for part in (1, 4))
    return SceneSprite(whole[..., :3].copy(), whole[..., 3].copy(), SceneSprite(smaller[..., :3].copy(), smaller[..., 3].copy()))


@lru_cache(maxsize=1)
def _spot() -> Float32Array:
    away = np.hypot(*np.mgrid[-1 : 1 : GLOW * 1j, -1 : 1 : GLOW * 1j])
    spot: Float32Array = (np.clip(1 - away, 0, 1) ** 2.4).astype(np.float32)
    return spot


class WindscreenCanvas:
    """A picture that is being drawn.

    Attributes:
        pixels: RGB, shape (height, width, 3).
        light: the light that it is drawn in.
        bend: curvature of the road, 1 through its radius in metres, above 0 to the right.
        horizon: row of the horizon.
        focus: focal length in pixels.
    """

    def __init__(self, width: int, height: int, light: OutdoorLight, bend: float) -> None:
        self.pixels: Image = np.zeros((height, width, 3), np.uint8)
        self.light = light
        self.bend = bend
        self.width, self.height = width, height
        self.horizon, self.focus = round(HORIZON * height), FOCUS * height

    def project(self, x: float, y: float, z: float) -> tuple[float, float]:
        """Column and row of a point; the road's bend moves it."""
        z = max(z, NEAR_PLANE_M)
        return (
            self.width / 2 + self.focus * (x / z + self.bend * z / 2),
            self.horizon + self.focus * (EYE - y) / z,
        )

    def polygon(self, points: Sequence[ViewPoint], colour: LinearColour) -> None:
        """A plane figure, lit and hazed as at its middle."""
        x, y, z = (sum(part) / len(points) for part in zip(*points, strict=True))
        self.flat([[self.project(*point) for point in points]], self.light.seen(colour, x, y, z))

    def flat(self, outlines: Sequence[Sequence[tuple[float, float]]], colour: LinearColour) -> None:
        """Figures of equally many corners on the picture, in one colour as it is."""
        shapes = np.rint(np.array(outlines) * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(self.pixels, list(shapes), colour, cv2.LINE_AA, _SHIFT)

    def post(self, x: float, low: float, high: float, z: float, width: float, colour: LinearColour) -> None:
        """Something upright of a width, in metres."""
        left, right = x - width / 2, x + width / 2
        self.polygon([(left, low, z), (right, low, z), (right, high, z), (left, high, z)], colour)

    def sprite(self, sprite: SceneSprite, x: float, low: float, z: float, high: float, *, glows: float = 0.0) -> None:
        """A flat picture that stands upright, its foot's middle at a point, so many metres high; `glows` in the dark, 0..1."""
        column, foot = self.project(x, low, z)
        tall = self.focus * high / max(z, NEAR_PLANE_M)
        wide = tall * sprite.rgb.shape[1] / sprite.rgb.shape[0]
        bright = [max(part, glows) for part in self.light.at(x, low + high / 2, z)]
        self.paste(sprite, column - wide / 2, foot - tall, wide, tall, bright, self.light.through(z))

    def paste(
        self, sprite: SceneSprite, left: float, top: float, wide: float, tall: float, bright: Sequence[float], clear: float
    ) -> None:
        """A flat picture at a place in pixels, so bright, and so clear through the air."""
        x, y, width, height = round(left), round(top), max(1, round(wide)), max(1, round(tall))
        first, last = max(x, 0), min(x + width, self.width)
        above, below = max(y, 0), min(y + height, self.height)
        if first >= last or above >= below:
            return
        if sprite.smaller and height <= sprite.smaller.rgb.shape[0]:
            sprite = sprite.smaller
        how = cv2.INTER_AREA if height < sprite.rgb.shape[0] else cv2.INTER_LINEAR
        part = np.s_[above - y : below - y, first - x : last - x]
        rgb = cv2.resize(sprite.rgb, (width, height), interpolation=how)[part].astype(np.float32)
        cover = cv2.resize(sprite.cover, (width, height), interpolation=how)[part].astype(np.float32)[..., None] / 255
        rgb = rgb * np.array(bright, np.float32) * clear + np.array(self.light.air, np.float32) * (1 - clear)
        under = self.pixels[above:below, first:last]
        under[:] = np.clip(under + (rgb - under) * cover, 0, 255)

    def mix(self, over: Image | LinearColour, share: Float32Array, first: int = 0) -> None:
        """Cover the picture, from a row on, with another of that size or with a colour; `share` is 0..1, shape (rows, width)."""
        under = self.pixels[first : first + share.shape[0]]
        if isinstance(over, tuple):
            row = np.tile(np.clip(over, 0, 255).astype(np.uint8), self.width)  # rows copy faster than pixels
            over = np.tile(row, (share.shape[0], 1)).reshape(under.shape)
        under[:] = cv2.blendLinear(over, under, share, 1 - share)

    def glow(self, column: float, row: float, radius: float, colour: LinearColour, *, stretch: float = 1.0) -> None:
        """Light added around a pixel; `stretch` makes it taller."""
        wide, tall = max(2, round(2 * radius)), max(2, round(2 * radius * stretch))
        x, y = round(column - wide / 2), round(row - tall / 2)
        first, last, above, below = max(x, 0), min(x + wide, self.width), max(y, 0), min(y + tall, self.height)
        if first >= last or above >= below:
            return
        spot = cv2.resize(_spot(), (wide, tall), interpolation=cv2.INTER_AREA)[above - y : below - y, first - x : last - x]
        under = self.pixels[above:below, first:last]
        under[:] = cv2.add(under, (spot[..., None] * np.minimum(colour, 255).astype(np.float32)).astype(np.uint8))

    def lamp(self, x: float, y: float, z: float, metres: float, colour: LinearColour, *, wet: bool = False) -> None:
        """A lamp's glow, some metres wide, dimmed by the air; on a wet road it is mirrored."""
        column, row = self.project(x, y, z)
        clear = self.light.through(z) ** 0.6
        shown = dimmed(colour, clear)
        radius = max(2.0, self.focus * metres / z)
        self.glow(column, row, radius, shown)
        if wet:
            _, mirrored = self.project(x, -y, z)
            self.glow(column, mirrored + radius, radius * 0.8, dimmed(shown, 0.45), stretch=4.5)
