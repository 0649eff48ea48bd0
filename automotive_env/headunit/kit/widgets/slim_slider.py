"""Sliders without a surface of their own, for several of them on one card."""

from __future__ import annotations

from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.theme import PRIMARY, SECONDARY, ColourRole
from automotive_env.headunit.kit.widgets.slider import Slider
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.language.translate import measured

HEIGHT = 80
LINE = 40
"""Height of the line with name and value."""


class SlimSlider(Slider):
    """A slider drawn straight on what lies below."""

    PAD = 4
    letters = PRIMARY
    """Size of its letters."""
    end = 112
    """Room for its value."""

    def least(self) -> int:
        icon = 56 if self.icon else 0
        return self.PAD + icon + text_width(measured(self.label), self.letters) + self.end + 4

    def natural(self, width: int) -> tuple[int, int]:
        return width, HEIGHT

    def middle(self, height: int) -> int:
        return (height - HEIGHT) // 2 + HEIGHT - 22

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        width = brush.box.width
        top = (brush.box.height - HEIGHT) // 2
        ink: ColourRole = "text" if state.enabled else "faint"
        left = self.PAD
        if state.icon:
            brush.icon(state.icon, (left + 18, top + LINE // 2), size=36, ink="quiet" if state.enabled else "faint")
            left += 52
        brush.text(state.description, Box(left, top, width - self.end, top + LINE), size=self.letters, ink=ink)
        value = Box(width - self.end, top, width - self.PAD, top + LINE)
        brush.text(state.text, value, size=self.letters, ink=ink, weight="medium", align="right")
        self.bar(state, brush)


class SmallSlider(SlimSlider):
    """The same in secondary letters, where there are many of them."""

    letters = SECONDARY
    end = 84
