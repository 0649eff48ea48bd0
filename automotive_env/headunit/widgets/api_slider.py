"""Sliders whose API knows what else a new value changes."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.headunit.touch import Touch
from automotive_env.headunit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.widgets.widget import State
from automotive_env.observation import Box
from automotive_env.world.values import Value


class ApiSlider(SlimSlider):
    """A slider that calls an API with whole values."""

    def __init__(
        self,
        path: str,
        label: str,
        api: str,
        arguments: Mapping[str, Value] | None = None,
        *,
        id: str,
        icon: str,
        grow: float = 0.0,
    ) -> None:
        """Bind to a quantity; a touch calls `api` with the new `value` and the `arguments`."""
        super().__init__(path, label, id=id, icon=icon, grow=grow)
        self.api = api
        self.arguments = dict(arguments or {})

    def tap(self, touch: Touch, state: State, box: Box, x: int, y: int) -> str:
        return touch.call(self.api, value=int(self.value_at(box, x)), **self.arguments) or ""
