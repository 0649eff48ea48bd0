"""Many virtual devices in one thread, with an adb server that is kept informed of where they are."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from automotive_env.car.core.world import World
from automotive_env.car.owner.real_time import ClockMode, follow_real_time
from automotive_env.car.vhal.properties import AndroidRelease
from automotive_env.emulator.adb_server import AdbServer, find_adb, running, users_port
from automotive_env.emulator.device_keys import forget_key, keep_key
from automotive_env.emulator.ports import GRPC_PORT_OFFSET, SCANNED, is_free
from automotive_env.emulator.virtual.adb.daemon import AdbDaemon
from automotive_env.emulator.virtual.console import EmulatorConsole, console_token
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.text.extras import install

if TYPE_CHECKING:
    from grpc import aio

PERIOD = 0.2
"""Seconds between two looks at what the server has."""
WAITING_PERIOD = 0.02
"""The same while somebody waits for it."""


class ServerRegistration:
    """Looks what a server has, and registers what it lacks, until the event loop's tasks are cancelled."""

    def __init__(self, server_port: int, daemons: Sequence[AdbDaemon]) -> None:
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

    def _plugged(self) -> list[AdbDaemon]:
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


T = TypeVar("T")
ONLINE_TIMEOUT = 10.0
"""Seconds in which devices must be known to the adb server."""
STOP_TIMEOUT = 3.0
"""Seconds that devices have to finish what they are at."""
ATTEMPTS = 100
"""How often free ports are looked for."""
MAX_DEVICES = 64
"""Devices of a host."""


