"""What stands in the place of a screen that may not be used while the car moves."""

from __future__ import annotations

from typing import Any

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.fonts import ICONS
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.kit.rendering.typefaces import opened
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import open_app
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Text


def paint_locked(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the icon of an app on a disc, with a sign that says when it can be used: parked."""
    board.rectangle((0, 0, width, height), fill=theme["background"])

    def disc(x: float, y: float, radius: float, ink: Rgb) -> None:
        board.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)

    def icon(x: float, y: float, name: str, size: float, ink: Rgb) -> None:
        board.text((x, y), ICONS[name], fill=ink, font=opened("icons", round(size)), anchor="mm")

    disc(width * 0.46, height * 0.5, height * 0.49, theme["card"])
    icon(width * 0.46, height * 0.5, shown, height * 0.54, theme["quiet"])
    disc(width * 0.80, height * 0.78, height * 0.22, theme["background"])
    disc(width * 0.80, height * 0.78, height * 0.18, theme["accent"])
    icon(width * 0.80, height * 0.78, "local_parking", height * 0.24, theme["on_accent"])


class DrivingLockoutPanel(Screen):
    """The lock-out of the driving restrictions."""

    name = "blocked"
    window = "ActivityBlockingActivity"

    def build(self, car: BuildContext) -> LayoutNode:
        exit = Button(open_app("home"), id="exit_button", text="Exit", look="filled", size=28, width=240, height=84)
        return Column(
            Spacer(),
            Row(Spacer(), PictureWidget(paint_locked, car.app.icon, radius=0, width=176, height=160), Spacer()),
            Text("Not available while driving", id="activity_blocking_content", size=40, weight="medium", align="center"),
            Text(f"Park the car to use {car.app.title}.", id="blocking_text", size=28, ink="quiet", align="center"),
            Spacer(16),
            Row(Spacer(), exit, Spacer()),
            Spacer(),
            padding=32,
        )
