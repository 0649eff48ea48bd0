"""The cars that `serve --adb` shows to other programs, for a program that sets them up and judges what the others do."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from automotive_env.android.controller import AndroidController
from automotive_env.emulator.adb_server import users_port
from automotive_env.emulator.console_client import Console, ConsoleFault, console_token
from automotive_env.errors import UsageError
from automotive_env.observation import Observation

FOUND = "automotive_env_found"
"""Snapshot of a car before a task."""
_SERIAL = re.compile(r"emulator-(\d{4,5})")


class ServedCar(AndroidController):
    """A car that another program drives: after each look the device's only UI automation is free for that one again."""

    def observe(self) -> Observation:
        """The present moment, at rest."""
        try:
            return super().observe()
        finally:
            self.link.release_ui(wait=True)

    def begin(self) -> None:
        """Keep the car as it is until `end`; where a program was killed in between, as that one has found it.

        Raises:
            EnvironmentFault: the device is gone.
        """
        console = self._need_console("a served car")
        with suppress(ConsoleFault):  # there is none: whoever had the car has put it back
            console.avd_snapshot_load(FOUND)
        console.avd_snapshot_save(FOUND)

    def end(self) -> None:
        """Forget how the car was found: it was put back."""
        self._need_console("a served car").avd_snapshot_delete(FOUND)


def served_car(serial: str = "emulator-5554", *, adb_port: int | None = None, home: Path | None = None) -> ServedCar:
    """Connect to a car that is served, beside whoever drives it.

    Args:
        serial: what adb calls it.
        adb_port: port of the adb server that knows it; that of the user's environment where it is None.
        home: whose console token it asks for; the present user's where it is None.

    Raises:
        UsageError: the serial is not that of an emulator.
        EnvironmentFault: it is not there, or another program of this package has it.
    """
    named = _SERIAL.fullmatch(serial)
    if named is None:
        raise UsageError(f"a served car is called emulator-PORT, such as emulator-5554, not {serial!r:.60}")
    console = Console(int(named[1]), console_token(home))
    return ServedCar(serial, adb_port=adb_port or users_port(), backend="virtual", console=console)
