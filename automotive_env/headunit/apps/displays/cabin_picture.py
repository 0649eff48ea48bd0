"""The screen below the ceiling as the rear seats see it, and the centre screen."""

from __future__ import annotations

from automotive_env.headunit.apps.displays.head_up_picture import DAY, NIGHT, Colours
from automotive_env.headunit.apps.displays.preview import GLASS, DisplayDrawing
from automotive_env.headunit.kit.rendering.theme import Rgb
from automotive_env.headunit.pictures.shapes import PicturePoint, between, smooth, stroke

SHAPE = 1.45
"""Width of what is seen of the cabin for its height; what is left above and below is ceiling and floor."""
LINER: tuple[Rgb, Rgb] = ((150, 158, 168), (206, 212, 219))
NIGHT_LINER: tuple[Rgb, Rgb] = ((28, 34, 42), (50, 58, 68))
SUNSET: tuple[Rgb, Rgb] = ((52, 60, 112), (236, 150, 104))


def paint_ceiling(sheet: DisplayDrawing) -> None:
    """Draw the cabin from the rear seats, and the screen that is folded down or up."""
    night = sheet.theme.name == "night"
    colours, liner = (NIGHT, NIGHT_LINER) if night else (DAY, LINER)
    sheet.shade(0, 0, 1, 0.5, liner)
    sheet.board.rectangle((*sheet.at(0, 0.5), *sheet.at(1, 1)), fill=colours.cabin)
    tall = min(sheet.height, sheet.width / SHAPE * 1.15)
    cabin = sheet.part(sheet.width, tall)
    _outside(cabin, colours)
    seat = between(colours.edge, (255, 255, 255), 0.06)
    for x in (0.23, 0.77):
        _seat(cabin, x, seat)
    if sheet.shown.lit:
        _screen(cabin, colours)
    else:
        cabin.screen(0.27, 0.06, 0.73, 0.15, between(liner[0], (0, 0, 0), 0.25), 0.03)
        cabin.screen(0.28, 0.07, 0.72, 0.125, GLASS, 0.025)


def _outside(sheet: DisplayDrawing, colours: Colours) -> None:
    """What is seen through the windscreen and the side windows."""
    windscreen: list[PicturePoint] = [(0.25, 0.26), (0.75, 0.26), (0.80, 0.60), (0.20, 0.60)]
    left: list[PicturePoint] = [(0.0, 0.22), (0.13, 0.28), (0.10, 0.60), (0.0, 0.66)]
    frames = [windscreen, left, [(1 - x, y) for x, y in left]]
    for frame in frames:
        points = [sheet.at(*point) for point in frame]
        sheet.board.polygon(points, fill=colours.sky[1])
        sheet.board.line([*points, points[0]], fill=colours.cabin, width=round(0.02 * sheet.height), joint="curve")
    sheet.board.polygon(
        [sheet.at(*p) for p in ((0.215, 0.50), (0.785, 0.50), (0.797, 0.585), (0.203, 0.585))], fill=colours.hills[1]
    )
    sheet.board.polygon([sheet.at(*p) for p in ((0.49, 0.50), (0.51, 0.50), (0.60, 0.585), (0.40, 0.585))], fill=colours.road[0])
    for side in (0, 1):
        land = ((0.0, 0.52), (0.10, 0.51), (0.094, 0.585), (0.0, 0.64))
        sheet.board.polygon([sheet.at(abs(side - x), y) for x, y in land], fill=colours.hills[1])
    dashboard = [(-0.1, 0.72), (0.2, 0.6), (0.5, 0.59), (0.8, 0.6), (1.1, 0.72), (1.1, 1.1), (-0.1, 1.1)]
    sheet.board.polygon([sheet.at(*point) for point in dashboard], fill=colours.cabin)
    sheet.screen(0.42, 0.63, 0.58, 0.78, between(GLASS, colours.sky[0], 0.35), 0.02)


