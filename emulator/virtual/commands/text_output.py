"""`echo`, `printf`, `seq`, `yes`, `true` and `false`: commands that print what they are told."""

from __future__ import annotations

import re

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.tools import Misuse, data_of

MAX_NUMBERS = 100_000
"""Numbers that `seq` prints."""
_FIELD = re.compile(r"%(?:%|(-?0?)(\d{0,3})([sbcdxX]))")

_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{1,2})|0([0-7]{0,3})|([1-7][0-7]{0,2})|u([0-9A-Fa-f]{1,4})|(.))", re.DOTALL)
_LETTERS = {"a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


def _one(found: re.Match[str]) -> str:
    hexadecimal, octal, short, unicode, letter = found.groups()
    if letter is not None:
        return _LETTERS.get(letter, letter if letter in "'\"" else f"\\{letter}")
    if unicode is not None:
        return chr(int(unicode, 16)) if not 0xD800 <= int(unicode, 16) < 0xE000 else "\ufffd"
    return chr(int(hexadecimal, 16) if hexadecimal else int(octal or short or "0", 8) & 0xFF)


def unescape(text: str) -> str:
    """A text with its escapes replaced; unknown ones stay."""
    return _ESCAPE.sub(_one, text)


def unescape_until_stop(text: str) -> tuple[str, bool]:
    r"""The same up to `\\c`, which ends all output; whether there was one."""
    found = re.search(r"(?<!\\)(?:\\\\)*\\c", text)
    return (unescape(text[: found.end() - 2]), True) if found else (unescape(text), False)


@command("echo")
async def echo(process: Process) -> int:
    """`echo [-neE] TEXT...`: escapes count unless -E is given, as in mksh."""
    words, end, escapes = process.args, "\n", True
    while words and re.fullmatch("-[neE]+", words[0]):
        end = "" if "n" in words[0] else end
        escapes = "E" not in words[0]
        words = words[1:]
    text, stopped = unescape_until_stop(" ".join(words)) if escapes else (" ".join(words), False)
    await process.stdout.write(data_of(text + ("" if stopped else end)))
    return 0


@command("printf")
async def printf(process: Process) -> int:
    """`printf FORMAT [ARGUMENT...]` with %s %b %c %d %x; the format is used again while there are arguments."""
    if not process.args or "%" in _FIELD.sub("", process.args[0]):
        raise Misuse(f"bad format {''.join(process.args[:1])[:40]!r}")
    form, *words = process.args
    count = sum(found[3] is not None for found in _FIELD.finditer(form))
    for start in range(0, max(1, len(words)) if count else 1, max(1, count)):
        await process.spend(5 + len(form) // 5)
        taken, text, at = iter([*words[start : start + count], *[""] * count]), "", 0
        for found in _FIELD.finditer(form):
            shown = _formatted(found[1], found[2], found[3], next(taken)) if found[3] else "%"
            text, at = text + unescape(form[at : found.start()]) + shown, found.end()
        await process.stdout.write(data_of(text + unescape(form[at:])))
    return 0


def _formatted(flags: str, width: str, kind: str, word: str) -> str:
    if kind in "dxX":
        if not re.fullmatch(r"-?(\d{1,18}|0x[0-9a-fA-F]{1,16})|", word):
            raise Misuse(f"bad number '{word[:40]}'")
        return f"%{flags}{width}{kind}" % int(word or "0", 16 if "x" in word else 10)
    text = unescape(word) if kind == "b" else word[:1] if kind == "c" else word
    return text.ljust(int(width or 0)) if "-" in flags else text.rjust(int(width or 0))


@command("seq")
async def seq(process: Process) -> int:
    """`seq [FIRST] LAST`."""
    words = process.args if len(process.args) > 1 else ["1", *process.args]
    if len(words) != 2 or not all(re.fullmatch(r"-?\d{1,15}", word) for word in words):
        raise Misuse("Needs 1 or 2 whole numbers")
    numbers = range(int(words[0]), int(words[1]) + 1)
    if len(numbers) > MAX_NUMBERS:
        raise Misuse(f"more than {MAX_NUMBERS} numbers")
    await process.spend(len(numbers))
    return await process.print(*map(str, numbers))


@command("yes")
async def yes(process: Process) -> int:
    """`yes [TEXT...]`: until nobody reads any more."""
    line = data_of((" ".join(process.args) or "y") + "\n")
    while True:
        await process.spend(100)
        await process.stdout.write(line * max(1, 4096 // len(line)))


@command("true")
async def true(process: Process) -> int:
    """`true`."""
    return 0


@command("false")
async def false(process: Process) -> int:
    """`false`."""
    return 1
