"""All that a device tells of the car, and what changed in it; one round trip each time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from automotive_env.android import vhal
from automotive_env.android.bulk_read import bulk_read
from automotive_env.android.shell import DeviceFault, DeviceShell
from automotive_env.android.signal_bindings import SignalBinding
from automotive_env.android.vendor import vendor_paths
from automotive_env.car.core.change import DIRECT, Change
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.text.foreign_text import read_json

TIMEOUT_SECONDS = 60.0
"""Seconds that a device may take to tell everything."""


class DeviceCarState:
    """What a device tells of the car, and what changed in it."""

    def __init__(self, read: Callable[[], dict[str, StateValue]]) -> None:
        """Follow a car.

        Args:
            read: path in the state core -> value, of all that the device tells now.
        """
        self.everything = read
        self._seen: dict[str, StateValue] | None = None

    def changes(self) -> list[Change]:
        """What changed since the last call, in the order of the state core; the first call returns no changes."""
        before, self._seen = self._seen, self.everything()
        return _compared(before or {}, self._seen)


class VendorPropertyReader:
    """Reads every property of the state core from a device with vendor properties; parses only the lines that changed."""

    def __init__(self, shell: DeviceShell) -> None:
        self._shell = shell
        self._lines: frozenset[str] = frozenset()
        self._values: dict[str, StateValue] = {}

    def read(self) -> dict[str, StateValue]:
        """Path in the state core -> value.

        Raises:
            DeviceFault: the device is gone, or does not tell the whole car.
        """
        text = self._shell.run(vhal.GET_ALL, timeout=TIMEOUT_SECONDS).text
        lines = frozenset(text.split("\n"))
        if len(lines) < len(SCHEMA):
            raise DeviceFault(f"`{vhal.GET_ALL}` lists {len(lines)} properties, fewer than the {len(SCHEMA)} of the car")
        self._values.update(_values(lines - self._lines))
        self._lines = lines
        return dict(self._values)


def _values(lines: Iterable[str]) -> dict[str, StateValue]:
    """The properties of the state core that some lines hold."""
    paths = vendor_paths()
    found: dict[str, StateValue] = {}
    for line in lines:
        if held := vhal.parse_value(line):
            (property, _), raw = held
            path = paths.get(property, "")
            if path in INDEX and isinstance(raw, str):
                found[path] = _decoded(path, raw)
    return found


def _decoded(path: str, text: str) -> StateValue:
    try:
        return SCHEMA[INDEX[path]].prop.from_json(read_json(text))
    except (ValueError, RecursionError, StateError) as error:
        raise DeviceFault(f"the device holds no such value of {path}: {text[:80]!r} ({error})") from None


def _compared(before: Mapping[str, StateValue], after: Mapping[str, StateValue]) -> list[Change]:
    """What differs; a path that one side does not tell is no change."""
    paths = [path for path in before.keys() & after.keys() if before[path] != after[path]]
    return [Change(path, before[path], after[path], DIRECT) for path in sorted(paths, key=INDEX.__getitem__)]


class StockSignalReader:
    """Reads the signals of a device without vendor properties that are properties of the state core."""

    def __init__(self, shell: DeviceShell, bindings: Mapping[str, SignalBinding]) -> None:
        """Read nothing yet.

        Args:
            shell: of the device.
            bindings: path in the state core -> where the device has it.
        """
        self._shell = shell
        self._bindings = {path: bound for path, bound in bindings.items() if path in INDEX}

    def read(self) -> dict[str, StateValue]:
        """Path in the state core -> value; a property that is switched off with its unit is left out."""
        told = bulk_read(self._shell, self._bindings, timeout=TIMEOUT_SECONDS)
        return {path: value for path, value in told.items() if not isinstance(value, DeviceFault)}
