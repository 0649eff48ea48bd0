"""The log of the device: what its own services note, in a ring of lines."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from automotive_env.emulator.virtual.service import SystemService

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

LINES = 1_000
"""Lines that the ring holds."""
MAX_LINE_CHARACTERS = 4_000
SYSTEM_SERVER = 600
"""Number of the process that the services run in."""


@dataclass(frozen=True, slots=True)
class LogcatEntry:
    """One line of the log."""

    time: str
    priority: str
    tag: str
    text: str


class LogDaemon(SystemService):
    """Keeps the last lines of the log, and how many there ever were; `logcat` prints them."""

    name = "logcat"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self.lines: deque[LogcatEntry] = deque(maxlen=LINES)
        self.count = 0
        self._more = asyncio.Event()

    def add(self, line: LogcatEntry) -> None:
        """Note a line."""
        self.lines.append(line)
        self.count += 1
        self._more.set()

    async def wait(self, seen: int) -> None:
        """Until there are more lines than so many."""
        while self.count <= seen:
            self._more.clear()
            await self._more.wait()

    def save(self) -> object:
        return tuple(self.lines)

    def load(self, saved: object) -> None:
        self.lines = deque(cast("tuple[LogcatEntry, ...]", saved), maxlen=LINES)


def log(device: VirtualDevice, tag: str, text: str, priority: str = "I") -> None:
    """Note a line."""
    service = device.services.get(LogDaemon.name)
    if isinstance(service, LogDaemon):
        line = " ".join(text.split("\n"))[:MAX_LINE_CHARACTERS]
        service.add(LogcatEntry(device.world.environment.timestamp, priority, tag, line))
