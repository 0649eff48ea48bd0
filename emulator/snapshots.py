"""Snapshots of a whole emulator: disk, memory and devices, under a name."""

from __future__ import annotations

import time
from collections.abc import Callable

from automotive_env.android.shell import Shell
from automotive_env.emulator.console_client import Console
from automotive_env.errors import EnvironmentFault


class SnapshotFault(EnvironmentFault):
    """A snapshot cannot be kept here, or the car is not well after loading one."""


def set_clock(shell: Shell, now: float) -> None:
    """Set a car's clock, as root.

    Args:
        shell: of the car.
        now: seconds since 1970.

    Raises:
        SnapshotFault: it refuses.
    """
    reply = shell.run(f"date @{int(now)}")
    if reply.status != 0:
        raise SnapshotFault(f"the car's clock cannot be set: {reply.text.strip()[:200]}")


class Snapshots:
    """The snapshots of one emulator; a name is up to 64 letters, digits, "_", "-" and "."."""

    def __init__(
        self,
        console: Callable[[], Console],
        reconnect: Callable[[], Shell],
        *,
        shared: bool,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Nothing is done yet.

        Args:
            console: gives its console.
            reconnect: waits until the car answers and is well, and gives a shell.
            shared: whether it runs read-only, beside others of the same AVD.
            now: seconds since 1970, for the car's clock.
        """
        self._console = console
        self._reconnect = reconnect
        self._shared = shared
        self._now = now

    def names(self) -> list[str]:
        """What there is."""
        return self._console().avd_snapshot_list()

    def save(self, name: str) -> None:
        """Keep the car as it is: gigabytes, and seconds.

        Raises:
            SnapshotFault: the emulator runs read-only.
            ConsoleFault: it refuses.
        """
        if self._shared:
            raise SnapshotFault("emulators that share an AVD are read-only and save no snapshots: use one worker")
        self._console().avd_snapshot_save(name)

    def load(self, name: str) -> None:
        """Put the car back, wait until it is well, and set its clock, which a snapshot turns back.

        Raises:
            SnapshotFault: the clock cannot be set.
            ConsoleFault: there is no such snapshot.
            EnvironmentFault: the car is not well afterwards.
        """
        self._console().avd_snapshot_load(name)
        set_clock(self._reconnect(), self._now())

    def delete(self, name: str) -> None:
        """Forget one.

        Raises:
            ConsoleFault: there is no such snapshot.
        """
        self._console().avd_snapshot_delete(name)
