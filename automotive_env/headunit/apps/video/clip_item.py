"""A video in a list: a still of it, its title, what it shows."""

from __future__ import annotations

from typing import Any

from PIL import ImageDraw

from automotive_env.car.devices.video import Clip
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.brush import WidgetBrush, drawn
from automotive_env.headunit.kit.rendering.drawing import OpaquePixels
from automotive_env.headunit.kit.rendering.theme import ColourRole, Theme
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.pictures.album_cover import paint_cover

STILL = (208, 116)
"""Width and height of the still."""


def paint_still(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw a still of the video with the title `shown`; dark where there is none."""
    if shown:
        paint_cover(board, width, height, theme, shown)
    else:
        board.rectangle((0, 0, width, height), fill=theme["raised"])


def start(clip: Clip) -> TouchHandler:
    """A handler that plays a video."""

    def act(touch: TouchEvent) -> None:
        touch.world.video.start(clip)

    return act


class ClipItem(ListItem):
    """A video; marked while it is the current one."""

    def __init__(self, clip: Clip) -> None:
        current = bind("video.current_video", to=lambda now: now is not None and now.video_id == clip.video_id)
        icon = "favorite" if clip.is_favorite else "thumb_up" if clip.is_liked else ""
        super().__init__(
            VerbatimText(clip.title),
            VerbatimText(clip.description),
            id="video_item",
            trailing_icon=icon,
            on_tap=start(clip),
            selected=current,
            height=148,
        )
        self.clip = clip

    def lead(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        width, height = STILL
        still = drawn(paint_still, self.clip.title, width, height, 16, brush.theme, brush.on)
        brush.ops.append(OpaquePixels(16, (brush.box.height - height) // 2, still))
        return 16 + width + 24


__all__ = ["STILL", "ClipItem", "paint_still", "start"]