def _seat(sheet: DisplayDrawing, x: float, ink: Rgb) -> None:
    """A front seat from behind."""
    dark, light = between(ink, (0, 0, 0), 0.25), between(ink, (255, 255, 255), 0.12)
    for side in (-1, 1):
        stroke(sheet.board, [sheet.at(x + side * 0.03, 0.56), sheet.at(x + side * 0.03, 0.66)], 0.014 * sheet.height, light)
    sheet.screen(x - 0.075, 0.45, x + 0.075, 0.60, dark, 0.05)
    sheet.screen(x - 0.068, 0.455, x + 0.068, 0.59, ink, 0.045)
    outline = [(-0.12, 0.66), (0.0, 0.635), (0.12, 0.66), (0.155, 0.80), (0.165, 1.2), (-0.165, 1.2), (-0.155, 0.80)]
    sheet.board.polygon(smooth([sheet.at(x + across, y) for across, y in outline]), fill=dark)
    inner = [(across * 0.92, y + 0.012) for across, y in outline]
    sheet.board.polygon(smooth([sheet.at(x + across, y) for across, y in inner]), fill=ink)
    sheet.screen(x - 0.10, 0.86, x + 0.10, 1.2, dark, 0.04)


def _screen(sheet: DisplayDrawing, colours: Colours) -> None:
    """The screen with a film on it."""
    bezel = between(colours.cabin, (0, 0, 0), 0.4)
    sheet.screen(0.40, 0.03, 0.60, 0.14, colours.edge, 0.02)
    sheet.screen(0.235, 0.10, 0.765, 0.575, bezel, 0.035)
    shine = 0.2 + 0.8 * sheet.shown.brightness / 100
    sky = tuple(between(GLASS, colour, shine) for colour in SUNSET)
    sheet.shade(0.25, 0.125, 0.75, 0.55, (sky[0], sky[1]))
    x, y = sheet.at(0.60, 0.42)
    radius = 0.055 * sheet.height
    sheet.board.ellipse((x - radius, y - radius, x + radius, y + radius), fill=between(GLASS, (255, 226, 170), shine))
    for ridge, depth in (((0.46, 0.40, 0.45, 0.41, 0.45), 0.55), ((0.50, 0.47, 0.505, 0.475, 0.49), 0.8)):
        points = [(0.25 + 0.125 * step, height) for step, height in enumerate(ridge)]
        land = [*points, (0.75, 0.55), (0.25, 0.55)]
        sheet.board.polygon([sheet.at(*point) for point in land], fill=between(sky[0], GLASS, depth))
    sheet.write(sheet.at(0.33, 0.185), sheet.shown.words[0], 0.062 * sheet.height)
    stroke(sheet.board, [sheet.at(0.28, 0.525), sheet.at(0.72, 0.525)], 0.008 * sheet.height, between(GLASS, sheet.light, 0.35))
    stroke(sheet.board, [sheet.at(0.28, 0.525), sheet.at(0.45, 0.525)], 0.012 * sheet.height, sheet.light)


def paint_centre(sheet: DisplayDrawing) -> None:
    """Draw the screen that shows all of this."""
    sheet.board.rectangle((*sheet.at(0, 0), *sheet.at(1, 1)), fill=sheet.theme["raised"])
    wide = min(sheet.width * 0.9, sheet.height * 1.5)
    panel = sheet.part(wide, wide / 1.78)
    dim = between(GLASS, panel.light, 0.3)
    panel.screen(0, 0, 1, 1, GLASS, 0.07)
    panel.screen(0.05, 0.13, 0.49, 0.76, dim)
    for top in (0.13, 0.46):
        panel.screen(0.53, top, 0.95, top + 0.30, between(GLASS, panel.light, 0.18))
    for place in range(5):
        panel.screen(0.19 + 0.14 * place, 0.84, 0.25 + 0.14 * place, 0.91, panel.light, 0.02)
    panel.write(panel.at(0.27, 0.45), panel.shown.words[0], 0.15 * panel.height, GLASS if panel.shown.brightness > 60 else None)
