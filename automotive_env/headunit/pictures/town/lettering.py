"""Placement of labels on the map without overlaps."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.car.content.spelling import spelled
from automotive_env.car.systems.language import LANGUAGES, HanScript
from automotive_env.episode.observation import Box, Image
from automotive_env.headunit.kit.rendering.drawing import overlap
from automotive_env.headunit.kit.rendering.floating import AlphaPixels, ColourCoverage, FloatingPicture, stacked
from automotive_env.headunit.kit.rendering.fonts import FontWeight, GlyphMask, icon_mask, line_height, text_mask
from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.opencv import opencv
from automotive_env.headunit.kit.rendering.pixel_cache import cached_pixels
from automotive_env.headunit.kit.rendering.theme import Rgb
from automotive_env.headunit.pictures.town.lens import PixelCoordinates
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

PAD = 6


@lru_cache(maxsize=128)
def _upright(text: str, size: int, weight: FontWeight, han: HanScript) -> GlyphMask:
    """Coverage of a text."""
    mask = text_mask(text, size, weight, han)
    padded = np.zeros((mask.shape[0] + 2 * PAD, mask.shape[1] + 2 * PAD), np.uint8)  # a tenth of the time of np.pad
    padded[PAD:-PAD, PAD:-PAD] = mask
    return padded


def _letters(text: str, size: int, weight: FontWeight, angle: int, han: HanScript = "chinese") -> tuple[GlyphMask, GlyphMask]:
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


class MapLabel(NamedTuple):
    """What is written at a place of a picture.

    Attributes:
        text: a name, empty for what has none.
        box: the space that it takes.
        draw: makes its pixels, which take more memory than all the rest.
    """

    text: str
    box: Box
    draw: Callable[[], AlphaPixels]


class LabelPlacement:
    """Finds places for labels on a picture and keeps track of the space that they take.

    Attributes:
        labels: those that have found one.
        several: whether a name is tried at several places along its road.
    """

    several = False

    def __init__(self, width: int, height: int, halo: Rgb, language: str) -> None:
        self.width, self.height = width, height
        self.halo = halo
        self.language = language
        self.taken: GlyphMask = np.zeros((height, width), np.uint8)
        self.written: set[str] = set()
        self.labels: list[MapLabel] = []

    def paint(self, image: Image) -> None:
        """Write the labels on the picture."""
        whole = Box(0, 0, self.width, self.height)
        for label in self.labels:
            FloatingPicture(label.box.left, label.box.top, label.draw()).paint(image, 0, 0, whole)

    def put(self, label: MapLabel) -> None:
        """Write a label where it is all on the picture, its name not there yet, and its place free."""
        left, top, right, bottom = label.box
        inside = left >= 0 and top >= 0 and right <= self.width and bottom <= self.height
        if inside and label.text not in self.written and self.keep(label.box):
            self.labels.append(label)
            if label.text:
                self.written.add(label.text)

    def keep(self, box: Box) -> bool:
        """Claim a part of the picture; False where something is already."""
        left, top, right, bottom = overlap(box, Box(0, 0, self.width, self.height))
        part = self.taken[top : max(top, bottom), left : max(left, right)]
        if part.any():
            return False
        part[...] = 1
        return True

    def free(self, across: float, down: float) -> bool:
        """Whether a point is on the picture, and nothing is there."""
        return 0 <= across < self.width and 0 <= down < self.height and not self.taken[int(down), int(across)]

    def avoid(self, path: PixelCoordinates) -> None:
        """Keep a path free of names."""
        cv2 = opencv()
        cv2.polylines(self.taken, [np.clip(path, -20_000, 20_000).astype(np.int32)], False, 1, 18)

    def write(
        self, text: str, at: tuple[float, float], size: int, ink: Rgb, weight: FontWeight = "medium", angle: float = 0
    ) -> None:
        """Write a name around a point, once and where there is room."""
        text = spelled(text, self.language)
        if text in self.written or not (0 <= at[0] <= self.width and 0 <= at[1] <= self.height):
            return
        across, down = _turned(text_width(text, size, weight) + 2 * PAD, line_height(size) + 2 * PAD, round(angle))
        left, top = round(at[0] - across / 2), round(at[1] - down / 2)
        draw = partial(_glowing, text, size, weight, round(angle), LANGUAGES[self.language].han, ink, self.halo)
        self.put(MapLabel(text, Box(left, top, left + across, top + down), draw))

    def inside(self, paths: PixelCoordinates) -> npt.NDArray[np.bool_]:
        """Which points are on the picture, away from its edges."""
        across, down = paths[..., 0], paths[..., 1]
        return np.asarray((across > 20) & (across < self.width - 20) & (down > 14) & (down < self.height - 14))

    def along(self, text: str, path: PixelCoordinates, size: int, ink: Rgb, weight: FontWeight = "medium") -> None:
        """Write a name along the part of a path that is on the picture, where that part is long and straight enough."""
        seen = path[self.inside(path)]
        room = math.dist(seen[0], seen[-1]) if len(seen) > 1 else 0
        needed = text_width(spelled(text, self.language), size, weight) + 16
        if room < needed:
            return
        for quarters in (2, 1, 3) if self.several and room >= 2 * needed else (2,):
            middle = len(seen) * quarters // 4
            near = seen[max(0, middle - 2) : middle + 3]
            run, rise = near[-1] - near[0]
            angle = -math.degrees(math.atan2(rise, run))
            angle = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
            centre = (near[0] + near[-1]) / 2
            self.write(text, (float(centre[0]), float(centre[1])), size, ink, weight, angle)

    def shield(self, text: str, path: PixelCoordinates, fill: Rgb, ink: Rgb) -> None:
        """The sign of a motorway, on the part of a path that is on the picture."""
        x, y = path.T
        seen = path[(x > 60) & (x < self.width - 60) & (y > 90) & (y < self.height - 40)].tolist()
        wide, tall = text_width(text, 20, "medium") + 2 * PAD + 12, 38
        for thirds in ((1, 2) if self.several else (1,)) if seen else ():
            across, down = seen[len(seen) * thirds // 3]
            left, top = round(across - (wide - 8) / 2) - 4, round(down - (tall - 8) / 2) - 4
            self.put(MapLabel(text, Box(left, top, left + wide, top + tall), partial(_signed, text, wide, tall, fill, ink)))

    def badge(self, icon: str, at: tuple[float, float], fill: Rgb) -> None:
        """A small round sign with an icon."""
        x, y = round(at[0]), round(at[1])
        self.put(MapLabel("", Box(x - 20, y - 20, x + 20, y + 20), partial(_round, icon, fill, self.halo)))


class LabelOffers(LabelPlacement):
    """Labels that maps may take, without regard to what else is there."""

    several = True

    def put(self, label: MapLabel) -> None:
        self.labels.append(label)


@cached_pixels(megabytes=8)
def _glowing(text: str, size: int, weight: FontWeight, angle: int, han: HanScript, ink: Rgb, halo: Rgb) -> AlphaPixels:
    """A name with the glow that sets it off."""
    mask, glow = _letters(text, size, weight, angle, han)
    height, width = mask.shape
    return stacked(width, height, (ColourCoverage(glow, 0, 0, halo), ColourCoverage(mask, 0, 0, ink)))


@lru_cache(maxsize=32)
def _signed(text: str, wide: int, tall: int, fill: Rgb, ink: Rgb) -> AlphaPixels:
    """The sign of a motorway in a box."""
    plate, inner = (
        ColourCoverage(_plate(wide - 4, tall - 4, 10), 2, 2, ink),
        ColourCoverage(_plate(wide - 8, tall - 8, 8), 4, 4, fill),
    )
    return stacked(wide, tall, (plate, inner, ColourCoverage(_upright(text, 20, "medium", "chinese"), 6, 0, ink)))


@lru_cache(maxsize=32)
def _round(icon: str, fill: Rgb, halo: Rgb) -> AlphaPixels:
    """A small round sign in a box of 40 x 40 pixels."""
    plates = ColourCoverage(_plate(36, 36, 18), 2, 2, halo), ColourCoverage(_plate(32, 32, 16), 4, 4, fill)
    return stacked(40, 40, (*plates, ColourCoverage(icon_mask(icon, 22), 9, 9, (255, 255, 255))))


@lru_cache(maxsize=64)
def _plate(width: int, height: int, radius: int) -> npt.NDArray[np.uint8]:
    large = Pillow.new("L", (width * 4, height * 4))
    ImageDraw.Draw(large).rounded_rectangle((0, 0, width * 4 - 1, height * 4 - 1), radius * 4, fill=255)
    return np.asarray(large.reduce(4))
