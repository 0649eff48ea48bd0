"""One emulator for one worker: its AVD, its ports, its adb server, its process; launched anew when it is not well."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from automotive_env.android.console_client import ConsoleClient, EmulatorConsoleFault, console_token
from automotive_env.android.link import DeviceLink
from automotive_env.android.shell import DeviceFault, DeviceShell
from automotive_env.emulator.adb_server import AdbServer, EmulatorRegistrar, register, running
from automotive_env.emulator.avd import Avd, ensure_avd
from automotive_env.emulator.boot import BOOT_TIMEOUT, BootFault, examine, wait_for_boot
from automotive_env.emulator.launch import EmulatorFlags, EmulatorProcess, LaunchFault, kvm_problem
from automotive_env.emulator.ports import PortPair, take_ports
from automotive_env.emulator.sdk import Sdk, best_image, need_sdk
from automotive_env.errors import EnvironmentFault
from automotive_env.machine.locks import FileLock, lock_folder

LAUNCHES = 2
"""How often it is launched before it is given up."""
END_TIMEOUT = 20.0
"""Seconds that it has to end by itself before it is killed."""
RECONNECT_TIMEOUT = 10.0
"""Seconds in which a running car that adb has lost may come back."""
RECONNECT_PERIOD = 0.1
_PATIENCE = 15.0
STOPPED = "the emulator was stopped while it booted"


class Emulator:
    """An emulator of Android Automotive.

    docs/android.md has an example. `adb -P emulator.adb_port -s emulator.serial shell getprop` reaches it.

    Attributes:
        shared: whether others run the same AVD: it is read-only then.
    """

    def __init__(
        self,
        *,
        shared: bool = False,
        sdk: Sdk | None = None,
        avd_home: Path | None = None,
        window: bool = False,
        boot_timeout: float = BOOT_TIMEOUT,
    ) -> None:
        """Find what it needs; nothing is started yet.

        Args:
            shared: whether others run the same AVD.
            sdk: the SDK; the one that is installed where it is None.
            avd_home: folder of the AVDs; the usual one where it is None.
            window: whether it has a window.
            boot_timeout: seconds for one boot.

        Raises:
            EnvironmentFault: the SDK, an image or virtualization is missing; the message says what to do.
        """
        if problem := kvm_problem():
            raise EnvironmentFault(f"no emulator without hardware virtualization: {problem}; see `automotive-env doctor`")
        self.shared = shared
        self._sdk = sdk or need_sdk()
        self._program = self._sdk.need("emulator")
        self._image = best_image(self._sdk)
        self._avd_home, self._window, self._boot_timeout = avd_home, window, boot_timeout
        self._ports: PortPair | None = None
        self._server: AdbServer | None = None
        self._avd: FileLock | None = None
        self._process: EmulatorProcess | None = None
        self._registrar: EmulatorRegistrar | None = None
        self._link: DeviceLink | None = None
        self._stopped = False
        self._ending = threading.RLock()  # a run that is broken off stops it from another thread than the one that boots it

    # What others need

    @property
    def serial(self) -> str:
        """What adb calls it."""
        return f"emulator-{self._pair.console}"

    @property
    def adb_port(self) -> int:
        """Port of its adb server, which knows no other device."""
        return self._adb_server.port

    @property
    def console(self) -> ConsoleClient:
        """Its console."""
        token = console_token(self._adb_server.home) or console_token()
        return ConsoleClient(self._pair.console, token)

    @property
    def log(self) -> Path:
        """The file with what it says; a launch begins it anew."""
        return lock_folder() / f"{self.serial}.log"

    def problems(self) -> tuple[str, ...]:
        """What is wrong with it, in words; empty where it is well."""
        if self._process is None:
            return ("it is not running",)
        try:
            self._process.check_alive()
            return examine(self._reach())
        except EnvironmentFault as fault:
            return (str(fault),)

    # Life

    def start(self) -> Self:
        """Launch it and wait until the car has booted: minutes. Nothing happens where it runs.

        Raises:
            EnvironmentFault: it does not boot; nothing of it is left running.
        """
        if self._process is None:
            self._stopped = False
            try:
                self._ports = self._ports or take_ports()
                self._server = self._server or AdbServer()
                avd = ensure_avd(self._sdk, self._image, self._avd_home)
                self._claim(avd)
                self._boot(avd)
            except BaseException as fault:
                broken_off = self._stopped
                self.stop(keep_log=isinstance(fault, Exception))  # its message names the log
                if broken_off and isinstance(fault, Exception):
                    raise LaunchFault(STOPPED) from fault
                raise
        return self

    def relaunch(self) -> None:
        """End it and launch it again, on the same ports; that is how it is rebooted.

        Raises:
            EnvironmentFault: it does not boot.
        """
        self._end()
        if self._server and not running(self._server.port):
            self._server.stop()
            self._server = None
        self.start()

    def ensure_healthy(self) -> None:
        """Start it, or launch it anew if it is not well.

        Raises:
            EnvironmentFault: it does not boot.
        """
        if self.problems():
            self.relaunch()

    def stop(self, *, keep_log: bool = False) -> None:
        """End it with all that it started, and let go of its ports; another thread that waits for its boot gets a fault.

        Args:
            keep_log: whether its log stays, for whoever is told to read it.
        """
        self._stopped = True
        with self._ending:
            self._end()
            if self._server:
                self._server.stop()
            if self._ports:
                if not keep_log:
                    self.log.unlink(missing_ok=True)
                self._ports.release()
            if self._avd:
                self._avd.release()
            self._server = self._ports = self._avd = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    # How

    @property
    def _pair(self) -> PortPair:
        if self._ports is None:
            raise EnvironmentFault("the emulator is not running: call start() first")
        return self._ports

    @property
    def _adb_server(self) -> AdbServer:
        if self._server is None:
            raise EnvironmentFault("the emulator is not running: call start() first")
        return self._server

    def _claim(self, avd: Avd) -> None:
        if self._avd is None:
            lock = FileLock(avd.lock)
            if not lock.take(shared=self.shared):
                raise EnvironmentFault(f"the AVD {avd.name} is used by another run; wait until it ends")
            self._avd = lock

    def _boot(self, avd: Avd) -> None:
        for launch in range(1, LAUNCHES + 1):
            if self._stopped:
                raise LaunchFault(STOPPED)
            process = self._process = self._launch(avd)
            if self._stopped:  # meanwhile: whoever stopped it did not see this process
                raise LaunchFault(STOPPED)
            self._registrar = EmulatorRegistrar(self.adb_port, self._pair.adb)
            try:
                wait_for_boot(self._connect, process.check_alive, timeout=self._boot_timeout)
                return
            except (BootFault, LaunchFault, DeviceFault):
                if launch == LAUNCHES:
                    raise
                self._end()

    def _launch(self, avd: Avd) -> EmulatorProcess:
        flags = EmulatorFlags(avd.name, self._pair.console, shared=self.shared, window=self._window)
        keys = self._adb_server.home / ".android"  # of its adb server, so that each knows the other's
        keys.mkdir(exist_ok=True)
        own = {
            **dict.fromkeys(("ANDROID_HOME", "ANDROID_SDK_ROOT"), str(self._sdk.root)),
            **dict.fromkeys(("ANDROID_USER_HOME", "ANDROID_EMULATOR_HOME"), str(keys)),
            "ANDROID_AVD_HOME": str(avd.home),
        }
        environ = {**self._adb_server.env, **own}
        return EmulatorProcess(self._program, flags.arguments(), environ=environ, log=self.log)

    def _connect(self) -> DeviceShell:
        """A new connection, as root.

        Raises:
            DeviceFault: adb does not have it yet.
            EnvironmentFault: it never will be root.
        """
        self._disconnect()
        register(self.adb_port, self._pair.adb)
        link = DeviceLink(self.serial, host="127.0.0.1", port=self.adb_port, patience=_PATIENCE)
        if not link.root:
            link.close()
            raise EnvironmentFault(f"{self._image.package} allows no root: use an image with the tag android-automotive")
        self._link = link
        return link.shell

    def _reach(self) -> DeviceShell:
        """A shell on a running car, which may be about to come back to adb; an adb server that has gone is started again.

        Raises:
            DeviceFault: it does not come back.
        """
        if not running(self.adb_port):
            self._adb_server.restart()
        deadline = time.monotonic() + RECONNECT_TIMEOUT
        while True:
            try:
                return self._connect()
            except DeviceFault:
                if self._process:
                    self._process.check_alive()
                if time.monotonic() > deadline:
                    raise
            time.sleep(RECONNECT_PERIOD)

    def _disconnect(self) -> None:
        link, self._link = self._link, None
        if link:
            link.close()

    def _end(self) -> None:
        with self._ending:
            self._disconnect()
            registrar, self._registrar = self._registrar, None
            if registrar:
                registrar.stop()
            process, self._process = self._process, None
            if process and self._server:
                with suppress(EmulatorConsoleFault):
                    self.console.kill()
                    process.wait(END_TIMEOUT)
            if process:
                process.stop()
