"""`cut`, `sort`, `uniq` and `tr`: commands that work on lines and characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.clock import now
from automotive_env.emulator.virtual.shell.escapes import unescape
from automotive_env.emulator.virtual.shell.patterns import CLASSES
from automotive_env.emulator.virtual.shell.streams import CHUNK
from automotive_env.emulator.virtual.shell.tools import (
    Misuse,
    Options,
    all_lines,
    data_of,
    lines_of,
    open_input,
    open_inputs,
    options,
    text_of,
    to_write,
    write_lines,
)

_Ranges = list[tuple[int, int]]
_ENDLESS = 1 << 31


def _ranges(text: str) -> _Ranges:
    """Positions such as "1,3-5,7-", from 0 on, without the end."""
    found = []
    for part in text.split(","):
        if not (match := re.fullmatch(r"(\d{1,9})?(-)?(\d{1,9})?", part)) or part in ("", "-"):
            raise Misuse(f"bad range '{text[:40]}'")
        low = int(match[1] or 1)
        high = int(match[3]) if match[3] else _ENDLESS if match[2] else low
        if low < 1 or high < low:
            raise Misuse(f"bad range '{text[:40]}'")
        found.append((low - 1, high))
    return sorted(found)


def _inside(ranges: _Ranges, position: int) -> bool:
    return any(low <= position < high for low, high in ranges)


@command("cut")
async def cut(process: Process) -> int:
    """`cut -f LIST [-d CHAR] [-s]`, `cut -c LIST`, `cut -b LIST`; `-O TEXT` is what joins the output."""
    given = options(process, "f:d:c:b:sO:", ["output-delimiter="])
    if not any(letter in given for letter in "fcb"):
        raise Misuse("no -b, -c or -f")
    pick = _field_picker(given) if "f" in given else _char_picker(given)
    inputs, status = await open_inputs(process, given.words)
    for _, source in inputs:
        async for line in lines_of(source):
            if (text := pick(line)) is not None:
                await process.stdout.write(data_of(text + "\n"))
    return status


def _field_picker(given: Options) -> Callable[[str], str | None]:
    mark = given.given.get("d", "\t")
    joined = given.given.get("O", given.given.get("output-delimiter", mark))
    ranges = _ranges(given.given["f"])
    if not mark:
        raise Misuse("-d needs a character")

    def pick(line: str) -> str | None:
        if mark not in line:
            return None if "s" in given else line
        return joined.join(part for number, part in enumerate(line.split(mark)) if _inside(ranges, number))

    return pick


def _char_picker(given: Options) -> Callable[[str], str | None]:
    ranges = _ranges(given.given["c" if "c" in given else "b"])
    return lambda line: "".join(char for number, char in enumerate(line) if _inside(ranges, number))


def _number(text: str) -> float:
    found = re.match(r"\s*([-+]?\d{1,30}(?:\.\d{1,30})?)", text)
    return float(found[1]) if found else 0.0


def _sort_key(text: str, letters: str) -> Any:
    if "V" in letters:
        return [(0, int(part[:300]), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", text) if part]
    if "n" in letters:
        return _number(text)
    text = text.lstrip() if "b" in letters else text
    return text.upper() if "f" in letters else text


def _keys(given: Options) -> list[tuple[int, int, str]]:
    """Fields to sort by: first, last, and the letters of the key."""
    found = []
    for letter, value in given.all:
        if letter == "k":
            match = re.fullmatch(r"(\d{1,6})(?:\.\d+)?([a-zA-Z]*)(?:,(\d{1,6})(?:\.\d+)?([a-zA-Z]*))?", value)
            if not match or match[1] == "0":
                raise Misuse(f"bad -k '{value[:40]}'")
            found.append((int(match[1]) - 1, int(match[3]) if match[3] else _ENDLESS, match[2] + (match[4] or "")))
    return found


def _fields(line: str, mark: str) -> list[str]:
    return line.split(mark) if mark else re.findall(r"\s*\S+", line)


@command("sort")
async def sort(process: Process) -> int:
    """`sort [-nrufVb] [-t CHAR] [-k KEY] [-o FILE] [FILE...]`: in the order of bytes."""
    given = options(process, "nrufVbsgt:k:o:c")
    lines, status = await all_lines(process, given.words)
    letters = "".join(letter for letter in "nfVb" if letter in given)
    letters += "n" if "g" in given else ""
    mark = given.given.get("t", "")
    if not {"s", "u"} & set(given.given):
        lines.sort(reverse="r" in given)
    order = _keys(given) or [(0, _ENDLESS, "")]
    for first, last, own in reversed(order):

        def key(line: str, first: int = first, last: int = last, own: str = own) -> Any:
            text = line if last == _ENDLESS and first == 0 else (mark or "").join(_fields(line, mark)[first:last])
            return _sort_key(text, own or letters)

        lines.sort(key=key, reverse=("r" in own) if own else "r" in given)
    if "u" in given:
        lines = [next(group) for _, group in groupby(lines, key=lambda line: _unique(line, order, mark, letters))]
    if "o" in given:
        data = data_of("".join(f"{line}\n" for line in lines))
        process.device.files.write(to_write(process, given.given["o"]), data, modified=now(process.device))
    else:
        await write_lines(process, lines)
    return status


def _unique(line: str, order: Sequence[tuple[int, int, str]], mark: str, letters: str) -> Any:
    if len(order) == 1 and order[0][:2] == (0, _ENDLESS):
        return _sort_key(line, order[0][2] or letters)
    return [_sort_key((mark or "").join(_fields(line, mark)[first:last]), own or letters) for first, last, own in order]


@command("uniq")
async def uniq(process: Process) -> int:
    """`uniq [-cdui] [FILE]`."""
    given = options(process, "cduif:s:")
    lines, status = await all_lines(process, given.words[:1])
    out = []
    for _, group in groupby(lines, key=str.lower if "i" in given else None):
        same = list(group)
        if ("d" in given and len(same) < 2) or ("u" in given and len(same) > 1):
            continue
        out.append(f"{len(same):7d} {same[0]}" if "c" in given else same[0])
    await write_lines(process, out)
    return status


def _set(text: str) -> list[str]:
    """The characters of a set: ranges, classes and escapes."""
    chars: list[str] = []
    for found in re.finditer(r"\[:(\w+):\]|(\\[0-7]{1,3}|\\.|.)(?:-(\\.|[^\\]))?", text, re.DOTALL):
        if found[1]:
            if found[1] not in CLASSES:
                raise Misuse(f"bad class '{found[1]}'")
            chars += [chr(code) for code in range(128) if CLASSES[found[1]](chr(code))]
            continue
        low, high = _char(found[2]), _char(found[3]) if found[3] else ""
        chars += [chr(code) for code in range(ord(low), min(ord(high), ord(low) + 4096) + 1)] if high else [low]
    return chars


def _char(text: str) -> str:
    if re.fullmatch(r"\\[0-7]{1,3}", text):
        return chr(int(text[1:], 8))
    plain = unescape(text)
    return plain if len(plain) == 1 else plain[-1]


@command("tr")
async def tr(process: Process) -> int:
    """`tr [-cds] SET1 [SET2]`."""
    given = options(process, "cCds", stop=True)
    if not given.words or (len(given.words) < 2 and not {"d", "s"} & set(given.given)):
        raise Misuse("Needs 2 arguments")
    turn = _translation(given)
    source, last = open_input(process, "-"), ""
    squeezed = set(_set(given.words[-1])) if "s" in given else set()
    inverted = "s" in given and len(given.words) == 1 and ("c" in given or "C" in given)
    while data := await source.read(CHUNK):
        out = []
        for char in map(turn, text_of(data)):
            if not (char and char == last and "s" in given and (char in squeezed) != inverted):
                out.append(char)
            last = char or last
        await process.stdout.write(data_of("".join(out)))
    return 0


def _translation(given: Options) -> Callable[[str], str]:
    first = _set(given.words[0])
    chosen, inverted = set(first), "c" in given or "C" in given
    if "d" in given:
        return lambda char: "" if (char in chosen) != inverted else char
    if len(given.words) < 2:
        return lambda char: char
    second = _set(given.words[1]) or [""]
    if inverted:
        return lambda char: char if char in chosen else second[-1]
    table = {char: second[min(number, len(second) - 1)] for number, char in reversed(list(enumerate(first)))}
    return lambda char: table.get(char, char)
