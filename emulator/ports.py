"""Pairs of ports for emulators: an even one for the console, the next for adb. No two processes of a user take the same pair."""

from __future__ import annotations

import socket
from pathlib import Path

from automotive_env.errors import EnvironmentFault
from automotive_env.machine.locks import FileLock, lock_folder

SCANNED = range(5554, 5586)
"""Where any adb server of the machine looks for emulators by itself, and connects to what it finds."""
CONSOLE_PORTS = range(SCANNED.stop, 5681, 2)
"""Where `emulator -port` may be, and nobody's adb server finds it: 48 emulators on one machine."""
GRPC_PORT_OFFSET = 3_000
"""From a console's port to that of gRPC: 5554 and 8554."""


class PortPair:
    """A pair that is held until `release`, or until this process ends.

    Attributes:
        console: the even port; the emulator's serial is "emulator-CONSOLE".
        adb: the port after it.
    """

    def __init__(self, console: int, lock: FileLock) -> None:
        self.console = console
        self.adb = console + 1
        self._lock = lock

    def release(self) -> None:
        """Let others have it."""
        self._lock.release()


def take_ports(locks: Path | None = None, consoles: range = CONSOLE_PORTS) -> PortPair:
    """The first pair that nobody holds and nobody listens on.

    Args:
        locks: folder of the lock files; one of the user's own where it is None.
        consoles: the even ports that may be taken.

    Raises:
        EnvironmentFault: all are taken.
    """
    for console in consoles:
        lock = FileLock((locks or lock_folder()) / f"{console}.lock")
        if lock.take():
            if is_free(console) and is_free(console + 1):
                return PortPair(console, lock)
            lock.release()
    raise EnvironmentFault(
        f"all console ports from {consoles[0]} to {consoles[-1]} are taken: end some emulators, or use fewer workers"
    )


def is_free(port: int) -> bool:
    """Whether nobody listens on a port of this machine."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # connections that have ended are in nobody's way
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_pairs() -> int:
    """How many pairs nobody listens on; some of them may be held."""
    return sum(is_free(console) and is_free(console + 1) for console in CONSOLE_PORTS)
