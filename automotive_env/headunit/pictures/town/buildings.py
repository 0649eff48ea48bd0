"""Generates what fills quarters: streets, blocks, houses, parks and ponds; many quarters at once, as arrays."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from automotive_env.geo.town.cells import Cell
from automotive_env.geo.town.hash_noise import Integers, hash_noise, hash_noises
from automotive_env.geo.town.plane import BEND, Points, bent, lines
from automotive_env.geo.town.quarter import Frame, Street, frame_of, kind_of, streets
from automotive_env.geo.town.waters import RIVER_WIDTH, river_distances
from automotive_env.headunit.pictures.town.convex import Floats, Polygons, Sides, areas, chords, clipped, depths, inset, sides
from automotive_env.headunit.pictures.town.lens import Lens

HALF_STREET = 8.0
"""Metres from the middle of a street to the blocks beside it."""
HALF_ROAD = 15.0
"""Metres from the middle of a main road to the blocks beside it."""
HOUSES = 2.6
"""Metres a pixel up to which houses are shown."""
NEAR = 1100.0
"""Metres ahead up to which houses stand up."""

Shapes: TypeAlias = tuple[Points, ...]
"""Areas or lines of the town: each array is one, shape (points, 2), or several of equally many points, (count, points, 2)."""


class Houses(NamedTuple):
    """Houses with equally many corners.

    Attributes:
        outlines: shape (count, corners, 2).
        heights: metres, shape (count,).
    """

    outlines: Points
    heights: Floats


class Buildings(NamedTuple):
    """What fills some quarters, as lines and areas in the town.

    Attributes:
        parks: their grounds.
        streets, lanes: through streets, and those between them.
        named: the through streets, in the order of `streets`, each with its quarter.
        blocks: areas between streets.
        greens: lawns between streets.
        ponds, paths: of parks.
        houses: houses.
        yards: holes in the houses, as far as they surround one.
        signs: where there are places with a sign, shape (count, 2).
        kinds: which kind of place that is, 0..1 for each.
    """

    parks: Shapes
    streets: Shapes
    named: tuple[tuple[Cell, Street], ...]
    lanes: Shapes
    blocks: Shapes
    greens: Shapes
    ponds: Shapes
    paths: Shapes
    houses: tuple[Houses, ...]
    yards: Shapes
    signs: Points
    kinds: Floats


class _Grid(NamedTuple):
    """Cells of the grids of quarters, one row for each.

    Attributes:
        seed: a number of the quarter.
        dense, homes: whether the quarter is that.
        border: edges of the quarter, shape (edges, 3, count).
        blocks: corners of what lies between the streets, in the plan, shape (count, 4, 2).
        lane_starts, lane_ends: the lane below it.
        strip, number: its place in the quarter.
    """

    seed: Integers
    dense: npt.NDArray[np.bool_]
    homes: npt.NDArray[np.bool_]
    border: Sides
    blocks: Polygons
    lane_starts: Points
    lane_ends: Points
    strip: Integers
    number: Integers

    def rows(self, which: Integers | npt.NDArray[np.bool_]) -> _Grid:
        """Some of the rows."""
        return _Grid(
            self.seed[which],
            self.dense[which],
            self.homes[which],
            self.border[..., which],
            self.blocks[which],
            self.lane_starts[which],
            self.lane_ends[which],
            self.strip[which],
            self.number[which],
        )


@lru_cache(maxsize=2)
def buildings(cells: tuple[Cell, ...], lens: Lens) -> Buildings:
    """What fills some quarters, as far as it may be on the picture."""
    parks = [_park(cell) for cell in cells if kind_of(cell) == "park"]
    frames = [frame_of(cell) for cell in cells if kind_of(cell) != "park"]
    through = [(cell, street) for cell in cells for street in streets(cell)]
    ends = np.array([(street.start, street.end) for _, street in through]).reshape(-1, 2, 2)
    some = lens.sees(bent(ends.mean(axis=1)), np.hypot(*(ends[:, 1] - ends[:, 0]).T) / 2 + BEND)
    named, ends = tuple(through[which] for which in np.flatnonzero(some).tolist()), ends[some]
    built = _Built(frames, lens)
    return Buildings(
        parks=tuple(park.ground for park in parks),
        streets=(lines(ends[:, 0], ends[:, 1], 12),),
        named=named,
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


class _Built:
    """Collects what stands in quarters."""

    def __init__(self, frames: list[Frame], lens: Lens) -> None:
        self.lens = lens
        self.lanes: list[Points] = []
        self.blocks: list[Points] = []
        self.greens: list[Points] = []
        self.houses: list[Houses] = []
        self.yards: list[Points] = []
        self.signs: list[Points] = []
        self.kinds: list[Floats] = []
        if frames:
            grid = _grid(frames, lens)
            starts, ends, some = chords(grid.lane_starts, grid.lane_ends, grid.border)
            self.lanes.append(lines(starts[some], ends[some], 3))
            within = grid.border - np.array((0, 0, HALF_ROAD))[:, None]
            for which, blocks in clipped(grid.blocks, within):
                large = areas(blocks) >= 500
                self.fill(grid.rows(which[large]), blocks[large])

    def fill(self, grid: _Grid, blocks: Polygons) -> None:
        """Build up blocks of equally many corners."""
        outlines = bent(blocks)
        at_river = river_distances(outlines).min(axis=1) < RIVER_WIDTH / 2 + 36
        green = at_river | (hash_noises("green", grid.seed, grid.strip, grid.number) < 0.05)
        self.greens.append(outlines[green])
        self.blocks.append(outlines[~green])
        grid, blocks, outlines = grid.rows(~green), blocks[~green], outlines[~green]
        sign = hash_noises("sign", grid.seed, grid.strip, grid.number) < 0.07
        self.signs.append(outlines[sign].mean(axis=1))
        self.kinds.append(hash_noises("kind", grid.seed, grid.strip, grid.number)[sign])
        if self.lens.scale > HOUSES:
            return
        if self.lens.depth:
            near = self.lens.ahead(outlines)[1].min(axis=1) < NEAR
            grid, blocks = grid.rows(near), blocks[near]
        noise = hash_noises("house", grid.seed, grid.strip, grid.number)
        rows = grid.homes if blocks.shape[1] == 4 else np.zeros(len(blocks), np.bool_)
        self.row_houses(blocks[rows], noise[rows])
        self.large_houses(blocks[~rows], grid.dense[~rows], noise[~rows])

    def large_houses(self, blocks: Polygons, dense: npt.NDArray[np.bool_], noise: Floats) -> None:
        """One house around a yard, or a hall; small ones in corners are shrunk blocks without a yard."""
        houses, kept = inset(blocks, 4.0)
        middle = blocks.mean(axis=1, keepdims=True)
        houses = np.where(kept[:, None, None], houses, middle + 0.8 * (blocks - middle))
        self.houses.append(Houses(bent(houses), np.where(dense, 7 + 11 * noise, 6 + 4 * noise)))
        yards, whole = inset(houses, 15.0)
        self.yards.append(bent(yards[whole & kept & dense & (areas(yards) > 250)]))

    def row_houses(self, blocks: Polygons, noise: Floats) -> None:
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
            self.houses.append(Houses(bent(corners), (4 + 3 * noise)[row]))


def _grid(frames: list[Frame], lens: Lens) -> _Grid:
    """All cells of the grids of quarters that may reach into them and be on the picture."""
    edges = max(len(frame.border) for frame in frames)
    outlines = np.array([[*frame.border, *[frame.border[-1]] * (edges - len(frame.border))] for frame in frames])
    border = sides(outlines)
    border[:, 2] += np.where(border.any(axis=1), 0, 1e9)  # edges without length only fill up the array
    rows: list[tuple[float, ...]] = []
    for place, frame in enumerate(frames):
        low = -math.ceil(frame.reach / frame.deep) - 1
        pairs = enumerate(pairwise(frame.streets), frame.first)
        rows += [(place, strip, left, right, low, -2 * low) for strip, (left, right) in pairs]
    which, strip, lefts, rights, first, count = (np.array(column) for column in zip(*rows, strict=True))
    which, strip, first = (np.repeat(column, count) for column in (which, strip, first))
    left, right = np.repeat(lefts, count), np.repeat(rights, count)
    number = first + np.arange(len(first)) - np.repeat(np.cumsum(count) - count, count)
    origin = np.array([frame.origin for frame in frames])[which]
    cosine, sine = np.array([(frame.cosine, frame.sine) for frame in frames])[which].T
    wide, deep = np.array([(frame.wide, frame.deep) for frame in frames])[which].T
    seed = np.array([hash_noise(frame.cell) * 2**32 for frame in frames]).astype(np.int64)[which]

    def at(u: Floats, v: Floats) -> Points:
        return np.asarray(origin + np.stack((u * cosine - v * sine, u * sine + v * cosine), axis=1))

    def v(number: Integers) -> Floats:
        """Where a lane between two through streets runs."""
        shift = np.where(hash_noises("shift", seed, strip) < 0.35, 0.5, 0.0)
        return np.asarray((number + shift + 0.16 * (hash_noises("v", seed, strip, number) - 0.5)) * deep)

    bottom, top = v(number), v(number + 1)
    starts, ends = at(left, bottom), at(right, bottom)
    left, right, bottom, top = left + HALF_STREET, right - HALF_STREET, bottom + HALF_STREET, top - HALF_STREET
    blocks = np.stack([at(left, bottom), at(right, bottom), at(right, top), at(left, top)], axis=1)
    kinds = np.array([frame.kind for frame in frames])[which]
    middles = (blocks[:, 0] + blocks[:, 2]) / 2
    some = np.flatnonzero(lens.sees(bent(middles), wide + deep))
    inside = depths(middles[some], border[..., which[some]]) > -0.6 * (wide + deep)[some]
    grid = _Grid(seed, kinds == "dense", kinds == "homes", border[..., which], blocks, starts, ends, strip, number)
    return grid.rows(some[inside])


class _Park(NamedTuple):
    ground: Points
    pond: Points
    paths: tuple[Points, ...]


@lru_cache(maxsize=256)
def _park(cell: Cell) -> _Park:
    """Grass, a pond, and paths across."""
    frame = frame_of(cell)
    border, (x, y) = frame.border, frame.origin
    ground = lines(np.array(border), np.roll(border, -1, axis=0), 12)[:, :-1].reshape(-1, 2)
    turn = np.linspace(0, 2 * math.pi, 26)[:-1]
    size = 70 + 50 * hash_noise(cell, "pond")
    wave = size * (1 + 0.22 * np.sin(2 * turn + 9 * hash_noise(cell, "a")) + 0.12 * np.sin(3 * turn + 5))
    pond = bent(np.stack((x + 40 + wave * np.cos(turn), y - 30 + 0.62 * wave * np.sin(turn)), axis=1))
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(border, border[1:] + border[:1], strict=True)]
    ring = bent(np.stack((x + 40 + 1.35 * wave * np.cos(turn), y - 30 + 0.9 * wave * np.sin(turn)), axis=1))
    paths = [np.concatenate((ring, ring[:1]))]
    for middle in middles[::2]:
        bow = np.array([middle, ((middle[0] + x) / 2 + 30, (middle[1] + y) / 2 - 25), (x + 40, y + 55)])
        share = np.linspace(0, 1, 9)[:, None]
        paths.append(bent((1 - share) ** 2 * bow[0] + 2 * share * (1 - share) * bow[1] + share**2 * bow[2]))
    return _Park(ground, pond, tuple(paths))
