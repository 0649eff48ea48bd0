"""The layers of the screens that a display has shown last, so that one that is shown again is not laid out and drawn anew."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from automotive_env.car.core.world import World
from automotive_env.episode.observation import Box, DrivingState
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.rendering.scene import DisplayScene
from automotive_env.headunit.kit.widgets.text_field import TextField
from automotive_env.headunit.registry import screen_of
from automotive_env.headunit.restrictions import restrictions_of

MAX_LAYERS = 16
"""Layers that are kept."""


class LayerCache:
    """The layers of one display, the least recently shown first."""

    def __init__(self) -> None:
        self._layers: dict[tuple[object, ...], ScreenLayer] = {}

    def show(self, screens: Iterable[tuple[ScreenEntry, Box]], world: World, scene: DisplayScene) -> list[ScreenLayer]:
        """The layers of the screens that are to be shown next, each with its region; `scene` still shows those before."""
        layers, driving = [], world.road.driving_state
        for entry, region in screens:
            blocked = _is_blocked(entry.app, entry.screen, driving)
            key = (entry.app, entry.screen, entry.args, region, blocked)  # the screen's own state may change
            layer = self._layers.pop(key, None)
            if layer is None:
                layer = ScreenLayer(entry, region, blocked=blocked)
            else:
                if layer not in scene.layers:
                    layer.come_back(world.values)
                if layer.adopt(entry):
                    scene.rearranged()
            self._layers[key] = layer
            layers.append(layer)
        for layer in scene.layers:
            if layer not in layers:
                layer.forget_drawings()  # they take more memory than layers, and are kept for all cars together
        for oldest in list(self._layers)[: -max(MAX_LAYERS, len(layers))]:
            del self._layers[oldest]
        return layers

    def outdate(self) -> None:
        """Have every layer laid out again."""
        for layer in self._layers.values():
            layer.stale = True

    def field(self, entry: ScreenEntry, id: str) -> TextField | None:
        """The text field of an id on an open screen; None where it is not there."""
        for layer in self._layers.values():
            if layer.entry is entry and layer.plan:
                for placed in layer.plan.placed:
                    if isinstance(placed.widget, TextField) and placed.widget.id == id:
                        return placed.widget
        return None


@cache
def _is_blocked(app: str, screen: str, driving: DrivingState) -> bool:
    """Whether the platform forbids the driver a screen in a driving state."""
    return bool(screen_of(app, screen).restricted_by & restrictions_of(driving))
