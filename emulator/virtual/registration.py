"""Keeps an adb server informed of where devices are; it forgets them when it restarts and when they disconnect.

A server looks for emulators by itself only when it starts, and only on a few ports; when it is told, it connects to any port.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from automotive_env.emulator.virtual.adb.daemon import Daemon
from automotive_env.errors import EnvironmentFault

PERIOD = 0.2
"""Seconds between two looks at what the server has."""
WAITING_PERIOD = 0.02
"""The same while somebody waits for it."""


class Registration:
    """Looks what a server has, and registers what it lacks, until the event loop's tasks are cancelled."""

    def __init__(self, server_port: int, daemons: Sequence[Daemon]) -> None:
        self._port = server_port
        self._daemons = daemons
        self._task = asyncio.ensure_future(self._run())

    async def complete(self, timeout: float) -> None:
        """Wait until the server has every device that is plugged in, ready for use.

        Raises:
            EnvironmentFault: it has not within so many seconds.
        """
        states: dict[str, str] = {}
        try:
            async with asyncio.timeout(timeout):
                while any(states.get(daemon.device.serial) != "device" for daemon in self._plugged()):
                    states = await self._register()
                    await asyncio.sleep(WAITING_PERIOD)
        except TimeoutError:
            names = (daemon.device.serial for daemon in self._plugged())
            missing = ", ".join(name for name in names if states.get(name) != "device")
            raise EnvironmentFault(f"The adb server on port {self._port} does not connect to {missing}.") from None

    def _plugged(self) -> list[Daemon]:
        return [daemon for daemon in self._daemons if daemon.plugged]

    async def _run(self) -> None:
        while True:
            await self._register()
            await asyncio.sleep(PERIOD)

    async def _register(self) -> dict[str, str]:
        """Tell the server of the devices that it lacks; returns the states of those that it has, none where it is silent."""
        with suppress(OSError, EOFError, ValueError):
            states = dict(line.split("\t")[:2] for line in (await self._ask("host:devices")).splitlines())
            for daemon in self._plugged():
                if daemon.device.serial not in states:
                    await self._ask(f"host:emulator:{daemon.port}")
            return states
        return {}

    async def _ask(self, request: str) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(f"{len(request):04x}{request}".encode())
            answer = await reader.read()  # the server hangs up when it has answered
            return answer[8:].decode()  # "OKAY" and the length go before it
        finally:
            writer.close()
