"""Previews of the car's displays: the projection on the windscreen, the instruments, the ceiling screen, the centre screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PIL import ImageDraw

from automotive_env.headunit.apps.displays.cabin_picture import paint_ceiling, paint_centre
from automotive_env.headunit.apps.displays.cluster_picture import paint_cluster
from automotive_env.headunit.apps.displays.head_up_picture import paint_head_up
from automotive_env.headunit.apps.displays.preview import DisplayDrawing, DisplayPictureState
from automotive_env.headunit.kit.rendering.theme import Theme

_KINDS: dict[str, Callable[[DisplayDrawing], None]] = {
    "hud": paint_head_up,
    "panel": paint_cluster,
    "ceiling": paint_ceiling,
    "centre": paint_centre,
}


def paint_display(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw a `DisplayPictureState`."""
    _KINDS[shown.kind](DisplayDrawing(board, 0, 0, width, height, theme, shown))


__all__ = ["DisplayPictureState", "paint_display"]
