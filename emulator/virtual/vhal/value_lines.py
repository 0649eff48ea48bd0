"""Every property of a car as lines of text, made again only where something changed."""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.emulator.virtual.vhal.hal import Key, VehicleHal


class ValueLines:
    """All values of a HAL, a line each."""

    def __init__(self, hal: VehicleHal, line: Callable[[int, int], str]) -> None:
        """Make no line yet.

        Args:
            hal: whose values.
            line: a property and an area -> the line.
        """
        self._hal = hal
        self._line = line
        self._keys: list[Key] = [(config.id, area) for config in hal.configs.values() for area in config.areas]
        self._since = [-1] * len(self._keys)
        self._lines = [""] * len(self._keys)
        self._made = (-1, -1)
        self._text = ""

    def text(self) -> str:
        """The lines, without an end of the last."""
        hal = self._hal
        if self._made != (hal.loads, hal.now):
            if self._made[0] != hal.loads:
                self._since = [-1] * len(self._keys)
            since, changed_at = self._since, hal.changed_at
            for position, key in enumerate(self._keys):
                changed = changed_at(*key)
                if since[position] != changed:
                    since[position] = changed
                    self._lines[position] = self._line(*key)
            self._text = "\n".join(self._lines)
            self._made = hal.loads, hal.now
        return self._text
