"""The emulator's console: a line protocol on 127.0.0.1 that moves the car and keeps snapshots.

A connection says who it is and then gets `OK` or `KO: why` after each command; what stands between is the reply (Android's page
"Send emulator console commands"). Each command here has a connection of its own, as with `adb emu`: no state to lose when the
emulator is started anew.
"""

from __future__ import annotations

import math
import re
import socket
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from automotive_env.errors import EnvironmentFault

MAX_REPLY = 1 << 20
"""Bytes of a reply that are read."""
SNAPSHOT_TIMEOUT = 180.0
"""Seconds for saving or loading a snapshot: gigabytes on an emulator."""
_END = re.compile(rb"(?:^|\n)(OK|KO)\b([^\r\n]*)\r?\n\Z")
_SNAPSHOT_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class EmulatorConsoleFault(EnvironmentFault):
    """The console could not be reached, refused a command, or did not answer in time."""


def console_token(home: Path | None = None) -> str:
    """What the emulators of a user ask for; empty where they ask for nothing.

    Args:
        home: whose; the present user's where it is None.
    """
    try:
        return (home or Path.home()).joinpath(".emulator_console_auth_token").read_text(encoding="utf-8")[:1024].strip()
    except OSError:
        return ""


@dataclass
class _Talk:
    """One connection, until a moment of the monotonic clock."""

    link: socket.socket
    port: int
    until: float

    def ask(self, command: str) -> str:
        self.link.sendall(command.encode() + b"\n")
        return self.answer(command)

    def answer(self, command: str) -> str:
        said = b""
        while not (end := _END.search(said)):
            self.link.settimeout(max(0.001, self.until - monotonic()))
            data = self.link.recv(65_536)
            if not data:
                raise EmulatorConsoleFault(f"console {self.port} hung up at {_shown(command)!r}")
            said += data
            if len(said) > MAX_REPLY:
                raise EmulatorConsoleFault(f"console {self.port}: endless reply to {_shown(command)!r}")
        if end[1] == b"KO":
            why = end[2].decode("utf-8", "replace").strip(": ")
            raise EmulatorConsoleFault(f"console {self.port} refused {_shown(command)!r}: {why or 'it does not say why'}")
        return said[: end.start()].decode("utf-8", "replace").replace("\r", "").strip("\n")


@dataclass(frozen=True)
class ConsoleClient:
    """The console of one emulator.

    Attributes:
        port: its port, the even one; "emulator-PORT" is the serial.
        token: what it asks for, see `console_token`.
        timeout: seconds that a command may take, unless it says otherwise.
        key: of a virtual device, which trusts whoever shows it; empty for none.
    """

    port: int
    token: str
    timeout: float = 5
    key: str = ""

    def send(self, command: str, *, timeout: float | None = None) -> str:
        """Give a command and return its reply, without the `OK`.

        Raises:
            EmulatorConsoleFault: the console refuses it, is not there, or does not answer in time.
        """
        if not command.isprintable() or not command:
            raise EmulatorConsoleFault(f"a console command is one line of printable text, not {command!r}")
        limit = timeout or self.timeout
        try:
            with socket.create_connection(("127.0.0.1", self.port), limit) as link:
                talk = _Talk(link, self.port, monotonic() + limit)
                asked = "Authentication required" in talk.answer("hello")
                if asked or self.key:
                    talk.ask(f"auth {self.key or self.token}")
                return talk.ask(command)
        except OSError as error:
            raise EmulatorConsoleFault(f"console {self.port}: {_shown(command)}: {str(error) or type(error).__name__}") from None

    # Where the car is

    def geo_fix(self, longitude: float, latitude: float, altitude: float = 0.0) -> None:
        """Put the car somewhere: degrees and metres; mind the order."""
        if not (-180 <= longitude <= 180 and -90 <= latitude <= 90 and math.isfinite(altitude)):
            raise EmulatorConsoleFault(
                f"not a place on Earth: longitude {longitude:g}, latitude {latitude:g}, altitude {altitude:g}"
            )
        self.send(f"geo fix {longitude:.7f} {latitude:.7f} {altitude:.2f}")

    # Snapshots

    def avd_snapshot_save(self, name: str) -> None:
        """Keep the whole device under a name."""
        self.send(f"avd snapshot save {_snapshot(name)}", timeout=SNAPSHOT_TIMEOUT)

    def avd_snapshot_load(self, name: str) -> None:
        """Put the whole device back."""
        self.send(f"avd snapshot load {_snapshot(name)}", timeout=SNAPSHOT_TIMEOUT)

    def avd_snapshot_delete(self, name: str) -> None:
        """Forget a snapshot."""
        self.send(f"avd snapshot delete {_snapshot(name)}", timeout=SNAPSHOT_TIMEOUT)

    # The emulator

    def kill(self) -> None:
        """End the emulator; hanging up without an answer counts as done."""
        try:
            self.send("kill")
        except EmulatorConsoleFault as fault:
            if "hung up at 'kill'" not in str(fault) and "reset" not in str(fault):
                raise


def _shown(command: str) -> str:
    return "auth" if command.startswith("auth ") else command[:80]


def _snapshot(name: str) -> str:
    if not _SNAPSHOT_NAME.fullmatch(name):
        raise EmulatorConsoleFault(f"the name of a snapshot has up to 64 letters, digits, '_', '-' and '.', not {name!r}")
    return name
