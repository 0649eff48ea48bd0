"""Rivers, motorways and railways, which do not follow the plan of quarters."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from automotive_env.place.town.plane import PlanePoints, curve
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

RIVER_EVERY = 4600.0
RIVER_AT = 250.0
RIVER_WIDTH = 120.0
MOTORWAY_EVERY = 5200.0
MOTORWAY_AT = 3300.0
RAILWAY_EVERY = 3900.0
RAILWAY_AT = 900.0


def _swing(along: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(330 * np.sin(along / 1450) + 110 * np.sin(along / 520 + 1.3), np.float64)


def river_distances(points: PlanePoints) -> npt.NDArray[np.float64]:
    """Metres from points of the town to the middle of the nearest river."""
    offset = points[..., 1] - RIVER_AT - _swing(points[..., 0])
    return np.asarray(np.abs(offset - np.round(offset / RIVER_EVERY) * RIVER_EVERY) * 0.94)


def river_distance(east: float, north: float) -> float:
    """Metres from one point of the town to the middle of the nearest river."""
    offset = north - RIVER_AT - 330 * math.sin(east / 1450) - 110 * math.sin(east / 520 + 1.3)
    return abs(offset - round(offset / RIVER_EVERY) * RIVER_EVERY) * 0.94


def rivers(left: float, bottom: float, right: float, top: float) -> list[PlanePoints]:
    """The rivers that reach into a rectangle."""
    along = curve(left - 200, right + 200)
    swing = _swing(along)
    first, last = math.floor((bottom - RIVER_AT - 600) / RIVER_EVERY), math.ceil((top - RIVER_AT + 600) / RIVER_EVERY)
    return [np.stack((along, RIVER_AT + number * RIVER_EVERY + swing), axis=1) for number in range(first, last + 1)]


def motorways(left: float, bottom: float, right: float, top: float) -> list[PlanePoints]:
    """The motorways that reach into a rectangle."""
    along = curve(bottom - 200, top + 200)
    swing = 420 * np.sin(along / 2300 + 0.7) + 60 * np.sin(along / 640)
    first = math.floor((left - MOTORWAY_AT - 600) / MOTORWAY_EVERY)
    last = math.ceil((right - MOTORWAY_AT + 600) / MOTORWAY_EVERY)
    return [np.stack((MOTORWAY_AT + number * MOTORWAY_EVERY + swing, along), axis=1) for number in range(first, last + 1)]


def railways(left: float, bottom: float, right: float, top: float) -> list[PlanePoints]:
    """The railways that reach into a rectangle; they run from the north-west to the south-east."""
    along = curve(left - 200, right + 200)
    fall = -0.45 * along + 180 * np.sin(along / 1700)
    low, high = bottom + 0.45 * left - 600, top + 0.45 * right + 600
    first, last = math.floor((low - RAILWAY_AT) / RAILWAY_EVERY), math.ceil((high - RAILWAY_AT) / RAILWAY_EVERY)
    return [np.stack((along, RAILWAY_AT + number * RAILWAY_EVERY + fall), axis=1) for number in range(first, last + 1)]
