"""Projections from the plane of the town to pixels: top-down, or in perspective from behind the car."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from automotive_env.place.town.plane import PlanePoint, PlanePoints
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

PixelCoordinates: TypeAlias = "npt.NDArray[np.float64]"
"""Places on a picture, shape (..., 2): across, down."""

HORIZON_M = 2600.0
"""Metres ahead at which the horizon of a tilted view is."""
HAZE, THICK_HAZE = 190.0, 22.8
"""How many rows below the horizon the haze reaches, beyond those first ones in which it hides everything."""
SMALL_HIDDEN = 0.15
"""Share of the rows of the haze in which it leaves nothing of small things to be seen, such as blocks and their streets."""
TALLEST = 24.0
"""Metres before the picture that something may stand whose top is on it."""


class MapProjection(NamedTuple):
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

    at: PlanePoint
    scale: float
    turn: float
    width: int
    height: int
    focus: tuple[float, float]
    depth: float = 0.0
    slant: float = 0.62

    @property
    def north_up(self) -> bool:
        """Whether the town is seen from above, with north at the top."""
        return not self.turn and not self.depth

    def pixels(self, points: PlanePoints, above: npt.NDArray[np.float64] | float = 0.0) -> PixelCoordinates:
        """Where points of the town are on the picture, at some height above the ground."""
        across, ahead = self.ahead(points)
        spots = np.empty(points.shape)
        if self.depth:
            far = self.shrinks(ahead) * self.scale
            rise = np.maximum(ahead, -0.7 * self.depth) * self.slant + above * 0.8
            across, ahead = across / far, rise / far
        else:
            across, ahead = across / self.scale, ahead / self.scale
        np.add(self.focus[0], across, out=spots[..., 0])
        np.subtract(self.focus[1], ahead, out=spots[..., 1])
        return spots

    def ahead(self, points: PlanePoints) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Metres to the right of and ahead of the point that is looked at."""
        angle = math.radians(self.turn)
        cosine, sine = math.cos(angle), math.sin(angle)
        x, y = points[..., 0] - self.at[0], points[..., 1] - self.at[1]
        return x * cosine - y * sine, x * sine + y * cosine

    def shrinks(self, ahead: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Factor by which the perspective reduces things at a distance ahead."""
        return np.maximum(1 + ahead / self.depth, 0.3) if self.depth else np.ones_like(ahead)

    def back(self, across: float, ahead: float) -> PlanePoint:
        """The point of the town so many metres to the right and ahead."""
        angle = math.radians(self.turn)
        cosine, sine = math.cos(angle), math.sin(angle)
        return self.at[0] + across * cosine + ahead * sine, self.at[1] - across * sine + ahead * cosine

    def ahead_at(self, row: float) -> float:
        """Metres ahead of what a row of a tilted view shows; up to `HORIZON_M`."""
        above = (self.focus[1] - row) * self.scale
        flat = self.slant - above / self.depth
        return min(HORIZON_M, above / flat) if flat > 0 else HORIZON_M

    def top(self, small: bool = False) -> float:
        """The first row of the picture that shows anything, or anything small; those above are hidden in a tilted view's haze."""
        return max(0.0, self.horizon + THICK_HAZE + SMALL_HIDDEN * HAZE * small) if self.depth else 0.0

    @property
    def horizon(self) -> float:
        """The row of the picture of a tilted view in which the horizon is; above the picture where it is negative."""
        return self.focus[1] - HORIZON_M * self.slant / ((1 + HORIZON_M / self.depth) * self.scale)

    def reach(self) -> tuple[float, float, float, float]:
        """The rectangle of the town that the picture may show: left, bottom, right, top."""
        left, right = -self.focus[0] * self.scale, (self.width - self.focus[0]) * self.scale
        below, above = (self.focus[1] - self.height) * self.scale, self.focus[1] * self.scale
        if self.depth:
            below, above = self.ahead_at(self.height), self.ahead_at(self.top())
        wider = 1 + above / self.depth if self.depth else 1.0
        points = [self.back(*spot) for spot in ((left, below), (right, below), (left * wider, above), (right * wider, above))]
        east, north = [x for x, _ in points], [y for _, y in points]
        return min(east), min(north), max(east), max(north)

    def sees(self, points: PlanePoints, margin: npt.NDArray[np.float64] | float, small: bool = False) -> npt.NDArray[np.bool_]:
        """Whether something of a radius around each point may be on the picture, where small things can be told in the haze."""
        across, ahead = self.ahead(points)
        if not self.depth:
            right, down = self.focus[0] + across / self.scale, self.focus[1] - ahead / self.scale
            room = margin / self.scale
            return (-room < right) & (right < self.width + room) & (-room < down) & (down < self.height + room)
        half = max(self.focus[0], self.width - self.focus[0]) * self.scale
        beside = np.abs(across) < half * np.maximum(0.5, 1 + (ahead + margin) / self.depth) + margin
        last = self.ahead_at(self.top(small))
        return beside & (self.ahead_at(self.height) - TALLEST - margin < ahead) & (ahead < last + margin)
