"""`echo`, `true` and `false`."""

from __future__ import annotations

import re

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.tools import data_of

_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{1,2})|0([0-7]{0,3})|u([0-9A-Fa-f]{1,4})|(.))", re.DOTALL)
_LETTERS = {"a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


def _one(found: re.Match[str]) -> str:
    hexadecimal, octal, unicode, letter = found.groups()
    if letter is not None:
        return _LETTERS.get(letter, f"\\{letter}")
    if unicode is not None:
        return chr(int(unicode, 16)) if not 0xD800 <= int(unicode, 16) < 0xE000 else "\ufffd"
    return chr(int(hexadecimal, 16) if hexadecimal else int(octal or "0", 8) & 0xFF)


@command("echo")
async def echo(process: Process) -> int:
    r"""`echo [-neE] TEXT...`: escapes count unless -E is given, as in mksh, where `\\c` ends all output."""
    words, end, escapes = process.args, "\n", True
    while words and re.fullmatch("-[neE]+", words[0]):
        end = "" if "n" in words[0] else end
        escapes = "E" not in words[0]
        words = words[1:]
    text = " ".join(words)
    if escapes:
        if stop := re.search(r"(?<!\\)(?:\\\\)*\\c", text):
            text, end = text[: stop.end() - 2], ""
        text = _ESCAPE.sub(_one, text)
    await process.stdout.write(data_of(text + end))
    return 0


@command("true")
async def true(process: Process) -> int:
    """`true`."""
    return 0


@command("false")
async def false(process: Process) -> int:
    """`false`."""
    return 1
