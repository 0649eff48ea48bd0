"""The sizes that displays come in."""

from __future__ import annotations

from typing import TypeAlias

from automotive_env.errors import UsageError

DisplaySize: TypeAlias = tuple[int, int]
"""Width and height in pixels."""

SIZES: tuple[DisplaySize, ...] = ((1408, 792), (1024, 768), (800, 1280), (1408, 680))
"""The displays that the screens are tested on; the first is the one they are declared for."""


def written(size: DisplaySize) -> str:
    """A size as it is typed, such as "1408x792"."""
    return f"{size[0]}x{size[1]}"


DECLARED = written(SIZES[0])

PIXELS_PER_INCH = 160
"""Of every display: a pixel is 0.159 mm, so that the display of 1408x792 pixels is 223.5 mm wide and 125.7 mm high."""
MILLIMETRES_PER_PIXEL = 25.4 / PIXELS_PER_INCH


def display_size(text: str) -> DisplaySize:
    """The size of a display, as it was typed.

    Raises:
        UsageError: there is no such display; the message names those there are.
    """
    known = {written(size): size for size in SIZES}
    if text not in known:
        raise UsageError(f"unknown display size {text!r}; choose from {', '.join(known)}")
    return known[text]
