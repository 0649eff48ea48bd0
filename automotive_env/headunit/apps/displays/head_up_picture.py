"""The road from the driver's seat, and what the head-up display projects onto the windscreen."""

from __future__ import annotations

from typing import NamedTuple

from automotive_env.headunit.apps.displays.preview import DisplayDrawing
from automotive_env.headunit.kit.rendering.theme import Rgb
from automotive_env.headunit.pictures.shapes import between, smooth, stroke

HORIZON, BONNET = 0.40, 0.80
DASHES = 7


class Colours(NamedTuple):
    """Of what is seen through the windscreen, and of the car around it."""

    sky: tuple[Rgb, Rgb]
    hills: tuple[Rgb, Rgb]
    ground: tuple[Rgb, Rgb]
    road: tuple[Rgb, Rgb]
    line: Rgb
    cabin: Rgb
    edge: Rgb


DAY = Colours(
    ((96, 146, 196), (206, 222, 232)), ((132, 158, 168), (88, 120, 104)), ((96, 122, 92), (64, 92, 66)),
    ((96, 102, 110), (54, 60, 68)), (226, 230, 234), (38, 43, 50), (64, 71, 80),
)  # fmt: skip
NIGHT = Colours(
    ((10, 16, 32), (46, 62, 92)), ((26, 36, 54), (18, 26, 36)), ((18, 26, 26), (10, 15, 16)), ((34, 39, 46), (22, 26, 32)),
    (176, 182, 190), (8, 10, 13), (30, 36, 44),
)  # fmt: skip


def paint_head_up(sheet: DisplayDrawing) -> None:
    """Draw the road, the projection, and the dashboard below the windscreen."""
    colours = NIGHT if sheet.theme.name == "night" else DAY
    _land(sheet, colours)
    _road(sheet, colours)
    _projection(sheet)
    _cabin(sheet, colours)


def _land(sheet: DisplayDrawing, colours: Colours) -> None:
    sheet.shade(0, 0, 1, HORIZON, colours.sky)
    far = [
        (-0.1, 0.40),
        (0.08, 0.31),
        (0.27, 0.37),
        (0.46, 0.33),
        (0.66, 0.38),
        (0.84, 0.29),
        (1.1, 0.37),
        (1.1, 0.5),
        (-0.1, 0.5),
    ]
    near = [(-0.1, 0.38), (0.16, 0.36), (0.38, 0.395), (0.62, 0.395), (0.80, 0.35), (1.1, 0.38), (1.1, 0.5), (-0.1, 0.5)]
    for outline, colour in zip((far, near), colours.hills, strict=True):
        sheet.board.polygon(smooth([sheet.at(*point) for point in outline]), fill=colour)
    sheet.shade(0, HORIZON, 1, 0.9, colours.ground)


def _road(sheet: DisplayDrawing, colours: Colours) -> None:
    steps = 16
    for step in range(steps):
        upper, lower = (HORIZON + (0.9 - HORIZON) * part / steps for part in (step, step + 1))
        corners = [(0.5 + side * _half(y), y) for side, y in ((-1, upper), (1, upper), (1, lower), (-1, lower))]
        sheet.board.polygon([sheet.at(*corner) for corner in corners], fill=between(*colours.road, step / (steps - 1)))
    for side in (-0.93, 0.93):
        edge = [(side - 0.02, HORIZON), (side - 0.02, 0.9), (side + 0.02, 0.9), (side + 0.02, HORIZON)]
        sheet.board.polygon([sheet.at(0.5 + part * _half(y), y) for part, y in edge], fill=colours.line)
    for dash in range(DASHES):  # equal on the road, so shorter with the distance
        near, far = (HORIZON + 0.5 / (1 + 1.1 * depth) - 0.012 for depth in (dash, dash + 0.45))
        corners = [(-0.018, far), (0.018, far), (0.018, near), (-0.018, near)]
        sheet.board.polygon([sheet.at(0.5 + part * _half(y), y) for part, y in corners], fill=colours.line)


def _half(y: float) -> float:
    """Half of the road's width at a height of the picture."""
    return 0.012 + 0.58 * (y - HORIZON) / (0.9 - HORIZON)


def _projection(sheet: DisplayDrawing) -> None:
    """Speed, limit and the next turn; while it is off, where they would stand."""
    unit = min(sheet.height, sheet.width / 1.25)
    x, y = sheet.at(0.5, 0.66 - 0.16 * sheet.shown.height / 100)
    if not sheet.shown.lit:
        _corners(sheet, (x - 0.36 * unit, y - 0.10 * unit, x + 0.36 * unit, y + 0.10 * unit), 0.04 * unit)
        return
    turns = bool(sheet.shown.turn)
    speed = x - (0.24 if turns else 0.11) * unit
    sheet.write((speed, y - 0.02 * unit), sheet.shown.words[0], 0.155 * unit)
    sheet.write((speed, y + 0.085 * unit), sheet.shown.words[1], 0.048 * unit)
    sheet.limit((x + (0.0 if turns else 0.13) * unit, y - 0.01 * unit), 0.062 * unit)
    if turns:
        sheet.sign((x + 0.24 * unit, y - 0.02 * unit), sheet.shown.turn, 0.15 * unit)
        sheet.write((x + 0.24 * unit, y + 0.085 * unit), sheet.shown.away, 0.052 * unit)


def _corners(sheet: DisplayDrawing, box: tuple[float, float, float, float], long: float) -> None:
    left, top, right, bottom = box
    for x, inward in ((left, 1), (right, -1)):
        for y, down in ((top, 1), (bottom, -1)):
            stroke(sheet.board, [(x + inward * long, y), (x, y), (x, y + down * long)], long * 0.14, (222, 230, 238))


def _cabin(sheet: DisplayDrawing, colours: Colours) -> None:
    """The frame of the windscreen and the dashboard."""
    board, at = sheet.board, sheet.at
    for side in (0, 1):
        pillar = [(0, 0), (0.10, 0), (0.012, BONNET), (0, BONNET)]
        board.polygon([at(abs(side - x), y) for x, y in pillar], fill=colours.cabin)
    board.rectangle((*at(0, 0), *at(1, 0.035)), fill=colours.cabin)
    sheet.screen(0.43, -0.1, 0.57, 0.11, colours.cabin, 0.03)  # the mirror
    dashboard = [(-0.2, 1.2), (-0.2, 0.87), (0.1, 0.815), (0.5, BONNET), (0.9, 0.815), (1.2, 0.87), (1.2, 1.2)]
    board.polygon(smooth([at(*point) for point in dashboard]), fill=colours.edge)
    board.polygon(smooth([at(x, y + 0.03) for x, y in dashboard]), fill=colours.cabin)
    slot = [at(x, y) for x, y in ((0.3, 0.893), (0.7, 0.893), (0.74, 0.93), (0.26, 0.93))]
    board.polygon(slot, fill=between(colours.cabin, (0, 0, 0), 0.5))
    if sheet.shown.lit:  # the light that comes out of the dashboard
        stroke(board, [at(0.34, 0.912), at(0.66, 0.912)], 0.008 * sheet.height, between(colours.cabin, sheet.light, 0.7))
