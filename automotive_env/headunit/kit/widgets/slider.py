"""Sliders and steppers: controls of a quantity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from automotive_env.car.core.values import StateValue
from automotive_env.episode.observation import Box, RangeInfo
from automotive_env.headunit.kit.bind import Bind, LiveValue, now
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.theme import PRIMARY, TARGET, ColourRole
from automotive_env.headunit.kit.touch import TouchHandler
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.quantity import DisplayedQuantity
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState
from automotive_env.headunit.language.translate import measured

if TYPE_CHECKING:
    from automotive_env.headunit.kit.entry import ScreenEntry
    from automotive_env.headunit.kit.touch import TouchEvent

SliderWording = Callable[[float], str]
"""How a value is written."""


def percent(value: float) -> str:
    """A value as "40 %"."""
    return f"{value:.0f} %"


def plain(value: float) -> str:
    """A value as it is."""
    return f"{value:g}"


class Slider(Widget):
    """A bar that a tap or a drag sets: its name and value above, the track below."""

    role = "android.widget.SeekBar"
    clickable = True

    PAD = 28
    KNOB = 18
    """Radius of the knob, which keeps that far from the ends of the bar."""

    def __init__(
        self,
        path: str,
        label: str,
        *,
        id: str,
        icon: str = "",
        step: float = 1.0,
        says: SliderWording = percent,
        low: float | None = None,
        high: float | None = None,
        unit: str = "",
        writes: Sequence[str] = (),
        enabled: LiveValue[bool] = True,
        grow: float = 0.0,
        width: int | None = None,
    ) -> None:
        """Bind to a quantity.

        Args:
            path: the property.
            label: its name.
            id: resource id.
            icon: beside the name.
            step: values are multiples of it.
            says: how the value is written.
            low: lower bound, where it is not that of the property.
            high: upper bound, likewise.
            unit: of a level, where it is not the base unit.
            writes: the properties that are written, where it is not only the one that is shown.
            enabled: whether it reacts.
            grow: share of what is left.
            width: fixed width.
        """
        quantity = DisplayedQuantity(path, unit)
        super().__init__(id=id, description=label, enabled=enabled, width=width, grow=grow, follows=(quantity.now,))
        self.quantity = quantity
        self.label = label
        self.icon = icon
        self.step = step
        self.says = says
        self.low = quantity.low if low is None else low
        self.high = quantity.high if high is None else high
        self.targets = [DisplayedQuantity(target, unit) for target in writes] or [quantity]

    def least(self) -> int:
        return self.PAD + (56 if self.icon else 0) + text_width(measured(self.label), PRIMARY) + 200

    def natural(self, width: int) -> tuple[int, int]:
        return width, 116

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        value = self.quantity.read(values)
        return WidgetState(self.says(value), self.label, enabled=now(self.enabled, values), value=value, icon=self.icon)

    def range(self, state: WidgetState) -> RangeInfo:
        return RangeInfo(self.low, self.high, state.value)

    def middle(self, height: int) -> int:
        """How far below the upper edge the track runs."""
        return height - 34

    def track_in(self, box: Box) -> Box:
        inset, middle = self.PAD + self.KNOB, box.top + self.middle(box.height)
        return Box(box.left + inset, middle - self.KNOB, box.right - inset + 1, middle + self.KNOB)

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        brush.panel("raised")
        width = brush.box.width
        ink: ColourRole = "text" if state.enabled else "faint"
        left = self.PAD
        if state.icon:
            brush.icon(state.icon, (left + 20, 36), size=40, ink=ink)
            left += 56
        brush.text(state.text, Box(width - 190, 12, width - self.PAD, 60), ink=ink, weight="medium", align="right")
        brush.text(state.description, Box(left, 12, width - 200, 60), size=PRIMARY, ink=ink)
        self.bar(state, brush)

    def bar(self, state: WidgetState, brush: WidgetBrush) -> None:
        """Paint the track with its knob."""
        ink: ColourRole = "accent" if state.enabled else "faint"
        part = (min(self.high, max(self.low, state.value)) - self.low) / (self.high - self.low or 1)
        start, end, middle = self.PAD, brush.box.width - self.PAD, self.middle(brush.box.height)
        thumb = start + self.KNOB + round((end - start - 2 * self.KNOB) * part)
        brush.panel("line", Box(start, middle - 8, end, middle + 8), radius=8)
        if thumb - start > 16:
            brush.panel(ink, Box(start, middle - 8, thumb, middle + 8), radius=8)
        brush.disc((thumb, middle), self.KNOB, ink)
        brush.disc((thumb, middle), 7, "raised", on=ink)

    def value_at(self, box: Box, x: int) -> float:
        """The value at a place of the track."""
        left, _, right, _ = self.track_in(box)
        part = min(1.0, max(0.0, (x - left) / max(1, right - 1 - left)))
        steps = round(part * (self.high - self.low) / self.step)
        return min(self.high, round(self.low + steps * self.step, 4))

    def tap(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        for target in self.targets:
            touch.put(target, self.value_at(box, x))
        return ""

    def drag(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        return self.tap(touch, state, box, x, y)


HELD_STEPS = 4
"""Steps that a button runs on when it is held."""


def step_buttons(
    path: str,
    noun: str,
    *,
    ids: tuple[str, str, str],
    step: float = 1.0,
    says: SliderWording = plain,
    size: int = PRIMARY,
    enabled: LiveValue[bool] = True,
    on_step: Callable[[TouchEvent, float], str | None] | None = None,
    on_pick: TouchHandler | None = None,
    shown: Bind[str] | None = None,
) -> tuple[Button, Text | Button, Button]:
    """Lower, value, raise. A button that is held runs on by `HELD_STEPS`.

    Args:
        path: the property.
        noun: what it is, for the content descriptions: "Lower <noun>", "Raise <noun>".
        ids: the resource ids of the three.
        step: how far a touch goes.
        says: how the value is written.
        size: of the value's letters.
        enabled: whether the buttons react.
        on_step: what a touch does with the new value, instead of writing it.
        on_pick: what a touch on the value does, such as opening a picker.
        shown: the value as it is written, where that follows more than the value.
    """
    quantity = DisplayedQuantity(path)

    def move(amount: float) -> TouchHandler:
        def act(touch: TouchEvent) -> str | None:
            value = min(quantity.high, max(quantity.low, quantity.read(touch.values) + amount))
            if on_step:
                return on_step(touch, value)
            touch.put(quantity, value)
            return None

        return act

    shown, name = shown or bind_value(quantity, says), noun.capitalize()
    value: Text | Button
    if on_pick:
        value = Button(on_pick, id=ids[1], text=shown, description=name, size=size, look="plain", height=max(TARGET, size + 16))
    else:
        value = Text(shown, id=ids[1], description=name, size=size, weight="medium", align="center", grow=0.0)
    parts = [
        Button(move(way * step), id=id, icon=icon, description=f"{verb} {noun}", enabled=enabled,
               on_long_press=move(way * step * HELD_STEPS))
        for way, id, icon, verb in ((-1, ids[0], "remove", "Lower"), (1, ids[2], "add", "Raise"))
    ]  # fmt: skip
    return parts[0], value, parts[1]


def bind_value(quantity: DisplayedQuantity, says: SliderWording) -> Bind[str]:
    """A quantity in words."""
    read = quantity.now
    return Bind(read.slots, lambda *given: says(read.to(*given)))
