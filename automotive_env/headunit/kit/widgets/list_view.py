"""Lists that scroll, and what stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from automotive_env.car.core.values import StateValue
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import LiveValue, equals, now
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutCollector, LayoutNode
from automotive_env.headunit.kit.rendering.theme import PRIMARY, SECONDARY, ColourRole
from automotive_env.headunit.kit.touch import TouchHandler
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.widget import NOTHING_HERE, Widget, WidgetState
from automotive_env.headunit.language.translate import measured, translate
from automotive_env.headunit.restrictions import MAX_LIST_ITEMS

if TYPE_CHECKING:
    from automotive_env.headunit.kit.entry import ScreenEntry
    from automotive_env.headunit.kit.touch import TouchEvent


MIN_UNCUT_WIDTH = 280
"""Width of a line's text from which on it may be cut, where there is little room."""


class ListView(Widget):
    """Children one below the other, or in columns; what does not fit is scrolled to."""

    role = "androidx.recyclerview.widget.RecyclerView"
    silent = True
    lowest = 320
    """Height that it is given at least on a small display, where it holds so much."""

    def __init__(
        self,
        *children: LayoutNode | None,
        id: str,
        columns: int = 1,
        row_height: int | None = None,
        gap: int = 8,
        grow: float = 1.0,
    ) -> None:
        """Hold children; rows of a list in columns have the height `row_height`."""
        super().__init__(id=id, grow=grow)
        self.children = [child for child in children if child is not None]
        self.columns = columns
        self.row_height = row_height
        self.gap = gap

    def least(self) -> int:
        return max((child.least() for child in self.children), default=0)

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        """Only what is in it is seen."""

    def content(self, moving: bool) -> LayoutNode:
        """What is in it; shortened while the car moves, and it says so."""
        shown, rest = self.children, None
        if moving and len(shown) > MAX_LIST_ITEMS:
            shown = shown[:MAX_LIST_ITEMS]
            says = "The rest of the list is shown when the car is parked."
            rest = Text(says, id="list_cut", size=SECONDARY, ink="quiet", lines=2)
        if self.columns == 1:
            return Column(*shown, rest, gap=self.gap)
        grid = Grid(*shown, columns=self.columns, row_height=self.row_height, gap=self.gap)
        return Column(grid, rest, gap=self.gap) if rest else grid

    def place(self, box: Box, on: ColourRole, canvas: LayoutCollector[Any]) -> None:
        position = canvas.add(self, box, on)
        content = self.content(canvas.moving)
        tall = max(0, content.wanted(box.width)[1])
        outer, canvas.scroller = canvas.scroller, position
        content.place(Box(box.left, box.top, box.right, box.top + tall), on, canvas)
        canvas.scroller = outer
        canvas.contents[position] = tall


