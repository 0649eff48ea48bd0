"""Lamps as the dashboard shows them: a symbol that glows on black."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.car.driving.warning_lamps import LampColour
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.theme import ColourRole, Rgb
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.text import Icon
from automotive_env.headunit.kit.widgets.widget import WidgetState

BLACK: Rgb = (12, 14, 18)
GLOW: Mapping[LampColour, Rgb] = {"red": (255, 84, 76), "amber": (255, 182, 46), "green": (70, 214, 120), "blue": (96, 164, 255)}


def _sign(brush: WidgetBrush, icon: str, colour: LampColour, center: tuple[int, int], radius: int) -> None:
    brush.disc(center, radius, BLACK)
    brush.icon(icon, center, size=round(radius * 1.3), ink=GLOW[colour], on=BLACK)


class LampIcon(Icon):
    """A lamp that is only seen."""

    def __init__(self, icon: str, colour: LampColour, *, size: int) -> None:
        """Show a symbol in its colour."""
        super().__init__(icon, size=size)
        self.colour: LampColour = colour

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        _sign(brush, state.icon, self.colour, brush.box.center, self.size // 2)


class LampItem(ListItem):
    """A lamp in a list."""

    def __init__(self, icon: str, colour: LampColour, title: str, subtitle: str, **options: object) -> None:
        """Declare a line; further arguments are those of a `ListItem`."""
        super().__init__(title, subtitle, icon=icon, **options)  # type: ignore[arg-type]
        self.colour: LampColour = colour

    def lead(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        _sign(brush, state.icon, self.colour, (56, brush.box.height // 2), 32)
        return 112


class LampButton(Button):
    """A lit lamp that can be touched."""

    def __init__(self, icon: str, colour: LampColour, **options: object) -> None:
        """Declare a button; further arguments are those of a `Button`."""
        super().__init__(icon=icon, **options)  # type: ignore[arg-type]
        self.colour: LampColour = colour

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        _sign(brush, state.icon, self.colour, brush.box.center, 30)
