"""The dial of a radio: the band from one end to the other, with a needle where it is tuned to."""

from __future__ import annotations

from typing import Any

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Theme
from automotive_env.headunit.kit.rendering.typefaces import font
from automotive_env.headunit.pictures.shapes import between

BAND = (87.0, 108.0)
"""Ends of the band in MHz."""


def paint_dial(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the band; `shown` is the frequency in MHz (None where none is tuned) and those of known stations."""
    tuned, known = shown
    low, high = BAND
    margin, top = width * 0.06, height * 0.16

    def at(mhz: float) -> float:
        return margin + (min(high, max(low, mhz)) - low) / (high - low) * (width - 2 * margin)

    board.rectangle((0, 0, width, height), fill=theme["raised"])
    for half in range(round((high - low) * 2) + 1):
        mhz, strong = low + half / 2, half % 2 == 0
        length = height * (0.34 if half % 10 == 2 else 0.22 if strong else 0.12)
        board.line((at(mhz), top, at(mhz), top + length), fill=between(theme["raised"], theme["quiet"], 0.8 if strong else 0.5),
                   width=max(2, round(height * 0.014)))  # fmt: skip
    for mhz in range(88, 109, 5):
        board.text((at(mhz), height * 0.73), str(mhz), fill=theme["quiet"], font=font("medium", round(height * 0.2)), anchor="mm")
    for mhz in known:
        size = height * 0.04
        board.ellipse((at(mhz) - size, height * 0.9 - size, at(mhz) + size, height * 0.9 + size), fill=theme["accent"])
    if tuned is not None:
        half_width = height * 0.025
        needle = (at(tuned) - half_width, height * 0.06, at(tuned) + half_width, height * 0.6)
        board.rounded_rectangle(needle, half_width, fill=theme["accent"])


__all__ = ["paint_dial"]
