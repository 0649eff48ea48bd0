"""Pictures: custom drawings such as maps, covers and gauges."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from automotive_env.car.core.values import StateValue
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import LiveValue, now
from automotive_env.headunit.kit.rendering.brush import Painter, WidgetBrush
from automotive_env.headunit.kit.touch import TouchHandler
from automotive_env.headunit.kit.widgets.widget import NOTHING_HERE, Widget, WidgetState

if TYPE_CHECKING:
    from automotive_env.headunit.kit.entry import ScreenEntry
    from automotive_env.headunit.kit.touch import TouchEvent


class PictureWidget(Widget):
    """A drawing that fills its box; it is drawn once for each thing it shows."""

    mirrors = False
    role = "android.widget.ImageView"
    narrowest = 320
    """Width that it is given at least, where it is wider than that."""

    def __init__(
        self,
        painter: Painter,
        shown: LiveValue[Hashable],
        *,
        id: str = "",
        text: LiveValue[str] = "",
        description: LiveValue[str] = "",
        on_tap: TouchHandler | None = None,
        radius: int = 28,
        width: int | None = None,
        height: int | None = None,
        grow: float = 0.0,
    ) -> None:
        """Declare a picture.

        Args:
            painter: draws it, given what to show.
            shown: what to show; equal things look the same.
            id: resource id.
            text: what an accessibility service reads.
            description: content description; a picture without text, description and `on_tap` is no element.
            on_tap: what a touch does.
            radius: of its corners.
            width: fixed width.
            height: fixed height.
            grow: share of what is left.
        """
        super().__init__(
            id=id, text=text, description=description, width=width, height=height, grow=grow, follows=(shown,)
        )  # fmt: skip
        self.painter = painter
        self.shown = shown
        self.on_tap = on_tap
        self.clickable = on_tap is not None
        self.silent = not (on_tap or text or description)
        self.radius = radius

    def least(self) -> int:
        return min(self.narrowest, self.width or self.narrowest)

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        return WidgetState(now(self.text, values), now(self.description, values), shown=now(self.shown, values))

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        brush.picture(self.painter, state.shown, self.radius)

    def tap(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        return (self.on_tap(touch) or "") if self.on_tap else NOTHING_HERE
