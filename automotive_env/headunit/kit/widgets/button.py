"""Buttons: pressed, switched on and off, or chosen among several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from automotive_env.car.core.values import StateValue
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import LiveValue, bind, equals, now
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.fonts import is_whole, line_height
from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET, ColourRole
from automotive_env.headunit.kit.touch import TouchHandler
from automotive_env.headunit.kit.widgets.widget import NOTHING_HERE, Widget, WidgetState
from automotive_env.headunit.language.translate import measured

if TYPE_CHECKING:
    from automotive_env.headunit.kit.entry import ScreenEntry
    from automotive_env.headunit.kit.touch import TouchEvent

ButtonLook: TypeAlias = Literal["raised", "plain", "filled", "danger"]
"""How much a button stands out: on a surface of its own, on none, in the accent colour, as a warning."""

SWITCH, RADIO = "android.widget.Switch", "android.widget.RadioButton"
"""Android classes of buttons that are a switch, or one choice among several."""

_FILLS: dict[ButtonLook, ColourRole] = {"raised": "raised", "filled": "accent", "danger": "danger"}
_INKS: dict[ButtonLook, ColourRole] = {"raised": "text", "plain": "text", "filled": "on_accent", "danger": "on_danger"}


class Button(Widget):
    """Does something when it is touched. Its icon stands above its text, or beside it where it is `wide`."""

    role = "android.widget.Button"
    clickable = True

    def __init__(
        self,
        on_tap: TouchHandler | None = None,
        *,
        id: str,
        icon: LiveValue[str] = "",
        text: LiveValue[str] = "",
        description: LiveValue[str] = "",
        look: ButtonLook = "raised",
        wide: bool = False,
        enabled: LiveValue[bool] = True,
        selected: LiveValue[bool] | None = None,
        on_long_press: TouchHandler | None = None,
        role: str = "",
        size: int = SECONDARY,
        icon_size: int = 44,
        radius: int = 24,
        warms: bool = False,
        width: int | None = None,
        height: int | None = None,
        grow: float = 0.0,
    ) -> None:
        """Declare a button; give a `description` where there is no text.

        Args:
            on_tap: what it does.
            id: resource id.
            icon: name of an icon.
            text: visible text.
            description: content description.
            look: how much it stands out.
            wide: whether the icon stands beside the text instead of above it.
            enabled: whether it reacts.
            selected: whether it is on, or the chosen one; None where it is nothing that can be on.
            on_long_press: what a long press does, where it differs.
            role: Android class, where it is another one.
            size: of the text.
            icon_size: of the icon.
            radius: of the corners.
            warms: whether it is shown in the colour of heat when it is on.
            width: fixed width.
            height: fixed height.
            grow: share of what is left.
        """
        super().__init__(
            id=id, text=text, description=description, enabled=enabled, width=width, height=height, grow=grow,
            follows=(icon, selected),
        )  # fmt: skip
        self.on_tap = on_tap
        self.on_long_press = on_long_press
        self.long_clickable = on_long_press is not None
        self.icon = icon
        self.selected: LiveValue[bool] = selected or False
        self.can_be_on = selected is not None
        self.look: ButtonLook = look
        self.wide = wide
        self.size = size
        self.icon_size = icon_size
        self.radius = radius
        self.warms = warms
        if role:
            self.role = role
        elif text == "" and icon and not self.checkable:
            self.role = "android.widget.ImageButton"

    def least(self) -> int:
        if not isinstance(self.text, str):
            return min(self.width or 120, 100 if self.icon and not self.wide else 120)
        beside = self.icon_size + 28 if self.icon and self.wide and self.text else 0
        wide = max(TARGET, text_width(measured(self.text), self.size, "medium") + beside + 16)
        return min(wide, self.width or wide)

    def natural(self, width: int) -> tuple[int, int]:
        wide = text_width(measured(self.text), self.size, "medium") if isinstance(self.text, str) else 0
        beside = self.icon_size + 12 if self.icon and self.wide else 0
        tall = line_height(self.size) + self.icon_size + 28 if self.icon and self.text and not self.wide else TARGET
        return max(TARGET, wide + beside + 48), max(TARGET, tall)

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        on = now(self.selected, values)
        return WidgetState(
            now(self.text, values),
            now(self.description, values),
            checked=on and self.checkable,
            selected=on and not self.checkable,
            enabled=now(self.enabled, values),
            icon=now(self.icon, values),
        )

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        on = state.selected or state.checked
        if self.look != "plain" or on:
            brush.panel(self.fill(on, state.enabled, brush.on), radius=self.radius)
        self.content(state, brush, self.letters(on, state.enabled))
        if on:
            self.mark(brush, self.letters(on, state.enabled))

    def mark(self, brush: WidgetBrush, ink: ColourRole) -> None:
        """Mark it as on by a bar at its lower edge: whoever sees no colours sees that."""
        middle, bottom = brush.box.width // 2, brush.box.height - 5
        brush.panel(ink, Box(middle - 18, bottom - 5, middle + 18, bottom), radius=2)

    def fill(self, on: bool, enabled: bool, under: ColourRole) -> ColourRole:
        """Its colour."""
        if on:
            return "line" if not enabled else "heat" if self.warms else "tint"
        return "card" if self.look == "raised" and under == "background" else _FILLS.get(self.look, "raised")

    def letters(self, on: bool, enabled: bool) -> ColourRole:
        """The colour of icon and text."""
        if not enabled:
            return "text" if on else "faint"
        if on:
            return "warm" if self.warms else "on_tint"
        return _INKS[self.look]

    def content(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> None:
        """Paint icon and text; the icon of what can be on is filled while it is, and else an outline."""
        filled = not self.can_be_on or state.selected or state.checked
        width, height = brush.box.width, brush.box.height
        if not state.text:
            brush.icon(state.icon, size=self.icon_size, ink=ink, filled=filled)
        elif not state.icon or (self.wide and not self.beside(state.text, width, height)):
            brush.text(state.text, Box(8, 0, width - 8, height), size=self.size, ink=ink, weight="medium", align="center")
        elif self.wide:
            taken = min(width - 32, self.icon_size + 12 + text_width(state.text, self.size, "medium"))
            left = (width - taken) // 2
            brush.icon(state.icon, (left + self.icon_size // 2, height // 2), size=self.icon_size, ink=ink, filled=filled)
            room = Box(left + self.icon_size + 12, 0, left + taken, height)
            brush.text(state.text, room, size=self.size, ink=ink, weight="medium")
        else:
            line = line_height(self.size)
            top = (height - self.icon_size - line - 4) // 2
            brush.icon(state.icon, (width // 2, top + self.icon_size // 2), size=self.icon_size, ink=ink, filled=filled)
            below = Box(6, top + self.icon_size + 4, width - 6, top + self.icon_size + 4 + line)
            brush.text(state.text, below, size=self.size, ink=ink, weight="medium", align="center")

    def beside(self, text: str, width: int, height: int) -> bool:
        """Whether a text fits beside the icon; it is left out where not."""
        return is_whole(text, self.size, "medium", width - self.icon_size - 44, height)

    def tap(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        return (self.on_tap(touch) or "") if self.on_tap else NOTHING_HERE

    def long_press(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        return (self.on_long_press(touch) or "") if self.on_long_press else self.tap(touch, state, box, x, y)


class ToggleButton(Button):
    """A button that is on or off, and turns a property from one into the other."""

    role = "android.widget.ToggleButton"
    checkable = True

    def __init__(
        self,
        path: str,
        *,
        id: str,
        icon: LiveValue[str] = "",
        text: LiveValue[str] = "",
        description: LiveValue[str] = "",
        on: StateValue = True,
        off: StateValue = False,
        writes: Sequence[str] = (),
        on_tap: TouchHandler | None = None,
        role: str = "",
        enabled: LiveValue[bool] = True,
        look: ButtonLook = "raised",
        wide: bool = False,
        icon_size: int = 44,
        warms: bool = False,
        width: int | None = None,
        height: int | None = None,
        grow: float = 0.0,
    ) -> None:
        """Bind to a property.

        Args:
            path: the property that is shown.
            on: its value when on.
            off: its value when turned off.
            writes: the properties that are written, where it is not only the one that is shown.
            on_tap: what a touch does instead of writing.
            role: Android class, where it is another one.
            id: resource id.
            icon: name of an icon.
            text: visible text.
            description: content description, where there is no text.
            enabled: whether it reacts.
            look: how much it stands out.
            wide: whether the icon stands beside the text instead of above it.
            icon_size: of the icon.
            warms: whether it is shown in the colour of heat when it is on.
            width: fixed width.
            height: fixed height.
            grow: share of what is left.
        """
        super().__init__(
            on_tap, id=id, icon=icon, text=text, description=description, look=look, wide=wide, enabled=enabled,
            selected=equals(path, on), role=role, icon_size=icon_size, warms=warms, width=width, height=height,
            grow=grow,
        )  # fmt: skip
        self.on = on
        self.off = off
        self.writes = tuple(writes) or (path,)

    def tap(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        if self.on_tap:
            return self.on_tap(touch) or ""
        for path in self.writes:
            touch.set(path, self.off if state.checked else self.on)
        return ""


class OptionButton(Button):
    """One choice among several: selected while a property has its value, and a touch gives it that value."""

    role = RADIO
    checkable = True

    def __init__(
        self,
        path: str,
        value: StateValue,
        *,
        id: str,
        icon: str = "",
        text: str = "",
        description: str = "",
        on_tap: TouchHandler | None = None,
        enabled: LiveValue[bool] = True,
        wide: bool = True,
        width: int | None = None,
        height: int | None = None,
        grow: float = 1.0,
    ) -> None:
        """Bind to a property; `on_tap` is what a touch does instead of writing it."""
        super().__init__(
            on_tap, id=id, icon=icon, text=text, description=description, enabled=enabled, selected=equals(path, value),
            wide=wide, width=width, height=height, grow=grow,
        )  # fmt: skip
        self.path = path
        self.value = value

    def tap(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        if self.on_tap:
            return self.on_tap(touch) or ""
        touch.set(self.path, self.value)
        return ""


__all__ = ["RADIO", "SWITCH", "Button", "ButtonLook", "OptionButton", "ToggleButton", "bind"]
