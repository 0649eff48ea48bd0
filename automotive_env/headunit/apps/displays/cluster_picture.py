"""The instruments behind the steering wheel: speed, the road or the map, energy and gear."""

from __future__ import annotations

from automotive_env.headunit.apps.displays.preview import GLASS, DisplayDrawing
from automotive_env.headunit.kit.rendering.theme import Rgb
from automotive_env.headunit.pictures.shapes import PicturePoint, along, between, stroke

SHAPE = 2.3
"""Width of the instruments for their height."""
START, SWEEP = 222.0, 264.0
"""Where a dial begins, counter-clockwise from the right, and how far it goes, in degrees."""
HIGHEST = {"km/h": 240.0, "mph": 160.0}
GEARS = "PRND"
AMBER: Rgb = (255, 206, 92)


def paint_cluster(sheet: DisplayDrawing) -> None:
    """Draw the instruments on the surface of the card."""
    sheet.board.rectangle((*sheet.at(0, 0), *sheet.at(1, 1)), fill=sheet.theme["raised"])
    wide = min(sheet.width * 0.96, sheet.height * 0.94 * SHAPE)
    panel = sheet.part(wide, wide / SHAPE)
    panel.screen(0, 0, 1, 1, between(GLASS, (0, 0, 0), 0.7), 0.16)
    panel.screen(0.008, 0.02, 0.992, 0.98, GLASS, 0.15)
    _middle(panel)
    words, unit = panel.shown.words
    _dial(panel, 0.2, float(words or 0) / HIGHEST.get(unit, 240.0), 12)
    panel.write(panel.at(0.2, 0.47), words, 0.22 * panel.height)
    panel.write(panel.at(0.2, 0.64), unit, 0.075 * panel.height, _dim(panel, 0.6))
    _dial(panel, 0.8, panel.shown.level / 100, 8)
    panel.write(panel.at(0.8, 0.47), panel.shown.gear, 0.22 * panel.height)
    for place, gear in enumerate(GEARS):
        ink = panel.light if gear == panel.shown.gear else _dim(panel, 0.35)
        panel.write(panel.at(0.8 + (place - 1.5) * 0.045, 0.64), gear, 0.075 * panel.height, ink)
    panel.write(panel.at(0.5, 0.9), panel.shown.driven, 0.07 * panel.height, _dim(panel, 0.6))
    panel.limit(panel.at(0.385, 0.19), 0.075 * panel.height)
    if panel.shown.turn:
        panel.sign(panel.at(0.47, 0.185), panel.shown.turn, 0.15 * panel.height)
        panel.write(panel.at(0.565, 0.19), panel.shown.away, 0.085 * panel.height)


def _dim(sheet: DisplayDrawing, share: float) -> Rgb:
    return between(GLASS, sheet.light, share)


def _dial(sheet: DisplayDrawing, x: float, share: float, marks: int) -> None:
    """A scale, lit as far as it goes."""
    (across, down), radius = sheet.at(x, 0.5), 0.38 * sheet.height
    box = (across - radius, down - radius, across + radius, down + radius)
    first = 360 - START
    thick = round(0.035 * sheet.height)
    sheet.board.arc(box, first, first + SWEEP, fill=_dim(sheet, 0.16), width=thick)
    lit = min(max(share, 0.0), 1.0)
    if lit:
        sheet.board.arc(box, first, first + SWEEP * lit, fill=_dim(sheet, 0.85), width=thick)
    for mark in range(marks + 1):
        turn = START - SWEEP * mark / marks
        ends = [along((across, down), turn, radius * part) for part in (0.80, 0.86)]
        stroke(sheet.board, ends, 0.012 * sheet.height, _dim(sheet, 0.7 if mark / marks <= lit else 0.3))
    tip = START - SWEEP * lit
    stroke(sheet.board, [along((across, down), tip, radius * part) for part in (0.78, 1.0)], 0.022 * sheet.height, AMBER)


def _middle(sheet: DisplayDrawing) -> None:
    """The road ahead, or the map."""
    far, near, width = sheet.at(0.5, 0.30), sheet.at(0.5, 0.82), sheet.width
    if sheet.shown.map:
        _map(sheet)
        return
    for share in (0.0, 0.34, 0.68):  # the road fades into the distance
        y = far[1] + (near[1] - far[1]) * share
        half = width * (0.022 + 0.095 * share)
        corners: list[PicturePoint] = [(far[0] - half, y), (far[0] + half, y), (near[0] + width * 0.117, near[1]),
                                (near[0] - width * 0.117, near[1])]  # fmt: skip
        sheet.board.polygon(corners, fill=_dim(sheet, 0.05 + 0.05 * share))
    for side in (-1, 1):
        ends = [(far[0] + side * width * 0.022, far[1]), (near[0] + side * width * 0.117, near[1])]
        stroke(sheet.board, ends, 0.014 * sheet.height, _dim(sheet, 0.8))
    _car(sheet, (near[0], sheet.at(0, 0.68)[1]), 0.15 * sheet.height)


def _car(sheet: DisplayDrawing, place: PicturePoint, size: float) -> None:
    """The car from behind."""
    x, y = place
    body, glass = _dim(sheet, 0.55), _dim(sheet, 0.12)
    roof = [(-0.42, -0.12), (-0.3, -0.5), (0.3, -0.5), (0.42, -0.12)]
    sheet.board.polygon([(x + a * size, y + b * size) for a, b in roof], fill=body)
    sheet.board.polygon([(x + a * size * 0.84, y + b * size * 0.86) for a, b in roof], fill=glass)
    sheet.board.rounded_rectangle((x - size * 0.56, y - size * 0.16, x + size * 0.56, y + size * 0.3), size * 0.12, fill=body)
    for side in (-1, 1):
        wheel = (x + side * size * 0.4 - size * 0.1, y + size * 0.2, x + side * size * 0.4 + size * 0.1, y + size * 0.42)
        sheet.board.rounded_rectangle(wheel, size * 0.04, fill=_dim(sheet, 0.25))
        lamp = (x + side * size * 0.4 - size * 0.13, y - size * 0.06, x + side * size * 0.4 + size * 0.13, y + size * 0.04)
        sheet.board.rounded_rectangle(lamp, size * 0.04, fill=(222, 74, 66))


def _map(sheet: DisplayDrawing) -> None:
    """Streets, and the way that the car takes."""
    for start, end in (((0.40, 0.44), (0.61, 0.36)), ((0.39, 0.66), (0.61, 0.60)), ((0.44, 0.32), (0.42, 0.82)),
                       ((0.56, 0.32), (0.59, 0.82))):  # fmt: skip
        stroke(sheet.board, [sheet.at(*start), sheet.at(*end)], 0.022 * sheet.height, _dim(sheet, 0.2))
    way = [sheet.at(*point) for point in ((0.5, 0.76), (0.505, 0.63), (0.515, 0.4), (0.61, 0.36))]
    stroke(sheet.board, way, 0.034 * sheet.height, _dim(sheet, 0.9))
    x, y = sheet.at(0.5, 0.74)
    size = 0.06 * sheet.height
    arrow = [along((x, y), 88 + turn, size * part) for turn, part in ((0, 1.2), (140, 1.0), (180, 0.4), (220, 1.0))]
    sheet.board.polygon(arrow, fill=AMBER)
