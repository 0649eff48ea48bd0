"""Text messages as bubbles: received ones at the left, sent ones at the right."""

from __future__ import annotations

from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import LiveValue
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.fonts import line_height, wrap
from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.theme import ColourRole
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState
from automotive_env.headunit.language.translate import UserText

SIZE = 28
LINES = 4
SHARE = 0.84
"""How much of the width a bubble takes at most."""


class MessageBubble(Widget):
    """One message."""

    role = "android.widget.TextView"

    def __init__(self, text: str, *, id: str, incoming: bool, description: LiveValue[str] = "") -> None:
        """Show a message of at most 120 characters."""
        super().__init__(id=id, text=UserText(text), description=description)
        self.words = UserText(text)
        self.incoming = incoming

    def rows(self, width: int) -> tuple[str, ...]:
        """Its lines, where there is so much room."""
        return tuple(wrap(self.words, SIZE, "regular", int(width * SHARE) - 48, LINES))

    def least(self) -> int:
        return 320

    def natural(self, width: int) -> tuple[int, int]:
        return width, line_height(SIZE) * max(1, len(self.rows(width))) + 24

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        width, height = brush.box.width, brush.box.height
        taken = max(76, 48 + max((text_width(row, SIZE) for row in self.rows(width)), default=0))
        left = 0 if self.incoming else width - taken
        fill, ink = ("raised", "text") if self.incoming else ("tint", "on_tint")
        self._fill(brush, Box(left, 0, left + taken, height), fill, ink)  # type: ignore[arg-type]

    def _fill(self, brush: WidgetBrush, box: Box, fill: ColourRole, ink: ColourRole) -> None:
        brush.panel(fill, box, radius=26)
        room = Box(box.left + 24, box.top, box.right - 16, box.bottom)
        brush.text(self.words, room, size=SIZE, ink=ink, lines=LINES, on=fill)
