"""The sky and what stands on the horizon: gradient, sun or moon, stars, clouds, hills, the town from afar."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

import numpy as np

from automotive_env.windscreen.canvas import WindscreenCanvas
from automotive_env.windscreen.light import Float32Array, LinearColour, blended, dimmed, sky_colours
from automotive_env.windscreen.noise import field
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.scenery import RoadScenery

CLOUDS: dict[str, float] = {"clear": 0.28, "cloudy": 0.8, "rain": 0.5, "heavy rain": 0.6, "snow": 0.3, "fog": 0.0, "hail": 0.75}
"""How much the clouds stand out, by weather."""
CLEAR_METRES = (90.0, 240.0)
"""Metres of the air near the ground through which the sky is seen, at its top and above the horizon."""
FAR_HILLS, NEAR_HILLS = 4_000.0, 1_500.0
"""Distance of the hills in metres."""


def draw_sky(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery) -> None:
    """Everything above the horizon that is far away."""
    colours = zip(sky_colours(outside, scenery.dusty), CLEAR_METRES, strict=True)
    seen = (blended(canvas.light.air, colour, canvas.light.through(metres)) for colour, metres in colours)
    top, low = (np.array(colour, np.float32) for colour in seen)
    rows = canvas.horizon + 2
    share = np.linspace(0, 1, rows, dtype=np.float32)[:, None, None] ** 1.5
    canvas.pixels[:rows] = np.clip(top + (low - top) * share, 0, 255)
    _clouds(canvas, outside, rows)
    if outside.light == "night" and outside.weather == "clear":
        _stars(canvas)
    if outside.weather in ("clear", "cloudy"):
        _sun(canvas, outside)
    _hills(canvas, outside, scenery)


@lru_cache(maxsize=8)
def _cover(width: int, rows: int, weather: str, night: bool) -> Float32Array:
    """How far clouds cover the sky."""
    lumps = field(width, 2 * rows, 5, 9, 11, 4)[:rows]
    share = np.clip((lumps - (0.62 if weather == "clear" else 0.42)) * 3, 0, 1)
    cover: Float32Array = (share * CLOUDS[weather] * (0.4 if night else 0.8)).astype(np.float32)
    return cover


def _clouds(canvas: WindscreenCanvas, outside: OutsideScene, rows: int) -> None:
    if outside.weather == "fog":
        return
    lit: LinearColour = (
        (255, 255, 255) if outside.light == "day" else (255, 176, 136) if outside.light == "dusk" else (58, 61, 74)
    )
    dark = 1.0 if outside.weather in ("clear", "cloudy", "snow") else 0.42 if outside.light == "day" else 0.6
    dark = 0.9 if outside.light == "night" else dark
    share = _cover(canvas.width, rows, outside.weather, outside.light == "night")
    canvas.mix(dimmed(lit, dark), share)


def _stars(canvas: WindscreenCanvas) -> None:
    stars = Random(5)
    for _ in range(90):
        x, y, bright = stars.randrange(canvas.width), stars.randrange(canvas.horizon - 12), stars.randrange(60, 210)
        canvas.pixels[y, x] = np.maximum(canvas.pixels[y, x], bright)


def _sun(canvas: WindscreenCanvas, outside: OutsideScene) -> None:
    """The sun or the moon: in the morning on one side of the road, in the evening on the other."""
    column = canvas.width * (0.5 + 0.042 * (outside.hour - 13.4))
    unit = canvas.height / 240
    if outside.light == "dusk":
        row = canvas.horizon - 7 * unit
        canvas.glow(column, row, 210 * unit, (120, 62, 22))
        if outside.weather == "clear":
            canvas.glow(column, row, 46 * unit, (150, 110, 60))
            canvas.glow(column, row, 13 * unit, (255, 236, 190))
    elif outside.light == "day" and outside.weather == "clear":
        row = canvas.horizon * (0.9 - 0.75 * max(0.1, math.cos((outside.hour - 12.5) / 7.5)))
        canvas.glow(column, row, 120 * unit, (74, 66, 46))
        canvas.glow(column, row, 16 * unit, (255, 252, 236))
    elif outside.light == "night" and outside.weather == "clear":
        column = canvas.width * 0.83
        canvas.glow(column, 34 * unit, 40 * unit, (26, 28, 34))
        canvas.flat([_disc(column, 34 * unit, 6.5 * unit)], (226, 226, 214))


def _disc(column: float, row: float, radius: float) -> list[tuple[float, float]]:
    turns = [math.tau * step / 24 for step in range(24)]
    return [(column + radius * math.cos(turn), row + radius * math.sin(turn)) for turn in turns]


def _hills(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery) -> None:
    unit, lumps = canvas.height / 240, Random(f"hills {outside.city}")
    wooded: LinearColour = (68, 88, 72) if scenery.climate not in ("arid", "mediterranean") else (150, 124, 92)
    if scenery.hills > 0.5 and (scenery.climate in ("cold", "polar") or outside.freezing):
        wooded = (150, 160, 176)
    for metres, tall, colour in (
        (FAR_HILLS, 30, wooded),
        (NEAR_HILLS, 13, (wooded[0] * 0.72, wooded[1] * 0.78, wooded[2] * 0.7)),
    ):
        phases = [lumps.uniform(0, math.tau) for _ in range(4)]
        line = []
        for step in range(61):
            x = step / 60
            lump = sum(math.sin(x * (3.1 * n * n + 2) + phase) / (n + 1) for n, phase in enumerate(phases))
            rise = unit * tall * scenery.hills * max(0.12, 0.5 + 0.42 * lump)
            line.append((x * canvas.width, canvas.horizon + 2 - rise))
        clear = canvas.light.through(metres * 0.35)
        ambient, air = canvas.light.ambient, canvas.light.air
        r, g, b = (part * bright * clear + mist * (1 - clear) for part, bright, mist in zip(colour, ambient, air, strict=True))
        canvas.flat([[(0, canvas.horizon + 3), *line, (canvas.width, canvas.horizon + 3)]], (r, g, b))
    if outside.light in ("dusk", "night") and outside.road != "motorway":
        glow: LinearColour = (34, 27, 17) if outside.light == "night" else (20, 12, 6)
        canvas.glow(canvas.width / 2, canvas.horizon, canvas.width * 0.34, glow, stretch=0.34)
