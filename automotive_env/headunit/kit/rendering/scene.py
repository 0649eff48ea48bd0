"""The scene: all layers as accessibility elements and as pixels, updated incrementally."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import slot_of
from automotive_env.episode.observation import Box, Element, Image
from automotive_env.headunit.kit.rendering.drawing import overlap
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.rendering.painting import painted
from automotive_env.headunit.kit.rendering.theme import Theme
from automotive_env.headunit.kit.rendering.tree import DisplayElements
from automotive_env.plugins.lazy_module import numpy as np

LANGUAGE = slot_of("environment.language")
MAX_DAMAGED_BOXES = 24
"""From so many changed places on, the whole frame is painted again."""
ONLY_HERE = 2
"""References to an array that only an attribute or a tuple holds, that of the call that counts them included."""


class PaintedItem(NamedTuple):
    """A widget to paint: where it may paint, and the part of its box that can be seen."""

    layer: ScreenLayer
    position: int
    bounds: Box
    clip: Box


class DisplayScene:
    """What is on the display.

    Attributes:
        layers: from the bottom to the top.
        theme: colours.
    """

    def __init__(self, width: int, height: int, theme: Theme) -> None:
        self.screen = Box(0, 0, width, height)
        self.theme = theme
        self.layers: list[ScreenLayer] = []
        self._tree = DisplayElements(self.screen)
        self._items: list[PaintedItem] | None = None
        self._given: tuple[Image, int] | None = None  # the last frame that was given away, as it was after so many paintings
        self._picture: Image | None = None
        self._moved = False
        self._painted_layers: dict[ScreenLayer, tuple[list[Box], Box]] = {}
        self._damage: list[Box] = [self.screen]
        self._paintings = 0
        self._latest: deque[Box] = deque(maxlen=MAX_DAMAGED_BOXES)  # what was painted last
        self._composed = False

    def show(self, layers: list[ScreenLayer]) -> None:
        """Show other layers."""
        if layers != self.layers:
            self.layers = layers
            self._composed = False

    def set_theme(self, theme: Theme) -> None:
        """Change the theme; everything is drawn again."""
        if theme is not self.theme:
            self.theme = theme
            self._damage = [self.screen]

    def rearranged(self) -> None:
        """Note that boxes have moved: positions and elements are recomputed."""
        self._composed = False

    def refresh(self, values: Sequence[StateValue], moving: bool) -> None:
        """Follow the values of the car; elements and pixels are made anew when they are asked for."""
        language = str(values[LANGUAGE])
        for layer in self.layers:
            if layer.language != language:
                layer.set_language(language)
            if layer.stale and layer.lay_out(values, moving):
                self._composed = False
        if not self._composed:
            self._composed = True
            self._tree.compose(self.layers)
            self._items = None
            self._moved = True
        for layer in self.layers:
            if layer.dirty and (changed := layer.update(values)):
                self._damage += [layer.clips[position] for position in changed]
                self._tree.renew(layer, changed)

    def uncovered(self, layer: ScreenLayer, position: int) -> Box:
        """What a touch reaches of a widget: its box without what lies over it."""
        return self._tree.uncovered(layer, position)

    @property
    def elements(self) -> tuple[Element, ...]:
        """All elements, each at its index; the same object until something changes."""
        return self._tree.elements

    def parts(self) -> list[tuple[ScreenLayer, tuple[Element, ...]]]:
        """The layers, each with its elements; one that is hidden has none."""
        return self._tree.parts()

    def _painted(self) -> list[PaintedItem]:
        """All widgets to paint, from the bottom to the top."""
        if self._items is None:
            self._items = [
                self._item(layer, position)
                for layer in self._tree.visible()
                for position in range(len(layer.boxes))
                if layer.visible(position)
            ]
        return self._items

    def _item(self, layer: ScreenLayer, position: int) -> PaintedItem:
        clip, bleed = layer.clips[position], layer.widget(position).bleed
        bounds = clip
        if bleed and clip == layer.boxes[position]:
            bounds = overlap(Box(clip.left - bleed, clip.top - bleed, clip.right + bleed, clip.bottom + bleed), self.screen)
        return PaintedItem(layer, position, bounds, clip)

    def frame(self, *, another: bool = False) -> Image:
        """The pixels, painted in place; on others than `picture` gave away where one changes or `another` are asked for."""
        if self._moved:
            self._moved = False
            self._damage += self._moves()
        if len(self._damage) > MAX_DAMAGED_BOXES or self.screen in self._damage:
            self._damage = [self.screen]
        if self._damage or another:
            self._picture = None
            if sys.getrefcount(self._frame) > ONLY_HERE:  # somebody has a picture of it, or a part of one
                self._frame = self._fresh()
        for clip in self._damage:
            self._paint(self._frame, clip)
        self._paintings += len(self._damage)
        self._latest.extend(self._damage)
        self._damage = []
        return self._frame

    def _follow(self, copy: Image, paintings: int) -> None:
        """Paint on a copy what has been painted on the frame since so many paintings, but for what is painted next."""
        missing = self._paintings - paintings
        boxes = list(self._latest)[len(self._latest) - missing :] if missing <= len(self._latest) else [self.screen]
        for box in [self.screen] if self.screen in boxes else boxes:
            if not any(box.lies_in(damaged) for damaged in self._damage):
                left, top, right, bottom = box
                copy[top:bottom, left:right] = self._frame[top:bottom, left:right]

    def _fresh(self) -> Image:
        """A frame that nobody has: the one given away before, once it is back, or a new one.

        A new one has the rows of the last one that are not painted all over; memory that is new takes longer to write to.
        """
        given, self._given = self._given, (self._frame, self._paintings)
        # Counted through the tuple: from Python 3.14 on, a local variable may hold an object without a reference.
        if given is not None and sys.getrefcount(given[0]) <= ONLY_HERE:
            self._follow(*given)
            return given[0]
        fresh = np.empty_like(self._frame)
        broad = [box for box in self._damage if box.width >= self.screen.width]
        top, bottom = max(((box.top, box.bottom) for box in broad), key=lambda rows: rows[1] - rows[0], default=(0, 0))
        fresh[:top], fresh[bottom:] = self._frame[:top], self._frame[bottom:]
        return fresh

    def picture(self, *, another: bool = False) -> Image:
        """The frame, read-only; the same until a pixel changes. Where somebody keeps it, what changes is painted on a copy.

        Args:
            another: whether it has to be one that nobody has, even where no pixel has changed.
        """
        frame = self.frame(another=another)
        if self._picture is None:
            self._picture = frame.view()
            self._picture.flags.writeable = False
        return self._picture

    @cached_property
    def _frame(self) -> Image:
        """What is painted on; many displays are only read, so it is made for the first picture."""
        return self._blank()

    def _blank(self) -> Image:
        return np.zeros((self.screen.height, self.screen.width, 3), np.uint8)

    def _moves(self) -> list[Box]:
        """Where layers have come, gone, or been laid out anew since the last frame."""
        before = self._painted_layers
        after = self._painted_layers = {layer: (layer.boxes, layer.extent) for layer in self._tree.visible()}
        if [layer for layer in before if layer in after] != [layer for layer in after if layer in before]:
            return [self.screen]
        moved = [
            extent
            for one, other in ((before, after), (after, before))
            for layer, (boxes, extent) in one.items()
            if layer not in other or other[layer][0] is not boxes
        ]
        return list(dict.fromkeys(overlap(extent, self.screen) for extent in moved))

    def redrawn(self) -> Image:
        """A new frame, painted from nothing."""
        frame = self._blank()
        painted.forget()
        for layer in self.layers:
            layer.forget_drawings()
        self._paint(frame, self.screen)
        return frame

    def _paint(self, frame: Image, clip: Box) -> None:
        items, theme = self._painted(), self.theme
        start = len(items) - 1
        while start > 0:
            layer, position, _, visible = items[start]
            if clip.lies_in(visible) and layer.drawing(position, theme).opaque:
                break
            start -= 1
        left, top, right, bottom = clip
        for layer, position, bounds, _ in items[max(0, start) :]:
            if bounds.left < right and left < bounds.right and bounds.top < bottom and top < bounds.bottom:
                part = bounds if bounds.lies_in(clip) else overlap(bounds, clip)
                box = layer.boxes[position]
                for op in layer.drawing(position, theme).ops:
                    op.paint(frame, box.left, box.top, part)
