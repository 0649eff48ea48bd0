"""Other cars: from behind and from the front, with their lamps and the light that these throw."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.windscreen.canvas import SceneSprite, WindscreenCanvas, reduced
from automotive_env.windscreen.light import LinearColour, dimmed
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.road import WET, form_of
from automotive_env.windscreen.scenery import RoadScenery

PAINT: tuple[LinearColour, ...] = (
    (196, 199, 204), (52, 56, 62), (150, 34, 36), (36, 70, 128), (236, 237, 238), (112, 118, 124), (66, 84, 70), (186, 152, 96),
)  # fmt: skip
HIGH = 1.5
"""Metres of a car."""
TAIL: LinearColour = (255, 40, 26)
HEAD: LinearColour = (255, 244, 214)
LAMPS = (-0.62, 0.62)
"""Metres from the middle of a car to its lamps."""
_W, _H, _FINE = 150, 126, 3


@lru_cache(maxsize=64)
def car(paint: LinearColour, front: bool, braking: bool = False, lit: bool = False) -> SceneSprite:
    """A car that comes or goes."""
    board = Pillow.new("RGBA", (_W * _FINE, _H * _FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(board)

    def shape(points: list[tuple[float, float]], colour: LinearColour) -> None:
        draw.polygon([(x * _FINE, y * _FINE) for x, y in points], fill=(*(round(part) for part in colour), 255))

    def rounded(box: tuple[float, float, float, float], radius: float, colour: LinearColour) -> None:
        fill = (*(min(255, round(part)) for part in colour), 255)
        draw.rounded_rectangle([part * _FINE for part in box], radius * _FINE, fill=fill)

    def shade(share: float) -> LinearColour:
        return (min(255, paint[0] * share), min(255, paint[1] * share), min(255, paint[2] * share))

    draw.ellipse([part * _FINE for part in (4, 114, 146, 126)], fill=(10, 10, 12, 150))
    for x in (14, 112):
        rounded((x, 84, x + 24, 122), 5, (22, 22, 24))
    shape([(34, 8), (116, 8), (134, 50), (16, 50)], shade(0.78))
    shape([(38, 13), (112, 13), (126, 47), (24, 47)], (56, 70, 84) if front else (36, 44, 54))
    shape([(38, 13), (70, 13), (52, 47), (24, 47)], (84, 100, 114) if front else (58, 68, 80))
    rounded((8, 44, 142, 108), 13, shade(1.0))
    rounded((12, 46, 138, 60), 7, shade(1.18))
    rounded((10, 88, 140, 110), 8, shade(0.56))
    rounded((52, 90, 98, 102), 2, (232, 232, 224))
    for x in (2, 134):
        rounded((x, 42, x + 14, 52), 4, shade(0.7))
    if front:
        rounded((46, 66, 104, 84), 4, (34, 36, 40))
        for x in (14, 106):
            rounded((x, 60, x + 30, 76), 7, (255, 252, 236) if lit else (206, 212, 218))
    else:
        red: LinearColour = (255, 52, 36) if braking else (224, 30, 26) if lit else (138, 24, 24)
        for x in (11, 113):
            rounded((x, 58, x + 26, 74), 5, red)
        rounded((52, 14, 98, 18), 2, (255, 60, 44) if braking else (96, 24, 24))
    return reduced(board, _W, _H)


class RoadVehicle(NamedTuple):
    """A car on the road: metres to the right of ours and ahead, what it looks like, and what it does."""

    x: float
    z: float
    paint: LinearColour
    comes: bool = False
    brakes: bool = False
    parked: bool = False


def draw_traffic(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery) -> None:
    """What drives or stands on the road, the farthest first."""
    dark = outside.light in ("night", "tunnel", "dusk") or outside.weather not in ("clear", "cloudy")
    for vehicle in sorted(_vehicles(outside, scenery.side), key=lambda one: -one.z):
        lit = dark and not vehicle.parked
        canvas.sprite(car(vehicle.paint, vehicle.comes, vehicle.brakes, lit), vehicle.x, 0, vehicle.z, HIGH)
        if lit or vehicle.brakes:
            _lamps(canvas, outside, vehicle, dark)


def _vehicles(outside: OutsideScene, side: int) -> list[RoadVehicle]:
    lots, form = Random(f"traffic {outside.spot}"), form_of(outside)
    if outside.road == "parking":
        bays = [(x, 7.0 + 2.7 * bay) for x in (-6.2, 6.2) for bay in range(9)] + [(2.75 * n, 36.0) for n in range(-7, 8)]
        taken = [bay for bay in bays if lots.random() < 0.62 and outside.light != "tunnel"]
        return [RoadVehicle(x, z, lots.choice(PAINT), comes=lots.random() < 0.4, parked=True) for x, z in taken]
    across = side * (0.5 * sum(form.far) if form.far else -3.0 if outside.road == "residential" else form.left + 1.75)
    found = [RoadVehicle(across, lots.uniform(95, 190), lots.choice(PAINT), comes=True)]
    if outside.oncoming:
        found.append(RoadVehicle(across, 62 if form.far else 34, lots.choice(PAINT), comes=True))
    if outside.road == "motorway":
        found += [RoadVehicle(side * x, lots.uniform(24, 70), lots.choice(PAINT)) for x in (3.7, -3.7)]
    elif outside.road == "residential" and outside.light != "tunnel":
        near = [
            RoadVehicle(side * 2.7, z + lots.uniform(-1, 1), lots.choice(PAINT), parked=True) for z in (13, 20, 34, 41, 56, 70)
        ]
        far = [
            RoadVehicle(side * -5.3, z + lots.uniform(-1, 1), lots.choice(PAINT), True, parked=True) for z in (16, 23, 37, 52, 66)
        ]
        found += near + far
    if outside.queue:
        lanes = (0.0, 3.7, -3.7) if outside.road == "motorway" else (0.0,)
        queue = [(side * x, z + lots.uniform(-1, 1)) for x in lanes for z in (17, 25, 34, 44, 55, 67, 80)]
        found += [RoadVehicle(x + lots.uniform(-0.15, 0.15), z, lots.choice(PAINT), brakes=True) for x, z in queue]
    elif outside.standing:
        found.append(RoadVehicle(0.0, 9.5, lots.choice(PAINT), brakes=True))
    elif outside.road in ("urban", "rural"):
        found.append(RoadVehicle(0.0, lots.uniform(24, 40), lots.choice(PAINT)))
    return found


def _lamps(canvas: WindscreenCanvas, outside: OutsideScene, vehicle: RoadVehicle, dark: bool) -> None:
    """The lamps of a car, which glow; those of one that the high beam dazzles flash."""
    x, z = vehicle.x, vehicle.z
    wet, bright = outside.weather in WET and outside.light != "tunnel", 1.0 if dark else 0.6
    if not vehicle.comes:
        wide, share = (1.1, 0.9) if vehicle.brakes else (0.6, 0.5)
        for offset in LAMPS:
            canvas.lamp(x + offset, 0.72, z, wide * bright, dimmed(TAIL, share * bright), wet=wet)
        return
    near = outside.oncoming and z < 70
    flashes = near and outside.high_beam
    for offset in LAMPS:
        canvas.lamp(x + offset, 0.66, z, 0.5, (255, 255, 250), wet=wet)
        canvas.lamp(x + offset, 0.66, z, 3.4 if flashes else 1.7, dimmed(HEAD, 0.5 * bright), wet=wet)
        if flashes:
            canvas.lamp(x + offset, 0.66, z, 8, (110, 118, 136), wet=wet)
            column, row = canvas.project(x + offset, 0.66, z)
            canvas.glow(column, row, canvas.height * 0.42, (190, 198, 214), stretch=0.05)
            canvas.glow(column, row, canvas.height * 0.02, (190, 198, 214), stretch=16)
    if near:
        canvas.lamp(x, 0.66, z, 5, dimmed(HEAD, 0.22))
