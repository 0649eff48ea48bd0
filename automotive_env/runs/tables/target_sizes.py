"""Sizes of what is touched, in groups: the shorter side in millimetres."""

from __future__ import annotations

import itertools
from bisect import bisect_right

_BOUNDS = (12.0, 13.0, 16.0, 24.0)
"""Lower ends of all groups but the first, in millimetres. Most controls are just above the 12 mm that the design asks for."""

SIZE_NAMES: tuple[str, ...] = (
    f"under {_BOUNDS[0]:g} mm",
    *(f"{low:g} to {high:g} mm" for low, high in itertools.pairwise(_BOUNDS)),
    f"{_BOUNDS[-1]:g} mm and more",
)
"""The groups, from small to large."""


def size_name(millimetres: float) -> str:
    """The group of a side."""
    return SIZE_NAMES[bisect_right(_BOUNDS, millimetres)]
