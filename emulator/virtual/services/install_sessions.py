"""Sessions of the package manager: an APK, or the parts of a split one, that are written first and installed at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from automotive_env.emulator.virtual.apk import ApkFault

MAX_SESSIONS = 8
"""Open at a time; the oldest is abandoned where there is one more."""
MAX_PARTS = 32
FIRST = 1_000_001


@dataclass
class InstallSession:
    """The parts of one app by name, in the order in which they were written."""

    parts: dict[str, bytes] = field(default_factory=dict)

    def write(self, name: str, data: bytes, most: int) -> None:
        """Keep a part; `most` bytes may be kept in all.

        Raises:
            ApkFault: there is no room for it.
        """
        kept = {**self.parts, name: data}
        if len(kept) > MAX_PARTS or sum(map(len, kept.values())) > most:
            raise ApkFault(f"a session takes {MAX_PARTS} parts of at most {most} bytes together")
        self.parts = kept

    @property
    def base(self) -> bytes:
        """The part that names the app.

        Raises:
            ApkFault: nothing was written.
        """
        if not self.parts:
            raise ApkFault("no APK was written")
        named = [data for name, data in self.parts.items() if "base" in name]
        return [*named, *self.parts.values()][0]


class InstallSessions:
    """The open sessions of one device."""

    def __init__(self) -> None:
        self._open: dict[int, InstallSession] = {}
        self._numbers = count(FIRST)

    def create(self) -> int:
        """Open a session; returns its number."""
        if len(self._open) >= MAX_SESSIONS:
            del self._open[next(iter(self._open))]
        number = next(self._numbers)
        self._open[number] = InstallSession()
        return number

    def get(self, number: int | None) -> InstallSession:
        """The session of a number.

        Raises:
            ApkFault: there is none.
        """
        if number is None or number not in self._open:
            raise ApkFault(f"there is no session {number}")
        return self._open[number]

    def close(self, number: int | None) -> InstallSession:
        """Take a session away.

        Raises:
            ApkFault: there is none.
        """
        session = self.get(number)
        self._open.pop(number or 0)
        return session
