"""A read-only progress bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from automotive_env.car.core.values import StateValue
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import LiveValue, now
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState

if TYPE_CHECKING:
    from automotive_env.headunit.kit.entry import ScreenEntry


class ProgressBarWidget(Widget):
    """A thin line with a part of it, 0..1, in the accent colour; it runs from the left in all languages, as what plays does."""

    mirrors = False
    role = "android.widget.ProgressBar"
    silent = True

    def __init__(self, part: LiveValue[float]) -> None:
        """Show the part."""
        super().__init__(height=24, follows=(part,))
        self.part = part

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        return WidgetState(value=min(1.0, max(0.0, now(self.part, values))))

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        width, middle = brush.box.width, brush.box.height // 2
        end = 10 + round((width - 20) * state.value)
        brush.panel("line", Box(0, middle - 4, width, middle + 4), radius=4)
        brush.panel("accent", Box(0, middle - 4, end, middle + 4), radius=4)
        brush.disc((end, middle), 10, "accent")
