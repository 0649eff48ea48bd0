"""Previews of the car's displays: the projection on the windscreen, the instruments, the ceiling screen, the centre screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.kit.rendering.typefaces import font
from automotive_env.headunit.pictures.shapes import PicturePoint, along, between, stroke

GLASS: Rgb = (12, 17, 24)
LIGHT: Rgb = (150, 206, 255)
NARROWEST = 1.2
"""Width of a preview for its height; where there is more height, it is left free."""
DAY_ROAD: tuple[Rgb, ...] = ((120, 176, 228), (206, 228, 244), (132, 160, 110), (104, 112, 122), (240, 244, 248), (70, 82, 96))
NIGHT_ROAD: tuple[Rgb, ...] = ((22, 36, 66), (72, 98, 142), (36, 52, 52), (62, 70, 82), (206, 214, 224), (122, 136, 152))
"""Colours before the windscreen: sky, horizon, ground, road, its lines, and the frame of the glass."""


class DisplayPictureState(NamedTuple):
    """What is shown.

    Attributes:
        kind: "hud", "panel", "ceiling" or "centre".
        lit: whether it is on, or folded out.
        brightness: percent.
        height: of the projection, percent.
        words: what stands on it: speed and unit, or the time of day.
        map: whether the instruments show the map.
        gear: letter of the selected gear.
    """

    kind: str
    lit: bool
    brightness: float
    height: float = 50.0
    words: tuple[str, str] = ("", "")
    map: bool = False
    gear: str = "P"


class DisplayDrawing(NamedTuple):
    """A preview that is being drawn."""

    board: ImageDraw.ImageDraw
    width: int
    height: int
    theme: Theme
    shown: DisplayPictureState
    top: float = 0.0

    @property
    def light(self) -> Rgb:
        """The light of the display."""
        return between((52, 66, 82), LIGHT, 0.15 + 0.85 * self.shown.brightness / 100) if self.shown.lit else (34, 44, 56)

    def at(self, x: float, y: float) -> PicturePoint:
        """A place by its shares of width and height."""
        return x * self.width, self.top + y * self.height

    def write(self, x: float, y: float, text: str, size: float, ink: Rgb | None = None) -> None:
        """A text around a place."""
        letters = font("medium", max(8, round(size * self.height)))
        self.board.text(self.at(x, y), text, fill=ink or self.light, font=letters, anchor="mm")

    def screen(self, left: float, top: float, right: float, bottom: float, ink: Rgb = GLASS, round_by: float = 0.05) -> None:
        """A rounded rectangle."""
        self.board.rounded_rectangle((*self.at(left, top), *self.at(right, bottom)), round_by * self.height, fill=ink)


def paint_display(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw a `DisplayPictureState`."""
    board.rectangle((0, 0, width, height), fill=theme["raised"])
    tall = min(height, round(width / NARROWEST))
    free = (height - tall) // 2
    _KINDS[shown.kind](DisplayDrawing(board, width, tall, theme, shown, free))
    if free:
        board.rectangle((0, height - free, width, height), fill=theme["raised"])


def _hud(sheet: DisplayDrawing) -> None:
    board, at = sheet.board, sheet.at
    night = sheet.theme.name == "night"
    sky, horizon, ground, road, line, frame = NIGHT_ROAD if night else DAY_ROAD
    glass = [at(0.14, 0.05), at(0.86, 0.05), at(0.985, 0.8), at(0.015, 0.8)]
    board.polygon(glass, fill=ground)
    for step in range(24):  # the sky grows lighter towards the horizon
        top, bottom = 0.05 + 0.33 * step / 24, 0.05 + 0.33 * (step + 1) / 24 + 0.005
        edges = [0.14 - 0.125 * (y - 0.05) / 0.75 for y in (top, bottom)]
        corners = [at(edges[0], top), at(1 - edges[0], top), at(1 - edges[1], bottom), at(edges[1], bottom)]
        board.polygon(corners, fill=between(sky, horizon, step / 23))
    board.polygon([at(0.485, 0.38), at(0.515, 0.38), at(0.88, 0.8), at(0.12, 0.8)], fill=road)
    for side in (-1, 1):
        stroke(board, [at(0.5 + side * 0.014, 0.385), at(0.5 + side * 0.34, 0.8)], 0.012 * sheet.height, line)
    for near, far in ((0.78, 0.68), (0.6, 0.53), (0.47, 0.43)):
        stroke(board, [at(0.5, near), at(0.5, far)], 0.016 * near * sheet.height, line)
    board.line([*glass, glass[0]], fill=frame, width=round(0.022 * sheet.height), joint="curve")
    board.ellipse((*at(-0.05, 0.76), *at(1.05, 1.5)), fill=between(sheet.theme["card"], frame, 0.4))
    _projection(sheet, 0.68 - 0.4 * sheet.shown.height / 100)


def _projection(sheet: DisplayDrawing, middle: float) -> None:
    """The speed and the next turn on the glass; only its frame while it is off."""
    board, at = sheet.board, sheet.at
    ink = sheet.light if sheet.shown.lit else (150, 164, 180)
    box = (*at(0.31, middle - 0.12), *at(0.69, middle + 0.1))
    if not sheet.shown.lit:
        board.rounded_rectangle(box, 0.05 * sheet.height, outline=ink, width=max(2, round(0.008 * sheet.height)))
        return
    board.rounded_rectangle(box, 0.05 * sheet.height, fill=GLASS)
    sheet.write(0.4, middle, sheet.shown.words[0], 0.15)
    sheet.write(0.51, middle + 0.03, sheet.shown.words[1], 0.06)
    stroke(board, [at(0.6, middle + 0.05), at(0.6, middle - 0.03), at(0.635, middle - 0.03)], 0.022 * sheet.height, ink)
    board.polygon([at(0.635, middle - 0.075), at(0.66, middle - 0.03), at(0.635, middle + 0.015)], fill=ink)


