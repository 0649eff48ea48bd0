"""`ps` and `pidof`: the processes of the platform and of the apps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from automotive_env.emulator.virtual.packages import pid, system_packages
from automotive_env.emulator.virtual.process import ROOT, ShellProcess, command
from automotive_env.emulator.virtual.service import DRIVER, PER_USER
from automotive_env.emulator.virtual.shell.builtins import SHELL_PID
from automotive_env.emulator.virtual.shell.tools import options

ZYGOTE, ADBD = 320, 470
_PLATFORM = (
    (1, 0, "root", "init"),
    (2, 0, "root", "[kthreadd]"),
    (152, 1, "logd", "logd"),
    (154, 1, "system", "servicemanager"),
    (ZYGOTE, 1, "root", "zygote64"),
    (402, 1, "vehicle_network", "android.hardware.automotive.vehicle@V1-emulator-service"),
    (431, 1, "system", "surfaceflinger"),
    (ADBD, 1, "shell", "adbd"),
    (612, ZYGOTE, "system", "system_server"),
)
_NAMES = {1000: "system", 1001: "radio", 1002: "bluetooth", 2000: "shell"}
HEAD = "USER             PID  PPID        VSZ    RSS WCHAN            ADDR S NAME"
_VIRTUAL, _RESIDENT = "12000000", "96000"
"""Sizes in KiB that are shown for every process: nothing is measured."""


@dataclass(frozen=True)
class ListedProcess:
    """A process as `ps` shows it."""

    pid: int
    parent: int
    user: str
    name: str

    @property
    def row(self) -> str:
        """What `ps` shows."""
        return f"{self.user:<14} {self.pid:>5} {self.parent:>5} {_VIRTUAL:>10} {_RESIDENT:>6} {0:<16} {0:>4} S {self.name}"


@cache
def _apps() -> tuple[ListedProcess, ...]:
    found = [package for name, package in system_packages().items() if name != "android"]
    return tuple(ListedProcess(pid(package.name), ZYGOTE, _user(package.uid), package.name) for package in found)


def _user(uid: int) -> str:
    """The user of an app; apps belong to the driver, the parts of the platform to all."""
    return _NAMES.get(uid) or f"u{(DRIVER * PER_USER + uid) // PER_USER}_a{uid - 10_000}"


def _running() -> list[ListedProcess]:
    """All processes, by id."""
    return sorted([*(ListedProcess(*row) for row in _PLATFORM), *_apps()], key=lambda process: process.pid)


@command("ps")
async def ps(process: ShellProcess) -> int:
    """`ps [-Aef]`: without -A and -e only what the shell runs."""
    given = options(process, "Aef")
    own = ListedProcess(SHELL_PID + 1, SHELL_PID, "root" if process.uid == ROOT else "shell", "ps")
    shown = _running() if {"A", "e"} & given.given.keys() else [ListedProcess(SHELL_PID, ADBD, own.user, "sh")]
    return await process.print(HEAD, *(one.row for one in [*shown, own]))


@command("pidof")
async def pidof(process: ShellProcess) -> int:
    """`pidof [-s] NAME...`."""
    given = options(process, "s")
    found = [str(one.pid) for one in _running() if one.name in given.words]
    return await process.print(" ".join(found[-1:] if "s" in given else found)) if found else 1
