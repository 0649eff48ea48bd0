"""All that a device tells of the car, and what changed in it: one round trip each time, and only what differs is read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from automotive_env.android import vhal
from automotive_env.android.bulk_read import bulk_read
from automotive_env.android.shell import DeviceFault, Shell
from automotive_env.android.signal_bindings import SignalBinding
from automotive_env.android.vendor import vendor_paths
from automotive_env.world.change import DIRECT, Change
from automotive_env.world.errors import StateError
from automotive_env.world.values import Value
from automotive_env.world.world import INDEX, SCHEMA

PATIENCE = 60.0
"""Seconds that a device may take to tell everything."""


class VendorState:
    """The car of a device with vendor properties: every property of the state core."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._lines: frozenset[str] = frozenset()
        self._values: dict[str, Value] = {}
        self._before: dict[str, Value] = {}
        """What changed since changes were last asked for, and its value then."""

    def everything(self) -> dict[str, Value]:
        """Path in the state core -> value."""
        lines = self._look()
        for path, value in _values(lines - self._lines).items():
            if path in self._values:
                self._before.setdefault(path, self._values[path])
            self._values[path] = value
        self._lines = lines
        return dict(self._values)

    def changes(self) -> list[Change]:
        """What changed since this was last asked; the first time, since the device was first looked at."""
        now = self.everything()
        before, self._before = self._before, {}
        return _compared(before, now)

    def _look(self) -> frozenset[str]:
        text = self._shell.run(vhal.GET_ALL, timeout=PATIENCE).text
        lines = frozenset(text.split("\n"))
        if len(lines) < len(SCHEMA):
            raise DeviceFault(f"`{vhal.GET_ALL}` lists {len(lines)} properties, fewer than the {len(SCHEMA)} of the car")
        return lines


def _values(lines: Iterable[str]) -> dict[str, Value]:
    """The properties of the state core that some lines hold."""
    paths = vendor_paths()
    found: dict[str, Value] = {}
    for line in lines:
        if held := vhal.parse_value(line):
            (property, _), raw = held
            path = paths.get(property, "")
            if path in INDEX and isinstance(raw, str):
                found[path] = _decoded(path, raw)
    return found


def _decoded(path: str, text: str) -> Value:
    try:
        return SCHEMA[INDEX[path]].prop.from_json(json.loads(text))
    except (ValueError, RecursionError, StateError) as error:
        raise DeviceFault(f"the device holds no such value of {path}: {text[:80]!r} ({error})") from None


def _compared(before: Mapping[str, Value], after: Mapping[str, Value]) -> list[Change]:
    """What differs, in the order of the state core; what one side does not know is no change."""
    paths = sorted(before.keys() & after.keys(), key=INDEX.__getitem__)
    return [Change(path, before[path], after[path], DIRECT) for path in paths if before[path] != after[path]]


class StockState:
    """The part of the car that a device without vendor properties tells: its signals."""

    def __init__(self, shell: Shell, bindings: Mapping[str, SignalBinding]) -> None:
        """Follow signals.

        Args:
            shell: of the device.
            bindings: path in the state core -> where the device has it.
        """
        self._shell = shell
        self._bindings = {path: bound for path, bound in bindings.items() if path in INDEX}
        self._seen: dict[str, Value] | None = None

    def everything(self) -> dict[str, Value]:
        """Path in the state core -> value, of what the device tells; what is switched off with its unit is not told now."""
        told = bulk_read(self._shell, self._bindings, timeout=PATIENCE)
        return {path: value for path, value in told.items() if not isinstance(value, DeviceFault)}

    def changes(self) -> list[Change]:
        """The same of what this device tells."""
        before, self._seen = self._seen, self.everything()
        return [] if before is None else _compared(before, self._seen)
