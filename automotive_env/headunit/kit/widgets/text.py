"""Text and icons that are only read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from automotive_env.car.core.values import StateValue
from automotive_env.headunit.kit.bind import Bind, LiveValue, now
from automotive_env.headunit.kit.rendering.brush import TextAlign, WidgetBrush
from automotive_env.headunit.kit.rendering.fonts import FontWeight, line_height, wrap
from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.theme import PRIMARY, ColourRole
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState
from automotive_env.headunit.language.translate import VerbatimText, measured

if TYPE_CHECKING:
    from automotive_env.headunit.kit.entry import ScreenEntry


class Text(Widget):
    """A text; bound text without a width takes the room that is left in its row."""

    role = "android.widget.TextView"
    letters = 6
    """Width, in heights of its letters, that what is bound is given at least on a small display."""

    def __init__(
        self,
        text: LiveValue[str],
        *,
        id: str = "",
        description: LiveValue[str] = "",
        size: int = PRIMARY,
        ink: ColourRole = "text",
        weight: FontWeight = "regular",
        align: TextAlign = "left",
        lines: int = 1,
        width: int | None = None,
        height: int | None = None,
        grow: float | None = None,
    ) -> None:
        """Show a text.

        Args:
            text: at most 120 characters.
            id: resource id.
            description: content description, where the text alone is not clear.
            size: 32 for primary text, 24 for secondary text, or more.
            ink: colour.
            weight: "regular" or "medium".
            align: within its box.
            lines: how many lines it may take.
            width: fixed width.
            height: fixed height.
            grow: share of what is left in a row.
        """
        fixed = width is not None or not isinstance(text, Bind)
        super().__init__(id=id, text=text, description=description, width=width, height=height)
        self.grow = (0.0 if fixed else 1.0) if grow is None else grow
        self.size = size
        self.ink: ColourRole = ink
        self.weight: FontWeight = weight
        self.align: TextAlign = align
        self.lines = lines
        if self.height is None and lines == 1:
            self.height = line_height(size)

    def least(self) -> int:
        if isinstance(self.text, Bind):
            return self.width or min(self.letters * self.size, 192)
        wide = text_width(measured(self.text), self.size, self.weight)
        if isinstance(self.text, VerbatimText):
            wide = min(wide, 8 * self.size)
        return min(wide, self.width or wide) if self.lines == 1 else min(wide, 10 * self.size)

    def natural(self, width: int) -> tuple[int, int]:
        if isinstance(self.text, Bind):
            return 0, line_height(self.size) * self.lines
        if self.lines == 1:
            return min(width, text_width(measured(self.text), self.size, self.weight)), line_height(self.size)
        rows = wrap(measured(self.text), self.size, self.weight, width, self.lines)
        return width, line_height(self.size) * max(1, len(rows))

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        brush.text(state.text, size=self.size, ink=self.ink, weight=self.weight, align=self.align, lines=self.lines)


class Icon(Widget):
    """An icon that says nothing to an accessibility service."""

    silent = True

    def __init__(self, name: LiveValue[str], *, size: int = 44, ink: ColourRole = "text") -> None:
        super().__init__(width=size, height=size, follows=(name,))
        self.name = name
        self.size = size
        self.ink: ColourRole = ink

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        return WidgetState(icon=now(self.name, values))

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        if state.icon:
            brush.icon(state.icon, size=self.size, ink=self.ink)
