"""The connection to one device: its shell, its uiautomator2 server, raw streams. What goes wrong is a DeviceFault that says what.

adbutils and uiautomator2 are loaded when a device is connected to, not before.
"""

from __future__ import annotations

import atexit
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from automotive_env.android.persistent_shell import PersistentShell
from automotive_env.android.shell import ConnectionLost, DeviceFault

if TYPE_CHECKING:
    from automotive_env.android.adb import AdbTransport

PATIENCE = 20.0
"""Seconds that one question may take; a dump on a busy screen of a real device takes up to 11."""
ROOT_SECONDS = 15.0
"""Seconds that adbd may take to come back as root."""
BACK_SECONDS = 10.0
"""Seconds that a device which was gone is waited for."""
ROOM = 4096
"""KiB that the uiautomator2 server's file takes on the device."""
BETWEEN_LOOKS = 0.05
"""Seconds between two looks at a device that is coming back."""


class DeviceLink:
    """A connected device.

    Attributes:
        serial: what adb calls it.
        shell: its shell, as root where the device allows it.
        root: whether it does.
        patience: seconds that one question may take.
    """

    def __init__(self, serial: str, *, host: str, port: int, patience: float = PATIENCE, key: str = "") -> None:
        """Connect.

        Args:
            serial: what adb calls it, such as "emulator-5554".
            host: where the ADB server runs.
            port: its port; no other server is asked, and none is started.
            patience: seconds that one question may take.
            key: of a virtual device, which trusts whoever shows it; empty for none.

        Raises:
            DeviceFault: there is no such server, or it has no such device.
        """
        self.serial = serial
        self.patience = patience
        self.root = False
        self._server = host, port
        self._key = key
        self._closed = False
        self._adb: AdbTransport | None = None
        self._ui: Any = None
        self.shell = PersistentShell(self._open_shell, serial)
        try:
            self.root = self._become_root()
        except DeviceFault:
            self.close()
            raise

    @property
    def ui(self) -> Any:
        """The uiautomator2 device; its server is started when first asked for."""
        if self._ui is None:
            try:
                with self.blamed("starting the uiautomator2 server"):
                    import uiautomator2

                    self._ui = uiautomator2.connect(self._device())
            except DeviceFault:
                self._need_room()
                raise
        return self._ui

    def _need_room(self) -> None:
        """Say so where the server's file did not fit: the push itself only says that it failed."""
        lines = self.shell.run("df -k /data/local/tmp").text.splitlines()
        columns = lines[-1].split() if lines else []
        if len(columns) >= 4 and columns[3].isdigit() and int(columns[3]) < ROOM:
            raise DeviceFault(f"No space left on {self.serial}: the uiautomator2 server needs {ROOM} KiB in /data/local/tmp")

    def rpc(self, method: str, *parameters: Any) -> Any:
        """Call a method of the uiautomator2 server.

        Raises:
            DeviceFault: the device is gone, does not answer in time, or reports an error.
        """
        with self.blamed(method):
            return self.ui.jsonrpc_call(method, list(parameters) or {}, self.patience)

    def output(self, command: str, most: int = 64 << 20) -> bytes:
        """What a command prints, as it is: for pictures.

        Raises:
            DeviceFault: the device is gone, does not answer in time, or prints more than `most` bytes.
        """
        with self.blamed(command), closing(self._device().open(f"exec:{command}")) as stream:
            deadline = time.monotonic() + self.patience
            printed = bytearray()
            while data := stream.recv(1 << 18):
                printed += data
                if len(printed) > most or time.monotonic() > deadline:
                    raise DeviceFault(f"{self.serial} does not come to an end with {command!r}")
            return bytes(printed)

    def reconnect(self) -> None:
        """Begin anew with a device that was gone, as soon as it is back.

        Raises:
            DeviceFault: it is not back within `BACK_SECONDS`, or the ADB server is gone.
        """
        self._hang_up()
        deadline = time.monotonic() + BACK_SECONDS
        while True:
            try:
                self.root = self._become_root()
                return
            except ConnectionLost:
                self._hang_up()
                if time.monotonic() > deadline or not self._server_answers():
                    raise
            time.sleep(BETWEEN_LOOKS)

    def _server_answers(self) -> bool:
        with suppress(OSError), socket.create_connection(self._server, timeout=1):
            return True
        return False

    def close(self) -> None:
        """Close everything, for good: a call that another thread waits for is a fault, and is not tried again."""
        self._closed = True
        self._hang_up()

    def _hang_up(self) -> None:
        self.shell.close()
        if self._ui is not None:
            atexit.unregister(self._ui.stop_uiautomator)
            with suppress(Exception):
                self._ui.stop_uiautomator(wait=False)
            self._ui = None
        self._adb = None

    def _device(self) -> AdbTransport:
        if self._closed:
            raise DeviceFault(f"the connection to {self.serial} was closed; make another")
        if self._adb is None:
            with self.blamed("connecting"):
                from automotive_env.android.adb import AdbServerClient, AdbTransport

                client = AdbServerClient(*self._server)
                self._adb = AdbTransport(
                    client, self.serial, client.transport_id(self.serial, self.patience), self.patience, self._key
                )
        return self._adb

    def _open_shell(self) -> socket.socket:
        try:
            with self.blamed("opening a shell"):
                return self._device().open("shell,v2,raw:")
        except DeviceFault:
            if self._adb is None:
                raise
        self._adb = None  # the transport may be a past one; a device that came back has another
        with self.blamed("opening a shell"):
            return self._device().open("shell,v2,raw:")

    def _become_root(self) -> bool:
        """Restart adbd as root, which the VHAL's dump asks for; False on builds that allow no root."""
        if self._is_root():
            return True
        with self.blamed("root"), closing(self._device().open("root:")) as stream:
            answer = stream.recv(1024).decode("utf-8", "replace")
        if "cannot run as root" in answer:
            return False
        return self._comes_back_as_root()

    def _comes_back_as_root(self) -> bool:
        deadline = time.monotonic() + ROOT_SECONDS
        while True:
            self.shell.close()
            self._adb = None
            with suppress(DeviceFault):
                if self._is_root():
                    return True
            if time.monotonic() > deadline:
                raise DeviceFault(f"{self.serial} did not come back as root within {ROOT_SECONDS:g} s")
            time.sleep(BETWEEN_LOOKS)

    def _is_root(self) -> bool:
        return self.shell.run("id -u", timeout=self.patience).text.strip() == "0"

    @contextmanager
    def blamed(self, what: str) -> Iterator[None]:
        """Turn what the libraries and the system raise in the block into a DeviceFault.

        Args:
            what: what the device is asked.
        """
        try:
            yield
        except DeviceFault:
            raise
        except Exception as error:
            raise self._fault(what, error) from error

    def _fault(self, what: str, error: Exception) -> DeviceFault:
        from adbutils import AdbError, AdbTimeout
        from adbutils.errors import AdbConnectionError

        host, port = self._server
        if _caused(error, AdbConnectionError) or _caused(error, ConnectionRefusedError):
            return ConnectionLost(f"the ADB server at {host}:{port} is gone; start it (adb -P {port} start-server) and try again")
        if _caused(error, (AdbTimeout, TimeoutError)):
            return DeviceFault(f"{self.serial} did not answer {what!r} within {self.patience:g} s")
        if _caused(error, (ConnectionError, EOFError)):
            return ConnectionLost(f"{self.serial} hung up at {what!r}")
        if _caused(error, AdbError):
            return ConnectionLost(f"{self.serial}: the ADB server says at {what!r}: {str(error) or type(error).__name__}")
        return DeviceFault(f"{self.serial}: {what} failed: {type(error).__name__}: {str(error)[:300]}")


def _caused(error: BaseException | None, kinds: type[BaseException] | tuple[type[BaseException], ...]) -> bool:
    """Whether an error, or one that led to it, is of a kind."""
    while error is not None:
        if isinstance(error, kinds):
            return True
        error = error.__cause__
    return False
