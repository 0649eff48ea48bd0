"""`cat`, `head`, `tail`, `grep` and `md5sum`: commands that read."""

from __future__ import annotations

import hashlib
import re
from collections import deque

import re2

from automotive_env.emulator.virtual.patterns import ClientRegex, basic
from automotive_env.emulator.virtual.process import ShellProcess, command
from automotive_env.emulator.virtual.shell.streams import CHUNK, ShellInput
from automotive_env.emulator.virtual.shell.tools import CommandOptions, CommandUsageError, data_of, open_inputs, options

MAX_TAIL_LINES = 100_000
"""Lines from the end on that `tail` shows."""
LINE_WORK = 4
"""Units of work that reading a line costs."""


async def _copy(process: ShellProcess, source: ShellInput, most: int = 1 << 62) -> None:
    """Pass bytes on, so many at most."""
    while most > 0 and (data := await source.read(min(most, CHUNK))):
        most -= len(data)
        await process.spend(1 + len(data) // 1_000)
        await process.stdout.write(data)


@command("cat")
async def cat(process: ShellProcess) -> int:
    """`cat [-u] [FILE...]`."""
    inputs, status = await open_inputs(process, options(process, "u").words)
    for _, source in inputs:
        await _copy(process, source)
    return status


async def _line(process: ShellProcess, source: ShellInput) -> bytes:
    line = await source.read_line()
    await process.spend(LINE_WORK + len(line) // 1_000)
    return line


def _counted(process: ShellProcess, letters: str) -> tuple[CommandOptions, int]:
    """Options where a count may stand alone, as in `head -5`, and the count."""
    process.argv[1:] = [re.sub(r"^-(\d+)$", r"-n\1", word) for word in process.args]
    given = options(process, letters)
    if (count := given.number("c", given.number("n", 10))) < 0:
        raise CommandUsageError("a count cannot be negative")
    return given, count


@command("head")
async def head(process: ShellProcess) -> int:
    """`head [-n LINES] [-c BYTES] [FILE...]`."""
    given, count = _counted(process, "n:c:q")
    inputs, status = await open_inputs(process, given.words)
    for _, source in inputs:
        if "c" in given:
            await _copy(process, source, count)
        else:
            left = count
            while left > 0 and (line := await _line(process, source)):
                left -= 1
                await process.stdout.write(line)
    return status


@command("tail")
async def tail(process: ShellProcess) -> int:
    """`tail [-n LINES] [FILE...]`."""
    given, count = _counted(process, "n:q")
    inputs, status = await open_inputs(process, given.words)
    for _, source in inputs:
        kept: deque[bytes] = deque(maxlen=min(count, MAX_TAIL_LINES))
        while line := await _line(process, source):
            kept.append(line)
        await process.stdout.write(b"".join(kept))
    return status


@command("md5sum")
async def md5sum(process: ShellProcess) -> int:
    """`md5sum [-b] [FILE...]`: digest, two spaces and the name; -b leaves the name out."""
    given = options(process, "b")
    inputs, status = await open_inputs(process, given.words)
    for name, source in inputs:
        digest = hashlib.md5(usedforsecurity=False)
        while data := await source.read(CHUNK):
            await process.spend(len(data) // 200)
            digest.update(data)
        await process.print(digest.hexdigest() if "b" in given else f"{digest.hexdigest()}  {name}")
    return status


@command("grep")
async def grep(process: ShellProcess) -> int:
    """`grep [-EFivcqnlhH] [-m N] [-e PATTERN] [PATTERN] [FILE...]`: 0 found, 1 not, 2 fault."""
    given = options(process, "EFGivcqnlhHsaIe:m:", ["color=", "line-buffered"])
    words = given.words
    expressions = [value for letter, value in given.all if letter == "e"] or words[:1]
    if not expressions:
        raise CommandUsageError("No REGEX", status=2)
    names = words if "e" in given else words[1:]
    pattern = _pattern(given, "\n".join(expressions))
    several = (len(names) > 1 or "H" in given) and "h" not in given
    inputs, status = await open_inputs(process, names)
    counts = [await _search(process, given, pattern, f"{name}:" * several, name, source) for name, source in inputs]
    return 0 if any(counts) and (not status or "q" in given) else 2 if status else 1


def _pattern(given: CommandOptions, expressions: str) -> ClientRegex:
    """All patterns as one."""
    translate = re2.escape if "F" in given else str if "E" in given else basic
    return ClientRegex("|".join(f"(?:{translate(one)})" for one in expressions.split("\n")), ignore_case="i" in given)


async def _search(
    process: ShellProcess, given: CommandOptions, pattern: ClientRegex, head: str, name: str, source: ShellInput
) -> int:
    """Search one input; returns how many lines were found."""
    count = number = 0
    most = 1 if {"q", "l"} & given.given.keys() else given.number("m", -1)
    while count != most and (line := await source.read_line()):
        number, line = number + 1, line.removesuffix(b"\n")
        await process.spend(pattern.work(len(line)))
        if pattern.found_in(line) != ("v" in given):
            count += 1
            if not {"q", "c", "l"} & given.given.keys():
                await process.stdout.write(data_of(head + f"{number}:" * ("n" in given)) + line + b"\n")
    if "q" not in given and ("c" in given or ("l" in given and count)):
        await process.print(f"{head}{count}" if "c" in given else "(standard input)" if name == "-" else name)
    return count
