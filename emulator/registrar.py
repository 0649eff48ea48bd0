"""Telling an adb server where an emulator is, again and again: it forgets one that hangs up, as when adbd restarts as root."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from automotive_env.android.shell import DeviceFault

AGAIN = 1.0
"""Seconds between two tellings."""


class Registrar:
    """A thread that registers one emulator until it is stopped."""

    def __init__(self, server: int, port: int) -> None:
        """Begin.

        Args:
            server: port of the adb server.
            port: adb port of the emulator.
        """
        self._server, self._port = server, port
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"registrar of {port}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(AGAIN):
            with suppress(DeviceFault):
                register(self._server, self._port)


def register(server: int, port: int) -> None:
    """Tell an adb server where an emulator is; it takes no notice of one that it has.

    Args:
        server: port of the adb server.
        port: adb port of the emulator.

    Raises:
        DeviceFault: there is no such server.
    """
    request = f"host:emulator:{port}"
    try:
        with socket.create_connection(("127.0.0.1", server), 5) as link:
            link.sendall(f"{len(request):04x}{request}".encode())
            link.settimeout(0.5)
            with suppress(TimeoutError):
                link.recv(1)  # it hangs up when it has heard
    except OSError as error:
        raise DeviceFault(f"no adb server on port {server}: {error}") from None
