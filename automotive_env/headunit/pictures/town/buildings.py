"""Generates what fills quarters: streets, blocks, houses, parks and ponds; many quarters at once, as arrays."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from automotive_env.headunit.pictures.town.convex import (
    ConvexPolygons,
    Float64Array,
    PolygonSides,
    alike,
    areas,
    chords,
    clipped,
    depths,
    inset,
    sides,
)
from automotive_env.headunit.pictures.town.lens import MapProjection
from automotive_env.place.town.cells import TownCell
from automotive_env.place.town.hash_noise import Integers, hash_noise, hash_noises
from automotive_env.place.town.plane import STRETCH, PlanePoints, bent, lines
from automotive_env.place.town.quarter import SHORTEST_STREET, QuarterGrid, frame_of, kind_of
from automotive_env.place.town.waters import RIVER_WIDTH, river_distances
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

HALF_STREET = 8.0
"""Metres from the middle of a street to the blocks beside it."""
HALF_ROAD = 15.0
"""Metres from the middle of a main road to the blocks beside it."""
HOUSES = 2.6
"""Metres a pixel up to which houses are shown."""
HOUSES_UP_TO_M = 1000.0
"""Metres ahead up to which houses stand up."""
APART_UP_TO_M = 340.0
"""Metres ahead up to which a block that stands up is told apart into its houses."""
PARTS = (0.0, 0.47), (0.53, 1.0)
"""What the houses of a block take of its length and of its width."""

PointArrays: TypeAlias = tuple[PlanePoints, ...]
"""Areas or lines of the town: each array is one, shape (points, 2), or several of equally many points, (count, points, 2)."""


class HouseShapes(NamedTuple):
    """Houses with equally many corners.

    Attributes:
        outlines: shape (count, corners, 2).
        heights: metres, shape (count,).
    """

    outlines: PlanePoints
    heights: Float64Array


class QuarterStreets(NamedTuple):
    """Streets right across quarters, from border to border.

    Attributes:
        cells: the quarter of each.
        numbers: its place among those of the quarter.
        starts, ends: in the plan, shape (count, 2).
    """

    cells: list[TownCell]
    numbers: Integers
    starts: PlanePoints
    ends: PlanePoints


class BuildingShapes(NamedTuple):
    """What fills some quarters, as lines and areas in the town.

    Attributes:
        parks: their grounds.
        through, lanes: streets right across quarters, and those between them.
        streets: the former, to be named.
        blocks: areas between streets.
        greens: lawns between streets.
        ponds, paths: of parks.
        houses: houses.
        yards: holes in the houses, as far as they surround one.
        signs: where there are places with a sign, shape (count, 2).
        kinds: which kind of place that is, 0..1 for each.
    """

    parks: PointArrays
    through: PointArrays
    streets: QuarterStreets
    lanes: PointArrays
    blocks: PointArrays
    greens: PointArrays
    ponds: PointArrays
    paths: PointArrays
    houses: tuple[HouseShapes, ...]
    yards: PointArrays
    signs: PlanePoints
    kinds: Float64Array


class _Grid(NamedTuple):
    """Cells of the grids of quarters, one row for each.

    Attributes:
        seed: a number of the quarter.
        dense, homes: whether the quarter is that.
        blocks: corners of what lies between the streets, in the plan, shape (count, 4, 2).
        lane_starts, lane_ends: the lane below it.
        strip, number: its place in the quarter.
    """

    seed: Integers
    dense: npt.NDArray[np.bool_]
    homes: npt.NDArray[np.bool_]
    blocks: ConvexPolygons
    lane_starts: PlanePoints
    lane_ends: PlanePoints
    strip: Integers
    number: Integers

    def rows(self, which: Integers | npt.NDArray[np.bool_]) -> _Grid:
        """Some of the rows."""
        return _Grid(
            self.seed[which],
            self.dense[which],
            self.homes[which],
            self.blocks[which],
            self.lane_starts[which],
            self.lane_ends[which],
            self.strip[which],
            self.number[which],
        )


@lru_cache(maxsize=2)
def buildings(cells: tuple[TownCell, ...], lens: MapProjection) -> BuildingShapes:
    """What fills some quarters, as far as it may be on the picture."""
    parks = [_park(cell) for cell in cells if kind_of(cell) == "park"]
    frames = [frame_of(cell) for cell in cells if kind_of(cell) != "park"]
    borders = sides(alike([frame.border for frame in frames]))
    borders[:, 2] += np.where(borders.any(axis=1), 0, 1e9)  # edges without length only fill up the array
    streets = _streets(frames, borders, lens)
    built = _Built(frames, borders, lens)
    return BuildingShapes(
        parks=tuple(park.ground for park in parks),
        through=(lines(streets.starts, streets.ends, 5),),
        streets=streets,
        lanes=tuple(built.lanes),
        blocks=tuple(built.blocks),
        greens=tuple(built.greens),
        ponds=tuple(park.pond for park in parks),
        paths=tuple(path for park in parks for path in park.paths),
        houses=tuple(built.houses),
        yards=tuple(built.yards),
        signs=np.concatenate((np.empty((0, 2)), *built.signs)),
        kinds=np.concatenate((np.empty(0), *built.kinds)),
    )


def _streets(frames: list[QuarterGrid], borders: PolygonSides, lens: MapProjection) -> QuarterStreets:
    """The streets right across quarters, as far as they may be on the picture; the same as `quarter.streets`, of all at once."""
    rows = [(place, number, u) for place, frame in enumerate(frames) for number, u in enumerate(frame.streets[:-1], frame.first)]
    if not rows:
        return QuarterStreets([], np.empty(0, np.int64), np.empty((0, 2)), np.empty((0, 2)))
    which, numbers, u = (np.array(column) for column in zip(*rows, strict=True))
    east, north, cosine, sine, v = np.array([(*frame.origin, frame.cosine, frame.sine, frame.reach) for frame in frames])[which].T
    middle, half = np.stack((east + u * cosine, north + u * sine), axis=1), np.stack((-v * sine, v * cosine), axis=1)
    starts, ends, some = chords(middle - half, middle + half, borders[..., which])
    length = np.hypot(*(ends - starts).T)
    some &= (length > SHORTEST_STREET) & lens.sees(bent((starts + ends) / 2), STRETCH * length / 2, small=True)
    return QuarterStreets([frames[place].cell for place in which[some].tolist()], numbers[some], starts[some], ends[some])


class _Built:
    """Collects what stands in quarters."""

    def __init__(self, frames: list[QuarterGrid], borders: PolygonSides, lens: MapProjection) -> None:
        self.lens = lens
        self.lanes: list[PlanePoints] = []
        self.blocks: list[PlanePoints] = []
        self.greens: list[PlanePoints] = []
        self.houses: list[HouseShapes] = []
        self.yards: list[PlanePoints] = []
        self.signs: list[PlanePoints] = []
        self.kinds: list[Float64Array] = []
        if frames:
            grid, border = _grid(frames, borders, lens)
            starts, ends, some = chords(grid.lane_starts, grid.lane_ends, border)
            self.lanes.append(lines(starts[some], ends[some], 2))  # as straight as the blocks beside them
            within = border - np.array((0, 0, HALF_ROAD))[:, None]
            for which, blocks in clipped(grid.blocks, within):
                large = areas(blocks) >= 500
                self.fill(grid.rows(which[large]), blocks[large])

    def fill(self, grid: _Grid, blocks: ConvexPolygons) -> None:
        """Build up blocks of equally many corners."""
        outlines = bent(blocks)
        at_river = river_distances(outlines).min(axis=1) < RIVER_WIDTH / 2 + 36
        green = at_river | (hash_noises("green", grid.seed, grid.strip, grid.number) < 0.05)
        self.greens.append(outlines[green])
        self.blocks.append(outlines[~green])
        grid, blocks, outlines = grid.rows(~green), blocks[~green], outlines[~green]
        sign = hash_noises("sign", grid.seed, grid.strip, grid.number) < 0.07
        self.signs.append(outlines[sign].mean(axis=1))
        self.kinds.append(hash_noises("kind", grid.seed[sign], grid.strip[sign], grid.number[sign]))
        if self.lens.scale > HOUSES:
            return
        if self.lens.depth:
            near = self.lens.ahead(outlines)[1].min(axis=1) < HOUSES_UP_TO_M
            grid, blocks = grid.rows(near), blocks[near]
        noise = hash_noises("house", grid.seed, grid.strip, grid.number)
        rows = grid.homes if blocks.shape[1] == 4 else np.zeros(len(blocks), np.bool_)
        self.row_houses(blocks[rows], noise[rows])
        self.large_houses(blocks[~rows], grid.dense[~rows], noise[~rows])

    def large_houses(self, blocks: ConvexPolygons, dense: npt.NDArray[np.bool_], noise: Float64Array) -> None:
        """One house around a yard, or a hall; small ones in corners are shrunk blocks without a yard."""
        houses, kept = inset(blocks, 4.0)
        middle = blocks.mean(axis=1, keepdims=True)
        houses = np.where(kept[:, None, None], houses, middle + 0.8 * (blocks - middle))
        heights = np.where(dense, 7 + 11 * noise, 6 + 4 * noise)
        if self.lens.depth:  # where houses stand up, their yards are not seen
            apart = (self.lens.ahead(bent(houses))[1].min(axis=1) < APART_UP_TO_M) & (houses.shape[1] == 4)
            self.houses += [_told_apart(houses[apart], dense[apart], noise[apart])] if apart.any() else []
            self.houses.append(HouseShapes(bent(houses[~apart]), heights[~apart]))
            return
        self.houses.append(HouseShapes(bent(houses), heights))
        yards, whole = inset(houses, 15.0)
        self.yards.append(bent(yards[whole & kept & dense & (areas(yards) > 250)]))

    def row_houses(self, blocks: ConvexPolygons, noise: Float64Array) -> None:
        """Two rows of houses, back to back."""
        if not len(blocks):
            return
        right, up = blocks[:, 1] - blocks[:, 0], blocks[:, 3] - blocks[:, 0]
        long, short = np.hypot(*up.T), np.hypot(*right.T)
        counts = np.maximum(1, (long / 27).astype(np.int64))
        row = np.repeat(np.arange(len(blocks)), counts)
        place = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
        start, end = (place + 0.18) / counts[row], (place + 0.82) / counts[row]
        deep, gap = np.minimum(0.42, 20 / short)[row], (6 / short)[row]
        for near, far in ((gap, deep), (1 - deep, 1 - gap)):
            a, b = np.stack((near, far, far, near), axis=1), np.stack((start, start, end, end), axis=1)
            corners = blocks[row, :1] + right[row, None] * a[..., None] + up[row, None] * b[..., None]
            self.houses.append(HouseShapes(bent(corners), (4 + 3 * noise)[row]))


def _told_apart(blocks: ConvexPolygons, dense: npt.NDArray[np.bool_], noise: Float64Array) -> HouseShapes:
    """Four houses of different heights in place of each block of four corners."""
    right, up, twist = (
        blocks[:, 1] - blocks[:, 0],
        blocks[:, 3] - blocks[:, 0],
        blocks[:, 2] - blocks[:, 1] - blocks[:, 3] + blocks[:, 0],
    )
    houses, heights = [], []
    for place, ((left, east), (low, high)) in enumerate(product(PARTS, PARTS)):
        spots = ((left, low), (east, low), (east, high), (left, high))
        houses.append(np.stack([blocks[:, 0] + a * right + b * up + a * b * twist for a, b in spots], axis=1))
        own = (noise * (7 + 6 * place)) % 1
        heights.append(np.where(dense, 7 + 15 * own, 5 + 6 * own))
    return HouseShapes(bent(np.concatenate(houses)), np.concatenate(heights))


def _grid(frames: list[QuarterGrid], borders: PolygonSides, lens: MapProjection) -> tuple[_Grid, PolygonSides]:
    """All cells of the grids of quarters that may reach into them and be on the picture, and the edges of the quarter of each."""
    rows: list[tuple[float, ...]] = []
    for place, frame in enumerate(frames):
        low = -math.ceil(frame.reach / frame.deep) - 1
        pairs = enumerate(pairwise(frame.streets), frame.first)
        rows += [(place, strip, left, right, low, -2 * low) for strip, (left, right) in pairs]
    quarters, strips, lefts, rights, first, count = (np.array(column) for column in zip(*rows, strict=True))
    row = np.repeat(np.arange(len(rows)), count)
    number = np.arange(len(row)) + (first - np.cumsum(count) + count)[row]
    plans = np.array([(*frame.origin, frame.cosine, frame.sine, frame.wide, frame.deep) for frame in frames])

    def plan() -> tuple[Integers, list[Float64Array], Float64Array, Float64Array]:
        """Of each row: its quarter, what is in `plans` of that, and where its grid's streets run."""
        which = quarters[row]
        return which, list(plans[which].T), lefts[row], rights[row]

    def at(u: Float64Array, v: Float64Array) -> PlanePoints:
        return np.stack((east + u * cosine - v * sine, north + u * sine + v * cosine), axis=1)

    which, (east, north, cosine, sine, wide, deep), left, right = plan()
    middles, reach = at((left + right) / 2, (number + 0.75) * deep), np.hypot(0.61 * wide, 0.91 * deep)  # whatever the shifts
    near = depths(middles, borders[..., which]) > -reach
    near[near] = lens.sees(bent(middles[near]), STRETCH * reach[near], small=True)
    row, number = row[near], number[near]
    which, (east, north, cosine, sine, wide, deep), left, right = plan()
    strip = strips[row]
    seed = np.array([hash_noise(frame.cell) * 2**32 for frame in frames]).astype(np.int64)[which]
    shift = np.where(hash_noises("shift", seed, strip) < 0.35, 0.5, 0.0)

    def v(number: Integers) -> Float64Array:
        """Where a lane between two through streets runs."""
        return np.asarray((number + shift + 0.16 * (hash_noises("v", seed, strip, number) - 0.5)) * deep)

    bottom, top = v(number), v(number + 1)
    starts, ends = at(left, bottom), at(right, bottom)
    left, right, bottom, top = left + HALF_STREET, right - HALF_STREET, bottom + HALF_STREET, top - HALF_STREET
    blocks = np.stack([at(left, bottom), at(right, bottom), at(right, top), at(left, top)], axis=1)
    kinds = np.array([frame.kind for frame in frames])[which]
    return _Grid(seed, kinds == "dense", kinds == "homes", blocks, starts, ends, strip, number), borders[..., which]


