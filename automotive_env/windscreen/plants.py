"""Trees and bushes, drawn once and pasted wherever they grow."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import Literal

from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.windscreen.canvas import SceneSprite, reduced
from automotive_env.windscreen.light import LinearColour
from automotive_env.windscreen.scenery import RoadScenery

Plant = Literal["broadleaf", "bare", "conifer", "palm", "cypress", "bush"]
SIZE = 128
"""Pixels of a drawn plant, each way."""
LEAVES: dict[str, LinearColour] = {
    "spring": (108, 158, 66), "summer": (70, 116, 50), "autumn": (196, 126, 42), "winter": (96, 96, 72),
    "warm all year": (58, 118, 48),
}  # fmt: skip
WHITE: LinearColour = (238, 242, 248)
SNOW = (232, 238, 246, 255)
FINE = 2


def plants_of(scenery: RoadScenery) -> tuple[Plant, ...]:
    """What grows at a place; what is more frequent more than once."""
    match scenery.climate:
        case "arid":
            return ("palm", "palm", "bush")
        case "tropical":
            return ("palm", "broadleaf", "broadleaf", "bush")
        case "mediterranean":
            return ("cypress", "broadleaf", "bush")
        case "cold" | "polar":
            return ("conifer", "conifer", "bare" if scenery.season == "winter" else "broadleaf")
        case _:
            leaf: Plant = "bare" if scenery.season == "winter" else "broadleaf"
            return (leaf, leaf, "conifer", "bush")


@lru_cache(maxsize=48)
def plant(kind: Plant, season: str, snowy: bool, number: int) -> SceneSprite:
    """One plant; `number` makes it another of its kind."""
    size = SIZE * FINE
    board = Pillow.new("RGBA", (size, size), (0, 0, 0, 0))
    _DRAWN[kind](ImageDraw.Draw(board), size, LEAVES[season], snowy, Random(f"{kind} {number}"))
    return reduced(board, SIZE, SIZE)


def _shade(colour: LinearColour, share: float) -> tuple[int, int, int]:
    red, green, blue = (max(0, min(255, round(part * share))) for part in colour)
    return red, green, blue


def _blobs(
    draw: ImageDraw.ImageDraw,
    size: int,
    colour: LinearColour,
    snowy: bool,
    lots: Random,
    middle: tuple[float, float],
    reach: float,
) -> None:
    """A crown: many small clumps of leaves, dark below and behind, light above and in front."""
    clumps = []
    for _ in range(150):
        turn, away = lots.uniform(0, math.tau), reach * math.sqrt(lots.random())
        clumps.append((middle[0] + away * math.cos(turn), middle[1] + 0.86 * away * math.sin(turn), lots.uniform(0.03, 0.07)))
    for pass_, (low, high) in enumerate(((0.42, 0.62), (0.62, 0.95), (0.9, 1.22))):
        for x, y, radius in clumps[pass_ * 50 : pass_ * 50 + 50]:
            up = (middle[1] - y) / reach
            share = low + (high - low) * (0.5 + 0.5 * up) * lots.uniform(0.85, 1.1)
            fill = _shade(WHITE, 0.92) if snowy and pass_ == 2 and up > -0.1 else _shade(colour, share)
            x0, y0, r = x * size, (y - 0.04 * pass_) * size, radius * size
            draw.ellipse((x0 - r, y0 - r, x0 + r, y0 + r), fill=(*fill, 255))


def _trunk(draw: ImageDraw.ImageDraw, size: int, top: float, width: float) -> None:
    half = width / 2
    draw.polygon(
        [((0.5 - half) * size, size), ((0.5 + half) * size, size), ((0.5 + half / 2) * size, top * size),
         ((0.5 - half / 2) * size, top * size)], fill=(84, 66, 50, 255),
    )  # fmt: skip


def _broadleaf(draw: ImageDraw.ImageDraw, size: int, leaves: LinearColour, snowy: bool, lots: Random) -> None:
    _trunk(draw, size, 0.5, 0.07)
    tint: LinearColour = (leaves[0] * lots.uniform(0.85, 1.15), leaves[1] * lots.uniform(0.9, 1.08), leaves[2])
    _blobs(draw, size, tint, snowy, lots, (0.5, 0.4), 0.36)


def _bare(draw: ImageDraw.ImageDraw, size: int, leaves: LinearColour, snowy: bool, lots: Random) -> None:
    def branch(x: float, y: float, turn: float, long: float, width: float) -> None:
        x1, y1 = x + long * math.cos(turn), y - long * math.sin(turn)
        fill = (196, 200, 208, 255) if snowy and width < 0.02 else (86, 74, 64, 255)
        draw.line((x * size, y * size, x1 * size, y1 * size), fill=fill, width=max(2, round(width * size)))
        if long > 0.05:
            for lean in (-0.5, 0.1, 0.55):
                branch(x1, y1, turn + lean * lots.uniform(0.7, 1.3), long * lots.uniform(0.62, 0.78), width * 0.62)

    branch(0.5, 1.0, math.pi / 2, 0.3, 0.05)


def _conifer(draw: ImageDraw.ImageDraw, size: int, leaves: LinearColour, snowy: bool, lots: Random) -> None:
    _trunk(draw, size, 0.8, 0.05)
    for tier in range(9):
        low = 0.92 - 0.09 * tier
        half, high = 0.27 * (1 - tier / 10), 0.16
        for part, share in ((1.0, 0.62), (0.55, 0.9)):
            fill = _shade((52, 86, 60), share * lots.uniform(0.9, 1.1))
            left = 0.5 - half * (1 if part == 1.0 else 0.9)
            right = 0.5 + half * (1.0 if part == 1.0 else 0.1)
            draw.polygon(
                [(left * size, low * size), (right * size, low * size), (0.5 * size, (low - high) * size)], fill=(*fill, 255)
            )
        if snowy:
            tip = low - high
            draw.polygon(
                [((0.5 - half * 0.75) * size, (low - 0.035) * size), (0.5 * size, tip * size),
                 ((0.5 + half * 0.75) * size, (low - 0.035) * size), (0.5 * size, (low - 0.075) * size)], fill=SNOW,
            )  # fmt: skip


def _palm(draw: ImageDraw.ImageDraw, size: int, leaves: LinearColour, snowy: bool, lots: Random) -> None:
    lean = lots.uniform(-0.06, 0.06)
    for step in range(30):
        y = 1 - 0.66 * step / 29
        x, half = 0.5 + lean * (1 - y), 0.024 - 0.008 * step / 29
        fill = _shade((138, 112, 80), 0.8 + 0.25 * (step % 2))
        draw.rectangle(((x - half) * size, (y - 0.025) * size, (x + half) * size, y * size), fill=(*fill, 255))
    x, y = 0.5 + lean * 0.66, 0.33
    for turn in range(13):
        angle = math.pi * (-0.18 + 1.36 * turn / 12) + lots.uniform(-0.08, 0.08)
        fill = _shade((86, 128, 56), lots.uniform(0.7, 1.15))
        line = []
        for step in range(9):
            along = 0.33 * step / 8
            line.append((x + along * math.cos(angle), y - along * math.sin(angle) * 0.75 + 1.5 * along * along))
        for step, (px, py) in enumerate(line[1:], 1):
            r = 0.028 * (1 - abs(step - 4) / 6)
            before = line[step - 1]
            draw.line(
                (before[0] * size, before[1] * size, px * size, py * size), fill=(*fill, 255), width=max(2, round(r * size))
            )


def _cypress(draw: ImageDraw.ImageDraw, size: int, leaves: LinearColour, snowy: bool, lots: Random) -> None:
    _trunk(draw, size, 0.85, 0.04)
    for _ in range(130):
        high = lots.random()
        half = 0.1 * math.sin(math.pi * min(1.0, 0.12 + 0.9 * high)) ** 0.7
        x, y, r = 0.5 + lots.uniform(-half, half), 0.93 - 0.88 * high, lots.uniform(0.02, 0.04)
        fill = _shade((58, 84, 48), lots.uniform(0.6, 1.15) * (1.1 - (x - 0.5)))
        draw.ellipse(((x - r) * size, (y - r) * size, (x + r) * size, (y + r) * size), fill=(*fill, 255))


def _bush(draw: ImageDraw.ImageDraw, size: int, leaves: LinearColour, snowy: bool, lots: Random) -> None:
    _blobs(draw, size, leaves, snowy, lots, (0.5, 0.78), 0.22)


_DRAWN = {"broadleaf": _broadleaf, "bare": _bare, "conifer": _conifer, "palm": _palm, "cypress": _cypress, "bush": _bush}
