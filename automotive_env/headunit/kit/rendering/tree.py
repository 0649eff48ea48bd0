"""The accessibility tree of a display: the elements of all its layers; what nothing has changed in is taken over as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple
from weakref import WeakKeyDictionary

from automotive_env.episode.observation import Box, Element
from automotive_env.headunit.kit.rendering.layer import ScreenLayer, aimed
from automotive_env.headunit.registry import screen_of

KEPT = 8
"""Parts that are kept of a layer: with and without a toast over it, and behind fewer or more elements of others."""


class LayerCover(NamedTuple):
    """A layer over another one: where it lies, and whether touches land on it."""

    region: Box
    touchable: bool


class LayerElements:
    """The elements of a layer, as long as its boxes stand, the first has the same index, and the same lies over it.

    Attributes:
        boxes: of the layer.
        start: index of the first element.
        covers: what lies over the layer.
        elements: those of its widgets that can be seen.
    """

    def __init__(self, layer: ScreenLayer, start: int, covers: Sequence[LayerCover], screen: Box) -> None:
        self.boxes = layer.boxes
        self.start = start
        self.covers = covers
        self._screen = screen
        shown = [position for position in layer.shown_positions() if not (covers and _covered(layer.clips[position], covers))]
        self._places = {position: place for place, position in enumerate(shown)}
        self.elements = [element_of(layer, position, index, covers, screen) for index, position in enumerate(shown, start)]

    def renew(self, layer: ScreenLayer, changed: Sequence[int]) -> bool:
        """Make elements of widgets anew; False where one has come or gone, so that all of the part has to be."""
        for position in changed:
            place = self._places.get(position)
            if (place is not None) != (layer.shown(position) and not _covered(layer.clips[position], self.covers)):
                return False
            if place is not None:
                self.elements[place] = element_of(layer, position, self.start + place, self.covers, self._screen)
        return True


class DisplayElements:
    """The elements of all layers on a display."""

    def __init__(self, screen: Box) -> None:
        self._screen = screen
        self._layers: list[ScreenLayer] = []
        self._covers: list[list[LayerCover]] = []
        self._hidden: list[bool] = []
        self._known: WeakKeyDictionary[ScreenLayer, list[LayerElements]] = WeakKeyDictionary()
        self._elements: tuple[Element, ...] | None = None

    def compose(self, layers: list[ScreenLayer]) -> None:
        """Show layers, from the bottom to the top; where widgets of theirs are may have changed."""
        self._layers, self._elements = layers, None
        self._covers, self._hidden = [], []
        for number, layer in enumerate(layers):
            above = [(other.region, screen_of(other.entry.app, other.entry.screen)) for other in layers[number + 1 :]]
            self._covers.append(
                [LayerCover(region, screen.touchable) for region, screen in above if layer.region.overlaps(region)]
            )
            self._hidden.append(any(layer.region.lies_in(region) and screen.ink for region, screen in above))

    def visible(self) -> list[ScreenLayer]:
        """The layers that are painted, from the bottom to the top."""
        return [layer for layer, hidden in zip(self._layers, self._hidden, strict=True) if not hidden]

    def renew(self, layer: ScreenLayer, changed: Sequence[int]) -> None:
        """Follow widgets of a layer that show something else now."""
        self._elements = None
        self._known[layer] = [part for part in self._current(layer) if part.renew(layer, changed)]

    def _current(self, layer: ScreenLayer) -> list[LayerElements]:
        """The parts that are known of a layer as it is laid out now."""
        return [part for part in self._known.get(layer, ()) if part.boxes is layer.boxes]

    @property
    def elements(self) -> tuple[Element, ...]:
        """All elements, each at its index; the same object until something changes."""
        if self._elements is None:
            self._elements = tuple(chain.from_iterable(elements for _, elements in self._parts()))
        return self._elements

    def _parts(self) -> Iterator[tuple[ScreenLayer, Sequence[Element]]]:
        start = 0
        for layer, covers, hidden in zip(self._layers, self._covers, self._hidden, strict=True):
            elements = [] if hidden else self._part(layer, start, covers).elements
            yield layer, elements
            start += len(elements)

    def _part(self, layer: ScreenLayer, start: int, covers: list[LayerCover]) -> LayerElements:
        known = self._current(layer)
        for part in known:
            if part.start == start and part.covers == covers:
                return part
        part = LayerElements(layer, start, covers, self._screen)
        self._known[layer] = [part, *known[: KEPT - 1]]
        return part

    def parts(self) -> list[tuple[ScreenLayer, tuple[Element, ...]]]:
        """The layers, each with its elements; one that is hidden has none."""
        return [(layer, tuple(elements)) for layer, elements in self._parts()]

    def uncovered(self, layer: ScreenLayer, position: int) -> Box:
        """What a touch reaches of a widget: its box without what lies over it."""
        return element_of(layer, position, 0, self._covers[self._layers.index(layer)], self._screen).box


def element_of(layer: ScreenLayer, position: int, index: int, covers: Sequence[LayerCover], screen: Box) -> Element:
    """A widget as an element; its box ends where something covers its lower part or its centre, so that a touch hits it."""
    element = layer.element(position, index)
    box = element.box
    for region, touchable in covers:
        if region.width == screen.width and box.top < region.top < box.bottom <= region.bottom:
            box = box._replace(bottom=region.top)
        elif element.range is None and touchable and region.contains(*box.center):
            box = _uncovered(box, region)
    if box is element.box:
        return element
    return element._replace(box=box, track=aimed(element.track, box) if element.track else None)


def _covered(clip: Box, covers: Sequence[LayerCover]) -> bool:
    return any(clip.lies_in(cover.region) for cover in covers)


def _uncovered(box: Box, region: Box) -> Box:
    """The largest part of a box beside, above or below a region that covers its centre; the box where there is none."""
    left, top, right, bottom = region
    strips = (box._replace(right=left), box._replace(left=right), box._replace(bottom=top), box._replace(top=bottom))
    free = [strip for strip in strips if strip.width > 0 and strip.height > 0]
    return max(free, key=lambda strip: strip.width * strip.height, default=box)
