"""Light and air: how bright something is at a place ahead, and how much of it the air between lets through."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from automotive_env.windscreen.outside import OutsideScene

LinearColour: TypeAlias = tuple[float, float, float]
"""Red, green and blue, 0..255."""
Float32Array: TypeAlias = npt.NDArray[np.float32]

SIGHT = 3.0
"""Optical depth of the air at the distance of the visibility: one sees 5 % of the contrast there."""
LAMP_COLOUR = (1.0, 0.96, 0.86)
AMBIENT: dict[str, dict[str, LinearColour]] = {
    "day": {
        "clear": (1.0, 0.99, 0.96),
        "cloudy": (0.84, 0.86, 0.89),
        "rain": (0.66, 0.69, 0.73),
        "heavy rain": (0.52, 0.55, 0.6),
        "snow": (0.86, 0.88, 0.92),
        "fog": (0.82, 0.84, 0.86),
        "hail": (0.56, 0.6, 0.66),
    },
    "dusk": {"clear": (0.5, 0.38, 0.42), "cloudy": (0.36, 0.33, 0.38)},
    "night": {"clear": (0.05, 0.06, 0.1)},
    "tunnel": {"clear": (0.68, 0.6, 0.46)},
}
"""Light from the sky, by light and weather; the first or last of a light where the weather has none of its own."""
SKY: dict[str, dict[str, tuple[LinearColour, LinearColour]]] = {
    "day": {
        "clear": ((42, 104, 188), (186, 214, 238)),
        "cloudy": ((128, 142, 158), (202, 209, 215)),
        "rain": ((92, 103, 116), (156, 164, 171)),
        "heavy rain": ((62, 70, 80), (116, 124, 132)),
        "snow": ((168, 177, 188), (217, 222, 228)),
        "fog": ((188, 194, 199), (203, 208, 211)),
        "hail": ((54, 63, 76), (132, 142, 150)),
    },
    "dusk": {
        "clear": ((38, 50, 102), (250, 158, 92)),
        "cloudy": ((56, 60, 86), (198, 132, 108)),
        "rain": ((44, 50, 66), (104, 98, 104)),
        "heavy rain": ((32, 37, 48), (78, 78, 86)),
        "snow": ((76, 82, 102), (138, 136, 148)),
        "fog": ((104, 104, 116), (124, 121, 127)),
        "hail": ((30, 36, 48), (88, 88, 96)),
    },
    "night": {
        "clear": ((4, 7, 18), (24, 31, 54)),
        "cloudy": ((9, 11, 16), (30, 33, 42)),
        "snow": ((20, 22, 30), (46, 49, 58)),
        "fog": ((26, 28, 32), (40, 43, 47)),
    },
    "tunnel": {"clear": ((60, 54, 44), (104, 92, 70))},
}
"""Colour of the sky at its top and above the horizon; the air has the latter."""
SAND: LinearColour = (206, 170, 118)
"""Of dust in dry air."""
DUSTY_BELOW = 3_000
"""Visibility in metres below which dry air without rain or fog carries dust."""
MOST_IN = {"fog": 1_000, "heavy rain": 4_000, "snow": 4_000}
"""Weather -> metres that one sees in it at most."""
IN_TOWN = ("parking", "residential", "urban")


def dimmed(colour: LinearColour, share: float) -> LinearColour:
    """A colour, so many times as bright."""
    return colour[0] * share, colour[1] * share, colour[2] * share


def blended(first: LinearColour, second: LinearColour, share: float) -> LinearColour:
    """A colour between two: 0 gives the first, 1 the second."""
    red, green, blue = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return red, green, blue


def sky_colours(outside: OutsideScene, dusty: bool = False) -> tuple[LinearColour, LinearColour]:
    """Colour of the sky at the top and above the horizon."""
    known = SKY[outside.light]
    top, low = known.get(outside.weather, known.get("cloudy", known["clear"]))
    if dusty:
        bright = sum(low) / sum(SKY["day"]["clear"][1])
        low = dimmed(SAND, bright)
        top = blended(top, low, 0.5)
    if outside.smoke and outside.light != "tunnel":
        low = blended(low, (70, 62, 56), 0.38)
    return top, low


@dataclass(frozen=True, slots=True)
class OutdoorLight:
    """The light of a moment.

    Attributes:
        ambient: from the sky and from lamps beside the road, 1 as by day.
        air: colour of the air.
        depth: optical depth of a metre of air.
        reach: metres that the car's own beam reaches, 0 where none shines.
        spread: how wide it is, metres for each metre ahead.
        high: whether it is not cut off above.
    """

    ambient: LinearColour
    air: LinearColour
    depth: float
    reach: float
    spread: float
    high: bool

    def through(self, metres: float) -> float:
        """Share of what lies so far ahead that can be seen, 0..1."""
        return math.exp(-self.depth * metres)

    def beam(self, x: float, y: float, z: float) -> float:
        """Light of the car's own lamps at a point."""
        if not self.reach:
            return 0.0
        above = 1.0 if self.high or y < 1.0 else 0.22
        return 1.15 * above * math.exp(-((z / self.reach) ** 2) - (x / (2.2 + self.spread * z)) ** 2)

    def at(self, x: float, y: float, z: float) -> LinearColour:
        """How bright a point is."""
        beam = self.beam(x, y, z)
        red, green, blue = (sky + beam * lamp for sky, lamp in zip(self.ambient, LAMP_COLOUR, strict=True))
        return red, green, blue

    def seen(self, colour: LinearColour, x: float, y: float, z: float) -> LinearColour:
        """The colour of a surface as it is seen from the car."""
        clear = self.through(z)
        red, green, blue = (
            min(255.0, part * bright * clear + air * (1 - clear))
            for part, bright, air in zip(colour, self.at(x, y, z), self.air, strict=True)
        )
        return red, green, blue

    def ground(self, x: Float32Array, z: Float32Array) -> Float32Array:
        """Light of the car's own lamps on the road; shapes (height, width) and (height, 1) -> (height, width)."""
        if not self.reach:
            return np.zeros_like(x)
        near = np.clip((z - 3.5) / 5, 0.25, 1)
        lit: Float32Array = 1.15 * near * np.exp(-((z / self.reach) ** 2) - (x / (2.2 + self.spread * z)) ** 2)
        return lit


