"""A client that speaks ADB itself, packet by packet, to see what real ones hide."""

import socket
import struct

CNXN, AUTH, OPEN, OKAY, WRTE, CLSE = (
    int.from_bytes(name, "little") for name in (b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"WRTE", b"CLSE")
)
VERSION = 0x01000001
PATIENCE = 60


class Wire:
    """One connection to the ADB port of a device; a device that has not answered after `PATIENCE` seconds never will."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, command: int, arg0: int, arg1: int, data: bytes = b"") -> None:
        self.socket.sendall(struct.pack("<6I", command, arg0, arg1, len(data), 0, command ^ 0xFFFFFFFF) + data)

    def receive(self) -> tuple[int, int, int, bytes]:
        command, arg0, arg1, length, _, magic = struct.unpack("<6I", self._exactly(24))
        assert magic == command ^ 0xFFFFFFFF
        return command, arg0, arg1, self._exactly(length)

    def hello(self, features: str = "shell_v2") -> bytes:
        """Connect; returns the banner."""
        self.send(CNXN, VERSION, 1 << 20, f"host::features={features}".encode())
        command, version, _, banner = self.receive()
        assert (command, version) == (CNXN, VERSION)
        return banner

    def open(self, service: str, number: int = 1, window: int = 0) -> tuple[int, int, int, bytes]:
        """Open a stream; returns the answer."""
        self.send(OPEN, number, window, service.encode() + b"\0")
        return self.receive()

    def quiet(self) -> bool:
        """Whether nothing comes, for as long as something would take."""
        self.socket.settimeout(0.1)
        try:
            return not self.socket.recv(1, socket.MSG_PEEK) and False
        except TimeoutError:
            return True
        finally:
            self.socket.settimeout(PATIENCE)

    def gone(self) -> bool:
        """Whether the device hangs up; waits for it."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except ConnectionError:
            pass
        return True

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self.socket.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data
