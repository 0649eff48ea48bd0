"""Placement of labels on the map without overlaps."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.headunit.pictures.town.lens import Pixels
from automotive_env.headunit.pictures.town.opencv import opencv
from automotive_env.headunit.rendering.drawing import overlap
from automotive_env.headunit.rendering.fonts import Mask, Weight, icon_mask, line_height, text_mask
from automotive_env.headunit.rendering.fonts import width as text_width
from automotive_env.headunit.rendering.theme import Rgb
from automotive_env.observation import Box, Image
from automotive_env.world.content.spelling import spelled
from automotive_env.world.language import LANGUAGES, Han

PAD = 6


@lru_cache(maxsize=256)
def _upright(text: str, size: int, weight: Weight, han: Han) -> Mask:
    """Coverage of a text."""
    mask = text_mask(text, size, weight, han)
    padded = np.zeros((mask.shape[0] + 2 * PAD, mask.shape[1] + 2 * PAD), np.uint8)  # a tenth of the time of np.pad
    padded[PAD:-PAD, PAD:-PAD] = mask
    return padded


@lru_cache(maxsize=256)
def _letters(text: str, size: int, weight: Weight, angle: int, han: Han = "chinese") -> tuple[Mask, Mask]:
    """Coverage of a text turned by an angle, and of the glow around it."""
    cv2 = opencv()
    mask = _upright(text, size, weight, han)
    if angle:
        tall, wide = mask.shape
        across, down = _turned(wide, tall, angle)
        turn = cv2.getRotationMatrix2D(((wide - 1) / 2, (tall - 1) / 2), angle, 1)
        turn[:, 2] += (across - wide) / 2, (down - tall) / 2
        mask = np.asarray(cv2.warpAffine(mask, turn, (across, down), flags=cv2.INTER_CUBIC), np.uint8)
    glow = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    return mask, np.asarray(cv2.convertScaleAbs(cv2.GaussianBlur(glow, (5, 5), 0), alpha=0.85), np.uint8)


def _turned(wide: int, tall: int, angle: int) -> tuple[int, int]:
    """Width and height of the box around a box that is turned by an angle."""
    cosine, sine = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
    return (math.ceil(wide * cosine + tall * sine), math.ceil(wide * sine + tall * cosine)) if angle else (wide, tall)


def blend(image: Image, mask: Mask, left: int, top: int, colour: Rgb) -> None:
    """Blend a colour into a picture by a coverage mask."""
    cv2 = opencv()
    height, width = mask.shape
    x, right = max(0, left), min(image.shape[1], left + width)
    y, bottom = max(0, top), min(image.shape[0], top + height)
    if x < right and y < bottom:
        part = image[y:bottom, x:right]
        cover = cv2.cvtColor(mask[y - top : bottom - top, x - left : right - left], cv2.COLOR_GRAY2RGB)
        under = cv2.multiply(part, cv2.bitwise_not(cover), scale=1 / 255)
        part[...] = cv2.add(under, cv2.LUT(cover, _shares(colour)))


@lru_cache(maxsize=64)
def _shares(colour: Rgb) -> Image:
    """How much of a colour each coverage takes."""
    return np.asarray(np.rint(np.outer(np.arange(256) / 255, colour))[:, None], np.uint8)


class Lettering:
    """Writes labels on a picture and keeps track of the space that they take."""

    def __init__(self, image: Image, halo: Rgb, language: str) -> None:
        self.image = image
        self.halo = halo
        self.language = language
        self.taken: Mask = np.zeros(image.shape[:2], np.uint8)
        self.written: set[str] = set()

    def keep(self, box: Box) -> bool:
        """Claim a part of the picture; False where something is already."""
        left, top, right, bottom = overlap(box, Box(0, 0, self.image.shape[1], self.image.shape[0]))
        part = self.taken[top : max(top, bottom), left : max(left, right)]
        if part.any():
            return False
        part[...] = 1
        return True

    def free(self, across: float, down: float) -> bool:
        """Whether a point is on the picture, and nothing is there."""
        height, width = self.taken.shape
        return 0 <= across < width and 0 <= down < height and not self.taken[int(down), int(across)]

    def avoid(self, path: Pixels) -> None:
        """Keep a path free of names."""
        cv2 = opencv()
        cv2.polylines(self.taken, [np.clip(path, -20_000, 20_000).astype(np.int32)], False, 1, 18)

    def write(self, text: str, at: tuple[float, float], size: int, ink: Rgb, weight: Weight = "medium", angle: float = 0) -> None:
        """Write a name around a point, once and where there is room."""
        text = spelled(text, self.language)
        height, width = self.image.shape[:2]
        if text in self.written or not (0 <= at[0] <= width and 0 <= at[1] <= height):
            return
        across, down = _turned(text_width(text, size, weight) + 2 * PAD, line_height(size) + 2 * PAD, round(angle))
        left, top = round(at[0] - across / 2), round(at[1] - down / 2)
        box = Box(left, top, left + across, top + down)
        inside = box.left >= 0 and box.top >= 0 and box.right <= width and box.bottom <= height
        if inside and self.keep(box):
            self.written.add(text)
            mask, glow = _letters(text, size, weight, round(angle), LANGUAGES[self.language].han)
            blend(self.image, glow, left, top, self.halo)
            blend(self.image, mask, left, top, ink)

    def inside(self, paths: Pixels) -> npt.NDArray[np.bool_]:
        """Which points are on the picture, away from its edges."""
        height, width = self.image.shape[:2]
        across, down = paths[..., 0], paths[..., 1]
        return np.asarray((across > 20) & (across < width - 20) & (down > 14) & (down < height - 14))

    def along(self, text: str, path: Pixels, size: int, ink: Rgb, weight: Weight = "medium") -> None:
        """Write a name along the part of a path that is on the picture, where that part is long and straight enough."""
        seen = path[self.inside(path)]
        if len(seen) < 2 or math.dist(seen[0], seen[-1]) < text_width(spelled(text, self.language), size, weight) + 16:
            return
        middle = len(seen) // 2
        near = seen[max(0, middle - 2) : middle + 3]
        run, rise = near[-1] - near[0]
        angle = -math.degrees(math.atan2(rise, run))
        angle = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
        centre = (near[0] + near[-1]) / 2
        self.write(text, (float(centre[0]), float(centre[1])), size, ink, weight, angle)

    def shield(self, text: str, at: tuple[float, float], fill: Rgb, ink: Rgb) -> None:
        """The sign of a motorway."""
        mask, _ = _letters(text, 20, "medium", 0)
        wide, tall = mask.shape[1] + 4, 30
        left, top = round(at[0] - wide / 2), round(at[1] - tall / 2)
        if text not in self.written and self.keep(Box(left - 4, top - 4, left + wide + 4, top + tall + 4)):
            self.written.add(text)
            blend(self.image, _plate(wide + 4, tall + 4, 10), left - 2, top - 2, ink)
            blend(self.image, _plate(wide, tall, 8), left, top, fill)
            blend(self.image, mask, left + 2, round(at[1] - mask.shape[0] / 2), ink)

    def badge(self, icon: str, at: tuple[float, float], fill: Rgb) -> None:
        """A small round sign with an icon."""
        x, y = round(at[0]), round(at[1])
        if self.keep(Box(x - 20, y - 20, x + 20, y + 20)):
            blend(self.image, _plate(36, 36, 18), x - 18, y - 18, self.halo)
            blend(self.image, _plate(32, 32, 16), x - 16, y - 16, fill)
            blend(self.image, icon_mask(icon, 22), x - 11, y - 11, (255, 255, 255))


@lru_cache(maxsize=64)
def _plate(width: int, height: int, radius: int) -> npt.NDArray[np.uint8]:
    large = Pillow.new("L", (width * 4, height * 4))
    ImageDraw.Draw(large).rounded_rectangle((0, 0, width * 4 - 1, height * 4 - 1), radius * 4, fill=255)
    return np.asarray(large.reduce(4))