class VirtualHost:
    """Virtual devices; everything of them happens on one thread.

    `adb -P host.adb_port -s host.serials[0] shell getprop` reaches the first of them; README.md beside this file has an example.

    Attributes:
        devices: the devices; touched only on their thread, see `call`.
        server: the adb server that was started for them, or given; None where a person's own is used.
        home: folder that holds the token of the consoles, `.emulator_console_auth_token`.
    """

    def __init__(
        self,
        devices: int = 1,
        *,
        release: AndroidRelease = 14,
        size: tuple[int, int] = (1408, 792),
        port: int | None = None,
        adb_server: AdbServer | None = None,
        own_server: bool = True,
        worlds: Sequence[World] | None = None,
        clock: ClockMode = "still",
        grpc: bool = False,
    ) -> None:
        """Say what is wanted; `start` or `with` makes it so.

        Args:
            devices: how many, 1 to `MAX_DEVICES`.
            release: the Android that they behave as.
            size: width and height of their displays in pixels.
            port: console port of the first, even; the next ones follow. None: free ports that no adb server scans.
            adb_server: the server that they register with; it is not stopped with them.
            own_server: whether to start a server where none is given. If not, they register with the one that the user's
                environment names, which may not be running: it finds those on ports 5554 to 5585 by itself.
            worlds: the cars, one for each device; None: new ones.
            clock: "real" lets the cars' clocks follow real time; "still" ones move only when they are told to.
            grpc: whether each has the gRPC services of an emulator, too, at its console's port and 3000 more.

        Raises:
            UsageError: the numbers do not fit.
        """
        if not 1 <= devices <= MAX_DEVICES or (worlds is not None and len(worlds) != devices):
            raise UsageError(f"A host has 1 to {MAX_DEVICES} devices and a car for each, not {devices} devices.")
        if port is not None and (port % 2 or not 1024 <= port <= 65534 - 2 * devices):
            raise UsageError(f"The console port must be even, from 1024 to {65534 - 2 * devices}; not {port}.")
        self.devices: list[VirtualDevice] = []
        self.server = adb_server
        self.home = Path.home()
        self._worlds = list(worlds) if worlds is not None else [None] * devices
        self._release, self._size, self._port, self._clock = release, size, port, clock
        self._grpc = grpc
        self._grpc_servers: list[aio.Server] = []
        self._starts_server = own_server and adb_server is None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._daemons: list[AdbDaemon] = []
        self._consoles: list[EmulatorConsole] = []
        self._registration: ServerRegistration | None = None
        self._keys: list[str] = []
        self._ticking: asyncio.Task[None] | None = None

    @property
    def serials(self) -> list[str]:
        """What adb calls the devices."""
        return [device.serial for device in self.devices]

    @property
    def adb_port(self) -> int:
        """Port of the adb server."""
        return self.server.port if self.server else users_port()

    @property
    def adb_path(self) -> str:
        """The adb program."""
        return self.server.path if self.server else find_adb()

    def start(self) -> VirtualHost:
        """Start the devices, and wait until adb knows them.

        Raises:
            UsageError: a port is taken.
            EnvironmentFault: there is no adb, or it does not find the devices.
        """
        if self._thread:
            return self
        if self._starts_server and self.server is None:
            self.server = AdbServer()
        self.home = self.server.home if self.server else Path.home()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="virtual devices", daemon=True)
        self._thread.start()
        try:
            self._await(self._open())
            if self.server:
                self.wait_online()
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """End everything that `start` started, but for a device that stays busy: that one ends with the process."""
        loop, thread = self._loop, self._thread
        if loop and thread:
            self._loop = self._thread = None
            try:
                asyncio.run_coroutine_threadsafe(self._close(), loop).result(STOP_TIMEOUT)
            except TimeoutError:
                pass  # a device is busy: its thread ends with the process
            else:
                loop.call_soon_threadsafe(loop.stop)
                thread.join()
                loop.close()
        for serial in self._keys:
            forget_key(serial)
        self._keys.clear()
        if self._starts_server and self.server:
            self.server.stop()
            self.server = None

    def call(self, function: Callable[[], T]) -> T:
        """The result of a function that runs on the devices' thread, between their commands."""

        async def run() -> T:
            return function()

        if threading.current_thread() is self._thread:
            return function()
        return self._await(run())

    def wait_online(self, timeout: float = ONLINE_TIMEOUT) -> None:
        """Wait until the adb server has all devices that were not dropped.

        Raises:
            EnvironmentFault: it has not within so many seconds.
        """
        assert self._registration
        self._await(self._registration.complete(timeout))

    def drop(self, serial: str) -> None:
        """Disconnect a device, as if its cable were pulled."""
        self.call(self._daemon(serial).unplug)

    def reconnect(self, serial: str) -> None:
        """Connect a device that was dropped, and wait until adb knows it."""
        self.call(self._daemon(serial).plug)
        self.wait_online()

    def repair(self, serial: str) -> None:
        """Bring a device back into reach after a fault: its server, its console, its connection.

        Raises:
            EnvironmentFault: the adb server does not start, or does not find the device.
        """
        if self.server and self._starts_server and not running(self.server.port):
            self.server.restart()
        number = self.serials.index(serial)
        if not self._consoles[number].listening:
            self._await(self._consoles[number].listen(_listen(self.devices[number].port)))
        self.reconnect(serial)

    def _daemon(self, serial: str) -> AdbDaemon:
        for daemon in self._daemons:
            if daemon.device.serial == serial:
                return daemon
        raise UsageError(f"There is no device {serial}; there are: {', '.join(self.serials)}.")

    async def _open(self) -> None:
        token = console_token(self.home)
        for number, world in enumerate(self._worlds):
            console, adb = _pair(None if self._port is None else self._port + 2 * number, grpc=self._grpc)
            device = VirtualDevice(console.getsockname()[1], release=self._release, size=self._size, world=world)
            if not self._starts_server:  # other programs may drive it, next to one that judges them
                device.key = keep_key(device.serial)
                self._keys.append(device.serial)
            daemon = AdbDaemon(device)
            self.devices.append(device)
            self._daemons.append(daemon)
            self._consoles.append(EmulatorConsole(daemon, token))
            await daemon.listen(adb)
            await self._consoles[-1].listen(console)
            if self._grpc:
                self._grpc_servers.append(await _listen_grpc(daemon))
        self._registration = ServerRegistration(self.adb_port, self._daemons)
        self._ticking = asyncio.ensure_future(follow_real_time(self._pass_time)) if self._clock == "real" else None

    def _pass_time(self, seconds: int) -> None:
        for daemon in self._daemons:
            daemon.device.pass_time(seconds)

    async def _close(self) -> None:
        for console in self._consoles:
            console.close()
        for daemon in self._daemons:
            daemon.close()
        for server in self._grpc_servers:
            await server.stop(None)
        self._grpc_servers.clear()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.devices.clear()
        self._daemons.clear()
        self._consoles.clear()
        self._registration = None

    def _await(self, work: Coroutine[Any, Any, T]) -> T:
        if self._loop is None:
            work.close()
            raise UsageError("The virtual devices are not running: call start() first.")
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def __enter__(self) -> VirtualHost:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


async def _listen_grpc(daemon: AdbDaemon) -> aio.Server:
    try:
        from automotive_env.emulator.virtual.grpc_services.server import listen
    except ModuleNotFoundError as missing:
        raise UsageError(f"the gRPC services need {missing.name}: {install('grpc')}") from None
    return await listen(daemon)


def _pair(port: int | None, *, grpc: bool) -> tuple[socket.socket, socket.socket]:
    """Listening sockets for a console and, one port higher, for ADB; where any will do, that of `grpc` is free as well."""
    for _ in range(ATTEMPTS):
        try:
            if port is not None:
                return _listen(port), _listen(port + 1)
            adb = _listen(0)
            number = adb.getsockname()[1] - 1
            if number % 2 == 0 and number not in SCANNED and (not grpc or is_free(number + GRPC_PORT_OFFSET)):
                return _listen(number), adb
        except OSError:
            if port is not None:
                raise UsageError(f"Port {port} or {port + 1} is taken: choose another console port.") from None
    raise UsageError("There are no two free ports in a row.")


def _listen(port: int) -> socket.socket:
    """Only this machine can connect: an ADB port is a shell for whoever reaches it."""
    listener = socket.socket()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(64)
    except OSError:
        listener.close()
        raise
    return listener
