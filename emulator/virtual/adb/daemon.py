"""The ADB daemon (adbd) of one device: takes connections on the device's port."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterable

from automotive_env.emulator.virtual.adb.transport import DaemonConnection
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.machine.connection_room import ConnectionLimiter

_BANNER = ("ro.product.name", "ro.product.model", "ro.product.device")
MAX_CONNECTIONS = 32
"""Connections at once."""
RESTART = 0.02
"""Seconds between the answer to `adb root` and the end of the connection, so that the answer arrives."""


class AdbDaemon:
    """The ADB side of one device, which takes connections while it is plugged in."""

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device
        self.connections = ConnectionLimiter[DaemonConnection](
            MAX_CONNECTIONS, is_idle=lambda one: one.idle, close=lambda one: one.close()
        )
        self.plugged = True
        self.loop = asyncio.get_running_loop()
        self._server: asyncio.Server | None = None

    @property
    def banner(self) -> str:
        """What the device calls itself when somebody connects."""
        texts = ((name, self.device.properties.get(name, "")) for name in _BANNER)
        return "device::" + "".join(f"{name}={re.sub('[=;:]', '_', text)};" for name, text in texts)

    async def listen(self, listener: socket.socket) -> None:
        """Take connections from a listening socket, which is closed with the daemon."""
        self._server = await self.loop.create_server(lambda: DaemonConnection(self), sock=listener)

    @property
    def port(self) -> int:
        """Where it listens on 127.0.0.1."""
        return self.device.port + 1

    def admit(self, new: DaemonConnection) -> bool:
        """Count a new connection in; whether there is room for it."""
        return self.plugged and self.connections.admit(new)

    def plug(self) -> None:
        """Take connections again."""
        self.plugged = True

    def unplug(self) -> None:
        """Close all connections and take no more."""
        self.plugged = False
        self.drop()

    def kill(self) -> None:
        """End the device, as far as clients can tell."""
        self.device.tampering.note("ended the device")
        self.plugged = False
        self._hang_up_clients()

    def drop(self) -> None:
        """Close all connections."""
        self._hang_up(self.connections)

    def _hang_up_clients(self) -> None:
        """Close all connections but those that are trusted."""
        self._hang_up([connection for connection in self.connections if not connection.trusted])

    def _hang_up(self, connections: Iterable[DaemonConnection]) -> None:
        for connection in connections:
            connection.close()

    def restart(self, *, root: bool) -> None:
        """End all connections shortly, as adbd does when it starts again under another user; that is when the user changes."""

        def again() -> None:
            self.device.root = root
            self._hang_up_clients()

        if not root:
            self.device.tampering.note("restarted adbd without root")
        self.loop.call_later(RESTART, again)

    def close(self) -> None:
        """Stop listening and hang up."""
        if self._server:
            self._server.close()
        self.unplug()
