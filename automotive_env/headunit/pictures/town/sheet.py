"""Draws the ground layer of the map: areas, roads, houses; at twice the size, then reduced (antialiasing)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from automotive_env.geo.town.cells import SPACING, Border, Cell, borders, cells_between, centre
from automotive_env.geo.town.plane import Points, line, ribbon
from automotive_env.geo.town.quarter import Quarter, kind_of, quarter
from automotive_env.geo.town.roads import JAMMED, SLOW, flow, is_ferry, is_motorway
from automotive_env.geo.town.waters import RIVER_WIDTH, motorways, railways, rivers
from automotive_env.headunit.pictures.town.lens import FAR, Lens, Pixels
from automotive_env.headunit.pictures.town.map_palette import MapPalette
from automotive_env.headunit.rendering.theme import Rgb
from automotive_env.observation import Image

FINE = 2
"""How many times larger it is drawn."""
BITS = 4
"""Binary digits behind the point of coordinates."""
BAND = 1.2
"""How much thinner a line gets before it is drawn so."""
HOUSES = 2.6
"""Metres a pixel up to which houses are shown."""
NEAR = 1100.0
"""Metres ahead up to which houses stand up."""
LANES = 5.5
"""Metres a pixel up to which small streets are shown."""
DISTANT = 13.0
"""Metres a pixel from which on only great roads are shown."""


class Board:
    """What is drawn on."""

    def __init__(self, lens: Lens, ground: Rgb) -> None:
        import cv2

        self.cv = cv2
        self.lens = lens
        self.pixels: Image = np.full((lens.height * FINE, lens.width * FINE, 3), ground, np.uint8)

    def areas(self, shapes: Sequence[Points], colour: Rgb) -> None:
        """Fill areas that do not overlap."""
        if shapes:
            spots = fixed(self.lens.pixels(np.concatenate(shapes)))
            pieces = np.split(spots, np.cumsum([len(shape) for shape in shapes])[:-1])
            self.cv.fillPoly(self.pixels, pieces, colour, self.cv.LINE_AA, BITS)

    def lines(self, shapes: Sequence[Points], colour: Rgb, width: float, least: float = 1.0) -> None:
        """Draw lines of a width in metres, but of at least so many pixels; those further away get thinner."""
        if not shapes:
            return
        if not self.lens.depth:
            spots = fixed(self.lens.pixels(np.concatenate(shapes)))
            pieces = np.split(spots, np.cumsum([len(shape) for shape in shapes])[:-1])
            self._stroke(pieces, colour, max(width / self.lens.scale, least))
            return
        parts = np.concatenate([np.stack((shape[:-1], shape[1:]), axis=1) for shape in shapes])
        ahead = self.lens.ahead(parts.mean(axis=1))[1]
        parts, ahead = (value[(ahead > -0.6 * self.lens.depth) & (ahead < FAR * 1.1)] for value in (parts, ahead))
        steps = np.round(np.log(self.lens.shrinks(ahead)) / math.log(BAND)).astype(np.int32)
        spots = fixed(self.lens.pixels(parts))
        for step in sorted(set(steps.tolist()), reverse=True):
            shrunk = BAND**step
            self._stroke(list(spots[steps == step]), colour, max(width / self.lens.scale / shrunk, least / max(1.0, shrunk)))

    def _stroke(self, pieces: Sequence[npt.NDArray[np.int32]], colour: Rgb, thick: float) -> None:
        self.cv.polylines(self.pixels, pieces, False, colour, max(1, round(thick * FINE)), self.cv.LINE_AA, BITS)

    def done(self) -> Image:
        """The picture in its size."""
        size = (self.lens.width, self.lens.height)
        return np.asarray(self.cv.resize(self.pixels, size, interpolation=self.cv.INTER_AREA), np.uint8)


def fixed(spots: Pixels) -> npt.NDArray[np.int32]:
    """Pixel coordinates in the fixed-point format of OpenCV."""
    return np.round(np.clip(spots, -20_000, 20_000) * (FINE << BITS)).astype(np.int32)


def _all(quarters: Iterable[Quarter], part: str) -> list[Points]:
    return [shape for quarter in quarters for shape in getattr(quarter, part)]


def seen(lens: Lens) -> list[Cell]:
    """The quarters that the picture may show."""
    return [cell for cell in cells_between(*lens.reach()) if lens.sees(*centre(cell), SPACING)]


def main_roads(lens: Lens) -> list[Border]:
    """The main roads that the picture may show, each once."""
    found = {border.cells: border for cell in seen(lens) for border in borders(cell)}
    return list(found.values())


def draw(lens: Lens, palette: MapPalette, route: Points | None, traffic: bool) -> Board:
    """Draw the ground.

    Args:
        lens: how it is looked at.
        palette: colours.
        route: the way to go.
        traffic: whether the traffic is shown.
    """
    board = Board(lens, palette.land)
    close = lens.scale <= LANES  # further away only parks are seen, and the rest need not be built
    quarters = [quarter(cell) for cell in seen(lens) if close or kind_of(cell) == "park"]
    _ground(board, quarters, palette)
    _waters(board, palette)
    _roads(board, palette, traffic)
    if lens.depth and lens.scale <= HOUSES:
        raise_houses(board, quarters, palette)
    if route is not None and len(route) > 1:
        board.lines([route], palette.route_edge, 0, 14)
        board.lines([route], palette.route, 0, 10)
    if lens.depth:
        _haze(board, palette)
    return board


def _ground(board: Board, quarters: list[Quarter], palette: MapPalette) -> None:
    scale = board.lens.scale
    board.areas([q.ground for q in quarters if q.kind == "park"], palette.green)
    if scale <= LANES:
        board.areas(_all(quarters, "blocks"), palette.block)
        board.areas(_all(quarters, "greens"), palette.green)
    if scale <= HOUSES and not board.lens.depth:
        board.areas(_all(quarters, "houses"), palette.house)
        board.areas(_all(quarters, "yards"), palette.block)
    board.areas(_all(quarters, "ponds"), palette.water)
    board.lines(_all(quarters, "paths"), palette.path, 4)
    if scale <= LANES:
        small = _all(quarters, "lanes") + _all(quarters, "streets")
        if scale <= HOUSES:
            board.lines(small, palette.lane_edge, 12.5, 3.4)
        board.lines(small, palette.lane, 10.5, 1.4)


def raise_houses(board: Board, quarters: list[Quarter], palette: MapPalette) -> None:
    """Draw houses that stand up, the farthest first."""
    lens, cv = board.lens, board.cv
    shapes = _all(quarters, "houses")
    if not shapes:
        return
    counts = np.array([len(shape) for shape in shapes])
    ends, corners = np.cumsum(counts), np.concatenate(shapes)
    heights = np.repeat([height for quarter in quarters for height in quarter.heights], counts)
    ground, top = fixed(lens.pixels(corners)), fixed(lens.pixels(corners, heights))
    ahead = lens.ahead(corners[ends - 1])[1]
    for place in np.argsort(-ahead).tolist():
        if -0.4 * lens.depth < ahead[place] < NEAR:
            part = slice(ends[place] - counts[place], ends[place])
            hull = cv.convexHull(np.concatenate((ground[part], top[part])))
            cv.fillConvexPoly(board.pixels, hull, palette.wall, cv.LINE_AA, BITS)
            cv.fillConvexPoly(board.pixels, top[part], palette.roof, cv.LINE_AA, BITS)


def _haze(board: Board, palette: MapPalette) -> None:
    """Blend the horizon into the colour of the sky."""
    lens = board.lens
    horizon = float(lens.pixels(np.array(lens.back(0, FAR)))[1]) * FINE
    rows = np.arange(len(board.pixels))
    share = (256 * np.clip(1.12 - (rows - horizon) / (190 * FINE), 0, 1) ** 1.6).astype(np.uint32)
    last = int(np.count_nonzero(share))
    cover = share[:last, None, None]
    board.pixels[:last] = (board.pixels[:last] * (256 - cover) + np.array(palette.haze, np.uint32) * cover) >> 8


def _waters(board: Board, palette: MapPalette) -> None:
    streams = rivers(*board.lens.reach())
    board.areas([ribbon(stream, RIVER_WIDTH + 64) for stream in streams], palette.green)
    board.areas([ribbon(stream, max(RIVER_WIDTH, 4 * board.lens.scale)) for stream in streams], palette.water)
    tracks = railways(*board.lens.reach())
    board.lines(tracks, palette.rail, 9, 2.4)
    if board.lens.scale <= HOUSES:
        board.lines(tracks, palette.land, 5.5, 1.2)


def _roads(board: Board, palette: MapPalette, traffic: bool) -> None:
    roads = [(border, line(border.first, border.last)) for border in main_roads(board.lens)]
    far = board.lens.scale > DISTANT
    usual = [] if far else [shape for border, shape in roads if not border.wide and not is_ferry(border)]
    ferries = [shape[1:-1:2] for border, shape in roads if is_ferry(border)]
    great = [shape for border, shape in roads if border.wide and not is_motorway(border)]
    fast = [*motorways(*board.lens.reach()), *(shape for border, shape in roads if is_motorway(border))]
    board.lines([shape for shape in ferries if len(shape) > 1], palette.rail, 5, 1.6)
    board.lines(usual, palette.road_edge, 19.5, 3.6)
    board.lines(great, palette.great_edge, 27, 5)
    board.lines(usual, palette.road, 16.5, 2.2)
    board.lines(great, palette.great, 23, 3.4)
    if traffic:
        for colour, low, high in ((palette.free, 0.0, SLOW), (palette.slow, SLOW, JAMMED), (palette.jam, JAMMED, 1.0)):
            board.lines([shape for border, shape in roads if low <= flow(border) < high], colour, 6, 3)
    board.lines(fast, palette.motorway_edge, 40, 6)
    board.lines(fast, palette.motorway, 34, 4.4)
    board.lines(fast, palette.motorway_edge, 1.5, 1)
