"""What falls and drifts in the air: rain, snow, hail, smoke."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import cv2
import numpy as np

from automotive_env.windscreen.canvas import WindscreenCanvas
from automotive_env.windscreen.light import Float32Array, LinearColour
from automotive_env.windscreen.noise import field
from automotive_env.windscreen.outside import OutsideScene

SOLID = ("snow", "hail")
_SHIFT = 4


@lru_cache(maxsize=8)
def _falling(width: int, height: int, weather: str) -> Float32Array:
    """How far streaks or flakes cover the picture, 0..1, shape (height, width)."""
    layer, lots, unit = np.zeros((height, width), np.uint8), Random(f"falling {weather}"), height / 240

    def fixed(x: float, y: float) -> tuple[int, int]:
        return round(x * (1 << _SHIFT)), round(y * (1 << _SHIFT))

    crowd = round(width / 640 * {"rain": 190, "heavy rain": 420, "snow": 330, "hail": 210}[weather])
    for _ in range(crowd):
        x, y, near = lots.uniform(0, width), lots.uniform(-20, height), lots.random() ** 2
        if weather == "snow":
            radius = unit * (0.7 + 2.6 * near)
            cv2.circle(layer, fixed(x, y), round(radius * (1 << _SHIFT)), lots.randrange(120, 235), -1, cv2.LINE_AA, _SHIFT)
        elif weather == "hail":
            radius = unit * (0.8 + 2.0 * near)
            cv2.line(layer, fixed(x, y - 9 * radius), fixed(x - radius, y), 70, 1, cv2.LINE_AA, _SHIFT)
            cv2.circle(layer, fixed(x, y), round(radius * (1 << _SHIFT)), lots.randrange(190, 250), -1, cv2.LINE_AA, _SHIFT)
        else:
            long = unit * (9 + (34 if weather == "heavy rain" else 22) * near)
            cv2.line(layer, fixed(x, y), fixed(x - 0.16 * long, y + long), lots.randrange(50, 130), 1, cv2.LINE_AA, _SHIFT)
    if weather == "snow":
        cv2.GaussianBlur(layer, (3, 3), 0, dst=layer)
    dense = 0.92 if weather in SOLID else 0.62
    return (layer * np.float32(dense / 255)).astype(np.float32)


def draw_falling(canvas: WindscreenCanvas, outside: OutsideScene) -> None:
    """Rain, snow or hail between the car and what is ahead."""
    if outside.light == "tunnel" or outside.weather not in ("rain", "heavy rain", "snow", "hail"):
        return
    bright = np.array(canvas.light.ambient) * 245
    if canvas.light.reach:
        bright = np.maximum(bright, 105 if canvas.light.high else 72)
    red, green, blue = bright * (1.12 if outside.weather in SOLID else 0.95)
    canvas.mix((red, green, blue), _falling(canvas.width, canvas.height, outside.weather))


@lru_cache(maxsize=4)
def _plume(width: int, height: int) -> Float32Array:
    """A column of smoke that rises at one side and drifts over the road, 0..1."""
    across, down = np.meshgrid(np.linspace(0, 1, width, dtype=np.float32), np.linspace(0, 1, height, dtype=np.float32))
    lumps = field(width, height, 11, 7, 41, 5)
    rise = np.clip((0.5 - down) / 0.5, 0, 1)
    middle = 0.73 - 0.34 * rise**1.3
    column = np.clip(1 - np.abs(across - middle) / (0.045 + 0.4 * rise), 0, 1) * (down < 0.5)
    low = np.clip(1 - np.abs(down - 0.47) / 0.13, 0, 1) * np.clip(1.15 - np.abs(across - 0.62) * 1.5, 0, 1) * 0.75
    smoke = np.maximum(column, low)
    plume: Float32Array = np.clip(smoke * (0.25 + 1.5 * lumps) * 1.7, 0, 0.96).astype(np.float32)
    return plume


def draw_smoke(canvas: WindscreenCanvas, outside: OutsideScene) -> None:
    """A fire beside the road ahead, and its smoke."""
    if not outside.smoke:
        return
    lumps = field(canvas.width, canvas.height, 16, 12, 43, 4)[..., None]
    bright = np.maximum(np.array(canvas.light.ambient, np.float32), 0.2)
    smoke = (np.array((52, 48, 46), np.float32) + 84 * (lumps - 0.3)) * bright
    canvas.mix(np.clip(smoke, 0, 255).astype(np.uint8), _plume(canvas.width, canvas.height))
    if outside.light != "tunnel":
        column, row, unit = 0.73 * canvas.width, canvas.horizon + 1, canvas.height / 240
        flame: tuple[tuple[float, LinearColour], ...] = ((46, (130, 50, 8)), (19, (220, 104, 20)), (8, (255, 206, 110)))
        for radius, colour in flame:
            canvas.glow(column, row - 0.2 * radius, radius * unit, colour, stretch=0.8)