class _Park(NamedTuple):
    ground: PlanePoints
    pond: PlanePoints
    paths: tuple[PlanePoints, ...]


@lru_cache(maxsize=256)
def _park(cell: TownCell) -> _Park:
    """Grass, a pond, and paths across."""
    frame = frame_of(cell)
    border, middle = np.array(frame.border), np.array(frame.origin)
    following = np.roll(border, -1, axis=0)
    along = np.linspace(0, 1, 12)[:-1, None]
    ground = (border[:, None] * (1 - along) + following[:, None] * along).reshape(-1, 2)
    turn = np.linspace(0, 2 * math.pi, 26)[:-1]
    size = 70 + 50 * hash_noise(cell, "pond")
    wave = size * (1 + 0.22 * np.sin(2 * turn + 9 * hash_noise(cell, "a")) + 0.12 * np.sin(3 * turn + 5))
    waves = np.stack((wave * np.cos(turn), wave * np.sin(turn)), axis=1)
    pond, ring = (middle + (40, -30) + waves * shape for shape in ((1, 0.62), (1.35, 0.9)))
    share = np.linspace(0, 1, 9)[:, None]
    first, last = ((border + following) / 2)[::2, None], np.add(middle, (40, 55))
    bows = (1 - share) ** 2 * first + 2 * share * (1 - share) * ((first + middle) / 2 + (30, -25)) + share**2 * last
    pieces = (ground, pond, np.concatenate((ring, ring[:1])), *bows)
    ends = np.cumsum([len(piece) for piece in pieces])
    ground, pond, *paths = np.split(bent(np.concatenate(pieces)), ends[:-1])
    return _Park(ground, pond, tuple(paths))
