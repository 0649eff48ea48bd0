"""A brush: the drawing API of widgets; records paint operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias

from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.car.systems.language import LANGUAGES
from automotive_env.episode.observation import Box, Image
from automotive_env.headunit.kit.rendering.bidi import is_right_to_left
from automotive_env.headunit.kit.rendering.drawing import DrawnTextLine, OpaquePixels, PaintOperation, panel, rounded
from automotive_env.headunit.kit.rendering.drawing_board import board_of
from automotive_env.headunit.kit.rendering.floating import lifted
from automotive_env.headunit.kit.rendering.fonts import FontWeight, fitted, icon_sprite, line_height, mix, text_sprite, wrap
from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.free_memory import give_back
from automotive_env.headunit.kit.rendering.pixel_cache import cached_pixels
from automotive_env.headunit.kit.rendering.theme import PRIMARY, ColourRole, Rgb, Theme
from automotive_env.headunit.language.translate import ENGLISH, translate
from automotive_env.plugins.lazy_module import numpy as np

TextAlign: TypeAlias = Literal["left", "center", "right"]

DIRECTED = frozenset(
    (
        *("arrow_back", "arrow_forward", "arrow_back_ios", "arrow_forward_ios", "chevron_left", "chevron_right", "backspace"),
        *("send", "reply", "undo", "login", "logout", "keyboard_return", "queue_music", "playlist_add", "playlist_play"),
        *("call_made", "call_missed", "call_received", "phone_forwarded", "volume_up", "volume_down", "volume_mute"),
    )
)
"""Icons that point along the line; they are mirrored with the screen, but for what plays and what turns."""

TWICE = 2
"""How much larger pictures are drawn, before they are reduced."""
LARGE = 200_000
"""Pixels of a picture from which on it is drawn in two parts, as a board takes 16 bytes for each, and memory is given back."""
STRIP = 64
"""Rows of a picture that are reduced at a time."""

Painter: TypeAlias = Callable[[ImageDraw.ImageDraw, int, int, Theme, Any], None]
"""Draws a picture: gets a drawing board (twice as large as on the screen), its width and height, the theme and what to show."""


class WidgetBrush:
    """Paints one widget of a size on a plain colour.

    Attributes:
        theme: colours.
        language: that texts are painted in.
        on: the colour under what is painted next.
        box: the whole widget.
        ops: what was painted.
        opaque: whether the whole widget has been covered.
        mirrored: whether all of it is to be mirrored when it is done.
    """

    def __init__(
        self, theme: Theme, on: ColourRole, width: int, height: int, language: str = ENGLISH, mirrored: bool = False
    ) -> None:
        self.theme = theme
        self.language = language
        self.on: ColourRole = on
        self.box = Box(0, 0, width, height)
        self.ops: list[PaintOperation] = []
        self.opaque = False
        self.mirrored = mirrored

    def panel(
        self, fill: ColourRole, box: Box | None = None, radius: int = 24, edge: ColourRole | None = None, shadow: bool = False
    ) -> None:
        """A rounded rectangle; when it is the whole widget, what follows is painted on its colour."""
        theme = self.theme
        bleed = 12 if shadow and theme.shadow else 0
        self.ops.append(
            panel(box or self.box, theme[fill], theme[self.on], radius, theme[edge] if edge else None, bleed, theme.shadow)
        )
        if box is None:
            self.opaque = True
            self.on = fill

    def text(
        self,
        text: str,
        box: Box | None = None,
        *,
        size: int = PRIMARY,
        ink: ColourRole | Rgb = "text",
        weight: FontWeight = "regular",
        align: TextAlign = "left",
        lines: int = 1,
        on: ColourRole | Rgb | None = None,
    ) -> None:
        """Text in a box, centred from top to bottom; smaller, in two lines or cut where it does not fit."""
        box = box or self.box
        text = translate(text, self.language)
        if lines > 1:
            rows = wrap(text, size, weight, box.width, lines)
        else:
            rows, size = fitted(text, size, weight, box.width, box.height)
        whole = len(rows) > 1 or lines > 1 or rows[0] == text
        top = box.top + (box.height - line_height(size) * len(rows)) // 2
        colour, under = self.colour(ink), self.colour(on or self.on)
        from_right = align == "left" and len(rows) > 1 and not self.mirrored and is_right_to_left(text)
        block = max(text_width(row, size, weight) for row in rows) if from_right else box.width
        for row in rows:
            if row:
                pixels = text_sprite(row, size, weight, colour, under, LANGUAGES[self.language].han)
                room = block - pixels.shape[1]
                left = box.left + {"left": room if from_right else 0, "center": room // 2, "right": room}[align]
                self.ops.append(DrawnTextLine(left, top, pixels, row, size, colour, under, whole))
            top += line_height(size)

    def icon(
        self,
        name: str,
        center: tuple[int, int] | None = None,
        *,
        size: int = 44,
        ink: ColourRole | Rgb = "text",
        on: ColourRole | Rgb | None = None,
        filled: bool = True,
    ) -> None:
        """An icon around a point, the centre of the widget by default; its areas filled, or as an outline."""
        x, y = center or self.box.center
        pixels = icon_sprite(name, size, self.colour(ink), self.colour(on or self.on), filled)
        if self.mirrored and name in DIRECTED:
            pixels = pixels[:, ::-1]
        self.ops.append(OpaquePixels(x - size // 2, y - size // 2, pixels))

    def colour(self, ink: ColourRole | Rgb) -> Rgb:
        """The colour of an ink in this theme."""
        return ink if isinstance(ink, tuple) else self.theme[ink]

    def disc(self, center: tuple[int, int], radius: int, ink: ColourRole | Rgb, on: ColourRole | Rgb | None = None) -> None:
        """A filled circle."""
        x, y = center
        pixels = mix(rounded(2 * radius, 2 * radius, radius), self.colour(ink), self.colour(on or self.on))
        self.ops.append(OpaquePixels(x - radius, y - radius, pixels))

    def picture(self, painter: Painter, shown: Any, radius: int = 28) -> None:
        """A picture that fills the widget, with rounded corners."""
        self.ops.append(OpaquePixels(0, 0, drawn(painter, shown, self.box.width, self.box.height, radius, self.theme, self.on)))
        self.opaque = True

    def finish(self) -> tuple[PaintOperation, ...]:
        """All that was painted, mirrored where that was asked for."""
        if self.mirrored:
            for op in self.ops:
                op.mirror(self.box.width)
        return tuple(self.ops)

    def floating(self, fill: ColourRole, radius: int = 28) -> None:
        """A rounded rectangle with a shadow, over whatever lies below."""
        self.ops.append(lifted(self.box.width, self.box.height, radius, self.theme[fill]))
        self.on = fill


@cached_pixels(megabytes=8)
def drawn(painter: Painter, shown: Any, width: int, height: int, radius: int, theme: Theme, on: ColourRole) -> Image:
    """A picture with rounded corners on a plain colour, drawn large and reduced."""
    large = width * height > LARGE
    if large:
        give_back()
    pixels = np.empty((height, width, 3), np.uint8)
    rows = -(-height // (2 * STRIP)) * STRIP if large else height
    for top in range(0, height, rows):
        _draw_rows(pixels[top : top + rows], top, painter, shown, height, theme)
    if large:
        give_back()
    return with_corners(pixels, radius, theme[on]) if radius else pixels


def _draw_rows(pixels: Image, top: int, painter: Painter, shown: Any, height: int, theme: Theme) -> None:
    """Draw some rows of a picture of a height: those from `top` on."""
    rows, width, _ = pixels.shape
    board = Pillow.new("RGB", (width * TWICE, rows * TWICE), theme["card"])
    painter(board_of(board, top * TWICE), width * TWICE, height * TWICE, theme, shown)
    for first in range(0, rows, STRIP):  # so that no copy of all rows stands in memory beside the board
        last = min(first + STRIP, rows)
        pixels[first:last] = np.asarray(board.reduce(TWICE, (0, first * TWICE, board.width, last * TWICE)))


def with_corners(pixels: Image, radius: int, on: Rgb) -> Image:
    """Round the corners of a picture, beyond which lies a plain colour; returns the same array."""
    for x, y, corner in round_corners(pixels, radius, on):
        pixels[y : y + radius, x : x + radius] = corner
    return pixels


def round_corners(pixels: Image, radius: int, on: Rgb) -> Iterator[tuple[int, int, Image]]:
    """The four corners of a picture, rounded, each with where it stands: (across, down, pixels)."""
    shape, under = rounded(2 * radius, 2 * radius, radius)[:, :, None], np.array(on, np.int32)
    height, width, _ = pixels.shape
    for down, rows in ((0, slice(0, radius)), (height - radius, slice(-radius, None))):
        for across, columns in ((0, slice(0, radius)), (width - radius, slice(-radius, None))):
            mixed = under + ((pixels[rows, columns].astype(np.int32) - under) * shape[rows, columns] + 127) // 255
            yield across, down, mixed.astype(np.uint8)
