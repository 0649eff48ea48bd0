"""`sed`: `s`, `p` and `d`, with addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from automotive_env.emulator.virtual.patterns import Pattern, posix
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.budget import budget
from automotive_env.emulator.virtual.shell.clock import now
from automotive_env.emulator.virtual.shell.tools import Misuse, all_lines, data_of, options, path_of, to_write, whole_lines

MAX_COMMANDS = 100
_ADDRESS = r"(\d{1,9}|\$|/(?:\\.|[^/\\])*/)"
_COMMAND = re.compile(
    rf"[;\s]*(?:{_ADDRESS}(?:,{_ADDRESS})?)?(!?)\s*"
    r"(?:([pd])|s([^\\\s\w;])((?:\\.|(?!\5)[^\\])*)\5((?:\\.|(?!\5)[^\\])*)\5([gpI]*))[ \t]*(?:[;\n]\s*|$)",
    re.DOTALL,
)


@dataclass
class _Command:
    """One command.

    Attributes:
        addresses: where it applies, or where its range starts and ends: a line number, "$" or a pattern; none: everywhere.
        inverted: whether it applies everywhere else.
        flags: what it does: "p", "d", or for a substitution "s" and its flags.
        pattern: what it replaces.
        replacement: by what.
        within: whether the last line was in the range.
    """

    addresses: list[str | Pattern]
    inverted: bool
    flags: str
    pattern: Pattern | None
    replacement: bytes
    within: bool = False

    def applies(self, number: int, is_last: bool, line: bytes) -> bool:
        """Whether it applies to a line."""
        fits = [
            address.found_in(line) if isinstance(address, Pattern) else is_last if address == "$" else number == int(address)
            for address in self.addresses
        ]
        if len(fits) < 2:
            return all(fits) != self.inverted
        end, found = self.addresses[1], self.within or fits[0]
        past = isinstance(end, str) and end != "$" and number >= int(end)
        self.within = found and not past and not (self.within and fits[1])
        return found != self.inverted


def _parse(script: str, extended: bool) -> list[_Command]:
    commands: list[_Command] = []
    at = 0
    while at < len(script):
        found = _COMMAND.match(script, at)
        if not found or len(commands) == MAX_COMMANDS:
            raise Misuse(f"bad pattern '{script[:60]}'@{at}; s, p and d are known, {MAX_COMMANDS} of them")
        first, last, inverted, letter, mark, old, new, flags = found.groups()
        addresses = [
            posix(address[1:-1].replace("\\/", "/"), extended=extended) if address[0] == "/" else address
            for address in (first, last)
            if address
        ]
        pattern = None if letter else posix(old.replace("\\" + mark, mark), extended=extended, ignore_case="I" in flags)
        replacement = b"" if letter else data_of(new.replace("\\" + mark, mark))
        commands.append(_Command(addresses, bool(inverted), letter or "s" + flags, pattern, replacement))
        at = found.end()
    return commands


def _filled(replacement: bytes, line: bytes, spans: Sequence[tuple[int, int]]) -> bytes:
    """A replacement with the whole match and the groups filled in."""

    def one(found: re.Match[bytes]) -> bytes:
        char = found[1] or b"0"
        if not char.isdigit():
            return {b"n": b"\n", b"t": b"\t"}.get(char, char)
        start, end = spans[int(char)] if int(char) < len(spans) else (0, 0)
        return line[start:end] if start >= 0 else b""

    return re.sub(rb"&|\\(.)", one, replacement, flags=re.DOTALL)


async def _substituted(process: Process, pattern: Pattern, done: _Command, line: bytes) -> tuple[bytes, bool]:
    """A line after a substitution, and whether there was any."""
    parts, at, count, ended = [], 0, 0, -1
    while at <= len(line) and (not count or "g" in done.flags):
        await process.spend(pattern.work(len(line) - at) + len(done.replacement) // 10)
        if not (spans := pattern.find(line, at)):
            break
        start, end = spans[0]
        if not start == end == ended:  # an empty match right after another one is none
            count += 1
            parts += [line[at:start], _filled(done.replacement, line, spans)]
            budget().hold(len(parts[-1]) + 100)
        at = ended = end
        if start == end:
            parts.append(line[start : start + 1])
            at = end + 1
    return b"".join(parts) + line[at:], count > 0


async def _edited(process: Process, commands: Sequence[_Command], lines: Sequence[str], quiet: bool) -> bytes:
    """What is printed for some lines."""
    out: list[bytes] = []
    for number, given in enumerate(lines, 1):
        line, keep = data_of(given), not quiet
        for done in commands:
            await process.spend(3 + sum(address.work(len(line)) for address in done.addresses if isinstance(address, Pattern)))
            if not done.applies(number, number == len(lines), line):
                continue
            changed = True
            if done.pattern:
                line, changed = await _substituted(process, done.pattern, done, line)
            if done.flags == "d":
                keep = False
                break
            if "p" in done.flags and changed:
                budget().hold(len(line) + 100)
                out.append(line)
        if keep:
            out.append(line)
    return b"".join(line + b"\n" for line in out)


@command("sed")
async def sed(process: Process) -> int:
    """`sed [-nEri] [-e SCRIPT] [SCRIPT] [FILE...]`; an input is edited when it has come to its end."""
    given = options(process, "nErie:")
    scripts = [value for letter, value in given.all if letter == "e"] or given.words[:1]
    if not scripts:
        raise Misuse("no pattern")
    words = given.words if "e" in given else given.words[1:]
    commands = _parse("\n".join(scripts), extended="E" in given or "r" in given)
    if "i" not in given:
        lines, status = await all_lines(process, words)
        await process.stdout.write(await _edited(process, commands, lines, "n" in given))
        return status
    files = process.device.files
    for name in words:
        path = path_of(process, name)
        edited = await _edited(process, commands, whole_lines(files.read(path)), "n" in given)
        files.write(to_write(process, name), edited, mode=files.stat(path).mode, modified=now(process.device))
    return 0
