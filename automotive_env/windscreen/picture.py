"""The whole picture, from the far to the near."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from automotive_env.episode.observation import Image
from automotive_env.windscreen.cabin import draw_cabin
from automotive_env.windscreen.canvas import WindscreenCanvas
from automotive_env.windscreen.glass import draw_glass
from automotive_env.windscreen.light import light_of
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.precipitation import draw_falling, draw_smoke
from automotive_env.windscreen.road import draw_road, draw_wetness, form_of
from automotive_env.windscreen.roadside import draw_roadside
from automotive_env.windscreen.scenery import RoadScenery, scenery_of
from automotive_env.windscreen.signs import draw_signs
from automotive_env.windscreen.sky import draw_sky
from automotive_env.windscreen.vehicles import draw_traffic

WIDTH, HEIGHT = 640, 240


@lru_cache(maxsize=4)
def windscreen_picture(outside: OutsideScene, width: int = WIDTH, height: int = HEIGHT) -> Image:
    """What the driver sees; equal facts give the same array, which is not to be written to.

    Returns:
        RGB, shape (height, width, 3).
    """
    scenery = scenery_of(outside)
    canvas = _scene(outside, scenery, width, height)
    draw_traffic(canvas, outside, scenery)
    draw_signs(canvas, outside, scenery)
    draw_smoke(canvas, outside)
    draw_falling(canvas, outside)
    draw_glass(canvas, outside)
    draw_cabin(canvas, outside, scenery, lambda wide, tall: _scene(_passed(outside), scenery, wide, tall).pixels)
    canvas.pixels.setflags(write=False)
    return canvas.pixels


def _scene(outside: OutsideScene, scenery: RoadScenery, width: int, height: int) -> WindscreenCanvas:
    """Sky, road and what stands beside it."""
    bend = form_of(outside).bend * Random(f"bend {outside.spot}").choice((-1, -0.6, 0.6, 1))
    canvas = WindscreenCanvas(width, height, light_of(outside, scenery.dusty), bend)
    draw_sky(canvas, outside, scenery)
    draw_road(canvas, outside, scenery)
    draw_roadside(canvas, outside, scenery)
    draw_wetness(canvas, outside, scenery)
    return canvas


def _passed(outside: OutsideScene) -> OutsideScene:
    """The spot that the car has passed: the scene behind it, which a mirror shows with the car's own lane on the same side."""
    north, east = outside.spot
    return outside._replace(spot=(north - 0.005, east))
