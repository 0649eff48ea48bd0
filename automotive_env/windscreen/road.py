"""The road and the ground beside it: surface, lines, snow, ice and water, lit by sky and lamps and hazed by the air."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from automotive_env.episode.observation import Image
from automotive_env.windscreen.canvas import EYE, WindscreenCanvas
from automotive_env.windscreen.light import LAMP_COLOUR, Float32Array, LinearColour
from automotive_env.windscreen.noise import field, grain
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.scenery import RoadScenery

ASPHALT: LinearColour = (92, 94, 97)
KERB: LinearColour = (164, 162, 156)
PAVEMENT: LinearColour = (140, 137, 131)
WHITE: LinearColour = (236, 236, 232)
YELLOW: LinearColour = (240, 188, 40)
WET = ("rain", "heavy rain", "hail")


class RoadMarking(NamedTuple):
    """A painted line: its middle and width in metres, and of how many metres how many are painted; (0, 0) is unbroken."""

    x: float
    width: float
    period: float
    painted: float
    centre: bool = False
    edge: bool = False


class RoadProfile(NamedTuple):
    """A kind of road where traffic keeps right; the car is in the middle of its lane at x = 0.

    Attributes:
        left, right: edges of the surface in metres.
        pavement: width of the pavement on both sides.
        bend: curvature, 1 through metres.
        walls: where the walls of a tunnel stand.
        far: metres between which lies another carriageway.
    """

    left: float
    right: float
    pavement: float
    bend: float
    lines: tuple[RoadMarking, ...]
    walls: tuple[float, float]
    far: tuple[float, float] | None = None


FORMS: dict[str, RoadProfile] = {
    "parking": RoadProfile(-40, 40, 0, 0, (), (-9, 9)),
    "residential": RoadProfile(-6.2, 3.6, 2.2, 0, (), (-6.6, 4.0)),
    "urban": RoadProfile(-5.1, 1.9, 3.4, 0, (RoadMarking(-1.65, 0.14, 9, 3.5, centre=True),), (-6.2, 3.0)),
    "rural": RoadProfile(
        -5.2, 1.9, 0, 1 / 900,
        (RoadMarking(-1.65, 0.14, 12, 4, centre=True), RoadMarking(1.62, 0.14, 0, 0, edge=True), RoadMarking(-4.92, 0.14, 0, 0,
        edge=True)),
        (-6.2, 3.0),
    ),
    "motorway": RoadProfile(
        -6.4, 8.4, 0, 1 / 2600,
        (RoadMarking(-1.85, 0.16, 15, 5), RoadMarking(1.85, 0.16, 15, 5), RoadMarking(-5.5, 0.2, 0, 0, centre=True),
        RoadMarking(5.5, 0.2, 0, 0, edge=True)),
        (-6.8, 8.8), (-23, -9),
    ),
}  # fmt: skip
"""Kind of road -> its form."""


def form_of(outside: OutsideScene) -> RoadProfile:
    """The form of the road that the car is on."""
    return FORMS.get(outside.road, FORMS["urban"])


class _Ground(NamedTuple):
    """Places of the pixels below the horizon: metres to the right of the car and ahead, and metres that a pixel is wide."""

    x: Float32Array
    z: Float32Array
    foot: Float32Array


@lru_cache(maxsize=8)
def _places(width: int, height: int, horizon: int, focus: float, bend: float) -> _Ground:
    rows = np.arange(horizon + 1, height, dtype=np.float32)[:, None]
    z = (focus * EYE / (rows - horizon)).astype(np.float32)
    columns = np.arange(width, dtype=np.float32)[None]
    x = ((columns - width / 2) * z / focus - bend * z * z / 2).astype(np.float32)
    return _Ground(x, z, (z / focus).astype(np.float32))


def _ground(canvas: WindscreenCanvas) -> _Ground:
    return _places(canvas.width, canvas.height, canvas.horizon, canvas.focus, canvas.bend)


def _between(ground: _Ground, left: float, right: float) -> Float32Array:
    """Share of each pixel that lies between two lines along the road, 0..1."""
    into, out = (ground.x - left) / ground.foot + 0.5, (right - ground.x) / ground.foot + 0.5
    share: Float32Array = np.clip(np.minimum(np.minimum(into, out), (right - left) / ground.foot), 0, 1)
    return share


def _painted(ground: _Ground, line: RoadMarking, side: int) -> Float32Array:
    share = _between(ground, side * line.x - line.width / 2, side * line.x + line.width / 2)
    if line.period:
        long = ground.z**2 / ground.foot / 4e4  # metres that a row is long, about
        within = np.mod(ground.z, line.period)
        sharp = np.clip((line.painted / 2 - np.abs(within - line.painted / 2)) / np.maximum(long, 0.05) + 0.5, 0, 1)
        far = np.clip(long / line.period * 2, 0, 1)
        share = share * (sharp * (1 - far) + far * line.painted / line.period)
    return share


@lru_cache(maxsize=12)
def _surface(
    size: tuple[int, int, int, float, float],
    road: str,
    side: int,
    ground_colour: LinearColour,
    centre: LinearColour,
    edge: LinearColour,
    snow: bool,
) -> Image:
    """The colour of the ground in plain light, shape (rows below the horizon, width, 3)."""
    form, ground = FORMS[road], _places(*size)
    left, right = sorted((side * form.left, side * form.right))
    shape = ground.x.shape
    texture = grain()[(ground.z * 7).astype(int) % 256, (ground.x * 9).astype(int) % 256]
    texture = 1 + (texture - 0.5) * np.clip(0.5 / (1 + ground.z / 9), 0, 1)
    lumps = field(shape[1], shape[0], 9, 14, 4)
    colours = np.empty((*shape, 3), np.float32)
    colours[:] = np.array(ground_colour, np.float32) * (0.82 + 0.36 * lumps)[..., None]
    layers: list[tuple[Float32Array, LinearColour]] = []
    if form.pavement:
        wide = form.pavement + 0.2
        layers += [(_between(ground, left - wide, left), PAVEMENT), (_between(ground, right, right + wide), PAVEMENT)]
        layers += [(_between(ground, left - 0.2, left), KERB), (_between(ground, right, right + 0.2), KERB)]
    if form.far:
        near, far = sorted((side * form.far[0], side * form.far[1]))
        layers.append((_between(ground, near, far), ASPHALT))
    layers.append((_between(ground, left, right), ASPHALT))
    worn: LinearColour = (82, 84, 87)
    if road != "parking":
        layers += [(0.6 * _between(ground, x - 0.35, x + 0.35), worn) for x in (-0.8, 0.8)]
    layers += [
        (0.92 * _painted(ground, line, side), centre if line.centre else edge if line.edge else WHITE) for line in form.lines
    ]
    if road == "parking":
        layers += _bays(ground)
    for share, colour in layers:
        colours += (np.array(colour, np.float32) - colours) * share[..., None]
    if snow:
        tracks = sum((_between(ground, x - 0.42, x + 0.42) for x in (-0.8, 0.8)), np.zeros(shape, np.float32))
        if form.left > -20:
            other = side * (form.left + 1.6)
            tracks += _between(ground, other - 1.3, other - 0.5) + _between(ground, other + 0.3, other + 1.1)
        lying = np.clip(0.94 - 0.62 * tracks + 0.25 * (lumps - 0.5), 0, 1)
        colours += (np.array((232, 237, 244), np.float32) - colours) * lying[..., None]
    surface: Image = np.clip(colours * texture[..., None], 0, 255).astype(np.uint8)
    return surface


def _bays(ground: _Ground) -> list[tuple[Float32Array, LinearColour]]:
    """The lines of a car park: an aisle with bays on both sides."""
    across = np.clip(1 - np.abs(np.mod(ground.z, 2.7) - 0.1) / np.maximum(0.1, ground.z**2 / 900), 0, 1)
    beside = _between(ground, -8.4, -3.4) + _between(ground, 3.4, 8.4)
    ends = _between(ground, -8.5, -8.3) + _between(ground, 8.3, 8.5)
    return [(0.9 * across * beside * (ground.z < 34), WHITE), (0.9 * ends * (ground.z < 34), WHITE)]


def draw_road(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery) -> None:
    """Everything below the horizon that is flat."""
    ground, light = _ground(canvas), canvas.light
    size = canvas.width, canvas.height, canvas.horizon, canvas.focus, canvas.bend
    centre = YELLOW if scenery.yellow_centre else WHITE
    edge = YELLOW if scenery.yellow_edge else WHITE
    tunnel = outside.light == "tunnel"
    snowy = scenery.snowy and not tunnel
    beside = PAVEMENT if tunnel or outside.road == "parking" else scenery.ground
    surface = _surface(size, outside.road if outside.road in FORMS else "urban", scenery.side, beside, centre, edge, snowy)
    wet = outside.weather in WET and not tunnel
    dim = 0.62 if wet else 1.0
    clear = dim * np.exp(-light.depth * ground.z)[..., None]
    bright = np.array(light.ambient, np.float32)
    if light.reach:
        bright = bright + light.ground(ground.x, ground.z)[..., None] * np.array(LAMP_COLOUR, np.float32)
    colours = surface * (bright * clear).astype(np.float32)
    colours += (np.array(light.air) * (1 - clear / dim)).astype(np.float32)
    canvas.pixels[canvas.horizon + 1 :] = np.clip(colours, 0, 255)
    if outside.icy and not tunnel:
        _draw_rime(canvas)


def _on_road(ground: _Ground, outside: OutsideScene, side: int) -> Float32Array:
    form = form_of(outside)
    left, right = sorted((side * form.left, side * form.right))
    return _between(ground, left, right)


def _mirror(canvas: WindscreenCanvas) -> Image:
    """What stands above the horizon, upside down and blurred upwards, as wide and high as the ground."""
    below = canvas.height - canvas.horizon - 1
    flipped = cv2.flip(canvas.pixels[: canvas.horizon], 0)
    stretched = cv2.resize(flipped, (canvas.width, below), interpolation=cv2.INTER_LINEAR)
    mirrored: Image = cv2.blur(stretched, (5, 31)).astype(np.uint8)
    return mirrored


@lru_cache(maxsize=8)
def _puddles(width: int, height: int, heavy: bool) -> Float32Array:
    lumps = field(width, height, 8, 12, 31, 4)
    puddles: Float32Array = np.clip((lumps - (0.3 if heavy else 0.42)) * 3, 0.25, 1).astype(np.float32)
    return puddles


@lru_cache(maxsize=4)
def _ice(width: int, height: int) -> tuple[Float32Array, Float32Array, Float32Array]:
    """Glassy sheets, the rime around them, and the white edges where they are cracked: 0..1 each."""
    lumps, fine = field(width, height, 7, 9, 21, 4), field(width, height, 46, 30, 22, 3)
    sheet = np.clip((lumps - 0.4) * 7, 0, 1)
    rime = np.clip((lumps - 0.12) * 3, 0, 1) * (0.35 + 0.65 * fine)
    edge = np.clip(1 - np.abs(lumps - 0.43) * 16, 0, 1) * 0.8 + np.clip(1 - np.abs(fine - 0.5) * 26, 0, 1) * 0.4 * sheet
    return sheet.astype(np.float32), rime.astype(np.float32), np.clip(edge, 0, 1).astype(np.float32)


def _frosted(canvas: WindscreenCanvas) -> tuple[LinearColour, Float32Array]:
    """Colour of frost, and how much of it the light shows at each place."""
    ground, light = _ground(canvas), canvas.light
    lamps = min(0.75, light.beam(0, 0.2, 12))
    red, green, blue = (min(1.0, part + lamps) for part in light.ambient)
    shone = np.minimum(1, 0.25 + sum(light.ambient) / 3 + 1.2 * light.ground(ground.x, ground.z))
    return (222 * red, 234 * green, 246 * blue), shone.astype(np.float32)


def _draw_rime(canvas: WindscreenCanvas) -> None:
    """The verges of a frozen road are white with frost, and so is the road a little."""
    ground = _ground(canvas)
    white, shone = _frosted(canvas)
    canvas.mix(white, 0.45 * _ice(ground.x.shape[1], ground.x.shape[0])[1] * shone, canvas.horizon + 1)


def _draw_ice(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery) -> None:
    """Ice: glassy sheets that mirror the sky and the car's own light, and cracks in them."""
    ground, light = _ground(canvas), canvas.light
    height, width = ground.x.shape
    sheet, _, edge = _ice(width, height)
    white, shone = _frosted(canvas)
    near = _on_road(ground, outside, scenery.side) * np.exp(-light.depth * ground.z)
    steep = 0.5 + 0.42 * ground.z / (ground.z + 10)
    mirrored = _mirror(canvas)
    grey = cv2.cvtColor(cv2.cvtColor(mirrored, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    glass = cv2.addWeighted(mirrored, 0.4, grey, 0.4, 0.28 * sum(white) / 3)
    canvas.mix(glass.astype(np.uint8), sheet * steep * near, canvas.horizon + 1)
    canvas.mix(white, edge * near * shone * 0.75, canvas.horizon + 1)


def draw_wetness(canvas: WindscreenCanvas, outside: OutsideScene, scenery: RoadScenery) -> None:
    """A wet road mirrors what stands above it: more the flatter one looks, most in puddles; a frozen one has sheets of ice."""
    if outside.light == "tunnel":
        return
    if outside.icy:
        _draw_ice(canvas, outside, scenery)
        return
    if outside.weather not in WET:
        return
    ground = _ground(canvas)
    height, width = ground.x.shape
    share = _on_road(ground, outside, scenery.side) * _puddles(width, height, outside.weather == "heavy rain")
    share = share * np.clip(0.16 + 0.5 * ground.z / (ground.z + 14), 0, 0.6)
    canvas.mix(_mirror(canvas), share.astype(np.float32), canvas.horizon + 1)
