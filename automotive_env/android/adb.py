"""adbutils, kept to the server it is told to: it starts none, waits no longer than asked and leaves nothing behind.

Import this module only where a device is used: adbutils takes its time to load.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any

from adbutils import AdbClient, AdbConnection, AdbDevice


class QuickAckSocket(socket.socket):
    """A socket that confirms at once what it receives.

    The ADB server holds the second part of an answer back until the first is confirmed, which Linux puts off by 40 ms.
    """

    def recv(self, most: int, flags: int = 0, /) -> bytes:
        self._confirm()
        return super().recv(most, flags)

    def recv_into(self, buffer: Any, most: int = 0, flags: int = 0) -> int:
        self._confirm()
        return super().recv_into(buffer, most, flags)

    def _confirm(self) -> None:
        if hasattr(socket, "TCP_QUICKACK"):
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)


class AdbServerConnection(AdbConnection):  # type: ignore[misc]
    """A connection to the ADB server. Where there is no server it fails, instead of starting one on the user's port.

    Attributes:
        prefix: what goes before every command.
    """

    prefix = ""

    def send_command(self, cmd: str) -> None:
        """Ask the server, or the device that the connection leads to."""
        super().send_command(self.prefix + cmd)

    def _safe_connect(self) -> socket.socket:
        connected = QuickAckSocket(fileno=self._create_socket().detach())
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connected

    def close(self) -> None:
        """Close it, and wake up who reads from it; without adbutils' pause of 10 ms."""
        if not self.closed:
            with suppress(OSError):
                self.conn.shutdown(socket.SHUT_RDWR)
            super().close()


class AdbServerClient(AdbClient):  # type: ignore[misc]
    """The ADB server at a host and a port."""

    def make_connection(self, timeout: float | None = None) -> AdbServerConnection:
        """A new connection; `timeout` is in seconds, for each read."""
        connection = AdbServerConnection(self.host, self.port)
        connection.conn.settimeout(timeout)
        return connection

    def transport_id(self, serial: str, timeout: float) -> int:
        """The number of a device's present connection; it is another one after each reconnect.

        Raises:
            AdbError: the server knows no such device.
        """
        with self.make_connection(timeout) as connection:
            connection.send_command(f"host:tport:serial:{serial}")
            connection.check_okay()
            return int.from_bytes(connection.read_exact(8), "little")


class AdbTransport(AdbDevice):  # type: ignore[misc]
    """A device, asked through its transport id; without `server_version` queries that is ten times as quick.

    Attributes:
        patience: seconds that an answer may take; adbutils itself would wait for ten minutes.
        key: of a virtual device, which trusts whoever shows it; empty for none.
    """

    def __init__(self, client: AdbServerClient, serial: str, transport_id: int, patience: float, key: str = "") -> None:
        super().__init__(client, serial=serial, transport_id=transport_id)
        self.patience = patience
        self.key = key

    def open_transport(self, command: str | None = None, timeout: float | None = None) -> AdbConnection:
        """A connection to the device, or to the server with a question about the device."""
        connection = super().open_transport(command, timeout=min(timeout or self.patience, self.patience))
        if self.key and command is None:
            connection.prefix = f"trusted-{self.key}:"
        return connection

    def shell(self, cmdargs: Any, stream: bool = False, **options: Any) -> Any:
        """Run a command; a stream may be silent for as long as it likes."""
        answer = super().shell(cmdargs, stream=stream, **options)
        if stream:
            answer.conn.settimeout(None)
        return answer

    def open(self, service: str, timeout: float | None = None) -> socket.socket:
        """A stream to a service of the device, such as "shell,v2,raw:" or "exec:screencap -p"."""
        connection = self.open_transport(timeout=timeout)
        try:
            connection.send_command(service)
            connection.check_okay()
        except BaseException:
            connection.close()
            raise
        stream: socket.socket = connection.conn
        return stream
