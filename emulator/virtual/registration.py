"""Keeps an adb server informed of where devices are; it forgets them when it restarts and when they disconnect."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from automotive_env.emulator.virtual.adb.daemon import Daemon
from automotive_env.errors import EnvironmentFault

AGAIN = 0.25
"""Seconds between attempts to reach a server, and to register a device that it does not have."""


class Registration:
    """Watches what a server has, and registers what it lacks.

    A server of its own accord looks for emulators on a few ports and only when it starts; on being told, it connects to any port.
    """

    def __init__(self, server_port: int, daemons: Sequence[Daemon]) -> None:
        self._port = server_port
        self._daemons = daemons
        self._states: dict[str, str] = {}
        self._changed = asyncio.Event()
        self._task = asyncio.ensure_future(self._run())

    def close(self) -> None:
        """Watch no more."""
        self._task.cancel()

    async def complete(self, timeout: float) -> None:
        """Wait until the server has every device that is plugged in, ready for use.

        Raises:
            EnvironmentFault: it has not within so many seconds.
        """
        try:
            async with asyncio.timeout(timeout):
                while missing := [daemon for daemon in self._plugged() if self._states.get(daemon.device.serial) != "device"]:
                    self._changed.clear()
                    with suppress(OSError):
                        await self._tell(missing)
                    await self._changed.wait()
        except TimeoutError:
            names = ", ".join(daemon.device.serial for daemon in missing)
            raise EnvironmentFault(f"The adb server on port {self._port} does not connect to {names}.") from None

    def _plugged(self) -> list[Daemon]:
        return [daemon for daemon in self._daemons if daemon.plugged]

    async def _run(self) -> None:
        while True:
            try:
                await self._watch()
            except (OSError, EOFError, ValueError):
                self._states = {}
            await asyncio.sleep(AGAIN)

    async def _watch(self) -> None:
        """Follow the list of devices until the server goes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        waiting: asyncio.Task[None] | None = None
        try:
            writer.write(_request("host:track-devices"))
            await reader.readexactly(4)
            while True:
                waiting = waiting or asyncio.ensure_future(self._next(reader))
                done, _ = await asyncio.wait({waiting}, timeout=AGAIN if self._missing() else None)
                if done:
                    await waiting
                    waiting = None
                await self._tell(self._missing())
        finally:
            if waiting:
                waiting.cancel()
            writer.close()

    async def _next(self, reader: asyncio.StreamReader) -> None:
        length = int(await reader.readexactly(4), 16)
        lines = (await reader.readexactly(length)).decode().splitlines()
        self._states = {serial: state for serial, _, state in (line.partition("\t") for line in lines)}
        self._changed.set()

    def _missing(self) -> list[Daemon]:
        return [daemon for daemon in self._plugged() if daemon.device.serial not in self._states]

    async def _tell(self, daemons: Sequence[Daemon]) -> None:
        for daemon in daemons:
            _, writer = await asyncio.open_connection("127.0.0.1", self._port)
            writer.write(_request(f"host:emulator:{daemon.port}"))
            writer.close()


def _request(text: str) -> bytes:
    return f"{len(text):04x}{text}".encode()
