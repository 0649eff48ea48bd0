"""What stands in the place of a screen that may not be used while the car moves."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.core.values import Value
from automotive_env.headunit.kit.entry import Entry
from automotive_env.headunit.kit.rendering.brush import Brush
from automotive_env.headunit.kit.rendering.node import Column, Node, Row, Spacer
from automotive_env.headunit.kit.screen import Screen, View
from automotive_env.headunit.kit.touch import open_app
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.widget import State, Widget
from automotive_env.headunit.registry import app_of


class LockedApp(Widget):
    """The icon of an app on a disc, with a sign that says when it can be used: parked."""

    silent = True

    def __init__(self, icon: str) -> None:
        super().__init__(width=168, height=160)
        self.icon = icon

    def state(self, values: Sequence[Value], entry: Entry) -> State:
        return State(icon=self.icon)

    def paint(self, state: State, brush: Brush) -> None:
        middle, corner = (brush.box.width // 2, brush.box.height // 2), (brush.box.width - 40, brush.box.height - 34)
        brush.disc(middle, 80, "card")
        brush.icon(state.icon, middle, size=88, ink="faint", on="card")
        brush.disc(corner, 34, "background")
        brush.disc(corner, 28, "accent")
        brush.icon("local_parking", corner, size=36, ink="on_accent", on="accent")


class Blocked(Screen):
    """The lock-out of the driving restrictions."""

    name = "blocked"
    window = "ActivityBlockingActivity"

    def build(self, car: View) -> Node:
        app = app_of(car.app)
        exit = Button(open_app("home"), id="exit_button", text="Exit", look="filled", size=28, width=240, height=84)
        return Column(
            Spacer(),
            Row(Spacer(), LockedApp(app.icon), Spacer()),
            Text("Not available while driving", id="activity_blocking_content", size=40, weight="medium", align="center"),
            Text(f"Park the car to use {app.title}.", id="blocking_text", size=28, ink="quiet", align="center"),
            Spacer(16),
            Row(Spacer(), exit, Spacer()),
            Spacer(),
            padding=32,
        )
