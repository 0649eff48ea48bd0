"""`echo`, `printf`, `seq` and `yes`: commands that print what they are told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.escapes import unescape, unescape_until_stop
from automotive_env.emulator.virtual.shell.tools import Misuse, data_of

WIDEST = 10_000
"""Characters that a field of `printf` may take."""
_FIELD = re.compile(r"%(?:%|([-+ #0]*)(\*|\d*)(?:\.(\*|\d*))?([a-zA-Z]))")


@command("echo")
async def echo(process: Process) -> int:
    """`echo [-neE] TEXT...`: escapes count unless -E is given, as in mksh."""
    words, end, escapes = process.args, "\n", True
    while words and len(words[0]) > 1 and words[0][0] == "-" and set(words[0][1:]) <= set("neE"):
        for option in words[0][1:]:
            end = "" if option == "n" else end
            escapes = option == "e" if option in "eE" else escapes
        words = words[1:]
    text, stopped = unescape_until_stop(" ".join(words)) if escapes else (" ".join(words), False)
    await process.stdout.write(data_of(text + ("" if stopped else end)))
    return 0


@command("printf")
async def printf(process: Process) -> int:
    """`printf FORMAT [ARGUMENT...]`: the format is used again while there are arguments."""
    if not process.args:
        raise Misuse("Needs 1 argument")
    writer = _Printf(process.args[1:])
    pattern = process.args[0]
    text = writer.once(pattern)
    while writer.words and writer.used and not writer.stopped:
        writer.used = False
        text += writer.once(pattern)
        if len(text) > 1 << 20:
            raise Misuse("output too long")
    await process.stdout.write(data_of(text))
    for complaint in writer.complaints:
        await process.fail(f"printf: {complaint}")
    return int(bool(writer.complaints))


class _Printf:
    """Fills a format with words."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.used = self.stopped = False
        self.complaints: list[str] = []

    def once(self, pattern: str) -> str:
        """The format, filled one time."""
        text, at = "", 0
        for found in _FIELD.finditer(pattern):
            text += unescape(pattern[at : found.start()])
            at = found.end()
            text += "%" if found[0] == "%%" else self._field(found)
            if self.stopped:
                return text
        rest, self.stopped = unescape_until_stop(pattern[at:])
        return text + rest

    def _next(self) -> str:
        self.used = True
        return self.words.pop(0) if self.words else ""

    def _field(self, found: re.Match[str]) -> str:
        flags, width, precision, kind = found.groups()
        width = self._size(width)
        precision = None if precision is None else self._size(precision)
        word = self._next()
        if kind in "sbc":
            return self._text(flags, width, precision, kind, word)
        if kind in "diouxX":
            places = "" if precision is None else f".{precision}"
            return f"%{flags}{width or ''}{places}{'d' if kind in 'iu' else kind}" % int(self._number(word))
        if kind in "feEgG":
            places = "" if precision is None else f".{precision}"
            return f"%{flags}{width or ''}{places}{kind}" % self._number(word)
        raise Misuse(f"bad %{kind}@{found.start()}")

    def _size(self, given: str) -> int:
        size = self._number(self._next()) if given == "*" else int((given or "0")[:9])
        if abs(size) > WIDEST:
            raise Misuse(f"a field may be {WIDEST} characters wide")
        return int(size)

    def _text(self, flags: str, width: int, precision: int | None, kind: str, word: str) -> str:
        if kind == "b":
            word, self.stopped = unescape_until_stop(word)
        shown = word[:1] if kind == "c" else word if precision is None else word[:precision]
        return shown.ljust(abs(width)) if "-" in flags or width < 0 else shown.rjust(width)

    def _number(self, word: str) -> int | float:
        word = word.strip()
        if word[:1] in ("'", '"') and len(word) > 1:
            return ord(word[1])
        try:
            if re.fullmatch(r"[-+]?0[0-7]+", word[:40]):
                return int(word[:40], 8)
            return int(word[:40] or "0", 0)
        except ValueError:
            return self._real(word)

    def _real(self, word: str) -> float:
        if re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,2})?", word[:40]):
            return float(word[:40])
        self.complaints.append(f"bad number '{word[:40]}'")
        return 0


@command("seq")
async def seq(process: Process) -> int:
    """`seq [-s SEPARATOR] [-w] [FIRST [STEP]] LAST`."""
    separator, padded, words = _seq_options(process)
    if not 1 <= len(words) <= 3:
        raise Misuse("Needs 1 argument")
    first = words[0] if len(words) > 1 else "1"
    step = words[1] if len(words) == 3 else "1"
    places = max(len(word.partition(".")[2]) for word in (first, step))
    numbers = [f"{value:.{places}f}" for value in _count(_real(first), _real(step), _real(words[-1]))]
    widest = max((len(number) for number in numbers), default=0) if padded else 0
    if numbers:
        await process.stdout.write(data_of(separator.join(number.zfill(widest) for number in numbers) + "\n"))
    return 0


def _seq_options(process: Process) -> tuple[str, bool, list[str]]:
    words, separator, padded = list(process.args), "\n", False
    while words and re.match(r"-[sw]", words[0]):
        option = words.pop(0)
        if option == "-w":
            padded = True
        else:
            separator = option[2:] or (words.pop(0) if words else "")
    return separator, padded, words


def _real(word: str) -> float:
    if not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)", word[:30]):
        raise Misuse(f"not integer: {word[:40]}")
    return float(word[:30])


def _count(first: float, step: float, last: float) -> Iterator[float]:
    if step == 0 or abs(last - first) / abs(step) > 100_000:
        raise Misuse("more than 100000 numbers")
    for number in range(int((last - first) / step + 1e-9) + 1 if (last - first) * step >= 0 else 0):
        yield first + number * step


@command("yes")
async def yes(process: Process) -> int:
    """`yes [TEXT...]`: until nobody reads any more."""
    line = data_of((" ".join(process.args) or "y") + "\n")
    data = line * max(1, 4096 // len(line))
    while True:
        await process.stdout.write(data)
        await asyncio.sleep(0)


@command("true")
async def true(process: Process) -> int:
    """`true`."""
    return 0


@command("false")
async def false(process: Process) -> int:
    """`false`."""
    return 1
