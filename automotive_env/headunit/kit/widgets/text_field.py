"""Text fields; what is typed belongs to the screen, not to the car, until it is submitted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from automotive_env.car.core.values import StateValue
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.rendering.bidi import is_right_to_left
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.signs import signs
from automotive_env.headunit.kit.rendering.theme import PRIMARY, TARGET, ColourRole
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState
from automotive_env.headunit.language.translate import UserText, measured

if TYPE_CHECKING:
    from automotive_env.headunit.kit.entry import ScreenEntry
    from automotive_env.headunit.kit.touch import TouchEvent

MAX_FIELD_CHARACTERS = 120
"""Characters a field takes."""
CARET = 3
"""Width of the caret in pixels."""


class TextField(Widget):
    """A line to type into. Its text is the screen's own state under its id; read it with `BuildContext.local(id)`."""

    role = "android.widget.EditText"
    clickable = True
    editable = True
    follows_entry = True

    def __init__(
        self,
        *,
        id: str,
        hint: str,
        icon: str = "search",
        on_submit: Callable[[TouchEvent, str], str | None] | None = None,
        width: int | None = None,
        grow: float = 0.0,
    ) -> None:
        """Declare a field; enter calls `on_submit` with its text."""
        super().__init__(id=id, width=width, height=TARGET + 4, grow=grow)
        self.hint = hint
        self.icon = icon
        self.on_submit = on_submit

    def least(self) -> int:
        return 84 + text_width(measured(self.hint), PRIMARY) + 32

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        return WidgetState(UserText(entry.locals.get(self.id, "")), focused=entry.focus == self.id, icon=self.icon)

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        brush.panel("raised", radius=40, edge="accent" if state.focused else "line")
        left, height = 32, brush.box.height
        if state.icon:
            brush.icon(state.icon, (48, height // 2), size=40, ink="quiet")
            left = 84
        room = Box(left, 0, brush.box.width - 32, height)
        ink: ColourRole = "text" if state.text else "quiet"
        shown = state.text or self.hint
        if state.focused:
            shown = self._end(state.text, room) if state.text else shown
            ends_at_left = is_right_to_left(state.text) != brush.mirrored
            before = -4 - CARET if ends_at_left else text_width(shown, PRIMARY)
            self._caret(left + (before if state.text else 0), brush)
        brush.text(shown, room, ink=ink)

    def _end(self, text: str, room: Box) -> str:
        """The end of the text that fits beside the caret, so that the last typed characters are visible."""
        wide = room.width - 2 * CARET
        parts = signs(text)
        ends = ("".join(parts[at:]) for at in range(len(parts)))
        return next((end for end in ends if text_width(end, PRIMARY) <= wide), "")

    def _caret(self, x: int, brush: WidgetBrush) -> None:
        middle = brush.box.height // 2
        brush.panel("accent", Box(x + 2, middle - 20, x + 2 + CARET, middle + 20), radius=1)

    def tap(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        return touch.focus(self.id)
