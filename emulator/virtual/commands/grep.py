"""`grep`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from automotive_env.emulator.virtual.commands.listing import walk
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.regex import Regex, compile_regex
from automotive_env.emulator.virtual.shell.streams import Reader
from automotive_env.emulator.virtual.shell.tools import Misuse, Options, data_of, lines_of, open_inputs, options, path_of

PATTERNS = 1000
TURN = 64
"""After so many matches in a line the other tasks of the event loop get a turn."""


@dataclass
class _Search:
    """What to look for, and how to show it."""

    given: Options
    found: Callable[[str], bool]
    parts: Callable[[str], Iterator[str]]
    before: int
    after: int
    most: int
    names: bool


@command("grep", "egrep", "fgrep")
async def grep(process: Process) -> int:
    """`grep [-EFivcqnolLhHwxsr] [-m N] [-A N] [-B N] [-C N] [-e PATTERN] [PATTERN] [FILE...]`: 0 found, 1 not, 2 fault."""
    given = options(process, "EFGivcqnolLhHwxsraIe:f:m:A:B:C:", ["color=", "colour=", "line-buffered"])
    words = given.words
    patterns = [line for letter, value in given.all if letter == "e" for line in value.split("\n")]
    if not patterns:
        if not words:
            raise Misuse("No REGEX", status=2)
        patterns, words = words[0].split("\n"), words[1:]
    names = _under(process, words) if "r" in given else words
    search = _search(process, given, patterns[:PATTERNS], len(names) > 1 or "r" in given)
    inputs, status = await open_inputs(process, names)
    counts = [await _through(process, search, name, source) for name, source in inputs]
    return 0 if any(counts) and (not status or "q" in given) else 2 if status else 1


def _under(process: Process, words: Sequence[str]) -> list[str]:
    files = process.device.files
    found = [pair for word in words or ["."] for pair in walk(files, path_of(process, word), word)]
    return [name for path, name in found if not files.is_directory(path)]


def _search(process: Process, given: Options, patterns: Sequence[str], several: bool) -> _Search:
    around = given.number("C", 0)
    names = ("H" in given or several) and "h" not in given
    found, parts = _matcher(process, given, patterns)
    if "v" in given:
        matched = found
        found = lambda line: not matched(line)  # noqa: E731
    before, after = given.number("B", around), given.number("A", around)
    return _Search(given, found, parts, before, after, given.number("m", -1), names)


def _matcher(
    process: Process, given: Options, patterns: Sequence[str]
) -> tuple[Callable[[str], bool], Callable[[str], Iterator[str]]]:
    fold = "i" in given
    if "F" in given or process.argv[0] == "fgrep":
        patterns = ["".join("\\" + char if char in "\\.[]*^$" else char for char in pattern) for pattern in patterns]
        extended = False
    else:
        extended = "E" in given or process.argv[0] == "egrep"
    regexes = [compile_regex(_whole(pattern, given, extended), extended, fold) for pattern in patterns]
    plain = patterns[0] if len(patterns) == 1 and not fold and not set("wx") & set(given.given) else ""
    if plain and not set("\\.[]*^$+?(){}|") & set(plain):
        return (lambda line: plain in line), lambda line: _parts(regexes, line)
    return (lambda line: any(regex.found_in(line) for regex in regexes)), lambda line: _parts(regexes, line)


def _whole(pattern: str, given: Options, extended: bool) -> str:
    """The pattern for whole words, or whole lines."""
    left, right = ("(", ")") if extended else ("\\(", "\\)")
    if "x" in given:
        return f"^{left}{pattern}{right}$"
    return f"\\<{left}{pattern}{right}\\>" if "w" in given else pattern


def _parts(regexes: Sequence[Regex], line: str) -> Iterator[str]:
    """All matches of a line, left to right; empty ones are none."""
    at = 0
    while at <= len(line):
        spans = [span for regex in regexes if (span := regex.find(line, at))]
        if not spans:
            break
        start, end = min(spans, key=lambda span: (span[0], -span[1]))
        if end > start:
            yield line[start:end]
        at = max(end, start + 1)


async def _through(process: Process, search: _Search, name: str, source: Reader) -> int:
    """Search one input; returns how many lines were found (for -L, whether none was)."""
    given, count, number, quiet = search.given, 0, 0, bool(set("qclL") & set(search.given.given))
    held: list[tuple[int, str]] = []
    until = shown = 0
    async for line in lines_of(source):
        number += 1
        if search.found(line):
            count += 1
            if not quiet:
                if (search.before or search.after) and shown and number - len(held) > shown + 1:
                    await process.print("--")
                for other, text in held:
                    await _show(process, search, name, other, text, "-")
                await _show(process, search, name, number, line, ":")
                held, until, shown = [], number + search.after, number
            elif "q" in given or "l" in given or "L" in given:
                break
            if count == search.most:
                break
        elif number <= until and not quiet:
            await _show(process, search, name, number, line, "-")
            shown = number
        else:
            held = [*held, (number, line)][-search.before :] if search.before else []
    return await _summary(process, search, name, count)


async def _show(process: Process, search: _Search, name: str, number: int, line: str, mark: str) -> None:
    given = search.given
    head = f"{name}{mark}" * search.names + f"{number}{mark}" * ("n" in given)
    if "o" not in given:
        await process.stdout.write(data_of(f"{head}{line}\n"))
        return
    for count, text in enumerate(search.parts(line) if "v" not in given else (), 1):
        await process.stdout.write(data_of(f"{head}{text}\n"))
        if count % TURN == 0:
            await asyncio.sleep(0)


async def _summary(process: Process, search: _Search, name: str, count: int) -> int:
    shown = "(standard input)" if name == "-" else name
    if "c" in search.given and "q" not in search.given:
        await process.print(f"{name}:{count}" if search.names else str(count))
    elif "l" in search.given and count:
        await process.print(shown)
    elif "L" in search.given:
        if not count:
            await process.print(shown)
        return int(not count)
    return count
