"""Where the car was, on the map of the town that the head unit draws: no map of the world is needed, and none is asked for."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from automotive_env.episode.observation import Image
from automotive_env.headunit.kit.rendering.theme import DAY, NIGHT
from automotive_env.headunit.pictures.town.view import MapPictureState, picture
from automotive_env.runs.records.records import EpisodeRecord, StepRecord

WIDTH, HEIGHT = 640, 360
ZOOM = 5
MAP = re.compile(r"(day|night)-map-(0|[1-9]\d{0,5})")


def is_map(name: str) -> bool:
    """Whether a name is that of a map, such as "day-map-3": its colours, and the position of a step in its episode, from 0."""
    return MAP.fullmatch(name) is not None


def map_of(name: str, record: EpisodeRecord, steps: Sequence[StepRecord]) -> Image | None:
    """The map around the car at a step, north up; None where the record does not tell where that is."""
    look, _, position = name.split("-")
    number = int(position)
    here = _point(steps[number]) if number < len(steps) else None
    if here is None:
        return None
    bearing = next((_bearing(here, there) for step in steps[number + 1 :] if (there := _point(step)) not in (None, here)), 0.0)
    view = MapPictureState(*here, bearing, city=record.place, zoom=ZOOM, look="North up")
    return picture(view, WIDTH, HEIGHT, (0.5, 0.5), DAY if look == "day" else NIGHT)


def _point(step: StepRecord) -> tuple[float, float] | None:
    """Latitude and longitude in degrees, where the town can be drawn there."""
    try:
        latitude, longitude = map(float, step.observation.gps.split(","))
    except ValueError:
        return None
    return (latitude, longitude) if abs(latitude) <= 85 and abs(longitude) <= 180 else None


def _bearing(here: tuple[float, float], there: tuple[float, float] | None) -> float:
    """Degrees clockwise from north, of a short way."""
    if there is None:
        return 0.0
    across = (there[1] - here[1]) * math.cos(math.radians(here[0]))
    return math.degrees(math.atan2(across, there[0] - here[0])) % 360
