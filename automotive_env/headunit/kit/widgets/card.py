"""Cards: rounded surfaces that hold other nodes."""

from __future__ import annotations

from typing import Any

from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.floating import LIFT
from automotive_env.headunit.kit.rendering.node import Column, LayoutCollector, LayoutNode
from automotive_env.headunit.kit.rendering.theme import MARGIN, RADIUS, ColourRole
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState


class CardSurface(Widget):
    """What a card is painted with."""

    bleed = LIFT
    blocks = True
    silent = True

    def __init__(self, ink: ColourRole, radius: int, floats: bool = False) -> None:
        super().__init__()
        self.ink: ColourRole = ink
        self.radius = radius
        self.floats = floats

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        if self.floats:
            brush.floating(self.ink, self.radius)
        else:
            brush.panel(self.ink, radius=self.radius, shadow=self.ink == "card")


class Card(Column):
    """A column on a rounded surface of its own."""

    def __init__(
        self,
        *children: LayoutNode | None,
        gap: int = 16,
        padding: int | tuple[int, int] = MARGIN,
        width: int | None = None,
        height: int | None = None,
        grow: float = 0.0,
        ink: ColourRole = "card",
        radius: int = RADIUS,
        floats: bool = False,
    ) -> None:
        """Hold children on a surface.

        Args:
            children: in order; None is left out.
            gap: space between them.
            padding: space around them, or (horizontal, vertical).
            width: fixed width.
            height: fixed height.
            grow: share of what is left along the parent's axis.
            ink: colour of the surface.
            radius: of its corners.
            floats: whether it lies over a picture or another screen instead of a plain colour.
        """
        super().__init__(*children, gap=gap, padding=padding, width=width, height=height, grow=grow)
        self.ink: ColourRole = ink
        self.radius = radius
        self.floats = floats

    def place(self, box: Box, on: ColourRole, canvas: LayoutCollector[Any]) -> None:
        canvas.add(CardSurface(self.ink, self.radius, self.floats), box, on)
        super().place(box, self.ink, canvas)
