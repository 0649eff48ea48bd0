"""Drawing boards that hold some rows of a picture, so that a large one is drawn in parts, in less memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, cast

from PIL import Image as Pillow
from PIL import ImageDraw


class _Part:
    """A board below whose upper edge a picture goes on; what is drawn is given by its place in the whole picture."""

    def __init__(self, board: ImageDraw.ImageDraw, top: int) -> None:
        self._board = board
        self._top = top

    def __getattr__(self, name: str) -> Callable[..., None]:
        draw = getattr(self._board, name)

        def act(xy: Sequence[Any], *args: Any, **options: Any) -> None:
            draw(self._moved(xy), *args, **options)

        return act

    def _moved(self, xy: Sequence[Any]) -> list[Any]:
        """Coordinates as Pillow takes them, x and y in turn or in pairs, from the upper edge of the part."""
        if isinstance(xy[0], tuple):
            return [(x, self._below(y)) for x, y in xy]
        return [self._below(value) if place % 2 else value for place, value in enumerate(xy)]

    def _below(self, y: float) -> float:
        """A row from the upper edge of the part; whole above it, where Pillow would round up what it rounds down below."""
        return y - self._top if y >= self._top else math.floor(y) - self._top


def board_of(rows: Pillow.Image, top: int) -> ImageDraw.ImageDraw:
    """A board for the rows of a picture from `top` on, whose methods that draw take coordinates in the whole picture."""
    board = ImageDraw.Draw(rows)
    return cast(ImageDraw.ImageDraw, _Part(board, top)) if top else board
