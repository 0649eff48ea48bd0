"""What the pages about networks and Bluetooth devices have in common."""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.car.core.world import World
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import DECLARED_WIDTH
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchHandler, go
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.language.translate import VerbatimText

LINE = 92
"""Height of a line of a list."""


def more_button(screen: str, name: str) -> Button:
    """The way to the page of what a line is about."""
    return Button(
        go(screen, name), id="more_button", icon="chevron_right", description=VerbatimText(name), width=LINE, height=LINE
    )


def action_button(on_tap: TouchHandler, id: str, text: str, icon: str) -> Button:
    """What can be done with what a page is about."""
    return Button(on_tap, id=id, text=text, icon=icon, wide=True, size=28, height=88)


def search_button(search: Callable[[World], str], icon: str, *, searching: bool) -> Button:
    """Begins a search, which says while it is under way."""
    return Button(
        lambda touch: search(touch.world), id="search_button", icon=icon, text="Searching" if searching else "Search", wide=True,
        size=28, height=92, look="raised" if searching else "filled", enabled=not searching,
    )  # fmt: skip


def facts_card(car: BuildContext, *rows: ListItem | None) -> Card:
    """What there is to know, one line each; the lines share the height of a display that is wide."""
    wide = car.width > car.height
    for row in filter(None, rows):
        row.height, row.grow = (None, 1.0) if wide else (LINE, 0.0)
    return Card(*rows, gap=8, padding=20, grow=1.0 if wide else 0.0)


def beside(car: BuildContext, main: LayoutNode, *side: LayoutNode | None) -> LayoutNode:
    """What a page is about, and a card of what can be done beside it; below it on a display that is upright."""
    done = Card(*side)
    if car.width < car.height:
        return Column(main, done, None if main.grow else Spacer(), gap=24, grow=1.0)
    above = main if main.grow else Column(main, Spacer(), grow=1.0)
    return Row(above, Column(done, Spacer(), width=420 if car.width >= DECLARED_WIDTH else 380), gap=24, grow=1.0)