def _panel(sheet: DisplayDrawing) -> None:
    sheet.screen(0.05, 0.2, 0.95, 0.8, round_by=0.1)
    for x, word in ((0.23, sheet.shown.words[0]), (0.77, sheet.shown.gear)):
        _dial(sheet, x, 0.5, word)
    if sheet.shown.map:
        _way(sheet)
    else:
        for side in (-1, 1):
            stroke(
                sheet.board,
                [sheet.at(0.5 + side * 0.1, 0.68), sheet.at(0.5 + side * 0.03, 0.34)],
                0.014 * sheet.height,
                sheet.light,
            )
        sheet.screen(0.465, 0.5, 0.535, 0.64, sheet.light, 0.03)
        sheet.screen(0.475, 0.53, 0.525, 0.565, GLASS, 0.01)


def _dial(sheet: DisplayDrawing, x: float, y: float, word: str) -> None:
    center, radius = sheet.at(x, y), 0.23 * sheet.height
    box = (center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius)
    sheet.board.arc(box, 140, 400, fill=between(GLASS, sheet.light, 0.35), width=round(0.03 * sheet.height))
    sheet.board.arc(box, 140, 220, fill=sheet.light, width=round(0.03 * sheet.height))
    sheet.write(x, y, word, 0.14)
    if word == sheet.shown.words[0]:
        sheet.write(x, y + 0.12, sheet.shown.words[1], 0.06)


def _way(sheet: DisplayDrawing) -> None:
    dim = between(GLASS, sheet.light, 0.28)
    for start, end in (((0.4, 0.36), (0.62, 0.44)), ((0.38, 0.6), (0.6, 0.62)), ((0.44, 0.26), (0.42, 0.74))):
        stroke(sheet.board, [sheet.at(*start), sheet.at(*end)], 0.022 * sheet.height, dim)
    road = [sheet.at(0.5, 0.72), sheet.at(0.51, 0.52), sheet.at(0.55, 0.42), sheet.at(0.56, 0.28)]
    stroke(sheet.board, road, 0.028 * sheet.height, sheet.light)
    x, y = sheet.at(0.505, 0.62)
    size = 0.045 * sheet.height
    tip, left, right = along((x, y), 85, size * 1.4), along((x, y), 220, size), along((x, y), 310, size)
    sheet.board.polygon([tip, left, right], fill=(255, 206, 92))


def _ceiling(sheet: DisplayDrawing) -> None:
    board, at, theme = sheet.board, sheet.at, sheet.theme
    wall, edge = between(theme["raised"], theme["quiet"], 0.18), between(theme["raised"], theme["quiet"], 0.5)
    board.polygon([at(0, 0), at(1, 0), at(0.86, 0.2), at(0.14, 0.2)], fill=wall)
    for side in (0, 1):  # the windows at both sides
        across = [abs(side - part) for part in (0.0, 0.13, 0.13, 0.0)]
        board.polygon(
            [at(a, b) for a, b in zip(across, (0.1, 0.26, 0.6, 0.7), strict=True)], fill=between(wall, (96, 150, 210), 0.5)
        )
    for x in (0.2, 0.8):
        sheet.screen(x - 0.13, 0.64, x + 0.13, 1.2, edge, 0.14)
        sheet.screen(x - 0.07, 0.48, x + 0.07, 0.62, edge, 0.05)
        stroke(board, [at(x - 0.03, 0.6), at(x - 0.03, 0.68)], 0.014 * sheet.height, edge)
        stroke(board, [at(x + 0.03, 0.6), at(x + 0.03, 0.68)], 0.014 * sheet.height, edge)
    if sheet.shown.lit:
        sheet.screen(0.23, 0.155, 0.77, 0.715, edge)
        sheet.screen(0.24, 0.17, 0.76, 0.7)
        sheet.write(0.5, 0.43, sheet.shown.words[0], 0.15)
    else:
        sheet.screen(0.23, 0.125, 0.77, 0.235, edge, 0.04)
        sheet.screen(0.24, 0.14, 0.76, 0.22, GLASS, 0.03)


def _centre(sheet: DisplayDrawing) -> None:
    dim = between(GLASS, sheet.light, 0.3)
    sheet.screen(0.14, 0.12, 0.86, 0.88)
    sheet.screen(0.18, 0.22, 0.5, 0.7, dim)
    for top in (0.22, 0.48):
        sheet.screen(0.53, top, 0.82, top + 0.22, between(GLASS, sheet.light, 0.18))
    for place in range(5):
        sheet.screen(0.26 + 0.1 * place, 0.77, 0.3 + 0.1 * place, 0.82, sheet.light, 0.02)
    sheet.write(0.34, 0.46, sheet.shown.words[0], 0.12, GLASS if sheet.shown.brightness > 60 else None)


_KINDS: dict[str, Callable[[DisplayDrawing], None]] = {"hud": _hud, "panel": _panel, "ceiling": _ceiling, "centre": _centre}

__all__ = ["DisplayPictureState", "paint_display"]
