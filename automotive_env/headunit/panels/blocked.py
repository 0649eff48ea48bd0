"""What stands in the place of a screen that may not be used while the car moves."""

from __future__ import annotations

from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import Screen, ScreenContext
from automotive_env.headunit.kit.touch import open_app
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.text import Icon, Text


class DrivingLockoutPanel(Screen):
    """The lock-out of the driving restrictions."""

    name = "blocked"
    window = "ActivityBlockingActivity"

    def build(self, car: ScreenContext) -> LayoutNode:
        exit = Button(open_app("home"), id="exit_button", text="Exit", look="filled", size=28, width=240, height=84)
        return Column(
            Spacer(),
            Row(Spacer(), Icon("block", size=96, ink="danger"), Spacer()),
            Text("Not available while driving", id="activity_blocking_content", size=40, weight="medium", align="center"),
            Text("Park the car to use this.", id="blocking_text", size=SECONDARY, ink="quiet", align="center"),
            Spacer(16),
            Row(Spacer(), exit, Spacer()),
            Spacer(),
            padding=32,
        )
