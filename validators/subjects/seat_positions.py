"""How the seats in front stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from automotive_env.validators import signals as s
from automotive_env.validators.criteria_builder import CriteriaBuilder
from automotive_env.validators.criterion import Criterion

SeatDirection: TypeAlias = Literal["back", "forward", "up", "down", "flatter", "more upright"]
_WAYS: Mapping[SeatDirection, tuple[str, int]] = {
    "back": ("distance", 1), "forward": ("distance", -1), "up": ("height", 1), "down": ("height", -1),
    "flatter": ("backrest", 1), "more upright": ("backrest", -1),
}  # fmt: skip
"""Where a seat moves -> the part of it, and whether its number rises."""


class SeatCriteria(CriteriaBuilder):
    """Sentences about how the seats in front stand: "driver's seat" and "passenger seat"."""

    def moved(self, seat: str, way: SeatDirection, by: float = 5) -> Criterion:
        """A seat stands further in a direction than it did, by so many per cent of its travel at least."""
        part, sign = _WAYS[way]
        signal = s.SEAT_POSITIONS[seat, part]
        return self.rises(signal, by) if sign > 0 else self.falls(signal, by)

    def at(self, seat: str, part: str, percentage: float, tolerance: float = 3) -> Criterion:
        """A part of a seat, a key of `SEAT_PARTS`, stands at a percentage of its travel."""
        return self.near(s.SEAT_POSITIONS[seat, part], percentage, tolerance)
