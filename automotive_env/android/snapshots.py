"""Putting a car back: a virtual device keeps snapshots of itself; of an emulator the signals are written back and verified.

A snapshot of an emulator would take gigabytes and seconds for each episode, and loading it breaks every connection. So one is
kept only for when writing back does not do, and only where the emulator allows it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Protocol

from automotive_env.android.shell import DeviceFault
from automotive_env.android.signal_access import SignalAccess
from automotive_env.errors import EnvironmentFault
from automotive_env.observation import GpsFix
from automotive_env.validators.signals import SIGNALS, Signal
from automotive_env.world.values import Scalar

if TYPE_CHECKING:
    from automotive_env.emulator.console_client import Console

MAX_SNAPSHOTS = 30
"""Snapshots that a device keeps for a controller; the oldest goes when there is one more."""
LAST_RESORT = "automotive_env_start"
"""Name of the whole-device snapshot of an emulator."""


class Snapshots(Protocol):
    """Keeps the state of a whole car, and puts it back."""

    def keep(self) -> object:
        """The present state, to be given back to `put_back`."""
        ...

    def put_back(self, kept: object) -> None:
        """Put it back.

        Raises:
            EnvironmentFault: it cannot be put back.
        """
        ...


class WholeDevice(Protocol):
    """Snapshots of a whole emulator, as `automotive_env.emulator.snapshots.Snapshots` has them."""

    def save(self, name: str) -> None:
        """Keep the device; raises EnvironmentFault where it keeps none."""
        ...

    def load(self, name: str) -> None:
        """Put the device back, and wait until it is well."""
        ...


class DeviceSnapshots:
    """Snapshots that the device itself keeps: exact, and at once."""

    def __init__(self, console: Console) -> None:
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
            raise DeviceFault(f"there is no snapshot {kept!r}; the last {MAX_SNAPSHOTS} are kept")
        self._console.avd_snapshot_load(str(kept))


@dataclass(frozen=True, slots=True)
class SignalsKept:
    """What a stock car was like: its signals, what the controller plays around it, and where it was."""

    values: Mapping[Signal, Scalar]
    around: Mapping[str, Scalar]
    gps: GpsFix


class SignalSnapshots:
    """Signals, written back and read again."""

    def __init__(
        self,
        access: SignalAccess,
        set_gps: Callable[[GpsFix], None],
        tidy: Callable[[], None],
        device: WholeDevice | None = None,
        reconnect: Callable[[], None] = lambda: None,
    ) -> None:
        """Keep nothing yet.

        Args:
            access: reads and writes the signals.
            set_gps: puts the car somewhere.
            tidy: takes away what stands on top, and goes home.
            device: puts back what signals do not, where there is any.
            reconnect: begins the connection anew, which does not live through the loading of a whole device.
        """
        self._access = access
        self._set_gps = set_gps
        self._tidy = tidy
        self._device = device
        self._reconnect = reconnect
        self._last_resort: bool | None = None

    def keep(self) -> SignalsKept:
        """Read every signal that the car tells."""
        self._keep_device()
        return SignalsKept(self._told(), dict(self._access.kept), self._access.moment().gps)

    def put_back(self, kept: object) -> None:
        """Write back what differs; the whole device where that does not do."""
        assert isinstance(kept, SignalsKept)
        left = self._write_back(kept)
        if left and self._device and self._last_resort:
            self._device.load(LAST_RESORT)
            self._reconnect()
            left = self._write_back(kept)
        if left:
            raise DeviceFault(f"the car could not be put back: {', '.join(left[:8])} {'differ' if len(left) > 1 else 'differs'}")

    def _keep_device(self) -> None:
        """The first time: keep the whole device, unless it is read-only because several emulators share its disk."""
        if self._device and self._last_resort is None:
            try:
                self._device.save(LAST_RESORT)
                self._last_resort = True
            except EnvironmentFault:
                self._last_resort = False

    def _told(self) -> dict[Signal, Scalar]:
        """What the car tells now; some signals are not told, such as the fan's speed while the climate is off."""
        return self._access.read_told(signal for signal in SIGNALS.values() if not signal.surroundings and not signal.transient)

    def _write_back(self, kept: SignalsKept) -> list[str]:
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

    def _differing(self, kept: SignalsKept) -> dict[Signal, Scalar]:
        now = self._told()
        return {
            signal: value for signal, value in kept.values.items() if signal not in now or not signal.holds(now[signal], value)
        }
