"""What icons mean, in a line above the switches that show nothing else."""

from __future__ import annotations

from automotive_env.headunit.kit.rendering.node import LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.widgets.text import Icon, Text


def legend(*signs: tuple[str, str]) -> Row:
    """Icons, each with its word."""
    pairs: list[LayoutNode] = [
        Row(Icon(icon, size=32, ink="quiet"), Text(word, size=SECONDARY, ink="quiet"), gap=6) for icon, word in signs
    ]
    return Row(Spacer(), *pairs, gap=18, height=36)
