"""The base of all widgets: one thing on the screen that can be seen, named and touched."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from automotive_env.car.core.values import StateValue
from automotive_env.episode.observation import Box, RangeInfo
from automotive_env.headunit.kit.bind import LiveValue, now, slots_of
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.node import LayoutCollector, LayoutNode
from automotive_env.headunit.kit.rendering.theme import TARGET, ColourRole
from automotive_env.headunit.kit.touch import TouchEvent
from automotive_env.headunit.kit.widgets.appearance import Appearance

NOTHING_HERE = "nothing happens here"
"""Why a touch did nothing where nothing can be touched; whoever touches is told, but the display shows no toast."""


class WidgetState(NamedTuple):
    """What a widget shows at a moment; equal states look the same.

    Attributes:
        text: visible text.
        description: content description.
        checked: of what can be checked.
        selected: whether it is the chosen one.
        enabled: whether it reacts.
        focused: whether the keyboard writes here.
        value: of a slider.
        icon: name of an icon.
        shown: whatever else a drawing depends on.
    """

    text: str = ""
    description: str = ""
    checked: bool = False
    selected: bool = False
    enabled: bool = True
    focused: bool = False
    value: float = 0.0
    icon: str = ""
    shown: Hashable = None


class Widget(LayoutNode):
    """One widget: a declaration that is shared by all cars; what it shows follows from the car's values.

    Class attributes:
        role: its Android class.
        clickable, long_clickable, checkable, editable: what the accessibility tree says.
        follows_entry: whether its state depends on the screen's own state (text typed, focus).
        bleed: how far it paints beyond its box.
        blocks: whether a touch does not reach what lies below, though it is not clickable.
        silent: whether it is only drawn, and no element of the accessibility tree.

    Attributes:
        id: resource id, with a package where it is not that of the app.
        slots: what its state depends on.
    """

    checkable: ClassVar[bool] = False
    editable: ClassVar[bool] = False
    follows_entry: ClassVar[bool] = False
    bleed: ClassVar[int] = 0
    blocks: ClassVar[bool] = False

    role: str = "android.view.View"
    clickable: bool = False
    long_clickable: bool = False
    silent: bool = False
    id: str = ""
    hint: str = ""
    slots: tuple[int, ...] = ()

    def __init__(
        self,
        *,
        id: str = "",
        text: LiveValue[str] = "",
        description: LiveValue[str] = "",
        enabled: LiveValue[bool] = True,
        width: int | None = None,
        height: int | None = None,
        grow: float = 0.0,
        follows: Sequence[object] = (),
    ) -> None:
        """Declare what all widgets have.

        Args:
            id: resource id.
            text: visible text, at most 120 characters.
            description: content description, where the text does not say it.
            enabled: whether it reacts.
            width: fixed width.
            height: fixed height.
            grow: share of what is left along the parent's axis.
            follows: further values it depends on.
        """
        self.id = id
        self.text = text
        self.description = description
        self.enabled = enabled
        self.width = width
        self.height = height
        self.grow = grow
        self.slots = slots_of(text, description, enabled, *follows)

    def least(self) -> int:
        return self.width or (TARGET if self.clickable else 0)

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        """What it shows, given the car's values and the screen's own state."""
        return WidgetState(now(self.text, values), now(self.description, values), enabled=now(self.enabled, values))

    def range(self, state: WidgetState) -> RangeInfo | None:
        """Bounds and value of what slides."""
        return None

    def track_in(self, box: Box) -> Box | None:
        """Where what slides can be aimed at: its left edge is the lowest value, its last column the highest."""
        return None

    @cached_property
    def appearance(self) -> Appearance[[WidgetState, WidgetBrush]]:
        """What its drawing depends on beside its state."""
        return Appearance(self, self.paint)

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        """Paint it."""
        raise NotImplementedError

    def place(self, box: Box, on: ColourRole, canvas: LayoutCollector[Any]) -> None:
        canvas.add(self, box, on)

    def tap(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        """React to a tap; returns why nothing was done, or an empty text."""
        return NOTHING_HERE

    def long_press(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        """React to a long press; as to a tap unless a widget says otherwise."""
        return self.tap(touch, state, box, x, y)

    def drag(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str | None:
        """React to a finger drawn from it to a point; None where it does not care."""
        return None

    def pan(self, touch: TouchEvent, state: WidgetState, box: Box, across: int, down: int) -> str | None:
        """React to a finger that moves what is shown, by pixels to the left and up; None where it does not care."""
        return None
