"""`logcat`, `log` and bug reports: the log of the device's own services, alone and with all else that they say."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace

from automotive_env.emulator.virtual.commands.shells import spawn
from automotive_env.emulator.virtual.process import ShellProcess, command
from automotive_env.emulator.virtual.service import whole
from automotive_env.emulator.virtual.services.logcat import LINES, SYSTEM_SERVER, LogcatEntry, LogDaemon, log
from automotive_env.emulator.virtual.shell.special_files import now, time_of
from automotive_env.emulator.virtual.shell.streams import MemoryOutput
from automotive_env.emulator.virtual.shell.tools import CommandOptions, CommandUsageError, options

PRIORITIES = "VDIWEFS"
BUFFERS = ("main", "system", "crash", "events", "radio", "kernel", "all", "default")
LONG = ("clear", "format=", "buffer=", "buffer-size=", "pid=", "uid=")
SIZES = "main: ring buffer is 256 KiB (0 B consumed), max entry is 5120 B, max payload is 4068 B"
"""What `-g` prints; a buffer always has its size here."""
BEGIN = "--------- beginning of main"
_PID = f"{SYSTEM_SERVER:5}"

FORMATS: dict[str, Callable[[LogcatEntry], str]] = {
    "long": lambda line: f"[ {_when(line)} {_PID}:{_PID} {line.priority}/{line.tag:<8} ]\n{line.text}\n",
    "process": lambda line: f"{line.priority}({_PID}) {line.text}  ({line.tag})",
    "raw": lambda line: line.text,
    "tag": lambda line: f"{line.priority}/{line.tag:<8}: {line.text}",
    "thread": lambda line: f"{line.priority}({_PID}:{_PID}) {line.text}",
    "brief": lambda line: f"{line.priority}/{line.tag:<8}({_PID}): {line.text}",
    "threadtime": lambda line: f"{_when(line)} {_PID} {_PID} {line.priority} {line.tag:<8}: {line.text}",
    "time": lambda line: f"{_when(line)} {line.priority}/{line.tag:<8}({_PID}): {line.text}",
}
"""Format -> how it prints a line."""
MODIFIERS = ("color", "descriptive", "epoch", "monotonic", "nsec", "printable", "uid", "usec", "UTC", "utc", "year", "zone")
"""What may be said of a format in addition; nothing of it shows here."""


@command("logcat")
async def logcat(process: ShellProcess) -> int:
    """`logcat [-d] [-c] [-g] [-G SIZE] [-b BUFFER] [-v FORMAT] [-t LINES] [-s] [TAG[:PRIORITY]]...`; without -d it goes on."""
    given = options(process, "cdDgG:b:Lm:sSt:T:v:", LONG)
    service = process.device.service(LogDaemon)
    if not set(given.value("b", "buffer", default="main").split(",")) <= set(BUFFERS):
        raise CommandUsageError(f"Unknown buffer '{given.value('b', 'buffer')}'")
    if {"c", "clear"} & given.given.keys():
        service.lines.clear()
    if "g" in given:
        await process.print(SIZES)
    if {"c", "clear", "g", "G", "buffer-size"} & given.given.keys():
        return 0
    return await _print(process, service, given)


async def _print(process: ShellProcess, service: LogDaemon, given: CommandOptions) -> int:
    show, levels = _format(given), _levels(given)
    last, ends = whole(given.value("t", "m", default="")), bool({"d", "t", "m"} & given.given.keys())
    seen = service.count
    wanted = [line for line in service.lines if _wants(levels, line)]
    await process.print(BEGIN, *(show(line) for line in wanted[-(last or LINES) :]))
    while not ends:
        await service.wait(seen)
        fresh = list(service.lines)[-(service.count - seen) :]
        seen = service.count
        await process.print(*(show(line) for line in fresh if _wants(levels, line)))
    return 0


def _format(given: CommandOptions) -> Callable[[LogcatEntry], str]:
    """How lines are printed: the last format that is named, with whatever modifiers."""
    named = [part for letter, value in given.all if letter in ("v", "format") for part in value.replace(",", " ").split()]
    for part in named:
        if part not in FORMATS and part not in MODIFIERS:
            raise CommandUsageError(f'Invalid parameter "{part}" to -v')
    return FORMATS[next((part for part in reversed(named) if part in FORMATS), "threadtime")]


def _levels(given: CommandOptions) -> dict[str, str]:
    """Tag -> the lowest priority that is shown; "*" stands for all other tags."""
    levels = {"*": "S" if "s" in given else "V"}
    for part in " ".join(given.words).replace(",", " ").split():
        tag, _, priority = part.partition(":")
        levels[tag] = (priority or "V").upper()
        if levels[tag] not in PRIORITIES:
            raise CommandUsageError(f"Invalid filter expression '{part}'")
    return levels


def _wants(levels: dict[str, str], line: LogcatEntry) -> bool:
    """Whether the filters let a line through."""
    return PRIORITIES.index(line.priority) >= PRIORITIES.index(levels.get(line.tag, levels["*"]))


def _when(line: LogcatEntry) -> str:
    """Month, day and time, to the millisecond."""
    return f"{line.time[5:]}.000"


@command("log")
async def log_command(process: ShellProcess) -> int:
    """`log [-p PRIORITY] [-t TAG] MESSAGE...`"""
    given = options(process, "p:t:", stop=True)
    priority = given.given.get("p", "i").upper()
    if priority not in tuple("VDIWEF"):
        raise CommandUsageError(f"bad -p '{priority[:20]}'")
    log(process.device, given.given.get("t", "log")[:100], " ".join(given.words), priority)
    return 0


FOLDER = "/data/user_de/0/com.android.shell/files/bugreports"
VERSION = "1.1"
SECTIONS = {"SYSTEM PROPERTIES": ["getprop"], "SYSTEM LOG": ["logcat", "-d"], "DUMPSYS": ["dumpsys"]}
"""Title -> the command whose output follows it."""
USAGE = "usage: bugreportz [-h | -v | -p]"


@command("bugreport")
async def bugreport(process: ShellProcess) -> int:
    """Print the report."""
    await process.stdout.write(await _report(process))
    return 0


@command("bugreportz")
async def bugreportz(process: ShellProcess) -> int:
    """`bugreportz [-v | -p]`: write the report into an archive and say where it is; `-p` also tells the progress."""
    match process.args:
        case ["-v"]:
            return await process.fail(VERSION, status=0)  # adb reads it there
        case [] | ["-p"]:
            return await _archive(process, progress=bool(process.args))
    return await process.fail(USAGE, status=0 if process.args == ["-h"] else 1)


async def _archive(process: ShellProcess, *, progress: bool) -> int:
    name = f"bugreport-{process.device.properties.get('ro.product.device', 'car')}-{time_of(process.device):%Y-%m-%d-%H-%M-%S}"
    path = f"{FOLDER}/{name}.zip"
    if progress:
        await process.print(f"BEGIN:{path}", "PROGRESS:0/100")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in ((f"{name}.txt", await _report(process)), ("main_entry.txt", f"{name}.txt".encode())):
            archive.writestr(zipfile.ZipInfo(file), data)
    files = process.device.files
    try:
        files.make_directory(FOLDER, parents=True)
        files.write(path, packed.getvalue(), modified=now(process.device))
    except OSError as error:
        return await process.print(f"FAIL:{error.strerror}") or 1
    return await process.print(*(["PROGRESS:100/100"] if progress else []), f"OK:{path}")


async def _report(process: ShellProcess) -> bytes:
    rule = "=" * 56
    said = MemoryOutput()
    quiet = replace(process, stdout=said, stderr=said)
    await quiet.print(rule, f"== dumpstate: {time_of(process.device):%Y-%m-%d %H:%M:%S}", rule, "")
    for title, line in SECTIONS.items():
        await quiet.print(f"------ {title} ({' '.join(line)}) ------")
        await spawn(quiet, line)
        await quiet.print("")
    return said.data
