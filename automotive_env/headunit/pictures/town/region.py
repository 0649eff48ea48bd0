"""Maps whose top is north: ground and names of a region in a fixed grid of the world, drawn once for all cars that are in it.

A picture lies on the pixels of that grid, so that what it shows is a part of its region, moved by whole pixels. Which region that
is follows from the picture alone: a map looks the same whatever was looked at before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from automotive_env.episode.observation import Box, Image
from automotive_env.headunit.kit.rendering.pixel_cache import cached_pixels
from automotive_env.headunit.pictures.town.lens import MapProjection
from automotive_env.headunit.pictures.town.lettering import LabelOffers, LabelPlacement, MapLabel
from automotive_env.headunit.pictures.town.map_palette import MapPalette
from automotive_env.headunit.pictures.town.naming import write_names
from automotive_env.headunit.pictures.town.sheet import draw, seen

STRIDE = 128
"""Columns and rows of the grid of regions, in pixels: how far a picture is moved until it is part of another one."""


class MapRegion(NamedTuple):
    """A part of the world, north up.

    Attributes:
        scale: metres a pixel.
        left, top: its place in the pixels of the world.
        width, height: in pixels.
    """

    scale: float
    left: int
    top: int
    width: int
    height: int

    def lens(self) -> MapProjection:
        """The projection of all of it."""
        middle = self.width / 2, self.height / 2
        at = (self.left + middle[0]) * self.scale, -(self.top + middle[1]) * self.scale
        return MapProjection(at, self.scale, 0.0, self.width, self.height, middle)


def _corner(lens: MapProjection) -> tuple[float, float]:
    """Where the upper left corner of a picture is in the pixels of the world."""
    return lens.at[0] / lens.scale - lens.focus[0], -lens.at[1] / lens.scale - lens.focus[1]


def on_grid(lens: MapProjection) -> MapProjection:
    """The same, moved by half a pixel at most, so that its pixels are those of the world."""
    left, top = _corner(lens)
    return lens._replace(focus=(lens.focus[0] + left - round(left), lens.focus[1] + top - round(top)))


def _part(lens: MapProjection) -> tuple[MapRegion, int, int]:
    """The region that a picture on the grid is a part of, and where it is in that, across and down."""
    left, top = map(round, _corner(lens))
    across, down = left % STRIDE, top % STRIDE
    width, height = (-(-(size + STRIDE - 1) // STRIDE) * STRIDE for size in (lens.width, lens.height))
    return MapRegion(lens.scale, left - across, top - down, width, height), across, down


def ground(lens: MapProjection, palette: MapPalette, traffic: bool) -> Image:
    """The ground of a map on the grid, to be written to."""
    region, across, down = _part(lens)
    return _ground(region, palette, traffic)[down : down + lens.height, across : across + lens.width].copy()


@cached_pixels(megabytes=40)
def _ground(region: MapRegion, palette: MapPalette, traffic: bool) -> Image:
    lens = region.lens()
    return draw(lens, palette, seen(lens), traffic)


def put_names(names: LabelPlacement, lens: MapProjection, palette: MapPalette) -> None:
    """Write those names of the region that find a place on a map on the grid."""
    region, across, down = _part(lens)
    for label in _offers(region, palette, names.language):
        left, top, right, bottom = label.box
        names.put(label._replace(box=Box(left - across, top - down, right - across, bottom - down)))


@lru_cache(maxsize=16)
def _offers(region: MapRegion, palette: MapPalette, language: str) -> tuple[MapLabel, ...]:
    lens, names = region.lens(), LabelOffers(region.width, region.height, palette.halo, language)
    write_names(names, lens, seen(lens), palette)
    return tuple(names.labels)


def forget() -> None:
    """Drop all regions."""
    _ground.forget()
    _offers.cache_clear()
