"""`grep`."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass

from automotive_env.emulator.virtual.patterns import Pattern, from_posix, literal_expression
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.streams import Reader
from automotive_env.emulator.virtual.shell.tools import Misuse, Options, open_inputs, options

MAX_CONTEXT = 1_000
"""Lines before a match that can be shown."""


@dataclass(frozen=True)
class _Search:
    """What to look for, and how to show it."""

    given: Options
    pattern: Pattern
    before: int
    after: int
    most: int
    names: bool


@command("grep", "egrep", "fgrep")
async def grep(process: Process) -> int:
    """`grep [-EFivcqnolhHws] [-m N] [-A N] [-B N] [-C N] [-e PATTERN] [PATTERN] [FILE...]`: 0 found, 1 not, 2 fault."""
    given = options(process, "EFGivcqnolhHwsaIe:m:A:B:C:", ["color=", "line-buffered"])
    words = given.words
    expressions = [value for letter, value in given.all if letter == "e"] or words[:1]
    if not expressions:
        raise Misuse("No REGEX", status=2)
    names = words if "e" in given else words[1:]
    around = given.number("C", 0)
    before, after = min(given.number("B", around), MAX_CONTEXT), given.number("A", around)
    several = (len(names) > 1 or "H" in given) and "h" not in given
    search = _Search(given, _pattern(process, given, "\n".join(expressions)), before, after, given.number("m", -1), several)
    inputs, status = await open_inputs(process, names)
    counts = [await _search_input(process, search, name, source) for name, source in inputs]
    return 0 if any(counts) and (not status or "q" in given) else 2 if status else 1


def _pattern(process: Process, given: Options, expressions: str) -> Pattern:
    """All patterns as one; its group 1 is what matched."""
    name = process.argv[0].rpartition("/")[2]
    if "F" in given or name == "fgrep":
        translated = [literal_expression(line) for line in expressions.split("\n")]
    else:
        extended = "E" in given or name == "egrep"
        translated = [from_posix(line, extended=extended) for line in expressions.split("\n")]
    either = f"({'|'.join(f'(?:{one})' for one in translated)})"
    if "w" in given:
        either = rf"(?:^|\W){either}(?:\W|$)"
    return Pattern(either, ignore_case="i" in given)


async def _matches(process: Process, pattern: Pattern, line: bytes) -> AsyncIterator[bytes]:
    """All matches of a line, left to right; empty ones are none."""
    at = 0
    while at <= len(line):
        await process.spend(pattern.work(len(line) - at))
        if not (spans := pattern.find(line, at)):
            break
        start, end = spans[1]
        if end > start:
            yield line[start:end]
        at = max(end, spans[0][0] + 1)


async def _search_input(process: Process, search: _Search, name: str, source: Reader) -> int:
    """Search one input; returns how many lines were found."""
    given, count, number, last_shown, until = search.given, 0, 0, 0, 0
    quiet = bool({"q", "c", "l"} & set(given.given))
    held: deque[tuple[int, bytes]] = deque(maxlen=search.before)
    while count != search.most and (line := await source.read_line()):
        number, line = number + 1, line.removesuffix(b"\n")
        await process.spend(search.pattern.work(len(line)))
        if search.pattern.found_in(line) != ("v" in given):
            count += 1
            if quiet and "c" not in given:
                break
            if not quiet:
                if (search.before or search.after) and last_shown and number - len(held) > last_shown + 1:
                    await process.print("--")
                for other, text in held:
                    await _show(process, search, name, other, text, "-")
                await _show(process, search, name, number, line, ":")
                held.clear()
                until, last_shown = number + search.after, number
        elif number <= until and not quiet:
            await _show(process, search, name, number, line, "-")
            last_shown = number
        else:
            held.append((number, line))
    if "c" in given and "q" not in given:
        await process.print(f"{name}:{count}" if search.names else str(count))
    elif "l" in given and count:
        await process.print("(standard input)" if name == "-" else name)
    return count


async def _show(process: Process, search: _Search, name: str, number: int, line: bytes, mark: str) -> None:
    given = search.given
    head = (f"{name}{mark}" * search.names + f"{number}{mark}" * ("n" in given)).encode("utf-8", "surrogateescape")
    if "o" not in given:
        await process.stdout.write(head + line + b"\n")
    elif "v" not in given:
        async for text in _matches(process, search.pattern, line):
            await process.stdout.write(head + text + b"\n")
