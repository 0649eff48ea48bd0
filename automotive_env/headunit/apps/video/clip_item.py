"""A video in a list: a still of it, its title, what it shows."""

from __future__ import annotations

from typing import Any

from PIL import ImageDraw

from automotive_env.car.devices.video import Clip
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.brush import Brush, drawn
from automotive_env.headunit.kit.rendering.drawing import Sprite
from automotive_env.headunit.kit.rendering.theme import Ink, Theme
from automotive_env.headunit.kit.touch import Handler, Touch
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.widget import State
from automotive_env.headunit.language.translate import Verbatim
from automotive_env.headunit.pictures.album_cover import paint_cover

STILL = (208, 116)
"""Width and height of the still."""


def paint_still(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw a still of the video with the title `shown`; dark where there is none."""
    if shown:
        paint_cover(board, width, height, theme, shown)
    else:
        board.rectangle((0, 0, width, height), fill=theme["raised"])


def start(clip: Clip) -> Handler:
    """A handler that plays a video."""

    def act(touch: Touch) -> None:
        touch.world.video.start(clip)

    return act


class ClipItem(ListItem):
    """A video; marked while it is the current one."""

    def __init__(self, clip: Clip) -> None:
        current = bind("video.current_video", to=lambda now: now is not None and now.video_id == clip.video_id)
        icon = "favorite" if clip.is_favorite else "thumb_up" if clip.is_liked else ""
        super().__init__(
            Verbatim(clip.title),
            Verbatim(clip.description),
            id="video_item",
            trailing_icon=icon,
            on_tap=start(clip),
            selected=current,
            height=148,
        )
        self.clip = clip

    def lead(self, state: State, brush: Brush, ink: Ink) -> int:
        width, height = STILL
        still = drawn(paint_still, self.clip.title, width, height, 16, brush.theme, brush.on)
        brush.ops.append(Sprite(16, (brush.box.height - height) // 2, still))
        return 16 + width + 24


__all__ = ["STILL", "ClipItem", "paint_still", "start"]
