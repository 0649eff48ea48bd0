"""Sliders whose API knows what else a new value changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.touch import TouchEvent
from automotive_env.headunit.kit.widgets.slider import SliderWording, percent
from automotive_env.headunit.kit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.kit.widgets.widget import WidgetState


class ApiSlider(SlimSlider):
    """A slider that calls an API with whole values."""

    def __init__(
        self,
        path: str,
        label: str,
        api: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        id: str,
        icon: str = "",
        says: SliderWording = percent,
        asks: Callable[[float], float] | None = None,
        grow: float = 0.0,
    ) -> None:
        """Bind to a quantity; a touch calls `api` with the `arguments` and the new `value`, or what `asks` makes of it."""
        super().__init__(path, label, id=id, icon=icon, says=says, grow=grow)
        self.api = api
        self.arguments = dict(arguments or {})
        self.asks = asks

    def tap(self, touch: TouchEvent, state: WidgetState, box: Box, x: int, y: int) -> str:
        value = int(self.value_at(box, x))
        return touch.call(self.api, value=self.asks(value) if self.asks else value, **self.arguments) or ""