def light_of(outside: OutsideScene, dusty: bool) -> OutdoorLight:
    """The light of a moment, from what can be seen."""
    known = AMBIENT[outside.light]
    ambient = known.get(outside.weather, known.get("cloudy", known["clear"]))
    if outside.light == "night" and outside.road in IN_TOWN:
        ambient = (0.25, 0.215, 0.165)
    elif outside.light == "night" and outside.weather == "snow":
        ambient = (0.11, 0.12, 0.15)
    air = sky_colours(outside, dusty)[1]
    depth = SIGHT / max(8, min(outside.visibility, MOST_IN.get(outside.weather, outside.visibility)))
    if outside.smoke:
        depth = max(depth, SIGHT / 260)
    reach, spread, dark = 0.0, 0.3, outside.light in ("night", "tunnel")
    if outside.fog_light:
        reach, spread = 16.0, 0.9
    if outside.low_beam:
        reach = 36.0
    if outside.high_beam:
        reach, spread = 130.0, 0.22
    if dark and reach:  # lamps light up the air in front of them
        shine = min(1.0, 120 * depth / SIGHT) * (95 if outside.high_beam else 48)
        air = (air[0] + shine, air[1] + shine, air[2] + 0.94 * shine)
    if outside.light == "tunnel":
        reach /= 2
    if not dark:
        reach = 0.0 if outside.light == "day" else reach / 2
    return OutdoorLight(ambient, air, depth, reach, spread, outside.high_beam)
