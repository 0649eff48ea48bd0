"""Launching an emulator, headless and alike each time, and ending it with all that it started; it needs KVM on Linux."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from automotive_env.emulator import guard
from automotive_env.emulator.child import start_child, stop_child
from automotive_env.errors import EnvironmentFault

_SHOWN_LINES, _SHOWN_CHARACTERS, _TAIL = 8, 1200, 64 << 10


class LaunchFault(EnvironmentFault):
    """The emulator could not be launched, or has ended; the message has the last lines of its log."""


@dataclass(frozen=True)
class EmulatorFlags:
    """What an emulator is told.

    Attributes:
        avd: name of the AVD.
        port: console port, even, 5554 to 5680; that of adb is one higher.
        shared: whether others run the same AVD: then nothing is written to it.
        window: whether a window is shown.
        memory: megabytes of the car.
        cores: processors of the car, at most those of the host.
    """

    avd: str
    port: int
    shared: bool = False
    window: bool = False
    memory: int = 4096
    cores: int = 4

    def arguments(self) -> list[str]:
        """The arguments of `emulator`."""
        return [
            *("-avd", self.avd, "-port", str(self.port)),
            *([] if self.window else ["-no-window"]),
            *("-no-audio", "-no-boot-anim", "-gpu", "swiftshader_indirect"),
            "-no-passive-gps",  # it would move the car back
            "-no-snapshot",
            *(["-read-only"] if self.shared else []),
            *("-memory", str(self.memory), "-cores", str(max(1, min(self.cores, os.cpu_count() or 1)))),
        ]


class EmulatorProcess:
    """A running emulator.

    Attributes:
        log: file with what it said.
    """

    def __init__(self, program: Path, arguments: Sequence[str], *, environ: Mapping[str, str], log: Path) -> None:
        """Start it under a guard.

        Raises:
            LaunchFault: it cannot be started.
        """
        self.log = log
        command = [sys.executable, "-I", "-S", guard.__file__, str(program), *arguments]
        try:
            log.write_bytes(b"")
            self._child: subprocess.Popen[bytes] = start_child(command, env=environ, log=log)
        except OSError as error:
            raise LaunchFault(f"cannot launch {program}: {error.strerror or error}") from None

    def check_alive(self) -> None:
        """Do nothing while it runs.

        Raises:
            LaunchFault: it has ended.
        """
        status = self._child.poll()
        if status is not None:
            raise LaunchFault(f"the emulator ended with status {status}. {self.last_words()}")

    def wait(self, timeout: float) -> bool:
        """Wait for its end; whether it has ended."""
        try:
            self._child.wait(timeout)
        except subprocess.TimeoutExpired:
            return False
        return True

    def stop(self) -> None:
        """End it with all that it started; nothing happens where it has ended."""
        stop_child(self._child)

    def last_words(self) -> str:
        """The last lines of its log, for a message."""
        try:
            with self.log.open("rb") as log:
                log.seek(max(0, self.log.stat().st_size - _TAIL))
                lines = log.read(_TAIL).decode("utf-8", "replace").splitlines()
        except OSError:
            lines = []
        said = "\n".join(line.strip() for line in lines if line.strip()).splitlines()[-_SHOWN_LINES:]
        return f"Its last words, from {self.log}:\n" + "\n".join(said)[-_SHOWN_CHARACTERS:] if said else "It said nothing."


DEVICE = Path("/dev/kvm")
RULE = 'KERNEL=="kvm", GROUP="kvm", MODE="0666", OPTIONS+="static_node=kvm"'
"""The udev rule that lets everybody on the machine use it, for CI; on a machine with other users join the group instead."""


def kvm_problem(device: Path = DEVICE) -> str:
    """Why the emulator cannot use KVM, in words; empty where it can, and on systems that have no KVM."""
    if sys.platform != "linux":
        return ""
    if not device.exists():
        return f"there is no {device}: turn on virtualization in the firmware, or nested virtualization in the cloud"
    if not os.access(device, os.R_OK | os.W_OK):
        return f"{device} is not yours to use"
    return ""
