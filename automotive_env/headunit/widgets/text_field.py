"""Text fields; what is typed belongs to the screen, not to the car, until it is submitted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from automotive_env.headunit.rendering.brush import Brush
from automotive_env.headunit.rendering.theme import TARGET, Ink
from automotive_env.headunit.widgets.widget import State, Widget
from automotive_env.observation import Box
from automotive_env.world.values import Value

if TYPE_CHECKING:
    from automotive_env.headunit.entry import Entry
    from automotive_env.headunit.touch import Touch

LONGEST = 120
"""Characters a field takes."""


class TextField(Widget):
    """A line to type into. Its text is the screen's own state under its id; read it with `View.local(id)`."""

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
        on_submit: Callable[[Touch, str], str | None] | None = None,
        width: int | None = None,
        height: int | None = TARGET + 4,
        grow: float = 0.0,
    ) -> None:
        """Declare a field; enter calls `on_submit` with its text."""
        super().__init__(id=id, width=width, height=height, grow=grow)
        self.hint = hint
        self.icon = icon
        self.on_submit = on_submit

    def state(self, values: Sequence[Value], entry: Entry) -> State:
        return State(str(entry.locals.get(self.id, "")), focused=entry.focus == self.id, icon=self.icon)

    def paint(self, state: State, brush: Brush) -> None:
        brush.panel("raised", radius=40, edge="accent" if state.focused else "line")
        left, height = 32, brush.box.height
        if state.icon:
            brush.icon(state.icon, (48, height // 2), size=40, ink="quiet")
            left = 84
        ink: Ink = "text" if state.text else "quiet"
        shown = state.text + ("|" if state.focused else "") if state.text or state.focused else self.hint
        brush.text(shown, Box(left, 0, brush.box.width - 32, height), ink=ink)

    def tap(self, touch: Touch, state: State, box: Box, x: int, y: int) -> str:
        return touch.focus(self.id)
