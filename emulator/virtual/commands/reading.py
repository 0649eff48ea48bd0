"""`cat`, `head`, `tail` and `wc`: commands that pass bytes on."""

from __future__ import annotations

import re
from collections import deque

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.streams import CHUNK, Reader
from automotive_env.emulator.virtual.shell.tools import Misuse, Options, open_inputs, options, whole_number

MAX_TAIL_LINES = 100_000
"""Lines from the end on that `tail` shows."""
LINE_WORK = 4
"""Units of work that reading a line costs."""


async def _copy(process: Process, source: Reader, most: int = 1 << 62) -> None:
    """Pass bytes on, so many at most."""
    while most > 0 and (data := await source.read(min(most, CHUNK))):
        most -= len(data)
        await process.spend(1 + len(data) // 1_000)
        await process.stdout.write(data)


@command("cat")
async def cat(process: Process) -> int:
    """`cat [-u] [FILE...]`."""
    inputs, status = await open_inputs(process, options(process, "u").words)
    for _, source in inputs:
        await _copy(process, source)
    return status


def _counts(process: Process, letters: str) -> Options:
    """Options where a count may stand alone, as in `head -5`."""
    process.argv[1:] = [re.sub(r"^-(\d+)$", r"-n\1", word) for word in process.args]
    return options(process, letters)


async def _title(process: Process, given: Options, name: str, number: int, count: int) -> None:
    if count > 1 and "q" not in given:
        await process.print(f"{chr(10) if number else ''}==> {name if name != '-' else 'standard input'} <==")


@command("head")
async def head(process: Process) -> int:
    """`head [-n LINES] [-c BYTES] [-q] [FILE...]`."""
    given = _counts(process, "n:c:q")
    inputs, status = await open_inputs(process, given.words)
    for number, (name, source) in enumerate(inputs):
        await _title(process, given, name, number, len(inputs))
        if (count := given.number("c", given.number("n", 10))) < 0:
            raise Misuse("a count cannot be negative")
        if "c" in given:
            await _copy(process, source, count)
        else:
            while count > 0 and (line := await source.read_line()):
                count -= 1
                await process.spend(LINE_WORK + len(line) // 1_000)
                await process.stdout.write(line)
    return status


@command("tail")
async def tail(process: Process) -> int:
    """`tail [-n [+]LINES] [-q] [FILE...]`; +N: from the Nth on."""
    given = _counts(process, "n:q")
    text = given.given.get("n", "10")
    count = min(abs(whole_number(text)), MAX_TAIL_LINES)
    inputs, status = await open_inputs(process, given.words)
    for number, (name, source) in enumerate(inputs):
        await _title(process, given, name, number, len(inputs))
        kept: deque[bytes] = deque(maxlen=count)
        at = 0
        while line := await source.read_line():
            at += 1
            await process.spend(LINE_WORK + len(line) // 1_000)
            if not text.startswith("+"):
                kept.append(line)
            elif at >= count:
                await process.stdout.write(line)
        await process.stdout.write(b"".join(kept))
    return status


@command("wc")
async def wc(process: Process) -> int:
    """`wc [-lwc] [FILE...]`: lines, words and bytes."""
    given = options(process, "lwc")
    inputs, status = await open_inputs(process, given.words)
    wanted = [number for number, letter in enumerate("lwc") if letter in given] or [0, 1, 2]
    total = [0, 0, 0]
    for name, source in inputs:
        counts = await _count(process, source)
        total = [one + other for one, other in zip(total, counts, strict=True)]
        await process.print(_columns([counts[place] for place in wanted], name if given.words else ""))
    if len(inputs) > 1:
        await process.print(_columns([total[place] for place in wanted], "total"))
    return status


async def _count(process: Process, source: Reader) -> list[int]:
    lines = words = size = 0
    within = False
    while data := await source.read(CHUNK):
        await process.spend(1 + len(data) // 50)
        lines, size = lines + data.count(b"\n"), size + len(data)
        words += len(data.split()) - (within and not data[:1].isspace())
        within = not data[-1:].isspace()
    return [lines, words, size]


def _columns(counts: list[int], name: str) -> str:
    line = " ".join(str(count).rjust(7 if len(counts) > 1 else 0) for count in counts)
    return f"{line} {name}" if name else line
