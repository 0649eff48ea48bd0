"""Every property of a car as lines of text, made again only where something changed.

The lines at the start of the last snapshot are kept, since each episode begins with the same one.
"""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.emulator.virtual.vhal.hal import Key, Saved, VehicleHal


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
        self._first: tuple[Saved, list[int], list[str]] | None = None

    def text(self) -> str:
        """The lines, without an end of the last."""
        hal = self._hal
        if self._made != (hal.loads, hal.now):
            if self._made[0] != hal.loads:
                self._begin()
            since, changed_at = self._since, hal.changed_at
            for position, key in enumerate(self._keys):
                changed = changed_at(*key)
                if since[position] != changed:
                    since[position] = changed
                    self._lines[position] = self._line(*key)
            self._text = "\n".join(self._lines)
            self._made = hal.loads, hal.now
            if hal.origin and hal.now == hal.origin.now:
                self._first = hal.origin, list(since), list(self._lines)
        return self._text

    def _begin(self) -> None:
        """A snapshot was loaded: take the lines that were made of it before, or none."""
        if self._first and self._first[0] is self._hal.origin:
            self._since, self._lines = list(self._first[1]), list(self._first[2])
        else:
            self._since = [-1] * len(self._keys)
