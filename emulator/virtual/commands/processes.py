"""`ps`, `pidof`, `pgrep` and `kill`: the processes of the platform, of the apps, and the jobs of shells."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.packages import pid, system_packages
from automotive_env.emulator.virtual.process import ROOT, SHELL, Process, command
from automotive_env.emulator.virtual.shell.spawn import spawn
from automotive_env.emulator.virtual.shell.tools import Misuse, options, write_lines
from automotive_env.emulator.virtual.users import DRIVER, PER_USER

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

ZYGOTE = 320
_PLATFORM = (
    (1, 0, "root", "init"),
    (2, 0, "root", "[kthreadd]"),
    (152, 1, "logd", "logd"),
    (154, 1, "system", "servicemanager"),
    (ZYGOTE, 1, "root", "zygote64"),
    (402, 1, "vehicle_network", "android.hardware.automotive.vehicle@V1-emulator-service"),
    (431, 1, "system", "surfaceflinger"),
    (470, 1, "shell", "adbd"),
    (612, ZYGOTE, "system", "system_server"),
)
_NAMES = {1000: "system", 1001: "radio", 1002: "bluetooth", 2000: "shell"}
_SIGNALS = ("HUP", "INT", "QUIT", "KILL", "TERM", "STOP", "CONT", "USR1", "USR2", "0", "1", "2", "3", "9", "15", "18", "19")
MEMORY = 12_000_000
RESIDENT = 96_000
"""Sizes in KiB that are shown for every process: nothing is measured."""


@dataclass(frozen=True)
class Running:
    """A process as `ps` shows it."""

    pid: int
    parent: int
    user: str
    name: str


@cache
def _apps() -> tuple[Running, ...]:
    found = [package for name, package in system_packages().items() if name != "android"]
    return tuple(Running(pid(package.name), ZYGOTE, _user(package.uid), package.name) for package in found)


def _user(uid: int) -> str:
    """The user of an app; apps belong to the driver, the parts of the platform to all."""
    return _NAMES.get(uid) or f"u{(DRIVER * PER_USER + uid) // PER_USER}_a{uid - 10_000}"


def running(device: VirtualDevice) -> list[Running]:
    """All processes, by id."""
    platform = [Running(*row) for row in _PLATFORM]
    jobs = [Running(number, 470, "root" if job.uid == ROOT else "shell", "sh") for number, job in device.jobs.running.items()]
    return sorted([*platform, *_apps(), *jobs], key=lambda process: process.pid)


_FIELDS: dict[str, Callable[[Running], str]] = {
    "USER": lambda one: one.user,
    "UID": lambda one: one.user,
    "PID": lambda one: str(one.pid),
    "PPID": lambda one: str(one.parent),
    "VSZ": lambda one: str(MEMORY),
    "RSS": lambda one: str(RESIDENT),
    "WCHAN": lambda one: "0",
    "ADDR": lambda one: "0",
    "S": lambda one: "S",
    "NAME": lambda one: one.name,
    "CMD": lambda one: one.name,
    "CMDLINE": lambda one: one.name,
    "ARGS": lambda one: one.name,
    "COMM": lambda one: one.name,
}
_WIDTHS = {"USER": -14, "UID": -14, "PID": 5, "PPID": 5, "VSZ": 10, "RSS": 6, "WCHAN": -16, "ADDR": 4, "S": 1}
_USUAL = "USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME"


@command("ps")
async def ps(process: Process) -> int:
    """`ps [-Aefwl] [-o FIELDS] [-p PIDS] [-u USERS]`: without -A only what the shell runs."""
    given = options(process, "AaefwlTZo:p:u:U:k:O:")
    fields = [name.partition("=")[0].upper() for name in given.given.get("o", _USUAL).split(",")]
    if unknown := next((name for name in fields if name not in _FIELDS), None):
        raise Misuse(f"bad -o {unknown}")
    chosen = _chosen(process, given.given)
    rows = [fields, *([_FIELDS[name](one) for name in fields] for one in chosen)]
    await write_lines(process, [_row(fields, row) for row in rows])
    return int(not chosen)


def _chosen(process: Process, given: dict[str, str]) -> list[Running]:
    everything = running(process.device)
    own = "root" if process.uid == ROOT else "shell"
    if "p" in given:
        wanted = given["p"].split(",")
        return [one for one in everything if str(one.pid) in wanted]
    if "u" in given or "U" in given:
        wanted = given.get("u", given.get("U", "")).split(",")
        return [one for one in everything if one.user in wanted]
    if {"A", "e", "a"} & set(given):
        return [*everything, Running(process.device.jobs.new_id(), 470, own, "ps")]
    jobs = process.device.jobs
    return [Running(jobs.new_id(), 470, own, "sh"), Running(jobs.new_id(), 470, own, "ps")]


def _row(fields: list[str], row: list[str]) -> str:
    cells = []
    for field, cell in zip(fields, row, strict=True):
        width = _WIDTHS.get(field, 0)
        cells.append(cell.ljust(-width) if width < 0 else cell.rjust(width))
    return " ".join(cells).rstrip()


@command("pidof")
async def pidof(process: Process) -> int:
    """`pidof [-s] NAME...`."""
    given = options(process, "sxo:")
    found = [str(one.pid) for one in running(process.device) if one.name in given.words]
    if found:
        await process.print(found[-1] if "s" in given else " ".join(found))
    return int(not found)


@command("pgrep")
async def pgrep(process: Process) -> int:
    """`pgrep [-lf] TEXT`: those whose names hold it."""
    given = options(process, "lfx")
    if not given.words:
        raise Misuse("No PATTERN")
    found = [one for one in running(process.device) if given.words[0] in one.name]
    await write_lines(process, [f"{one.pid} {one.name}" if "l" in given else str(one.pid) for one in found])
    return int(not found)


@command("kill")
async def kill(process: Process) -> int:
    """`kill [-SIGNAL] PID...`: stops jobs of shells, and apps as root."""
    words = list(process.args)
    signal = "TERM"
    if words[:1] == ["-l"]:
        return await process.print(" ".join(name for name in _SIGNALS if not name.isdecimal()))
    if words[:1] == ["-s"]:
        words = [f"-{words[1]}" if len(words) > 1 else "-TERM", *words[2:]]
    if words and words[0].startswith("-"):
        signal = words.pop(0)[1:].upper().removeprefix("SIG")
    if not words or signal not in _SIGNALS:
        raise Misuse("Needs 1 argument" if not words else f"Unknown signal '{signal}'")
    statuses = [await _kill(process, signal, word) for word in words]
    return max(statuses)


async def _kill(process: Process, signal: str, word: str) -> int:
    if not re.fullmatch(r"\d{1,9}", word):
        return await process.fail(f"kill: unknown pid '{word}'")
    if int(word) in process.device.jobs.running:
        if signal != "0":
            process.device.jobs.stop(int(word))
        return 0
    one = next((one for one in running(process.device) if one.pid == int(word)), None)
    if one is None:
        return await process.fail(f"kill: bad pid '{word}': No such process")
    if process.uid == SHELL or one not in _apps():
        return await process.fail(f"kill: bad pid '{word}': Operation not permitted")
    return 0 if signal == "0" else await spawn(process, ["am", "force-stop", one.name])
