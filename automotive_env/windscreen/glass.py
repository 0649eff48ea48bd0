"""The windscreen itself: drops and flakes on it, where the wipers clear it, and how far it is steamed up."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from automotive_env.windscreen.canvas import WindscreenCanvas
from automotive_env.windscreen.light import Float32Array
from automotive_env.windscreen.noise import field
from automotive_env.windscreen.outside import OutsideScene

DROPS: dict[str, int] = {"rain": 150, "heavy rain": 380, "hail": 120}
"""Drops on 640 x 240 pixels of glass that nobody wipes."""
PIVOTS = ((0.26, 1.06, 0.40, 1.02), (0.64, 1.06, 0.36, 0.98))
"""Wipers: column and row of the pivot, inner and outer end of the blade; shares of the width, and of the height."""
BLUR = (1.1, 0.45, 0.3)
"""Pixels by which a film of water blurs what is seen, by the speed of the wiper; twice that in heavy rain."""
MISSED = (1.0, 0.85, 0.6, 0.38, 0.2, 0.05)
"""Share of the drops that are there again before the wiper is, by its speed."""
SWEEP = (12.0, 158.0)
"""Degrees that a wiper sweeps, counter-clockwise from the right."""
BLADE = 62.0
"""Degrees at which the blades are seen when they run."""


class _Lenses(NamedTuple):
    """Where each pixel of a glass with drops takes its colour from (as `cv2.convertMaps`), and how the drops shade it."""

    whole: npt.NDArray[np.int16]
    fraction: npt.NDArray[np.uint16]
    dark: Float32Array
    bright: Float32Array


@lru_cache(maxsize=4)
def _wiped(width: int, height: int) -> Float32Array:
    """How far the wipers clear each pixel, 0..1."""
    clear = np.zeros((height, width), np.uint8)
    for x, y, _, outer in PIVOTS:
        middle = round(x * width * 16), round(y * height * 16)
        size = round(outer * height * 16)
        cv2.ellipse(clear, middle, (size, size), 0, -SWEEP[1], -SWEEP[0], 255, -1, cv2.LINE_AA, 4)
    return (cv2.GaussianBlur(clear, (5, 5), 0) / 255).astype(np.float32)


@lru_cache(maxsize=8)
def _lenses(width: int, height: int, weather: str, wipes: int) -> _Lenses:
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    shade, unit, lots = np.zeros((height, width), np.float32), height / 240, Random(f"drops {weather}")
    wiped = _wiped(width, height)
    for _ in range(round(DROPS[weather] * width / 640)):
        x, y = lots.uniform(0, width), lots.uniform(0, height * 0.92)
        radius = unit * (1.6 + 4.4 * lots.random() ** 2.2) * (1.25 if weather == "heavy rain" else 1.0)
        if wipes and wiped[min(height - 1, int(y)), min(width - 1, int(x))] > 0.3:
            if lots.random() > MISSED[wipes]:
                continue
            radius *= 0.75
        tall = radius * lots.uniform(1.0, 1.5)
        left, right = max(0, int(x - radius)), min(width, int(x + radius) + 2)
        top, bottom = max(0, int(y - tall)), min(height, int(y + tall) + 2)
        u, v = (columns[top:bottom, left:right] * 0, rows[top:bottom, left:right] * 0)
        u += (np.arange(left, right) - x) / radius
        v += ((np.arange(top, bottom) - y) / tall)[:, None]
        away = u * u + v * v
        inside = away < 1
        bulge = 5.5 * radius
        part = np.s_[top:bottom, left:right]
        columns[part] = np.where(inside, x - u * bulge, columns[part])
        rows[part] = np.where(inside, y - v * bulge * 1.6, rows[part])
        rim = np.clip((away - 0.45) * 1.6, 0, 1) * inside
        shade[part] += -0.5 * rim * (v < 0.25) + 0.5 * rim * (v > 0.35)
    if not wipes:  # water runs down in streaks
        lots = Random("streaks")
        for _ in range(round((26 if weather == "heavy rain" else 9) * width / 640)):
            x, y, long = lots.uniform(0, width), lots.uniform(0, height * 0.6), lots.uniform(40, 130) * unit
            half = unit * lots.uniform(1.2, 2.4)
            for step in range(int(long)):
                row = int(y + step)
                middle = x + 2.5 * unit * math.sin(step / (13 * unit) + x)
                left, right = max(0, int(middle - half)), min(width, int(middle + half) + 1)
                if row < height and left < right:
                    columns[row, left:right] = middle - (np.arange(left, right) - middle) * 5
                    shade[row, left:right] += 0.1
    whole, fraction = cv2.convertMaps(columns, rows, cv2.CV_16SC2)
    return _Lenses(whole.astype(np.int16), fraction.astype(np.uint16), np.clip(-shade, 0, 0.55), np.clip(0.6 * shade, 0, 0.33))


def draw_glass(canvas: WindscreenCanvas, outside: OutsideScene) -> None:
    """Everything on the windscreen, in front of what is seen through it."""
    if outside.light != "tunnel":
        if outside.weather in DROPS:
            _draw_drops(canvas, outside)
        elif outside.weather == "snow":
            _draw_snow(canvas, outside)
    if outside.wipes:
        _draw_blades(canvas)
    if outside.front_fog:
        _draw_fog(canvas, outside)


def _draw_drops(canvas: WindscreenCanvas, outside: OutsideScene) -> None:
    lenses = _lenses(canvas.width, canvas.height, outside.weather, outside.wipes)
    if outside.wipes < len(BLUR):
        soft = cv2.GaussianBlur(canvas.pixels, (0, 0), BLUR[outside.wipes] * (2 if outside.weather == "heavy rain" else 1))
        canvas.pixels[:] = soft
    seen = cv2.remap(canvas.pixels, lenses.whole, lenses.fraction, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    canvas.pixels[:] = seen
    red, green, blue = canvas.light.ambient
    canvas.mix((0, 0, 0), lenses.dark)
    canvas.mix((236 * red, 240 * green, 244 * blue), lenses.bright)


@lru_cache(maxsize=4)
def _settled(width: int, height: int, wipes: bool) -> Float32Array:
    """How far snow covers the glass, 0..1."""
    lumps = field(width, height, 44, 17, 51, 3)
    down = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    cover = np.clip((lumps - 0.74 + 0.34 * down**4) * 5, 0, 0.85)
    if wipes:
        wiped = _wiped(width, height)
        edge = np.clip(1 - np.abs(wiped - 0.5) * 2, 0, 1)
        cover = cover * (1 - wiped) + 0.5 * edge
    settled: Float32Array = cover.astype(np.float32)
    return settled


def _draw_snow(canvas: WindscreenCanvas, outside: OutsideScene) -> None:
    red, green, blue = (max(part, 0.3) for part in canvas.light.ambient)
    canvas.mix((226 * red + 8, 232 * green + 8, 240 * blue + 8), _settled(canvas.width, canvas.height, outside.wipes > 0))


def _draw_blades(canvas: WindscreenCanvas) -> None:
    """The wipers on their way."""
    width, height = canvas.width, canvas.height
    turn = math.radians(BLADE)
    for x, y, inner, outer in PIVOTS:
        for start, end, thick in ((0.0, 0.72 * outer, 0.014), (inner * 0.55, outer, 0.022)):
            dx, dy = math.sin(turn) * thick * height / 2, math.cos(turn) * thick * height / 2
            ends = [
                (x * width + part * height * math.cos(turn), y * height - part * height * math.sin(turn)) for part in (start, end)
            ]
            (x0, y0), (x1, y1) = ends
            canvas.flat([[(x0 - dx, y0 - dy), (x1 - dx, y1 - dy), (x1 + dx, y1 + dy), (x0 + dx, y0 + dy)]], (14, 15, 17))


@lru_cache(maxsize=4)
def _order(width: int, height: int, blown: bool) -> Float32Array:
    """In which order the glass steams up, 0..1: from its edges; where air blows at it, its foot stays clear longest."""
    across, down = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(0, 1, height, dtype=np.float32))
    lumps = field(width, height, 12, 6, 61, 4)
    if blown:
        vents = np.maximum(np.exp(-(((across + 0.45) / 0.42) ** 2)), np.exp(-(((across - 0.45) / 0.42) ** 2)))
        late = down * (0.45 + 0.55 * vents)
    else:
        late = 1 - np.clip(np.maximum(np.abs(across), np.abs(2 * down - 0.9)), 0, 1)
    order: Float32Array = (0.78 * late + 0.22 * lumps).astype(np.float32)
    return order


def _draw_fog(canvas: WindscreenCanvas, outside: OutsideScene) -> None:
    """Mist on the inside: milky, and blurring what lies behind; a part of the glass is clear until all is steamed up."""
    level = outside.front_fog / 100
    order = _order(canvas.width, canvas.height, outside.blown)
    share = np.clip((1.35 * level - order) * 3.2, 0, 1) * (0.5 + 0.48 * level)
    small = cv2.resize(canvas.pixels, (canvas.width // 4, canvas.height // 4), interpolation=cv2.INTER_AREA)
    soft = cv2.resize(
        cv2.GaussianBlur(small, (0, 0), 1.2 + 3.2 * level), (canvas.width, canvas.height), interpolation=cv2.INTER_LINEAR
    )
    ambient = max(0.1, sum(canvas.light.ambient) / 3)
    milk = np.full_like(soft, np.array((143, 147, 150)) * min(1.0, ambient))
    canvas.mix(cv2.addWeighted(soft, 0.34, milk, 1, 0).astype(np.uint8, copy=False), share)
