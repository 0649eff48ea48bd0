"""What of the car is in the driver's view: the dashboard, the frame of the windscreen, the mirror with the road behind."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.episode.observation import Image
from automotive_env.windscreen.canvas import Canvas, Sprite, reduced
from automotive_env.windscreen.light import sky_colours
from automotive_env.windscreen.outside import Outside
from automotive_env.windscreen.road import PAVEMENT
from automotive_env.windscreen.scenery import Scenery

MIRROR = (0.27, 0.045, 0.62, 0.15)
"""The mirror: its middle beside that of the picture, its top, width and height; shares of the height, the first of the width."""
_FINE = 3


@lru_cache(maxsize=8)
def _frame(width: int, height: int, side: int) -> Sprite:
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
def _mirror_shape(width: int, height: int) -> tuple[Sprite, Image]:
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


def draw_cabin(canvas: Canvas, outside: Outside, scenery: Scenery) -> None:
    """Everything of the car itself."""
    frame = _frame(canvas.width, canvas.height, scenery.side)
    canvas.mix(
        frame.rgb if sum(canvas.light.ambient) > 0.9 else frame.rgb // 2, (frame.cover / np.float32(255)).astype(np.float32)
    )
    _mirror(canvas, outside, scenery)


def _mirror(canvas: Canvas, outside: Outside, scenery: Scenery) -> None:
    aside, top, wide, tall = MIRROR
    width, height = round(wide * canvas.height), round(tall * canvas.height)
    left = round(canvas.width * 0.5 + scenery.side * aside * canvas.width * 0.6 - width / 2)
    row = round(top * canvas.height)
    housing, glass = _mirror_shape(width, height)
    part = canvas.pixels[row : row + height, left : left + width]
    if part.shape[:2] != glass.shape:
        return
    behind = _behind(canvas, outside, scenery, width, height).astype(np.float32)
    column = left + width / 2
    canvas.flat([[(column - 4, 0), (column + 4, 0), (column + 3, row + 3), (column - 3, row + 3)]], (16, 17, 19))
    part[:] = part + (housing.rgb.astype(np.float32) - part) * (housing.cover.astype(np.float32)[..., None] / 255)
    part[:] = np.clip(part + (behind - part) * (glass.astype(np.float32)[..., None] / 255), 0, 255)


def _behind(canvas: Canvas, outside: Outside, scenery: Scenery, width: int, height: int) -> Image:
    """The road behind, through the rear window, which may be steamed up."""
    light = canvas.light
    sky, low = sky_colours(outside, scenery.dusty)
    view: Image = np.empty((height, width, 3), np.uint8)
    half = height // 2
    share = np.linspace(0, 1, half, dtype=np.float32)[:, None, None]
    view[:half] = np.array(sky, np.float32) + (np.array(low, np.float32) - np.array(sky, np.float32)) * share
    ambient = np.array(light.ambient, np.float32) * (0.7 if outside.light in ("night", "tunnel") else 1)
    clear = math.exp(-light.depth * 40)
    air = np.array(low, np.float32) * (1 - clear)
    beside = scenery.ground if outside.light != "tunnel" else PAVEMENT
    view[half:] = np.array(beside, np.float32) * ambient * clear + air
    middle, far = width * (0.5 - 0.1 * scenery.side), width * 0.5
    tarmac = np.array((88, 90, 93), np.float32) * ambient * clear + air
    road = np.array([[middle - width * 0.4, height], [far - 2, half], [far + 2, half], [middle + width * 0.55, height]])
    cv2.fillPoly(view, [np.round(road * 16).astype(np.int32)], tuple(float(part) for part in tarmac), cv2.LINE_AA, 4)
    line = np.array([[middle - width * 0.02, height], [far, half], [middle + width * 0.02, height]])
    paint = tuple(float(part) for part in np.array((220, 220, 214), np.float32) * ambient * clear + air)
    cv2.fillPoly(view, [np.round(line * 16).astype(np.int32)], paint, cv2.LINE_AA, 4)
    if outside.light in ("night", "dusk") and outside.road != "parking":
        for lamp in (-0.03, 0.03):
            spot = round(width * (0.54 + lamp)), half + round(height * 0.1)
            cv2.circle(view, spot, max(1, height // 16), (250, 240, 214), -1, cv2.LINE_AA)
    if outside.rear_fog:
        level = outside.rear_fog / 100
        soft = cv2.GaussianBlur(view, (0, 0), 1 + 4 * level)
        milk = np.array((214, 220, 226), np.float32) * max(0.32, min(1.0, sum(light.ambient) / 3))
        view = np.clip(soft + (milk - soft) * (0.25 + 0.7 * level), 0, 255).astype(np.uint8)
    return view
