"""What stands in the place of a list that has nothing in it."""

from __future__ import annotations

from automotive_env.headunit.rendering.node import Row, Spacer
from automotive_env.headunit.rendering.theme import SECONDARY
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.text import Icon, Text


def empty_card(icon: str, text: str, *, lines: int = 1) -> Card:
    """A card that says why there is nothing."""
    words = Text(text, id="empty_text", size=SECONDARY, ink="quiet", align="center", lines=lines)
    return Card(Spacer(), Row(Spacer(), Icon(icon, size=72, ink="faint"), Spacer()), words, Spacer(), grow=1.0)
