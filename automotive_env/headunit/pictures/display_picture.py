"""Previews of the car's displays: the projection on the windscreen, the instruments, the ceiling screen, the centre screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from PIL import ImageDraw

from automotive_env.headunit.pictures.shapes import Point, along, between, stroke
from automotive_env.headunit.rendering.fonts import font
from automotive_env.headunit.rendering.theme import Rgb, Theme

GLASS: Rgb = (12, 17, 24)
LIGHT: Rgb = (150, 206, 255)


class Preview(NamedTuple):
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


class Sheet(NamedTuple):
    """A preview that is being drawn."""

    board: ImageDraw.ImageDraw
    width: int
    height: int
    theme: Theme
    shown: Preview

    @property
    def light(self) -> Rgb:
        """The light of the display."""
        return between((52, 66, 82), LIGHT, 0.15 + 0.85 * self.shown.brightness / 100) if self.shown.lit else (34, 44, 56)

    def at(self, x: float, y: float) -> Point:
        """A place by its shares of width and height."""
        return x * self.width, y * self.height

    def write(self, x: float, y: float, text: str, size: float, ink: Rgb | None = None) -> None:
        """A text around a place."""
        letters = font("medium", max(8, round(size * self.height)))
        self.board.text(self.at(x, y), text, fill=ink or self.light, font=letters, anchor="mm")

    def screen(self, left: float, top: float, right: float, bottom: float, ink: Rgb = GLASS, round_by: float = 0.05) -> None:
        """A rounded rectangle."""
        self.board.rounded_rectangle((*self.at(left, top), *self.at(right, bottom)), round_by * self.height, fill=ink)


def paint_display(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw a `Preview`."""
    board.rectangle((0, 0, width, height), fill=theme["raised"])
    _KINDS[shown.kind](Sheet(board, width, height, theme, shown))


def _hud(sheet: Sheet) -> None:
    board, at, theme = sheet.board, sheet.at, sheet.theme
    sky = (38, 52, 70) if theme.name == "night" else (96, 130, 166)
    board.polygon([at(0.14, 0.06), at(0.86, 0.06), at(0.99, 0.8), at(0.01, 0.8)], fill=theme["line"])
    board.polygon([at(0.155, 0.09), at(0.845, 0.09), at(0.965, 0.77), at(0.035, 0.77)], fill=between(sky, GLASS, 0.72))
    board.polygon([at(0.47, 0.36), at(0.53, 0.36), at(0.74, 0.77), at(0.26, 0.77)], fill=between(sky, GLASS, 0.9))
    stroke(board, [at(0.5, 0.42), at(0.5, 0.75)], 0.012 * sheet.height, between(sky, GLASS, 0.4))
    board.ellipse((*at(-0.05, 0.74), *at(1.05, 1.5)), fill=between(theme["card"], theme["line"], 0.5))
    middle = 0.66 - 0.4 * sheet.shown.height / 100
    if sheet.shown.lit:
        sheet.write(0.4, middle, sheet.shown.words[0], 0.15)
        sheet.write(0.51, middle + 0.03, sheet.shown.words[1], 0.06)
        arrow = [at(0.6, middle + 0.05), at(0.6, middle - 0.03), at(0.635, middle - 0.03)]
        stroke(board, arrow, 0.022 * sheet.height, sheet.light)
        board.polygon([at(0.635, middle - 0.075), at(0.66, middle - 0.03), at(0.635, middle + 0.015)], fill=sheet.light)


def _panel(sheet: Sheet) -> None:
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


def _dial(sheet: Sheet, x: float, y: float, word: str) -> None:
    center, radius = sheet.at(x, y), 0.23 * sheet.height
    box = (center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius)
    sheet.board.arc(box, 140, 400, fill=between(GLASS, sheet.light, 0.35), width=round(0.03 * sheet.height))
    sheet.board.arc(box, 140, 220, fill=sheet.light, width=round(0.03 * sheet.height))
    sheet.write(x, y, word, 0.14)
    if word == sheet.shown.words[0]:
        sheet.write(x, y + 0.12, sheet.shown.words[1], 0.06)


def _way(sheet: Sheet) -> None:
    dim = between(GLASS, sheet.light, 0.28)
    for start, end in (((0.4, 0.36), (0.62, 0.44)), ((0.38, 0.6), (0.6, 0.62)), ((0.44, 0.26), (0.42, 0.74))):
        stroke(sheet.board, [sheet.at(*start), sheet.at(*end)], 0.022 * sheet.height, dim)
    road = [sheet.at(0.5, 0.72), sheet.at(0.51, 0.52), sheet.at(0.55, 0.42), sheet.at(0.56, 0.28)]
    stroke(sheet.board, road, 0.028 * sheet.height, sheet.light)
    x, y = sheet.at(0.505, 0.62)
    size = 0.045 * sheet.height
    tip, left, right = along((x, y), 85, size * 1.4), along((x, y), 220, size), along((x, y), 310, size)
    sheet.board.polygon([tip, left, right], fill=(255, 206, 92))


def _ceiling(sheet: Sheet) -> None:
    theme = sheet.theme
    sheet.board.polygon([sheet.at(0, 0), sheet.at(1, 0), sheet.at(0.86, 0.2), sheet.at(0.14, 0.2)], fill=theme["line"])
    for x in (0.2, 0.8):
        sheet.screen(x - 0.13, 0.62, x + 0.13, 1.2, between(theme["card"], theme["line"], 0.7), 0.14)
        sheet.screen(x - 0.07, 0.46, x + 0.07, 0.6, between(theme["card"], theme["line"], 0.85), 0.05)
    if sheet.shown.lit:
        sheet.screen(0.24, 0.17, 0.76, 0.7)
        sheet.write(0.5, 0.43, sheet.shown.words[0], 0.15)
    else:
        sheet.screen(0.24, 0.14, 0.76, 0.22, GLASS, 0.03)


def _centre(sheet: Sheet) -> None:
    dim = between(GLASS, sheet.light, 0.3)
    sheet.screen(0.14, 0.12, 0.86, 0.88)
    sheet.screen(0.18, 0.22, 0.5, 0.7, dim)
    for top in (0.22, 0.48):
        sheet.screen(0.53, top, 0.82, top + 0.22, between(GLASS, sheet.light, 0.18))
    for place in range(5):
        sheet.screen(0.26 + 0.1 * place, 0.77, 0.3 + 0.1 * place, 0.82, sheet.light, 0.02)
    sheet.write(0.34, 0.46, sheet.shown.words[0], 0.12, GLASS if sheet.shown.brightness > 60 else None)


_KINDS: dict[str, Callable[[Sheet], None]] = {"hud": _hud, "panel": _panel, "ceiling": _ceiling, "centre": _centre}

__all__ = ["Preview", "paint_display"]
