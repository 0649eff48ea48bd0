"""What stands in the place of a list that has nothing in it."""

from __future__ import annotations

from automotive_env.headunit.kit.rendering.node import Row, Spacer
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Icon, Text


def empty_card(icon: str, text: str, button: Button | None = None) -> Card:
    """A card that says why there is nothing, with a button that leads on where there is one."""
    words = Text(text, id="empty_text", ink="quiet", align="center", lines=3)
    below = Row(Spacer(), button, Spacer()) if button else None
    return Card(Spacer(), large_icon(icon), words, below, Spacer(), grow=1.0)


def large_icon(icon: str) -> Row:
    """An icon in the middle of a row, for what stands above a sentence."""
    return Row(Spacer(), Icon(icon, size=72, ink="faint"), Spacer())
