"""OpenCV, imported when the first letter or map is drawn, and told to draw in one thread."""

from __future__ import annotations

from functools import cache
from types import ModuleType


@cache
def opencv() -> ModuleType:
    """The module; waking threads for pictures as small as letters takes longer than drawing them, a quarter of a map's time."""
    import cv2

    cv2.setNumThreads(1)
    return cv2
