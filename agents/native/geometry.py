"""From a point in a model's answer to the pixel of the display, and back."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, isfinite

from automotive_env.agents.options import Space
from automotive_env.episode.action import ActionError
from automotive_env.episode.observation import Box, Element
from automotive_env.episode.picture import PictureSize

TOP = {"0..999": 999, "0..1000": 1000, "0..1": 1}
"""The largest coordinate of the spaces that do not depend on the size of the picture."""
TINY = 1e-9
"""Above rounding errors of floating-point numbers, below anything that a pixel is divided into."""


def fit_for(display: tuple[int, int], longest: int, multiple: int = 1) -> PictureSize:
    """The picture that a display is scaled down to; it is never enlarged.

    Args:
        display: width and height in pixels.
        longest: pixels of the longer side, at most.
        multiple: both sides are multiples of this number, so that a model's own preprocessing does not scale again.
    """
    side = max(display)
    target = min(longest, side)
    across, down = (
        max(multiple, target // multiple * multiple if one == side else round(one * target / side / multiple) * multiple)
        for one in display
    )
    return PictureSize(across, down)


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture that a model was sent, and the numbers in which it answers.

    Pixels are counted from 0. A pixel of a smaller picture means the middle one of the display's pixels that it covers. In the
    other spaces, 0 and the largest number mean the first and the last pixel of the picture.

    Attributes:
        display: width and height of the display in pixels.
        fit: size of the picture, and whether bars keep the display's shape.
        space: the numbers of the answers.
    """

    display: tuple[int, int]
    fit: PictureSize
    space: Space

    @property
    def top(self) -> tuple[int, int]:
        """The largest x and y that a model can give."""
        end = TOP.get(self.space)
        return (self.fit.width - 1, self.fit.height - 1) if end is None else (end, end)

    def to_display(self, x: float, y: float) -> tuple[int, int]:
        """The display's pixel that a model means.

        Raises:
            ActionError: the point lies outside the picture, or on a bar beside the display; the message says what is allowed.
        """
        top = self.top
        if not (isfinite(x) and isfinite(y) and 0 <= x <= top[0] and 0 <= y <= top[1]):
            whole = f"the picture of {self.fit.width} x {self.fit.height}" if self.space == "pixels" else self.space
            raise ActionError(f"({x:.6g}, {y:.6g}) lies outside {whole}; x goes from 0 to {top[0]}, y from 0 to {top[1]}")
        found = self._to_display(0, x), self._to_display(1, y)
        if not all(0 <= at < side for at, side in zip(found, self.display, strict=True)):
            raise ActionError(f"({x:.6g}, {y:.6g}) lies on a bar beside the screen; {self._covered()}")
        return found

    def from_display(self, x: int, y: int) -> tuple[float, float]:
        """The nearest point in a model's numbers to a pixel of the display."""
        return self._from_display(0, x), self._from_display(1, y)

    def element(self, element: Element) -> Element:
        """An element with its box, and its track, in a model's numbers; in pixels of the picture for the space 0..1."""
        sent = self if self.space != "0..1" else SentPicture(self.display, self.fit, "pixels")
        track = sent._box(element.track) if element.track else None
        return element._replace(box=sent._box(element.box), track=track)

    def _box(self, box: Box) -> Box:
        (left, top), (right, bottom) = self.from_display(box.left, box.top), self.from_display(box.right - 1, box.bottom - 1)
        return Box(int(left), int(top), int(right) + 1, int(bottom) + 1)

    def _axis(self, axis: int) -> tuple[float, float, int]:
        """The display's pixels for each of the picture, those that the bar before the display takes, and the picture's side."""
        inner = self.fit.inner(self.display)
        start, length = (inner.left, inner.width) if axis == 0 else (inner.top, inner.height)
        scale = self.display[axis] / length
        return scale, start * scale, (self.fit.width, self.fit.height)[axis]

    def _to_display(self, axis: int, value: float) -> int:
        scale, bar, side = self._axis(axis)
        end = TOP.get(self.space)
        at = (value + 0.5) * scale - 0.5 if end is None else value * (side * scale - 1) / end
        return floor(at - bar + 0.5 + TINY)

    def _from_display(self, axis: int, pixel: int) -> float:
        scale, bar, side = self._axis(axis)
        end = TOP.get(self.space)
        if end is None:
            return min(side - 1, floor((pixel + 0.5 + bar) / scale + TINY))
        share = (pixel + bar) / (side * scale - 1)
        return share if end == 1 else round(share * end)

    def _covered(self) -> str:
        (left, top), (right, bottom) = self.from_display(0, 0), self.from_display(self.display[0] - 1, self.display[1] - 1)
        return f"it covers x from {left:.6g} to {right:.6g} and y from {top:.6g} to {bottom:.6g}"
