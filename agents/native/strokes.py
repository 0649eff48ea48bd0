"""Strokes of a finger that a model names by a direction only."""

from __future__ import annotations

from typing import Any

from automotive_env.agents.native.geometry import SentPicture
from automotive_env.episode.action import ActionError

PART = 0.4
"""Of a side of the picture, that a finger is drawn."""
_AWAY = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def fling(direction: str, start: tuple[float, ...] | None, sent: SentPicture) -> dict[str, Any]:
    """The drag of a finger in a direction, from a point or around the middle of the picture, as far as the picture goes.

    Raises:
        ActionError: there is no such direction.
    """
    away = _AWAY.get(direction.strip().lower())
    if away is None:
        raise ActionError(f"the direction is up, down, left or right, not {direction[:60]!r}")
    top = sent.top
    begins = start or tuple(end * (1 - step * PART) / 2 for end, step in zip(top, away, strict=True))
    ends = [min(end, max(0, at + step * PART * end)) for at, step, end in zip(begins, away, top, strict=True)]
    return {"action_type": "drag", "x": begins[0], "y": begins[1], "to_x": ends[0], "to_y": ends[1]}
