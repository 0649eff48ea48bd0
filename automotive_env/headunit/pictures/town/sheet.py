"""Draws the ground layer of the map: areas, roads, houses."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from automotive_env.episode.observation import Image
from automotive_env.headunit.kit.rendering.opencv import opencv
from automotive_env.headunit.kit.rendering.theme import Rgb
from automotive_env.headunit.pictures.shapes import between
from automotive_env.headunit.pictures.town.buildings import HALF_ROAD, HOUSES, HOUSES_UP_TO_M, BuildingShapes, buildings
from automotive_env.headunit.pictures.town.convex import alike
from automotive_env.headunit.pictures.town.lens import HAZE, TALLEST, THICK_HAZE, MapProjection, PixelCoordinates
from automotive_env.headunit.pictures.town.map_palette import MapPalette
from automotive_env.place.town.cells import SPACING, CellBorder, TownCell, borders, cells_between, centre, corners
from automotive_env.place.town.plane import PlanePoints, bent, directions, lines, ribbons
from automotive_env.place.town.quarter import kind_of
from automotive_env.place.town.roads import JAMMED_FLOW, SLOW_FLOW, flow, is_ferry, is_motorway
from automotive_env.place.town.waters import RIVER_WIDTH, motorways, railways, rivers
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

PolygonCorners: TypeAlias = "npt.NDArray[np.int32]"
"""Outlines in the fixed-point format of OpenCV, shape (..., corners, 2)."""

BITS = 4
"""Binary digits behind the point of coordinates."""
LANES = 5.5
"""Metres a pixel up to which small streets are shown."""
EDGE = 2.2
"""Metres a pixel up to which the edges of small streets are told."""
ROOF_AFTER_M = 1e-6
"""How much nearer a roof counts than its walls, so that it is drawn after them."""
ROOF_LEVELS = 16
"""Shades of roofs between those of low and of high houses."""
STRIP = 32
"""Rows of the haze that are blended at a time."""
DISTANT = 13.0
"""Metres a pixel from which on only great roads are shown."""


class MapLines(NamedTuple):
    """Lines with equally many points.

    Attributes:
        paths: shape (count, points, 2).
        runs: where they lead at each point, as unit vectors.
        shrinks: by which factor the perspective reduces them at each point.
    """

    paths: PlanePoints
    runs: PlanePoints
    shrinks: npt.NDArray[np.float64]

    def nearer(self, shrink: float) -> MapLines:
        """Those that the perspective reduces by less than that."""
        near = self.shrinks.min(axis=1) < shrink
        return MapLines(self.paths[near], self.runs[near], self.shrinks[near])


class MapCanvas:
    """What is drawn on."""

    def __init__(self, lens: MapProjection, pixels: Image) -> None:
        self.cv = opencv()
        self.lens = lens
        self.pixels = pixels

    def areas(self, shapes: Iterable[PlanePoints], colour: Rgb, smooth: bool = True) -> None:
        """Fill areas that do not overlap; edges that can hardly be told need not be smooth, which takes most of the time."""
        pieces = [piece for shape in stacked(shapes) for piece in self._shown(self.lens.pixels(shape))]
        if pieces:
            self.cv.fillPoly(self.pixels, pieces, colour, self.cv.LINE_AA if smooth else self.cv.LINE_8, BITS)

    def tracks(self, shapes: Iterable[PlanePoints], width: float, least: float = 1.0) -> list[MapLines]:
        """Lines that may be on the picture, to be drawn so wide at most (as for `lines`)."""
        found = []
        for shape in stacked(shapes):
            middle = shape[:, shape.shape[1] // 2]
            reach = math.sqrt(2) * np.abs(shape - middle[:, None]).max(axis=(1, 2), initial=0)
            shape = shape[self.lens.sees(middle, reach + max(width, 4 * least * self.lens.scale))]
            if len(shape):
                found.append(MapLines(shape, directions(shape), self.lens.shrinks(self.lens.ahead(shape)[1])))
        return found

    def lines(self, tracks: list[MapLines], colour: Rgb, width: float, least: float = 1.0, caps: bool = False) -> None:
        """Draw lines of a width in metres, but of at least so many pixels; those further away get thinner.

        Those with round caps may cross one another.
        """
        pieces: list[PolygonCorners] = []
        for paths, runs, shrinks in tracks:
            widths = np.maximum(width, least * self.lens.scale * np.minimum(1, shrinks))
            pieces += self._shown(self.lens.pixels(ribbons(paths, runs, widths, caps)))
        for part in [[piece] for piece in pieces] if caps else [pieces]:
            if part:
                self.cv.fillPoly(self.pixels, part, colour, self.cv.LINE_AA, BITS)

    def _shown(self, spots: PixelCoordinates) -> list[PolygonCorners]:
        """Those outlines that may be on the picture, for OpenCV."""
        spots = spots if spots.ndim == 3 else spots[None]
        return list(fixed(spots[shown(self.lens, spots)]))


def stacked(shapes: Iterable[PlanePoints]) -> list[PlanePoints]:
    """Shapes with equally many points in one array, so that they are projected together."""
    by_points: dict[int, list[PlanePoints]] = {}
    for shape in shapes:
        by_points.setdefault(shape.shape[-2], []).append(shape if shape.ndim == 3 else shape[None])
    return [alike[0] if len(alike) == 1 else np.concatenate(alike) for alike in by_points.values()]


def shown(lens: MapProjection, outlines: PixelCoordinates, margin: float = 0.0) -> npt.NDArray[np.bool_]:
    """Which of some outlines, shape (count, corners, 2), may be on the picture, or so many pixels beside it."""
    across, down = np.ascontiguousarray(outlines.transpose(2, 1, 0))  # so that all corners are compared in long rows
    near = (across.max(axis=0) >= -margin) & (down.max(axis=0) >= lens.top() - 1 - margin)
    return np.asarray(near & (across.min(axis=0) <= lens.width + margin) & (down.min(axis=0) <= lens.height + margin))


def fixed(spots: PixelCoordinates) -> PolygonCorners:
    """Pixel coordinates in the fixed-point format of OpenCV."""
    return np.rint(np.clip(spots, -20_000, 20_000) * (1 << BITS) - (1 << BITS) / 2).astype(np.int32, order="C")


@lru_cache(maxsize=2)
def seen(lens: MapProjection) -> tuple[TownCell, ...]:
    """The quarters of which something is on the picture, or of the main roads around them."""
    cells = cells_between(*lens.reach())
    near = lens.sees(bent(np.array([centre(cell) for cell in cells])), SPACING)
    cells = [cells[which] for which in np.flatnonzero(near)]
    outlines = alike([[corner.at for corner in corners(cell)] for cell in cells])
    borders = lines(outlines.reshape(-1, 2), np.roll(outlines, -1, axis=1).reshape(-1, 2), 5).reshape(len(cells), -1, 2)
    some = shown(lens, lens.pixels(borders), 3 * HALF_ROAD / lens.scale)
    return tuple(cells[which] for which in np.flatnonzero(some))


class MainRoads(NamedTuple):
    """Main roads, and for each of them whether it is one of the great roads between districts, and whether it is a motorway."""

    roads: list[CellBorder]
    wide: npt.NDArray[np.bool_]
    motorway: npt.NDArray[np.bool_]

    def great(self) -> MainRoads:
        """Those between districts alone."""
        return MainRoads(
            [self.roads[place] for place in np.flatnonzero(self.wide).tolist()], self.wide[self.wide], self.motorway[self.wide]
        )


@lru_cache(maxsize=2)
def main_roads(cells: tuple[TownCell, ...]) -> MainRoads:
    """The main roads around quarters, each once."""
    roads = list({border.cells: border for cell in cells for border in borders(cell)}.values())
    wide = np.array([border.wide for border in roads])
    motorway = np.zeros_like(wide)
    motorway[wide] = [is_motorway(roads[place]) for place in np.flatnonzero(wide).tolist()]
    return MainRoads(roads, wide, motorway)


def draw(lens: MapProjection, palette: MapPalette, cells: tuple[TownCell, ...], traffic: bool) -> Image:
    """Draw the ground.

    Args:
        lens: how it is looked at.
        palette: colours.
        cells: the quarters that it shows.
        traffic: whether the traffic is shown.
    """
    board = MapCanvas(lens, np.empty((lens.height, lens.width, 3), np.uint8))
    board.pixels[0] = palette.land
    board.pixels[1:] = board.pixels[0]
    close = lens.scale <= LANES  # further away only parks are seen, and the rest need not be built
    built = buildings(cells if close else tuple(cell for cell in cells if kind_of(cell) == "park"), lens)
    _ground(board, built, palette)
    _waters(board, palette)
    _roads(board, palette, main_roads(cells), traffic)
    if lens.depth and lens.scale <= HOUSES:
        _raise_houses(board, built, palette)
    return board.pixels


def draw_route(pixels: Image, lens: MapProjection, palette: MapPalette, route: PlanePoints) -> None:
    """Draw the way to go over the ground, as a line through the town."""
    board = MapCanvas(lens, pixels)
    wider = 1.3 if lens.depth else 1.0  # it lies flat, and is shortened by the tilt
    legs = board.tracks([np.stack((route[:-1], route[1:]), axis=1)], 0, 14 * wider)
    board.lines(legs, palette.route_edge, 0, 14 * wider, caps=True)
    board.lines(legs, palette.route, 0, 10 * wider, caps=True)


def _ground(board: MapCanvas, built: BuildingShapes, palette: MapPalette) -> None:
    scale = board.lens.scale
    board.areas(built.parks, palette.green)
    if scale <= LANES:
        board.areas(built.blocks, palette.block, smooth=False)
        board.areas(built.greens, palette.green)
    if scale <= HOUSES and not board.lens.depth:
        board.areas([houses.outlines for houses in built.houses], palette.house)
        board.areas(built.yards, palette.block)
    board.areas(built.ponds, palette.water)
    board.lines(board.tracks(built.paths, 4), palette.path, 4)
    if scale <= LANES:
        flat = board.lens.slant if board.lens.depth else 1.0  # a tilted view makes lanes that run across thinner
        small = [board.tracks(shapes, 12.5, 3.4) for shapes in (built.lanes, built.through)]
        for tracks in small if scale <= HOUSES else ():
            near = [track.nearer(EDGE * flat / scale) for track in tracks]
            board.lines(near, palette.lane_edge, 12.5, 3.4)
        for tracks in small:
            board.lines(tracks, palette.lane, 10.5, 1.4)


def _raise_houses(board: MapCanvas, built: BuildingShapes, palette: MapPalette) -> None:
    """Draw houses that stand up, the farthest first; side walls lie in the shade, and the roofs of high ones are lighter."""
    lens, cv = board.lens, board.cv
    roofs = [between(palette.house, palette.roof, level / ROOF_LEVELS) for level in range(ROOF_LEVELS + 1)]
    faces: list[PolygonCorners] = []
    colours: list[Rgb] = []
    far: list[npt.NDArray[np.float64]] = [np.empty(0)]  # of each face; roofs follow the walls of their house
    for outlines, heights in built.houses:
        ahead = lens.ahead(outlines[:, -1])[1]
        near = ahead < HOUSES_UP_TO_M
        ahead, outlines, heights = ahead[near], outlines[near], heights[near]
        tops, floors = lens.pixels(outlines, heights[:, None]), lens.pixels(outlines)
        some = shown(lens, np.concatenate((tops, floors), axis=1))
        ahead, tops, floors = ahead[some], tops[some], floors[some]
        levels = np.rint(ROOF_LEVELS * np.minimum(heights[some] / TALLEST, 1)).astype(np.int64).tolist()
        house, walls, side = _walls(tops, floors)
        faces += [*fixed(walls), *fixed(tops)]
        colours += [palette.shade if shaded else palette.wall for shaded in side.tolist()]
        colours += [roofs[level] for level in levels]
        far += [ahead[house], ahead - ROOF_AFTER_M]
    distances = np.concatenate(far)
    for face in np.argsort(-distances, kind="stable").tolist():
        cv.fillConvexPoly(board.pixels, faces[face], colours[face], cv.LINE_AA, BITS)


def _walls(
    tops: PixelCoordinates, floors: PixelCoordinates
) -> tuple[npt.NDArray[np.int64], PixelCoordinates, npt.NDArray[np.bool_]]:
    """The walls of houses that are seen: the house of each, its corners, and whether it is a side wall, which leads away."""
    next_tops, next_floors = np.roll(tops, -1, axis=1), np.roll(floors, -1, axis=1)
    along, up = next_floors - floors, tops - floors
    house, wall = np.nonzero(along[..., 0] * up[..., 1] - along[..., 1] * up[..., 0] < 0)
    corners = np.stack([each[house, wall] for each in (tops, next_tops, next_floors, floors)], axis=1)
    run = np.abs(along[house, wall])
    return house, corners, run[:, 0] < run[:, 1]


def draw_haze(pixels: Image, lens: MapProjection, palette: MapPalette) -> None:
    """Blend the horizon of a tilted view into the colour of the sky."""
    rows = np.arange(len(pixels))
    share = (256 * np.clip(1 - (rows - lens.horizon - THICK_HAZE) / HAZE, 0, 1) ** 1.6).astype(np.uint16)
    flat, sky = pixels.reshape(len(rows), -1), np.tile(np.array(palette.haze, np.uint16), lens.width)
    for top in range(0, int(np.count_nonzero(share)), STRIP):  # few at a time: large arrays take longer to get than to fill
        cover = share[top : top + STRIP, None]
        mixed = flat[top : top + STRIP] * (256 - cover)
        mixed += sky * cover
        mixed >>= 8
        flat[top : top + STRIP] = mixed


def _waters(board: MapCanvas, palette: MapPalette) -> None:
    streams = board.tracks(rivers(*board.lens.reach()), RIVER_WIDTH + 64)
    board.lines(streams, palette.green, RIVER_WIDTH + 64)
    board.lines(streams, palette.water, RIVER_WIDTH, 4)
    rails = board.tracks(railways(*board.lens.reach()), 9, 2.4)
    board.lines(rails, palette.rail, 9, 2.4)
    if board.lens.scale <= HOUSES:
        board.lines(rails, palette.land, 5.5, 1.2)


def _roads(board: MapCanvas, palette: MapPalette, main: MainRoads, traffic: bool) -> None:
    near = board.lens.scale <= DISTANT
    roads, wide, motorway = main if near else main.great()
    slim = 1.0 if near else 0.55  # seen from afar, roads are lines that do not hide the land between them
    paths = lines(np.array([border.first for border in roads]), np.array([border.last for border in roads]), 8)
    ferry = np.array([is_ferry(border) for border in roads])
    usual = board.tracks([paths[~wide & ~ferry]], 19.5, 3.6)
    great = board.tracks([paths[wide & ~motorway]], 27, 5)
    fast = board.tracks([*motorways(*board.lens.reach()), paths[motorway]], 40, 6)
    board.lines(board.tracks([paths[ferry][:, 2:-2]], 5, 1.6), palette.rail, 5, 1.6)
    board.lines(usual, palette.road_edge, 19.5, 3.6 * slim, caps=True)
    board.lines(great, palette.great_edge, 27, 5 * slim, caps=True)
    board.lines(usual, palette.road, 16.5, 2.2 * slim, caps=True)
    board.lines(great, palette.great, 23, 3.4 * slim, caps=True)
    if traffic:
        flows = np.array([flow(border) for border in roads])
        for colour, low, high in (
            (palette.free, 0.0, SLOW_FLOW),
            (palette.slow, SLOW_FLOW, JAMMED_FLOW),
            (palette.jam, JAMMED_FLOW, 1.0),
        ):
            board.lines(board.tracks([paths[(low <= flows) & (flows < high)]], 6, 3), colour, 6, 3, caps=True)
    board.lines(fast, palette.motorway_edge, 40, 6 * slim)
    board.lines(fast, palette.motorway, 34, 4.4 * slim)
    if near:
        board.lines(fast, palette.motorway_edge, 1.5, 1)
