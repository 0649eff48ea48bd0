"""Hit testing: the layer on top that covers a point of the screen, and of that the last widget drawn there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.widget import Widget


def touched_at(layers: Sequence[ScreenLayer], x: int, y: int) -> tuple[ScreenLayer, int] | None:
    """The widget that a touch of a point reaches, as its layer and its position there."""
    return _topmost(layers, x, y, lambda widget: widget.clickable or widget.blocks)


def list_at(layers: Sequence[ScreenLayer], x: int, y: int) -> tuple[ScreenLayer, int] | None:
    """The list that a finger at a point drags."""
    return _topmost(layers, x, y, lambda widget: isinstance(widget, ListView))


def first_list(layers: Sequence[ScreenLayer], entry: ScreenEntry) -> tuple[ScreenLayer, int] | None:
    """The first list of a screen in which there is more than is shown."""
    for layer in reversed(layers):
        if layer.entry is entry:
            for position in range(len(layer.clips)):
                if isinstance(layer.widget(position), ListView) and layer.reach(position):
                    return layer, position
    return None


def _topmost(layers: Sequence[ScreenLayer], x: int, y: int, wanted: Callable[[Widget], bool]) -> tuple[ScreenLayer, int] | None:
    for layer in reversed(layers):
        if layer.region.contains(x, y):
            for position in range(len(layer.clips) - 1, -1, -1):
                left, top, right, bottom = layer.clips[position]
                if left <= x < right and top <= y < bottom and wanted(layer.widget(position)):
                    return layer, position
            return None
    return None
