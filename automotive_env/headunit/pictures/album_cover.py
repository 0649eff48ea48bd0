"""Album covers, generated from a hash of the title."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.fonts import cut, write
from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.pictures.shapes import between
from automotive_env.plugins.lazy_module import numpy as np

CoverPalette: TypeAlias = tuple[Rgb, Rgb, Rgb, Rgb, Rgb]
"""Five colours, from the ground to the brightest accent."""

PALETTES: tuple[CoverPalette, ...] = (
    ((26, 22, 64), (98, 44, 112), (238, 108, 100), (255, 186, 116), (255, 240, 214)),
    ((5, 40, 70), (14, 100, 128), (66, 176, 172), (255, 205, 96), (226, 244, 232)),
    ((70, 28, 38), (158, 60, 52), (228, 124, 78), (247, 202, 148), (255, 243, 226)),
    ((12, 38, 36), (30, 82, 66), (112, 152, 92), (224, 196, 112), (250, 240, 214)),
    ((20, 15, 46), (62, 40, 124), (136, 88, 200), (240, 140, 186), (255, 226, 220)),
    ((24, 26, 32), (54, 60, 72), (118, 128, 142), (246, 194, 56), (250, 246, 236)),
    ((16, 44, 84), (48, 104, 160), (136, 186, 218), (255, 122, 88), (236, 244, 250)),
    ((44, 30, 54), (104, 60, 82), (214, 118, 84), (238, 192, 132), (248, 234, 208)),
)


READABLE = 400
"""Width of the drawing board from which on the title is written, too."""


class AlbumCoverDrawing(NamedTuple):
    """A cover that is being drawn.

    Attributes:
        board: what it is drawn on.
        size: width and height.
        inks: its colours.
        chance: decides everything else.
    """

    board: ImageDraw.ImageDraw
    size: float
    inks: CoverPalette
    chance: Random

    def fade(self, above: Rgb, below: Rgb) -> None:
        """Fill it from one colour to another."""
        first, run = np.array(above), np.array(below) - above
        shades = np.rint(first + run * (np.arange(round(self.size))[:, None] / self.size)).astype(int)
        for shade, rows in groupby(enumerate(map(tuple, shades.tolist())), key=itemgetter(1)):  # bands of rows that are alike
            (top, _), *more = rows
            self.board.rectangle((0, top, self.size, top + len(more)), fill=shade)

    def disc(self, x: float, y: float, radius: float, ink: Rgb) -> None:
        """A filled circle; all in shares of the size."""
        x, y, radius = x * self.size, y * self.size, radius * self.size
        self.board.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)

    def hill(self, base: float, swing: float, ink: Rgb) -> None:
        """A rolling line, filled to the bottom."""
        first, second = self.chance.uniform(0, 6.3), self.chance.uniform(0, 6.3)
        length = self.chance.uniform(3.4, 6.0)
        points = [(0.0, self.size)]
        for step in range(61):
            x = step / 60
            y = base + swing * (math.sin(length * x + first) + 0.4 * math.sin(2.3 * length * x + second))
            points.append((x * self.size, y * self.size))
        self.board.polygon([*points, (self.size, self.size)], fill=ink)


def _dusk(cover: AlbumCoverDrawing) -> None:
    """A sun that sets behind hills."""
    ground, low, middle, light, bright = cover.inks
    cover.fade(low, light)
    x, y = cover.chance.uniform(0.34, 0.66), cover.chance.uniform(0.36, 0.46)
    cover.disc(x, y, 0.25, between(light, bright, 0.75))
    for layer in range(4):
        cover.hill(0.58 + 0.11 * layer, 0.045, between(between(middle, low, 0.35), ground, (layer + 0.4) / 3.6))


def _sea(cover: AlbumCoverDrawing) -> None:
    """A sun over water, with its reflection in bars."""
    ground, low, middle, light, bright = cover.inks
    cover.fade(ground, between(low, middle, 0.8))
    size, board = cover.size, cover.board
    cover.disc(0.5, 0.44, 0.24, light)
    board.rectangle((0, size * 0.5, size, size), fill=between(ground, low, 0.45))
    for row in range(9):
        y, half = 0.53 + 0.048 * row, 0.23 - 0.018 * row + cover.chance.uniform(-0.03, 0.03)
        shift = cover.chance.uniform(-0.03, 0.03)
        bar = ((0.5 + shift - half) * size, y * size, (0.5 + shift + half) * size, (y + 0.018) * size)
        board.rounded_rectangle(bar, size * 0.01, fill=between(light, low, row / 11))
    cover.disc(0.78, 0.17, 0.03, bright)


def _tiles(cover: AlbumCoverDrawing) -> None:
    """Quarter discs and dots in a grid."""
    count, board = 4, cover.board
    cell = cover.size / count
    board.rectangle((0, 0, cover.size, cover.size), fill=cover.inks[4])
    for row in range(count):
        for column in range(count):
            back, front = cover.chance.sample(cover.inks, 2)
            x, y = column * cell, row * cell
            board.rectangle((x, y, x + cell, y + cell), fill=back)
            kind = cover.chance.randrange(6)
            if kind < 4:
                corner = ((x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell))[kind]
                box = ((corner[0] - cell, corner[1] - cell), (corner[0] + cell, corner[1] + cell))
                board.pieslice(box, 90 * kind, 90 * kind + 90, fill=front)
            else:
                inset = cell * (0.14 if kind == 4 else 0.28)
                board.ellipse((x + inset, y + inset, x + cell - inset, y + cell - inset), fill=front)


def _orbits(cover: AlbumCoverDrawing) -> None:
    """Rings around a planet."""
    ground, low, middle, light, bright = cover.inks
    cover.fade(ground, low)
    x, y = cover.chance.uniform(0.38, 0.62), cover.chance.uniform(0.4, 0.58)
    for ring in range(7, 0, -1):
        cover.disc(x, y, 0.085 * ring + 0.004, between(low, middle, 0.5 - 0.05 * ring))
        cover.disc(x, y, 0.085 * ring - 0.004, between(ground, low, 0.9 - 0.1 * ring))
    cover.disc(x, y, 0.17, light)
    cover.disc(x + 0.04, y - 0.03, 0.12, between(light, bright, 0.55))
    for ring in (3, 5, 7):
        angle = cover.chance.uniform(0, 6.3)
        cover.disc(x + 0.085 * ring * math.cos(angle), y + 0.085 * ring * math.sin(angle), 0.012 * ring**0.6, bright)


def _waves(cover: AlbumCoverDrawing) -> None:
    """Bands that roll from top to bottom."""
    steps = 9
    cover.board.rectangle((0, 0, cover.size, cover.size), fill=cover.inks[4])
    for band in range(steps):
        place = band / (steps - 1) * 3.999
        ink = between(cover.inks[4 - int(place)], cover.inks[3 - int(place)], place % 1)
        cover.hill(0.12 + 0.1 * band, 0.04, ink)


def _city(cover: AlbumCoverDrawing) -> None:
    """Houses at night, some windows lit."""
    ground, low, middle, light, bright = cover.inks
    cover.fade(between(ground, low, 0.4), between(middle, low, 0.3))
    cover.disc(cover.chance.uniform(0.62, 0.78), 0.24, 0.1, bright)
    for layer, shade in enumerate((0.55, 0.0)):
        x = -0.05
        while x < 1:
            wide, top = cover.chance.uniform(0.12, 0.2), cover.chance.uniform(0.4, 0.62) + 0.12 * layer
            _tower(cover, (x, top, wide), between(ground, low, shade), light if layer else between(low, light, 0.35))
            x += wide + 0.012


def _tower(cover: AlbumCoverDrawing, place: tuple[float, float, float], ink: Rgb, lit: Rgb) -> None:
    size = cover.size
    x, top, wide = place
    cover.board.rectangle((x * size, top * size, (x + wide) * size, size), fill=ink)
    columns = max(2, round(wide / 0.045))
    for row in range(int((1 - top) / 0.06)):
        for column in range(columns):
            if cover.chance.random() < 0.38:
                left, above = x + wide * (column + 0.25) / columns, top + 0.03 + 0.06 * row
                window = (left * size, above * size, (left + wide * 0.5 / columns) * size, (above + 0.03) * size)
                cover.board.rectangle(window, fill=lit)


def _rays(cover: AlbumCoverDrawing) -> None:
    """Rays from the lower edge."""
    ground, low, middle, light, bright = cover.inks
    cover.fade(low, middle)
    x, y, count = 0.5 * cover.size, 0.82 * cover.size, 30
    for ray in range(0, count, 2):
        ends = [math.pi * (1 + 2 * (ray + side) / count) for side in (0, 1)]
        points = [(x + 2 * cover.size * math.cos(end), y + 2 * cover.size * math.sin(end)) for end in ends]
        cover.board.polygon([(x, y), *points], fill=between(middle, light, 0.55))
    cover.disc(0.5, 0.82, 0.3, between(light, bright, 0.35))
    cover.disc(0.5, 0.82, 0.2, bright)
    cover.hill(0.84, 0.02, ground)


STYLES: tuple[Callable[[AlbumCoverDrawing], None], ...] = (_dusk, _sea, _tiles, _orbits, _waves, _city, _rays)


def paint_cover(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the cover of the album `shown`."""
    chance = Random(crc32(f"art {shown}".encode()))
    style, inks = chance.randrange(len(STYLES)), chance.choice(PALETTES)
    draw = STYLES[style]
    draw(AlbumCoverDrawing(board, float(max(width, height)), inks, chance))
    if draw is not _tiles and width >= READABLE:  # tiles leave no room for letters
        _title(board, width, str(shown).upper(), inks[0 if draw is _waves else 4], 0.9 if draw is _rays else 0.07)


def _title(board: ImageDraw.ImageDraw, width: int, title: str, ink: Rgb, top: float) -> None:
    size, margin = max(8, width // 18), width // 14
    write(board, (margin, top * width), cut(title, size, "medium", width - 2 * margin), size, ink)


__all__ = ["paint_cover"]
