"""The cars that `serve --adb` shows to other programs, for a program that sets them up and judges what the others do.

It has a channel of its own to the car: an adb server that nobody else uses, and the key of the device. Whatever another program
does to its own connection, to adbd or to the user's adb server, the car can still be judged and put back.
"""

from __future__ import annotations

import re
import time
from contextlib import suppress

from automotive_env.android.console_client import ConsoleClient, EmulatorConsoleFault
from automotive_env.android.controller import AndroidController
from automotive_env.android.shell import DeviceFault
from automotive_env.emulator.adb_server import AdbServer, online, register
from automotive_env.emulator.device_keys import key_of
from automotive_env.errors import UsageError

FOUND = "automotive_env_found"
"""Snapshot of a car before a task."""
ONLINE_SECONDS = 30.0
"""Seconds that a car may take to answer on a new connection."""
BETWEEN_LOOKS = 0.05
_SERIAL = re.compile(r"emulator-(\d{4,5})")


class ServedAndroidCar(AndroidController):
    """A car that another program drives."""

    def __init__(self, serial: str) -> None:
        """Connect to a car, next to the program that drives it.

        Args:
            serial: what adb calls it.

        Raises:
            UsageError: the serial is not that of an emulator.
            EnvironmentFault: it is not there, or another program of this package has it.
        """
        named = _SERIAL.fullmatch(serial)
        if named is None:
            raise UsageError(f"name a served car as emulator-PORT, such as emulator-5554, not {serial!r:.60}")
        port, key = int(named[1]), key_of(serial)
        self._channel = ConsoleClient(port, "", key=key)
        self._server = AdbServer()
        try:
            _connect(self._server.port, serial, port + 1)
            super().__init__(serial, adb_port=self._server.port, backend="virtual", console=self._channel, key=key)
        except BaseException:
            self._server.stop()
            raise

    def close(self) -> None:
        """Close every connection."""
        super().close()
        self._server.stop()

    def snapshot(self) -> object:
        """The state of the whole car; what clients have done to it until now is forgotten."""
        self._channel.send("tampering forget")
        return super().snapshot()

    def tampering(self) -> list[str]:
        """What clients have done to the car since the last snapshot that no driver could do."""
        return [line.removeprefix("- ") for line in self._channel.send("tampering list").splitlines() if line]

    def begin(self) -> None:
        """Keep the car as it is until `end`; where a program was killed in between, as that one has found it.

        Raises:
            EnvironmentFault: the device is gone.
        """
        with suppress(EmulatorConsoleFault):  # there is none: whoever had the car has put it back
            self._channel.avd_snapshot_load(FOUND)
        self._channel.avd_snapshot_save(FOUND)

    def end(self) -> None:
        """Forget how the car was found: it was put back."""
        self._channel.avd_snapshot_delete(FOUND)


def _connect(server: int, serial: str, port: int) -> None:
    """Wait until an adb server has a device.

    Raises:
        DeviceFault: it has not within `ONLINE_SECONDS`.
    """
    register(server, port)
    deadline = time.monotonic() + ONLINE_SECONDS
    while not online(server, serial):
        if time.monotonic() > deadline:
            raise DeviceFault(f"{serial} does not answer on port {port}")
        time.sleep(BETWEEN_LOOKS)
