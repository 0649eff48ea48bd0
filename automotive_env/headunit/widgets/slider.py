"""Sliders and steppers: controls of a quantity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from automotive_env.headunit.bind import Bind, Live, now
from automotive_env.headunit.language.translate import measured
from automotive_env.headunit.rendering.brush import Brush
from automotive_env.headunit.rendering.fonts import width as text_width
from automotive_env.headunit.rendering.node import Row
from automotive_env.headunit.rendering.theme import PRIMARY, TARGET, Ink
from automotive_env.headunit.touch import Handler
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.quantity import Quantity
from automotive_env.headunit.widgets.text import Text
from automotive_env.headunit.widgets.widget import State, Widget
from automotive_env.observation import Box, Range
from automotive_env.world.values import Value

if TYPE_CHECKING:
    from automotive_env.headunit.entry import Entry
    from automotive_env.headunit.touch import Touch

Wording = Callable[[float], str]
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

    def __init__(
        self,
        path: str,
        label: str,
        *,
        id: str,
        icon: str = "",
        step: float = 1.0,
        says: Wording = percent,
        low: float | None = None,
        high: float | None = None,
        unit: str = "",
        writes: Sequence[str] = (),
        enabled: Live[bool] = True,
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
        quantity = Quantity(path, unit)
        super().__init__(id=id, description=label, enabled=enabled, width=width, grow=grow, follows=(quantity.now,))
        self.quantity = quantity
        self.label = label
        self.icon = icon
        self.step = step
        self.says = says
        self.low = quantity.low if low is None else low
        self.high = quantity.high if high is None else high
        self.targets = [Quantity(target, unit) for target in writes] or [quantity]

    def least(self) -> int:
        return self.PAD + (56 if self.icon else 0) + text_width(measured(self.label), PRIMARY) + 200

    def natural(self, width: int) -> tuple[int, int]:
        return width, 116

    def state(self, values: Sequence[Value], entry: Entry) -> State:
        value = self.quantity.read(values)
        return State(self.says(value), self.label, enabled=now(self.enabled, values), value=value, icon=self.icon)

    def range(self, state: State) -> Range:
        return Range(self.low, self.high, state.value)

    def paint(self, state: State, brush: Brush) -> None:
        brush.panel("raised")
        width, height = brush.box.width, brush.box.height
        ink: Ink = "text" if state.enabled else "faint"
        left = self.PAD
        if state.icon:
            brush.icon(state.icon, (left + 20, 36), size=40, ink=ink)
            left += 56
        brush.text(state.text, Box(width - 190, 12, width - self.PAD, 60), ink=ink, weight="medium", align="right")
        brush.text(state.description, Box(left, 12, width - 200, 60), size=PRIMARY, ink=ink)
        part = (min(self.high, max(self.low, state.value)) - self.low) / (self.high - self.low or 1)
        self.track(brush, part, height - 34, "accent" if state.enabled else "faint")

    def track(self, brush: Brush, part: float, middle: int, ink: Ink) -> None:
        """Paint the track with its thumb."""
        start, end = self.PAD, brush.box.width - self.PAD
        thumb = start + 18 + round((end - start - 36) * part)
        brush.panel("line", Box(start, middle - 8, end, middle + 8), radius=8)
        if thumb - start > 16:
            brush.panel(ink, Box(start, middle - 8, thumb, middle + 8), radius=8)
        brush.disc((thumb, middle), 18, ink)
        brush.disc((thumb, middle), 7, "raised", on=ink)

    def value_at(self, box: Box, x: int) -> float:
        """The value at a place of the track."""
        start, end = box.left + self.PAD + 18, box.right - self.PAD - 18
        part = min(1.0, max(0.0, (x - start) / max(1, end - start)))
        steps = round(part * (self.high - self.low) / self.step)
        return min(self.high, round(self.low + steps * self.step, 4))

    def tap(self, touch: Touch, state: State, box: Box, x: int, y: int) -> str:
        for target in self.targets:
            touch.put(target, self.value_at(box, x))
        return ""

    def drag(self, touch: Touch, state: State, box: Box, x: int, y: int) -> str:
        return self.tap(touch, state, box, x, y)


def step_buttons(
    path: str,
    noun: str,
    *,
    ids: tuple[str, str, str],
    step: float = 1.0,
    says: Wording = plain,
    size: int = PRIMARY,
    enabled: Live[bool] = True,
    on_step: Callable[[Touch, float], str | None] | None = None,
) -> tuple[Button, Text, Button]:
    """Lower, value, raise.

    Args:
        path: the property.
        noun: what it is, for the content descriptions: "Lower <noun>", "Raise <noun>".
        ids: the resource ids of the three.
        step: how far a touch goes.
        says: how the value is written.
        size: of the value's letters.
        enabled: whether the buttons react.
        on_step: what a touch does with the new value, instead of writing it.
    """
    quantity = Quantity(path)

    def move(amount: float) -> Handler:
        def act(touch: Touch) -> str | None:
            value = min(quantity.high, max(quantity.low, quantity.read(touch.values) + amount))
            if on_step:
                return on_step(touch, value)
            touch.put(quantity, value)
            return None

        return act

    value = Text(
        bind_value(quantity, says), id=ids[1], description=noun.capitalize(), size=size, weight="medium", align="center", grow=0.0
    )
    return (
        Button(move(-step), id=ids[0], icon="remove", description=f"Lower {noun}", enabled=enabled),
        value,
        Button(move(step), id=ids[2], icon="add", description=f"Raise {noun}", enabled=enabled),
    )


def stepper(
    path: str,
    noun: str,
    *,
    id: str,
    step: float = 1.0,
    says: Wording = plain,
    size: int = PRIMARY,
    enabled: Live[bool] = True,
    value_width: int = 120,
) -> Row:
    """Lower, value, raise in a row, with the ids `<id>_less`, `<id>_value` and `<id>_more`; see `step_buttons`."""
    ids = (f"{id}_less", f"{id}_value", f"{id}_more")
    less, value, more = step_buttons(path, noun, ids=ids, step=step, says=says, size=size, enabled=enabled)
    less.width = more.width = TARGET + 4
    value.width = value_width
    return Row(less, value, more, gap=8, height=TARGET + 4)


def bind_value(quantity: Quantity, says: Wording) -> Bind[str]:
    """A quantity in words."""
    read = quantity.now
    return Bind(read.slots, lambda *given: says(read.to(*given)))
