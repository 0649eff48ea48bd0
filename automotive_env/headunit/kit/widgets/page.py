"""Pages and dialogs: what most screens look like."""

from __future__ import annotations

from typing import Any

from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.drawing import DarkenedArea
from automotive_env.headunit.kit.rendering.node import Column, LayoutCollector, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import MARGIN, TARGET, ColourRole
from automotive_env.headunit.kit.touch import TouchEvent, back
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState

PADDING = 40
"""Space around what a dialog holds."""


def page(
    title: str, *content: LayoutNode | None, actions: tuple[LayoutNode, ...] = (), nested: bool = False, gap: int = 16
) -> Column:
    """A screen with a toolbar: a title, `actions` at its end, an arrow back where it is `nested` in another screen."""
    arrow = Button(
        back, id="car_ui_toolbar_nav_icon_container", icon="arrow_back", description="Back", look="plain", width=TARGET
    )
    toolbar = Row(
        arrow if nested else None,
        Text(title, id="car_ui_toolbar_title", size=40, weight="medium", grow=1.0),
        *actions,
        height=TARGET + 4,
        gap=12,
    )
    return Column(toolbar, *content, padding=(MARGIN + 8, 16), gap=gap)


class DialogScrim(Widget):
    """Darkens what lies below a dialog; a touch on it closes the dialog."""

    blocks = True
    silent = True

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        brush.ops.append(DarkenedArea(brush.box.width, brush.box.height))

    def tap(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        touch.back()
        return ""


class DialogFrame(LayoutNode):
    """A node of a size in the middle of the screen, over what is there in the dark."""

    grow = 1.0
    margin = MARGIN
    """Least space around it."""

    def __init__(self, child: LayoutNode, width: int, height: int) -> None:
        self.child = child
        self.size = (width, height)

    def place(self, box: Box, on: ColourRole, canvas: LayoutCollector[Any]) -> None:
        canvas.add(DialogScrim(), box, on)
        width, height = self.size
        left, top = (box.left + box.right - width) // 2, (box.top + box.bottom - height) // 2
        self.child.place(Box(left, top, left + width, top + height), on, canvas)


def dialog(title: str, message: str, *buttons: Button, content: tuple[LayoutNode, ...] = (), width: int = 760) -> DialogFrame:
    """A question in front of a screen, for a `Dialog`; as high as what it holds, its buttons as wide as their words need."""
    text = Text(message, size=28, ink="quiet", lines=3, width=width - 2 * PADDING) if message else None
    for button in buttons:
        button.width = max(button.width or 0, button.natural(0)[0] + 24)
    card = Card(
        Text(title, id="alertTitle", size=36, weight="medium"),
        text,
        *content,
        Spacer(),
        Row(Spacer(), *buttons, height=TARGET + 4) if buttons else None,
        padding=PADDING,
        floats=True,
    )
    return DialogFrame(card, width, card.wanted(width)[1])
