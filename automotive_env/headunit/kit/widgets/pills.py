"""Pills: a segmented control for the toolbar of a page."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.headunit.kit.rendering.node import Row
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.touch import remember
from automotive_env.headunit.kit.widgets.button import RADIO, Button
from automotive_env.headunit.kit.widgets.card import Card


def pills(*buttons: Button, width: int) -> Card:
    """Buttons of equal width on one surface; only what is chosen stands out."""
    for button in buttons:
        button.look, button.height, button.grow = "plain", TARGET, 1.0
    return Card(Row(*buttons, gap=4, height=TARGET), padding=(15, 2), width=width, height=TARGET + 4, radius=24)


def choices(name: str, chosen: str, options: Sequence[tuple[str, str, str]]) -> tuple[Button, ...]:
    """Buttons that keep a key as the screen's own state `name`: (key, text, resource id) each; `BuildContext.local` reads it."""
    return tuple(Button(remember(name, key), id=id, text=text, selected=key == chosen, role=RADIO) for key, text, id in options)
