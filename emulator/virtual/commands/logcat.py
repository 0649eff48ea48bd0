"""`logcat` and `log`: the log of the device's own services."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.logcat import LINES, SYSTEM_SERVER, Line, LogcatService, log
from automotive_env.emulator.virtual.services.shell_text import whole
from automotive_env.emulator.virtual.shell.tools import Misuse, options

PRIORITIES = "VDIWEFS"
BUFFERS = ("main", "system", "crash", "events", "radio", "kernel", "all", "default")
WITH_VALUE = ("-v", "-b", "-t", "-T", "-G", "-m", "--pid", "--uid", "--format", "--buffer", "--buffer-size")
SIZES = "main: ring buffer is 256 KiB (0 B consumed), max entry is 5120 B, max payload is 4068 B"
"""What `-g` prints; a buffer always has its size here."""
BEGIN = "--------- beginning of main"
_PID = f"{SYSTEM_SERVER:5}"

FORMATS: dict[str, Callable[[Line], str]] = {
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


@dataclass
class Selection:
    """The options of a command."""

    clear: bool = False
    sizes: bool = False
    resizes: bool = False
    ends: bool = False
    style: str = "threadtime"
    last: int = LINES
    silent: bool = False
    tags: dict[str, str] = field(default_factory=dict)

    def wants(self, line: Line) -> bool:
        """Whether the filters let a line through."""
        lowest = self.tags.get(line.tag, self.tags.get("*", "S" if self.silent else "V"))
        return PRIORITIES.index(line.priority) >= PRIORITIES.index(lowest)


@command("logcat")
async def logcat(process: Process) -> int:
    """`logcat [-d] [-c] [-g] [-G SIZE] [-b BUFFER] [-v FORMAT] [-t LINES] [-s] [TAG[:PRIORITY]]...`; without -d it goes on."""
    selection = _selection(process.args)
    if isinstance(selection, str):
        return await process.fail(selection)
    service = process.device.service(LogcatService)
    if selection.clear:
        service.lines.clear()
    if selection.sizes:
        await process.print(SIZES)
    if selection.clear or selection.sizes or selection.resizes:
        return 0
    return await _print(process, service, selection)


async def _print(process: Process, service: LogcatService, selection: Selection) -> int:
    show = FORMATS[selection.style]
    seen = service.count
    wanted = [line for line in service.lines if selection.wants(line)]
    await process.print(BEGIN, *(show(line) for line in wanted[-selection.last :]))
    while not selection.ends:
        await service.wait(seen)
        fresh = list(service.lines)[-(service.count - seen) :]
        seen = service.count
        await process.print(*(show(line) for line in fresh if selection.wants(line)))
    return 0


def _when(line: Line) -> str:
    """Month, day and time, to the millisecond."""
    return f"{line.time[5:]}.000"


def _selection(args: list[str]) -> Selection | str:
    """The options, or what is wrong with them."""
    selection, rest = Selection(), list(args)
    while rest:
        word = rest.pop(0)
        if word[:2] in WITH_VALUE and len(word) > 2 and not word.startswith("--"):
            word, rest = word[:2], [word[2:], *rest]  # the value may follow at once, as in -vtime
        elif word.startswith("--") and "=" in word:
            word, _, value = word.partition("=")
            rest = [value, *rest]
        value = rest.pop(0) if word in WITH_VALUE and rest else ""
        if fault := _take(selection, word, value):
            return fault
    return selection


def _take(selection: Selection, word: str, value: str) -> str:
    match word:
        case "-c" | "--clear":
            selection.clear = True
        case "-g":
            selection.sizes = True
        case "-G" | "--buffer-size":
            selection.resizes = True
        case "-d":
            selection.ends = True
        case "-s":
            selection.silent = True
        case "-v" | "--format":
            for part in value.replace(",", " ").split():
                if part not in FORMATS and part not in MODIFIERS:
                    return f'Invalid parameter "{part}" to -v'
                selection.style = part if part in FORMATS else selection.style
        case "-b" | "--buffer" if not set(value.split(",")) <= set(BUFFERS):
            return f"Unknown buffer '{value}'"
        case "-t" | "-m":
            selection.last = whole(value) or LINES
            selection.ends = True
        case _ if not word.startswith("-"):
            return _filter(selection, word)
    return ""


def _filter(selection: Selection, word: str) -> str:
    for part in word.replace(",", " ").split():
        tag, _, priority = part.partition(":")
        level = (priority or "V").upper()
        if level not in PRIORITIES:
            return f"Invalid filter expression '{part}'"
        selection.tags[tag] = level
    return ""


@command("log")
async def log_command(process: Process) -> int:
    """`log [-p PRIORITY] [-t TAG] MESSAGE...`"""
    given = options(process, "p:t:", stop=True)
    priority = given.given.get("p", "i").upper()
    if priority not in tuple("VDIWEF"):
        raise Misuse(f"bad -p '{priority[:20]}'")
    log(process.device, given.given.get("t", "log")[:100], " ".join(given.words), priority)
    return 0
