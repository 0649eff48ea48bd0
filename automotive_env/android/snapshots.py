"""Putting a car back: a virtual device keeps snapshots of itself; of an emulator the signals are written back and verified.

A snapshot of an emulator would take gigabytes and seconds for each episode, and loading it breaks every connection. Where writing
back does not do, that is a fault, and the pool of controllers starts the emulator anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from automotive_env.android.shell import DeviceFault
from automotive_env.android.signal_access import SignalAccess
from automotive_env.car.core.values import Scalar
from automotive_env.episode.observation import GpsFix
from automotive_env.validators.signals import SIGNALS, Signal

if TYPE_CHECKING:
    from automotive_env.android.console_client import ConsoleClient

MAX_SNAPSHOTS = 30
"""Snapshots that a device keeps for a controller; the oldest goes when there is one more."""


class DeviceSnapshots:
    """Snapshots that the device itself keeps: exact, and at once."""

    def __init__(self, console: ConsoleClient) -> None:
        self._console = console
        self._numbers = count(1)
        self._names: deque[str] = deque()

    def keep(self) -> str:
        """Keep the whole device under a new name."""
        if len(self._names) == MAX_SNAPSHOTS:
            self._console.avd_snapshot_delete(self._names.popleft())
        name = f"automotive_env_{next(self._numbers)}"
        self._console.avd_snapshot_save(name)
        self._names.append(name)
        return name

    def put_back(self, kept: object) -> None:
        """Load the snapshot of a name."""
        if kept not in self._names:
            raise DeviceFault(f"there is no snapshot {kept!r}; only the last {MAX_SNAPSHOTS} are kept")
        self._console.avd_snapshot_load(str(kept))


@dataclass(frozen=True, slots=True)
class SignalBackup:
    """What a stock car was like: its signals, what the controller plays around it, and where it was."""

    values: Mapping[Signal, Scalar]
    around: Mapping[str, Scalar]
    gps: GpsFix


class SignalSnapshots:
    """Signals, written back and read again."""

    def __init__(self, access: SignalAccess, set_gps: Callable[[GpsFix], None], tidy: Callable[[], None]) -> None:
        """Keep nothing yet.

        Args:
            access: reads and writes the signals.
            set_gps: puts the car somewhere.
            tidy: takes away what stands on top, and goes home.
        """
        self._access = access
        self._set_gps = set_gps
        self._tidy = tidy

    def keep(self) -> SignalBackup:
        """Read every signal that the car tells."""
        return SignalBackup(self._current_signals(), dict(self._access.kept), self._access.moment().gps)

    def put_back(self, kept: object) -> None:
        """Write back what differs.

        Raises:
            DeviceFault: a signal still differs; names them.
        """
        assert isinstance(kept, SignalBackup)
        if left := self._write_back(kept):
            raise DeviceFault(f"the car could not be restored: {', '.join(left[:8])} {'differ' if len(left) > 1 else 'differs'}")

    def _current_signals(self) -> dict[Signal, Scalar]:
        """What the car tells now; some signals are not told, such as the fan's speed while the climate is off."""
        return self._access.read_told(signal for signal in SIGNALS.values() if not signal.surroundings and not signal.transient)

    def _write_back(self, kept: SignalBackup) -> list[str]:
        """Write what differs; returns the names of the signals that still do."""
        self._tidy()
        self._access.put_back_around(kept.around)
        self._set_gps(kept.gps)
        for _ in range(2):  # what hangs on another signal, such as the fan on the climate's power, may need a second turn
            for signal, value in self._differing(kept).items():
                try:
                    self._access.write(signal, value)
                except DeviceFault:
                    continue  # the comparison below tells
        return [signal.name for signal in self._differing(kept)]

    def _differing(self, kept: SignalBackup) -> dict[Signal, Scalar]:
        now = self._current_signals()
        return {
            signal: value for signal, value in kept.values.items() if signal not in now or not signal.holds(now[signal], value)
        }
