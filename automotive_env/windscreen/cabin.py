"""What of the car is in the driver's view: the dashboard, the frame of the windscreen, the mirror with the road behind."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.episode.observation import Image
from automotive_env.windscreen.canvas import SceneSprite, WindscreenCanvas, reduced
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.scenery import RoadScenery

MIRROR = (0.27, 0.045, 0.62, 0.15)
"""The mirror: its middle beside that of the picture, its top, width and height; shares of the height, the first of the width."""
_FINE = 3


@lru_cache(maxsize=8)
def _frame(width: int, height: int, side: int) -> SceneSprite:
    """The dark parts around the glass; the driver sits at the centre of the picture, the wheel in front."""
    board = Pillow.new("RGBA", (width * 2, height * 2), (0, 0, 0, 0))
    draw = ImageDraw.Draw(board)
    w, h = width * 2, height * 2
    hood = [(x, h * (0.905 + 0.11 * ((x / w - 0.5 - side * 0.12) * 1.5) ** 2)) for x in range(0, w + 1, 8)]
    draw.polygon([(0, h), *hood, (w, h)], fill=(23, 25, 28, 255))
    draw.line(hood, fill=(58, 62, 68, 255), width=3)
    wheel = (w / 2, h * 1.42, h * 0.53)
    box = [wheel[0] - wheel[2], wheel[1] - wheel[2], wheel[0] + wheel[2], wheel[1] + wheel[2]]
    draw.arc(box, 200, 340, fill=(12, 13, 15, 255), width=round(h * 0.035))
    draw.arc([box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2], 236, 304, fill=(70, 74, 80, 255), width=3)
    for mirrored in (False, True):
        lean = (1 - mirrored * 2) * side
        edge = 0 if lean > 0 else w
        slim = 0.03 if not mirrored else 0.014
        draw.polygon(
            [(edge, 0), (edge + lean * h * slim * 3.4, 0), (edge + lean * h * slim * 0.3, h), (edge, h)], fill=(17, 18, 20, 255)
        )
    draw.rectangle([0, 0, w, h * 0.012], fill=(17, 18, 20, 255))
    return reduced(board, width, height)


@lru_cache(maxsize=8)
def _mirror_shape(width: int, height: int) -> tuple[SceneSprite, Image]:
    """The housing of the mirror, and the mask of its glass."""
    board = Pillow.new("RGBA", (width * _FINE, height * _FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(board)
    draw.rounded_rectangle([0, 0, width * _FINE - 1, height * _FINE - 1], height * _FINE // 3, fill=(16, 17, 19, 255))
    glass = Pillow.new("L", board.size, 0)
    inset = max(2, height // 12) * _FINE
    ImageDraw.Draw(glass).rounded_rectangle(
        [inset, inset, width * _FINE - inset, height * _FINE - inset], height * _FINE // 4, fill=255
    )
    mask = np.asarray(glass.resize((width, height), Pillow.Resampling.BOX))
    return reduced(board, width, height), mask.copy()


def draw_cabin(
    canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery, behind: Callable[[int, int], Image]
) -> None:
    """Everything of the car itself; `behind` draws what the mirror shows in a width and a height."""
    frame = _frame(canvas.width, canvas.height, scenery.side)
    canvas.mix(
        frame.rgb if sum(canvas.light.ambient) > 0.9 else frame.rgb // 2, (frame.cover / np.float32(255)).astype(np.float32)
    )
    _mirror(canvas, outside, scenery, behind)


def _mirror(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery, behind: Callable[[int, int], Image]) -> None:
    aside, top, wide, tall = MIRROR
    width, height = round(wide * canvas.height), round(tall * canvas.height)
    left = round(canvas.width * 0.5 + scenery.side * aside * canvas.width * 0.6 - width / 2)
    row = round(top * canvas.height)
    housing, glass = _mirror_shape(width, height)
    part = canvas.pixels[row : row + height, left : left + width]
    if part.shape[:2] != glass.shape:
        return
    seen = _through_rear_window(canvas, outside, behind(width, height)).astype(np.float32)
    column = left + width / 2
    canvas.flat([[(column - 4, 0), (column + 4, 0), (column + 3, row + 3), (column - 3, row + 3)]], (16, 17, 19))
    part[:] = part + (housing.rgb.astype(np.float32) - part) * (housing.cover.astype(np.float32)[..., None] / 255)
    part[:] = np.clip(part + (seen - part) * (glass.astype(np.float32)[..., None] / 255), 0, 255)


def _through_rear_window(canvas: WindscreenCanvas, outside: OutsideScene, behind: Image) -> Image:
    """The scene behind, through the rear window, which may be steamed up; lamps of who follows by night."""
    view, (height, width) = behind.copy(), behind.shape[:2]
    if outside.light in ("night", "dusk") and outside.road != "parking":
        for lamp in (-0.03, 0.03):
            spot = round(width * (0.54 + lamp)), height // 2 + round(height * 0.1)
            cv2.circle(view, spot, max(1, height // 16), (250, 240, 214), -1, cv2.LINE_AA)
    if outside.rear_fog:
        level = outside.rear_fog / 100
        soft = cv2.GaussianBlur(view, (0, 0), 1 + 4 * level)
        milk = np.array((214, 220, 226), np.float32) * max(0.32, min(1.0, sum(canvas.light.ambient) / 3))
        view = np.clip(soft + (milk - soft) * (0.25 + 0.7 * level), 0, 255).astype(np.uint8)
    return view