class ListItem(Widget):
    """One line of a list: an icon, a title, a second line, something at the end."""

    role = "android.widget.Button"
    clickable = True
    tail = 32
    """Room that its end takes at least."""

    def __init__(
        self,
        title: LiveValue[str],
        subtitle: LiveValue[str] = "",
        *,
        id: str,
        icon: LiveValue[str] = "",
        trailing: LiveValue[str] = "",
        trailing_icon: LiveValue[str] = "",
        on_tap: TouchHandler | None = None,
        on_long_press: TouchHandler | None = None,
        selected: LiveValue[bool] = False,
        enabled: LiveValue[bool] = True,
        height: int | None = None,
        grow: float = 0.0,
    ) -> None:
        """Declare a line; without `on_tap` it is only read.

        Args:
            title: first line.
            subtitle: second line.
            id: resource id; several lines of a list may share one.
            icon: in front.
            trailing: text at the end.
            trailing_icon: icon at the end, such as "chevron_right".
            on_tap: what a touch does.
            on_long_press: what a long press does, where it differs.
            selected: whether it is the chosen one.
            enabled: whether it reacts.
            height: fixed height.
            grow: share of what is left.
        """
        self.icon = icon
        self.subtitle = subtitle
        self.trailing = trailing
        self.trailing_icon = trailing_icon
        self.selected = selected
        follows = (icon, subtitle, trailing, trailing_icon, selected)
        super().__init__(id=id, text=title, enabled=enabled, height=height, grow=grow, follows=follows)
        self.on_tap = on_tap
        self.on_long_press = on_long_press
        self.clickable = on_tap is not None
        self.long_clickable = on_long_press is not None
        if on_tap is None:
            self.role = "android.widget.TextView"

    def least(self) -> int:
        wide = text_width(measured(self.text), PRIMARY) if isinstance(self.text, str) else 160
        if isinstance(self.subtitle, str):
            wide = max(wide, text_width(measured(self.subtitle), SECONDARY))
        end = (56 if self.trailing_icon else 0) + (108 if self.trailing else 0)
        return (100 if self.icon else 28) + min(wide, MIN_UNCUT_WIDTH) + end + self.tail

    def natural(self, width: int) -> tuple[int, int]:
        return width, 96

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        second, last = now(self.subtitle, values), now(self.trailing, values)
        return WidgetState(
            now(self.text, values),
            f"{second}, {last}" if second and last else second or last,
            selected=now(self.selected, values),
            enabled=now(self.enabled, values),
            icon=now(self.icon, values),
            shown=(second, last, now(self.trailing_icon, values)),
        )

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        brush.panel("tint" if state.selected else "card" if brush.on == "background" else "raised", radius=24)
        ink: ColourRole = "faint" if not state.enabled else "on_tint" if state.selected else "text"
        second: ColourRole = ink if state.selected else "quiet" if state.enabled else "faint"
        right = self.end(state, brush, second)
        left, height = self.lead(state, brush, ink), brush.box.height
        line = state.shown[0] if isinstance(state.shown, tuple) else ""
        middle = height // 2 + 6 if line else height // 2 + 20
        brush.text(state.text, Box(left, middle - 40, right, middle), ink=ink)
        brush.text(line, Box(left, middle, right, middle + 30), size=SECONDARY, ink=second)

    def lead(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        """Paint what stands in front; returns where the text begins."""
        if not state.icon:
            return 28
        brush.icon(state.icon, (52, brush.box.height // 2), ink="accent" if ink == "text" else ink)
        return 100

    def end(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        """Paint what stands at the end; returns where the room for the text ends."""
        right = brush.box.width - 28
        _, last, icon = state.shown if isinstance(state.shown, tuple) else ("", "", "")
        if icon:
            brush.icon(icon, (right - 20, brush.box.height // 2), size=40, ink=ink)
            right -= 56
        if last:
            room = min(320, brush.box.width // 3, text_width(translate(last, brush.language), SECONDARY))
            brush.text(last, Box(right - room, 0, right, brush.box.height), size=SECONDARY, ink=ink, align="right")
            right -= room + 16
        return right

    def tap(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        return (self.on_tap(touch) or "") if self.on_tap else NOTHING_HERE

    def long_press(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        return (self.on_long_press(touch) or "") if self.on_long_press else self.tap(touch, state, box, x, y)


class SwitchRow(ListItem):
    """A line of a list with a switch at its end."""

    role = "android.widget.Switch"
    checkable = True
    tail = 132

    def __init__(
        self,
        path: str,
        title: str,
        subtitle: LiveValue[str] = "",
        *,
        id: str,
        icon: str = "",
        on_tap: TouchHandler | None = None,
        enabled: LiveValue[bool] = True,
        height: int | None = None,
        grow: float = 0.0,
    ) -> None:
        """Bind to a flag; `on_tap` as for a `ToggleButton`."""
        self.path = path
        self.on_turn = on_tap
        super().__init__(
            title, subtitle, id=id, icon=icon, on_tap=self.turn, selected=equals(path, True), enabled=enabled,
            height=height, grow=grow,
        )  # fmt: skip
        self.selection = equals(path, True)

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        state = super().state(values, entry)
        return state._replace(checked=state.selected, selected=False)

    def end(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        right, middle = brush.box.width - 28, brush.box.height // 2
        track: ColourRole = ("accent" if state.checked else "line") if state.enabled else "line"
        brush.panel(track, Box(right - 84, middle - 24, right, middle + 24), radius=24)
        knob: ColourRole = "on_accent" if state.checked and state.enabled else "quiet"
        brush.disc((right - 24 if state.checked else right - 60, middle), 17, knob, on=track)
        return right - 100

    def turn(self, touch: TouchEvent) -> str | None:
        """Switch over."""
        if self.on_turn:
            return self.on_turn(touch)
        touch.set(self.path, not self.selection.now(touch.values))
        return None
