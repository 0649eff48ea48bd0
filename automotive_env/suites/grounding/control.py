"""The controls that can be touched on a display: each with its words in English and in the language of the display."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Element
from automotive_env.headunit.hit_testing import touched_at
from automotive_env.headunit.kit.rendering.layer import ScreenLayer

LEAST_SHARE = 0.66
"""Share of a control that must be in sight to ask for it."""


@dataclass(frozen=True, slots=True)
class GroundingControl:
    """Something to touch.

    Attributes:
        element: as the display shows it.
        layer: of its screen.
        position: of its widget in the layer.
        text, description: in English, whatever the language of the display.
    """

    element: Element
    layer: ScreenLayer
    position: int
    text: str
    description: str

    @property
    def name(self) -> str:
        """Its resource name."""
        return self.element.name

    @property
    def label(self) -> str:
        """What it is called in English."""
        return self.text or self.description

    @property
    def is_on(self) -> bool:
        """Whether it is switched on, or chosen already."""
        return self.element.checked or self.element.selected

    @property
    def is_in_sight(self) -> bool:
        """Whether enough of it can be seen."""
        whole, seen = self.layer.boxes[self.position], self.element.box
        return seen.width * seen.height >= LEAST_SHARE * whole.width * whole.height


def controls(car: HeadlessController) -> Iterator[GroundingControl]:
    """Everything on the display that can be touched, as far as a touch of its centre reaches it."""
    layers = car.head_unit.layers
    for element in car.head_unit.elements():
        if not element.enabled or not element.clickable:
            continue
        found = touched_at(layers, *element.box.center)
        if found is None or found[0].widget(found[1]).id.rsplit("/", 1)[-1] != element.name:
            continue
        layer, position = found
        if element.box.lies_in(layer.clips[position]):
            state = layer.state(position)
            yield GroundingControl(element, layer, position, state.text, state.description)
