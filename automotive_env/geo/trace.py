"""GPS traces: the fixes of a car that drives along a line, such as a route of Maps, and playing them to whatever takes fixes.

    >>> seen = []
    >>> play(fixes_along([(52.0, 13.0), (52.01, 13.0)], 36), seen.append)
    113

In the place of `seen.append` stands `set_gps` of a controller, which moves the car in this process, a virtual device or, by its
console, an emulator; behind it `advance` lets the time between two fixes pass. The line of a route is that of `line_of_route`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import TypeAlias

from automotive_env.errors import UsageError
from automotive_env.geo.town.guidance import Trip, moved, route_of
from automotive_env.observation import GpsFix

Line: TypeAlias = Sequence[tuple[float, float]]
"""Positions in order, degrees north and east; between two of them lies a geodesic."""

FIX_SECONDS = 1.0
"""Seconds between two fixes, as receivers in cars give them."""
ROUTE_STEP_M = 20.0
"""Metres between two positions of the line of a route, whose streets bend."""


def line_of_route(going: Trip) -> Line:
    """The streets of the route of a trip, from where the car is to the last target; empty where it goes nowhere."""
    route = route_of(going)
    if route is None:
        return ()
    metres, corner = [0.0], 0.0
    for leg in route.legs:
        metres += [corner + step * ROUTE_STEP_M for step in range(1, int(leg.metres / ROUTE_STEP_M) + 1)]
        corner += leg.metres
        metres.append(corner)
    found = [moved(going, along) for along in metres]
    return tuple(dict.fromkeys((place.latitude, place.longitude) for place in found if place is not None))


def fixes_along(
    line: Line, kmh: float | Callable[[], float], *, seconds: float = FIX_SECONDS, altitude: float = 0.0
) -> Iterator[GpsFix]:
    """The fixes of a car that drives along a line: the first where it begins, the last where it ends.

    Args:
        line: positions in order; two at least, or nothing is driven.
        kmh: its speed, above 0, or what tells it before each fix; a car that stands for a while gives the same fix again.
        seconds: between two fixes.
        altitude: metres.

    Raises:
        UsageError: a position is not on earth, the speed is below 0 or never above it, or no time lies between two fixes.
    """
    if not 0 < seconds < inf:
        raise UsageError(f"{seconds:g} seconds between two fixes; give more than 0")
    if not callable(kmh) and not kmh > 0:
        raise UsageError(f"a speed of {kmh:g} km/h; a trace is driven forwards")
    for latitude, longitude in line:
        if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
            raise UsageError(f"no position on earth: {latitude:g},{longitude:g}; latitude is -90..90, longitude -180..180")
    left = 0.0  # metres to the next fix, from the beginning of a part
    for (latitude, longitude), (to_latitude, to_longitude) in pairwise(line):
        from geographiclib.geodesic import Geodesic

        part = Geodesic.WGS84.InverseLine(latitude, longitude, to_latitude, to_longitude)
        while left < part.s13:
            at = part.Position(left)
            yield GpsFix(round(at["lat2"], 7), round(at["lon2"], 7), altitude, round(at["azi2"] % 360, 1) % 360)
            left += _metres(kmh, seconds)
        left -= part.s13
        last = GpsFix(to_latitude, to_longitude, altitude, round(part.Position(part.s13)["azi2"] % 360, 1) % 360)
    if len(line) > 1:
        yield last


def _metres(kmh: float | Callable[[], float], seconds: float) -> float:
    speed = kmh() if callable(kmh) else kmh
    if not 0 <= speed < inf:
        raise UsageError(f"a speed of {speed:g} km/h; a trace is driven forwards")
    return speed / 3.6 * seconds


def play(
    fixes: Iterable[GpsFix],
    put: Callable[[GpsFix], None],
    wait: Callable[[float], None] | None = None,
    *,
    seconds: float = FIX_SECONDS,
) -> int:
    """Put a car to each of some fixes in turn, and let time pass between two of them; returns how many there were.

    Args:
        fixes: such as those of `fixes_along`.
        put: takes a fix, such as `Controller.set_gps`.
        wait: lets so many seconds pass, such as `Controller.advance` or `time.sleep`; no time passes without it.
        seconds: between two fixes.
    """
    count = 0
    for fix in fixes:
        if count and wait:
            wait(seconds)
        put(fix)
        count += 1
    return count
