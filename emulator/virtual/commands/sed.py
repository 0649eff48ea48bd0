"""`sed`: `s`, `p`, `d`, `q`, `y`, `=`, with addresses."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.clock import now
from automotive_env.emulator.virtual.shell.regex import Regex, compile_regex
from automotive_env.emulator.virtual.shell.tools import (
    Misuse,
    all_lines,
    data_of,
    options,
    path_of,
    to_write,
    whole_lines,
)

COMMANDS = 500
TURN, LONG = 64, 256
"""After so many lines or matches, and at lines of more characters, the other tasks of the event loop get a turn."""


@dataclass
class _Address:
    """A line number, the last line ("$"), or a pattern."""

    number: int = 0
    last: bool = False
    regex: Regex | None = None

    def fits(self, number: int, is_last: bool, line: str) -> bool:
        if self.regex:
            return self.regex.found_in(line)
        return is_last if self.last else number == self.number


@dataclass
class _Command:
    """One command with its addresses."""

    name: str
    addresses: list[_Address]
    inverted: bool = False
    regex: Regex | None = None
    text: str = ""
    options: str = ""
    within: bool = field(default=False)

    def applies(self, number: int, last: bool, line: str) -> bool:
        return self._in_range(number, last, line) != self.inverted

    def _in_range(self, number: int, last: bool, line: str) -> bool:
        if len(self.addresses) < 2:
            return not self.addresses or self.addresses[0].fits(number, last, line)
        start, end = self.addresses
        if self.within:
            self.within = not (end.fits(number, last, line) or (end.number and number >= end.number))
            return True
        if start.fits(number, last, line):
            self.within = not (end.number and end.number <= number)
            return True
        return False


class _Parser:
    """Reads a script of `sed`."""

    def __init__(self, text: str, extended: bool) -> None:
        self._text, self._at, self._extended = text, 0, extended

    def commands(self) -> list[_Command]:
        found: list[_Command] = []
        while self._skip("; \t\n"):
            found.append(self._command())
            if len(found) > COMMANDS:
                raise Misuse(f"more than {COMMANDS} commands")
        return found

    def _skip(self, chars: str) -> bool:
        while self._at < len(self._text) and self._text[self._at] in chars:
            self._at += 1
        return self._at < len(self._text)

    def _fault(self) -> Misuse:
        return Misuse(f"bad pattern '{self._text[:60]}'@{self._at}")

    def _command(self) -> _Command:
        addresses = self._addresses()
        inverted = self._text[self._at : self._at + 1] == "!"
        self._at += inverted
        self._skip(" ")
        name = self._text[self._at : self._at + 1]
        self._at += 1
        if name == "s":
            return self._substitute(addresses, inverted)
        if name == "y":
            old, new = self._pieces()
            if len(old) != len(new):
                raise self._fault()
            return _Command(name, addresses, inverted, text=new, options=old)
        if not name or name not in "pdq=":
            raise self._fault()
        return _Command(name, addresses, inverted)

    def _addresses(self) -> list[_Address]:
        found = []
        while address := self._address():
            found.append(address)
            if len(found) == 2 or self._text[self._at : self._at + 1] != ",":
                break
            self._at += 1
        return found

    def _address(self) -> _Address | None:
        if digits := re.compile(r"\d{1,9}").match(self._text, self._at):
            self._at = digits.end()
            return _Address(number=int(digits[0]))
        if self._text.startswith("$", self._at):
            self._at += 1
            return _Address(last=True)
        if self._text.startswith("/", self._at):
            pattern = self._until("/")
            self._at += 1
            return _Address(regex=compile_regex(pattern, self._extended))
        return None

    def _until(self, mark: str) -> str:
        """The text up to the next mark; an escaped one means itself."""
        self._at += 1
        text = ""
        while self._at < len(self._text) and self._text[self._at] != mark:
            step = 2 if self._text[self._at] == "\\" else 1
            piece = self._text[self._at : self._at + step]
            text += mark if piece == "\\" + mark else piece
            self._at += step
        if self._at >= len(self._text):
            raise self._fault()
        return text

    def _pieces(self) -> tuple[str, str]:
        mark = self._text[self._at : self._at + 1]
        if not mark or mark in "\\\n":
            raise self._fault()
        first, second = self._until(mark), self._until(mark)
        self._at += 1
        return first, second

    def _substitute(self, addresses: list[_Address], inverted: bool) -> _Command:
        pattern, text = self._pieces()
        given = re.compile(r"[gpiI0-9]*").match(self._text, self._at)
        letters = given[0] if given else ""
        self._at += len(letters)
        if self._at < len(self._text) and self._text[self._at] not in "; \t\n}":
            raise self._fault()
        regex = compile_regex(pattern, self._extended, "i" in letters.lower())
        return _Command("s", addresses, inverted, regex, text, letters)


def _filled(text: str, groups: Sequence[str]) -> str:
    """A replacement with the whole match and the groups filled in."""

    def one(found: re.Match[str]) -> str:
        if found[0] == "&":
            return groups[0]
        char = found[1]
        if char.isdigit():
            return groups[int(char)] if int(char) < len(groups) else ""
        return {"n": "\n", "t": "\t"}.get(char, char)

    return re.sub(r"&|\\(.)", one, text, flags=re.DOTALL)


async def _substituted(done: _Command, line: str) -> tuple[str, bool]:
    assert done.regex
    digits = re.search(r"\d{1,6}", done.options)
    wanted, every = int(digits[0]) if digits else 1, "g" in done.options
    result, at, count, ended = "", 0, 0, -1
    while at <= len(line) and (span := done.regex.find(line, at)):
        start, end = span
        result += line[at:start]
        if start == end == ended:  # an empty match right after another one is none
            result += line[start : start + 1]
            at = start + 1
            continue
        count += 1
        if count % TURN == 0:
            await asyncio.sleep(0)
        take = count == wanted or (every and count > wanted)
        result += _filled(done.text, done.regex.match_groups(line, start, end)) if take else line[start:end]
        at = ended = end
        if start == end:
            result += line[start : start + 1]
            at = end + 1
        if take and not every:
            break
    return result + line[at:], count >= wanted


async def edited(commands: Sequence[_Command], lines: Sequence[str], quiet: bool) -> list[str]:
    """What `sed` prints for some lines."""
    out: list[str] = []
    for number, given in enumerate(lines, 1):
        if number % TURN == 0 or len(given) > LONG:
            await asyncio.sleep(0)
        line, deleted, stop = given, False, False
        for done in commands:
            if not done.applies(number, number == len(lines), line):
                continue
            changed = False
            if done.name == "s":
                line, changed = await _substituted(done, line)
            elif done.name == "y":
                line = line.translate(str.maketrans(done.options, done.text))
            elif done.name == "=":
                out.append(str(number))
            if done.name == "p" or (changed and "p" in done.options):
                out.append(line)
            deleted, stop = done.name == "d", done.name == "q"
            if deleted or stop:
                break
        if not (deleted or quiet):
            out.append(line)
        if stop:
            break
    return out


@command("sed")
async def sed(process: Process) -> int:
    """`sed [-nErsi] [-e SCRIPT] [SCRIPT] [FILE...]`; an input is edited when it has come to its end."""
    given = options(process, "nErsie:")
    words = given.words
    scripts = [value for letter, value in given.all if letter == "e"]
    if not scripts:
        if not words:
            raise Misuse("no pattern")
        scripts, words = [words[0]], words[1:]
    text, extended = "\n".join(scripts), "E" in given or "r" in given
    if "i" in given:
        for name in words:
            await _edit_file(process, name, _Parser(text, extended).commands(), "n" in given)
        return 0
    commands = _Parser(text, extended).commands()
    lines, status = await all_lines(process, words)
    if out := await edited(commands, lines, "n" in given):
        await process.stdout.write(data_of("\n".join(out) + "\n"))
    return status


async def _edit_file(process: Process, name: str, commands: Sequence[_Command], quiet: bool) -> None:
    files, path = process.device.files, path_of(process, name)
    out = await edited(commands, whole_lines(files.read(path)), quiet)
    files.write(
        to_write(process, name),
        data_of("".join(f"{line}\n" for line in out)),
        mode=files.stat(path).mode,
        modified=now(process.device),
    )
