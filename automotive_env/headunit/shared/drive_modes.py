"""The choice of the drive mode, where a driver looks for it."""

from __future__ import annotations

from automotive_env.headunit.kit.rendering.node import Grid, LayoutNode
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.widgets.button import OptionButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Text

MODE = "assistance.drive_mode"
MODES = (("eco", "Eco", "eco"), ("comfort", "Comfort", "weekend"), ("sport", "Sport", "speed"), ("snow", "Snow", "snowflake"))


def drive_modes() -> LayoutNode:
    """A card with the four drive modes."""
    options = [
        OptionButton(MODE, mode, id=f"drive_mode_{mode}", text=text, icon=icon, description=f"Drive mode {mode}", wide=False)
        for mode, text, icon in MODES
    ]
    return Card(
        Text("Drive mode", size=SECONDARY, ink="quiet"), Grid(*options, columns=4, gap=12, row_height=116), gap=10, padding=20
    )
