"""An adb server of our own: other port, other keys, other log than the user's, and gone when this process is."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType

from automotive_env.android.shell import DeviceFault
from automotive_env.emulator.child import start_child, stop_child
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.machine.locks import FileLock

ATTEMPTS = 5
"""How many ports are tried."""
START_TIMEOUT = 10.0
"""Seconds that a server has to answer."""
_PREFIX = "automotive-env-adb-"
_LOCK = "lock"
"""File in a home that its owner holds as long as it lives."""
_OWN = {"ADB_EMU": "0", "ADB_MDNS": "0", "ADB_USB": "0", "ADB_MDNS_AUTO_CONNECT": "0"}
"""Settings that keep a server from looking for devices: it has those that are registered with it."""


def find_adb() -> str:
    """The adb to use: $ADBUTILS_ADB_PATH, the first in PATH, or the one that adbutils brings.

    Raises:
        EnvironmentFault: there is none.
    """
    package = find_spec("adbutils")  # loading it would take a third of a second
    bundled = Path(str(package.origin)).parent / "binaries" / "adb" if package else ""
    for path in (os.environ.get("ADBUTILS_ADB_PATH"), shutil.which("adb"), str(bundled)):
        if path and os.access(path, os.X_OK):
            return os.path.abspath(path)
    raise EnvironmentFault("There is no adb: install Android's platform-tools, or set ADBUTILS_ADB_PATH to its path.")


class AdbServer:
    """A server on a free port of 127.0.0.1 with a home folder of its own.

    Attributes:
        path: the adb program.
        port: where it listens.
        home: its home folder; holds its keys, its log and the token of the consoles. It goes with the server.
    """

    def __init__(self, path: str | None = None) -> None:
        """Start it, and wait until it answers.

        Args:
            path: the adb program; where it is None, `find_adb` says which.

        Raises:
            EnvironmentFault: it does not answer within `START_TIMEOUT` seconds.
        """
        self.path = path or find_adb()
        self.port = 0
        self._owner = os.getpid()
        _remove_orphans()
        self.home, self._lock = _make_home()
        self._child: subprocess.Popen[bytes] | None = None
        atexit.register(self.stop)
        for _ in range(ATTEMPTS):
            self.port = _free_port()
            if self._start():
                return
        self.stop()
        raise EnvironmentFault(f"The adb server does not start: {self.path}.")

    @property
    def env(self) -> dict[str, str]:
        """The environment in which a client finds this server."""
        own = {
            "HOME": str(self.home),
            "ANDROID_ADB_SERVER_PORT": str(self.port),
            "ANDROID_ADB_LOG_PATH": str(self.home / "adb.log"),
        }
        return {**{name: text for name, text in os.environ.items() if not name.startswith("ANDROID_ADB")}, **_OWN, **own}

    def restart(self) -> None:
        """Start it again; its devices have to be registered again.

        Raises:
            EnvironmentFault: it does not answer within `START_TIMEOUT` seconds.
        """
        self._end()
        if not self._start():
            raise EnvironmentFault(f"The adb server does not start again: {self.path} on port {self.port}.")

    def _start(self) -> bool:
        """Start it; False where it ends at once, as when somebody else has taken the port.

        Raises:
            EnvironmentFault: it does not answer within `START_TIMEOUT` seconds.
        """
        command = [self.path, "-L", f"tcp:{self.port}", "server", "nodaemon"]
        child = self._child = start_child(command, env=self.env, log=self.home / "server.log")
        deadline = time.monotonic() + START_TIMEOUT
        while child.poll() is None:
            if running(self.port):
                return True
            if time.monotonic() > deadline:
                self.stop()
                raise EnvironmentFault(f"The adb server does not answer: {self.path} on port {self.port}.")
            time.sleep(0.005)
        self._end()
        return False

    def stop(self) -> None:
        """End it and remove its home folder."""
        atexit.unregister(self.stop)
        if os.getpid() != self._owner:
            return  # a fork of the process that started it
        self._end()
        if running(self.port):
            _kill(self.port)  # a client found no server meanwhile, and started one
        shutil.rmtree(self.home, ignore_errors=True)
        self._lock.release()

    def _end(self) -> None:
        if self._child:
            stop_child(self._child)
            self._child = None

    def __enter__(self) -> AdbServer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


def users_port() -> int:
    """Where the adb server of the user's environment listens.

    Raises:
        UsageError: ANDROID_ADB_SERVER_PORT is no port.
    """
    text = os.environ.get("ANDROID_ADB_SERVER_PORT", "5037")
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 1 << 16:
        raise UsageError(f"ANDROID_ADB_SERVER_PORT must be a port from 1 to 65535, not {text!r}.")
    return int(text)


def running(port: int) -> bool:
    """Whether something listens on a port of 127.0.0.1."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def _make_home() -> tuple[Path, FileLock]:
    """A home, and its lock, which is held before others can take the home for an orphan."""
    new = Path(tempfile.mkdtemp(prefix="automotive-env-new-"))
    lock = FileLock(new / _LOCK)
    lock.take()
    home = new.rename(new.with_name(new.name.replace("-new-", "-adb-", 1)))
    lock.path = home / _LOCK
    return home, lock


def _remove_orphans() -> None:
    """Remove the homes of servers whose owners were killed: nobody holds their lock any more."""
    for home in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another user's, or removed meanwhile
            lock = FileLock(home / _LOCK)
            if lock.path.exists() and home.stat().st_uid == os.getuid() and lock.take():
                shutil.rmtree(home, ignore_errors=True)
                lock.release()


def _kill(port: int) -> None:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as connection:
        connection.sendall(b"0009host:kill")
        connection.settimeout(1)
        while connection.recv(64):
            pass


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


REGISTRATION_PERIOD = 1.0
"""Seconds between two registrations."""


class EmulatorRegistrar:
    """A thread that keeps registering one emulator: a server forgets it when it hangs up, as when adbd restarts as root."""

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
        while not self._stopped.wait(REGISTRATION_PERIOD):
            with suppress(DeviceFault):
                register(self._server, self._port)


def online(server: int, serial: str) -> bool:
    """Whether an adb server has a device, ready for use.

    Raises:
        DeviceFault: there is no such server.
    """
    request = f"host-serial:{serial}:get-state"
    try:
        with socket.create_connection(("127.0.0.1", server), 5) as link:
            link.settimeout(5)
            link.sendall(f"{len(request):04x}{request}".encode())
            with link.makefile("rb") as answer:  # the server hangs up when it has answered
                return answer.read(64) == b"OKAY0006device"
    except TimeoutError:
        return False  # it is busy
    except OSError as error:
        raise DeviceFault(f"no adb server on port {server}: {error}") from None


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
