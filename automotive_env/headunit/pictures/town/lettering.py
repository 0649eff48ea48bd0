"""Placement of labels on the map without overlaps."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.headunit.pictures.town.lens import Pixels
from automotive_env.headunit.rendering.fonts import Mask, Weight, font, icon_mask
from automotive_env.headunit.rendering.theme import Rgb
from automotive_env.observation import Box, Image

PAD = 6


@lru_cache(maxsize=512)
def _letters(text: str, size: int, weight: Weight, angle: int) -> tuple[Mask, Mask]:
    """Coverage of a text turned by an angle, and of the glow around it."""
    import cv2

    face = font(weight, size)
    wide, tall = int(face.getlength(text)) + 2 * PAD, size + size // 3 + 2 * PAD
    board = Pillow.new("L", (wide, tall))
    ImageDraw.Draw(board).text((wide / 2, tall / 2), text, fill=255, font=face, anchor="mm")
    mask = np.asarray(board.rotate(angle, Pillow.Resampling.BICUBIC, expand=True))
    glow = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    return mask, np.asarray(cv2.GaussianBlur(glow, (5, 5), 0), np.uint8)


def blend(image: Image, mask: Mask, left: int, top: int, colour: Rgb, strength: float = 1.0) -> None:
    """Blend a colour into a picture by a coverage mask."""
    height, width = mask.shape
    x, right = max(0, left), min(image.shape[1], left + width)
    y, bottom = max(0, top), min(image.shape[0], top + height)
    if x < right and y < bottom:
        part = image[y:bottom, x:right]
        cover = mask[y - top : bottom - top, x - left : right - left, None] * (strength / 255)
        part[...] = part + (np.array(colour) - part) * cover


class Lettering:
    """Writes labels on a picture and keeps track of the space that they take."""

    def __init__(self, image: Image, halo: Rgb) -> None:
        self.image = image
        self.halo = halo
        self.taken: list[Box] = []
        self.written: set[str] = set()

    def keep(self, box: Box) -> bool:
        """Claim a part of the picture; False where something is already."""
        free = all(box.right <= b.left or b.right <= box.left or box.bottom <= b.top or b.bottom <= box.top for b in self.taken)
        if free:
            self.taken.append(box)
        return free

    def avoid(self, path: Pixels) -> None:
        """Keep a path free of names."""
        for (x1, y1), (x2, y2) in pairwise(np.clip(path, -500, 3000).tolist()):
            count = int(math.dist((x1, y1), (x2, y2)) / 18) + 1
            for step in range(count):
                x, y = round(x1 + (x2 - x1) * step / count), round(y1 + (y2 - y1) * step / count)
                self.taken.append(Box(x - 9, y - 9, x + 9, y + 9))

    def write(self, text: str, at: tuple[float, float], size: int, ink: Rgb, weight: Weight = "medium", angle: float = 0) -> None:
        """Write a text around a point, once and where there is room."""
        height, width = self.image.shape[:2]
        mask, glow = _letters(text, size, weight, round(angle))
        left, top = round(at[0] - mask.shape[1] / 2), round(at[1] - mask.shape[0] / 2)
        box = Box(left, top, left + mask.shape[1], top + mask.shape[0])
        inside = box.left >= 0 and box.top >= 0 and box.right <= width and box.bottom <= height
        if inside and text not in self.written and self.keep(box):
            self.written.add(text)
            blend(self.image, glow, left, top, self.halo, 0.85)
            blend(self.image, mask, left, top, ink)

    def along(self, text: str, path: Pixels, size: int, ink: Rgb, weight: Weight = "medium") -> None:
        """Write a text along the part of a path that is on the picture, where that part is long and straight enough."""
        height, width = self.image.shape[:2]
        inside = (path[:, 0] > 20) & (path[:, 0] < width - 20) & (path[:, 1] > 14) & (path[:, 1] < height - 14)
        seen = path[inside]
        if len(seen) < 2:
            return
        room = float(np.hypot(*(seen[-1] - seen[0])))
        if room < font(weight, size).getlength(text) + 16:
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
