"""Where an action points, and whether it is right."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import hypot
from typing import Any, TypeAlias

from automotive_env.episode.action import Action, Scroll
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Box, Element
from automotive_env.headunit.kit.display_size import MILLIMETRES_PER_PIXEL
from automotive_env.suites.grounding.item import is_hit
from automotive_env.validators.criterion import Criterion, every

Point: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pointing:
    """What an answer comes to.

    Attributes:
        point: where it points on the display; None where it does not.
        hit: whether a touch there fulfils the wish.
        distance: from the target in millimetres; 0 on it, None without a point.
    """

    point: Point | None = None
    hit: bool = False
    distance: float | None = None

    def scores(self) -> dict[str, float]:
        """Name -> score."""
        found = {"pointed": float(self.point is not None)}
        return found if self.distance is None else found | {"distance_mm": self.distance}

    def criterion(self) -> Criterion:
        """What was wanted and found."""
        where = "no point" if self.point is None else f"({self.point[0]}, {self.point[1]}), {self.distance:g} mm away"
        return every(Criterion("grounding.target", "a point on the target", where, met=self.hit))


def judged(car: HeadlessController, box: Box, action: Action | None) -> Pointing:
    """What an action on a screen comes to.

    Args:
        car: shows the screen.
        box: of the target.
        action: the answer; None where there is none.
    """
    point = pointed_at(action, car.head_unit.elements())
    if point is None:
        return Pointing()
    return Pointing(point, is_hit(car.head_unit, box, *point), round(_gap(box, point) * MILLIMETRES_PER_PIXEL, 2))


def pointed_at(action: Action | None, elements: tuple[Element, ...]) -> Point | None:
    """The point that a touch, a stroke or a text is aimed at; None for what is aimed at none, such as a scroll."""
    if isinstance(action, Scroll):
        return None
    told: dict[str, Any] = {one.name: getattr(action, one.name) for one in fields(action)} if action is not None else {}
    index, x, y = told.get("index"), told.get("x"), told.get("y")
    if index is not None:
        return elements[index].box.center if index < len(elements) else None
    return None if x is None or y is None else (x, y)


def _gap(box: Box, point: Point) -> float:
    """Pixels between a point and a box; 0 within."""
    x, y = point
    return hypot(max(box.left - x, 0, x - box.right + 1), max(box.top - y, 0, y - box.bottom + 1))
