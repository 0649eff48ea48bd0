"""Projections from the plane of the town to pixels: top-down, or in perspective from behind the car."""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from automotive_env.geo.town.plane import Point, Points

Pixels: TypeAlias = npt.NDArray[np.float64]
"""Places on a picture, shape (..., 2): across, down."""

FAR = 2600.0
"""Metres ahead that are shown where the view is tilted."""


class Lens(NamedTuple):
    """A projection of the town.

    Attributes:
        at: the point of the town that is looked at.
        scale: metres a pixel at that point.
        turn: what points up, degrees clockwise from north.
        width, height: of the picture in pixels.
        focus: pixel where `at` is shown.
        depth: metres ahead at which everything is half as large; 0 where the view is not tilted.
        slant: how much what lies ahead is shortened by the tilt, 0..1.
    """

    at: Point
    scale: float
    turn: float
    width: int
    height: int
    focus: tuple[float, float]
    depth: float = 0.0
    slant: float = 0.62

    def pixels(self, points: Points, above: npt.NDArray[np.float64] | float = 0.0) -> Pixels:
        """Where points of the town are on the picture, at some height above the ground."""
        across, ahead = self.ahead(points)
        if not self.depth:
            return np.stack((self.focus[0] + across / self.scale, self.focus[1] - ahead / self.scale), axis=-1)
        far = self.shrinks(ahead) * self.scale
        rise = np.maximum(ahead, -0.7 * self.depth) * self.slant + above * 0.8
        return np.stack((self.focus[0] + across / far, self.focus[1] - rise / far), axis=-1)

    def ahead(self, points: Points) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Metres to the right of and ahead of the point that is looked at."""
        angle = math.radians(self.turn)
        cosine, sine = math.cos(angle), math.sin(angle)
        x, y = points[..., 0] - self.at[0], points[..., 1] - self.at[1]
        return x * cosine - y * sine, x * sine + y * cosine

    def shrinks(self, ahead: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Factor by which the perspective reduces things at a distance ahead."""
        return np.maximum(1 + ahead / self.depth, 0.3) if self.depth else np.ones_like(ahead)

    def back(self, across: float, ahead: float) -> Point:
        """The point of the town so many metres to the right and ahead."""
        angle = math.radians(self.turn)
        cosine, sine = math.cos(angle), math.sin(angle)
        return self.at[0] + across * cosine + ahead * sine, self.at[1] - across * sine + ahead * cosine

    @property
    def far(self) -> float:
        """Metres ahead that a tilted view shows: `FAR`, or less where that is above the upper edge of the picture."""
        above = self.focus[1] * self.scale
        flat = self.slant - above / self.depth
        return min(FAR, above / flat) if flat > 0 else FAR

    def reach(self) -> tuple[float, float, float, float]:
        """The rectangle of the town that the picture may show: left, bottom, right, top."""
        left, right = -self.focus[0] * self.scale, (self.width - self.focus[0]) * self.scale
        below, above = (self.focus[1] - self.height) * self.scale, self.focus[1] * self.scale
        if self.depth:
            wider = 1 + FAR / self.depth
            below = below / (self.slant + below / self.depth)
            spots = [(left, below), (right, below), (left * wider, FAR), (right * wider, FAR)]
        else:
            spots = [(left, below), (right, below), (left, above), (right, above)]
        points = [self.back(*spot) for spot in spots]
        east, north = [x for x, _ in points], [y for _, y in points]
        return min(east), min(north), max(east), max(north)

    def sees(self, points: Points, margin: npt.NDArray[np.float64] | float) -> npt.NDArray[np.bool_]:
        """Whether something of a radius around each point may be on the picture."""
        across, ahead = self.ahead(points)
        if not self.depth:
            right, down = self.focus[0] + across / self.scale, self.focus[1] - ahead / self.scale
            room = margin / self.scale
            return (-room < right) & (right < self.width + room) & (-room < down) & (down < self.height + room)
        half = max(self.focus[0], self.width - self.focus[0]) * self.scale
        beside = np.abs(across) < half * np.maximum(0.5, 1 + (ahead + margin) / self.depth) + margin
        return beside & (-0.45 * self.depth - margin < ahead) & (ahead < self.far + margin)
