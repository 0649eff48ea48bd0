"""What a preview of a display shows, and the sheet that it is drawn on."""

from __future__ import annotations

from typing import NamedTuple

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.fonts import ICONS
from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.kit.rendering.typefaces import font, opened
from automotive_env.headunit.pictures.shapes import PicturePoint, between

GLASS: Rgb = (12, 17, 24)
LIGHT: Rgb = (190, 224, 255)
RED: Rgb = (226, 60, 56)


class DisplayPictureState(NamedTuple):
    """What is shown.

    Attributes:
        kind: "hud", "panel", "ceiling" or "centre".
        lit: whether it is on, or folded down.
        brightness: percent.
        height: of the projection, percent.
        words: speed and its unit, or the time of day.
        limit: the speed above which the car warns; "" while it does not.
        turn: icon of the next turn of the route; "" without a route.
        away: how far the turn is.
        map: whether the instruments show the map.
        gear: letter of the selected gear.
        level: energy left, percent.
        driven: distance on the odometer.
    """

    kind: str
    lit: bool
    brightness: float
    height: float = 50.0
    words: tuple[str, str] = ("", "")
    limit: str = ""
    turn: str = ""
    away: str = ""
    map: bool = False
    gear: str = "P"
    level: float = 50.0
    driven: str = ""


class DisplayDrawing(NamedTuple):
    """A part of a picture that is being drawn; places and sizes are shares of its width and height.

    Attributes:
        board: draws.
        left, top, width, height: where the part is.
        theme: of the screen.
        shown: what is drawn.
    """

    board: ImageDraw.ImageDraw
    left: float
    top: float
    width: float
    height: float
    theme: Theme
    shown: DisplayPictureState

    def part(self, width: float, height: float) -> DisplayDrawing:
        """A part of some size in the middle."""
        left, top = self.left + (self.width - width) / 2, self.top + (self.height - height) / 2
        return self._replace(left=left, top=top, width=width, height=height)

    @property
    def light(self) -> Rgb:
        """The light of the display."""
        return between((62, 76, 92), LIGHT, 0.35 + 0.65 * self.shown.brightness / 100)

    def at(self, x: float, y: float) -> PicturePoint:
        """A place by its shares of width and height."""
        return self.left + x * self.width, self.top + y * self.height

    def write(self, place: PicturePoint, text: str, size: float, ink: Rgb | None = None) -> None:
        """A text around a place of the board, its letters so many pixels high."""
        letters = font("medium", max(8, round(size)))
        self.board.text(place, text, fill=ink or self.light, font=letters, anchor="mm")

    def sign(self, place: PicturePoint, icon: str, size: float, ink: Rgb | None = None) -> None:
        """An icon around a place of the board."""
        self.board.text(place, ICONS[icon], fill=ink or self.light, font=opened("icons", max(8, round(size))), anchor="mm")

    def limit(self, place: PicturePoint, radius: float) -> None:
        """A speed limit as it stands at the road, where there is one."""
        if not self.shown.limit:
            return
        x, y = place
        shine = 0.3 + 0.7 * self.shown.brightness / 100
        self.board.ellipse((x - radius, y - radius, x + radius, y + radius), fill=between(GLASS, RED, shine))
        inner = radius * 0.78
        self.board.ellipse((x - inner, y - inner, x + inner, y + inner), fill=between(GLASS, (255, 255, 255), shine))
        self.write(place, self.shown.limit, radius * (0.95 if len(self.shown.limit) < 3 else 0.78), GLASS)

    def screen(self, left: float, top: float, right: float, bottom: float, ink: Rgb = GLASS, round_by: float = 0.05) -> None:
        """A rounded rectangle."""
        self.board.rounded_rectangle((*self.at(left, top), *self.at(right, bottom)), round_by * self.height, fill=ink)

    def shade(self, left: float, top: float, right: float, bottom: float, colours: tuple[Rgb, Rgb]) -> None:
        """A rectangle that goes from one colour at the top over to another."""
        steps = 24
        for step in range(steps):
            upper, lower = (top + (bottom - top) * part / steps for part in (step, step + 1))
            self.board.rectangle((*self.at(left, upper), *self.at(right, lower)), fill=between(*colours, step / (steps - 1)))
