"""`cut`, `sort`, `uniq` and `tr`: commands that work on lines and characters."""

from __future__ import annotations

import re
from bisect import bisect_left
from heapq import merge
from itertools import groupby

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.streams import CHUNK
from automotive_env.emulator.virtual.shell.tools import (
    Misuse,
    all_lines,
    data_of,
    lines_of,
    open_input,
    open_inputs,
    options,
    text_of,
    write_lines,
)

MAX_RANGES = 1_000
RUN = 1_000
"""Lines that are sorted at once."""
_ENDLESS = 1 << 31
_NUMBER = re.compile(r"\s{0,100}([-+]?\d{1,30}(?:\.\d{1,30})?)")


def _ranges(text: str) -> list[tuple[int, int]]:
    """Positions such as "1,3-5,7-", from 0 on, without the end; in order and not overlapping."""
    found = []
    for part in text.split(",", MAX_RANGES):
        match = re.fullmatch(r"(?=.)(\d{0,9})(-?)(\d{0,9})", part)
        low = int(match[1] or 1) if match else 0
        high = int(match[3]) if match and match[3] else _ENDLESS if match and match[2] else low
        if not 1 <= low <= high:
            raise Misuse(f"bad range '{text[:40]}'; there may be {MAX_RANGES}")
        found.append((low - 1, high))
    joined: list[tuple[int, int]] = []
    for low, high in sorted(found):
        if joined and low <= joined[-1][1]:
            low, high = joined[-1][0], max(joined.pop()[1], high)
        joined.append((low, high))
    return joined


@command("cut")
async def cut(process: Process) -> int:
    """`cut -f LIST [-d CHAR]`, `cut -c LIST`."""
    given = options(process, "f:d:c:")
    ranges, mark = _ranges(given.given.get("c", given.given.get("f", ""))), given.given.get("d") or "\t"
    inputs, status = await open_inputs(process, given.words)
    for _, source in inputs:
        async for line in lines_of(source):
            await process.spend(2 + len(ranges) // 4 + len(line) // 50)
            if "c" in given:
                line = "".join(line[low:high] for low, high in ranges[: bisect_left(ranges, (len(line), 0))])
            elif mark in line:
                fields = line.split(mark)
                line = mark.join(field for low, high in ranges for field in fields[low:high])
            await process.stdout.write(data_of(line + "\n"))
    return status


@command("sort")
async def sort(process: Process) -> int:
    """`sort [-nru] [FILE...]`: by whole lines; -n: by the number that a line begins with."""
    given = options(process, "nru")

    def key(line: str) -> tuple[float, str]:
        number = _NUMBER.match(line) if "n" in given else None
        return float(number[1]) if number else 0.0, line

    lines, status = await all_lines(process, given.words)
    runs = []
    for start in range(0, len(lines), RUN):
        await process.spend(3 * RUN + sum(map(len, lines[start : start + RUN])) // 50)
        runs.append(sorted(lines[start : start + RUN], key=key, reverse="r" in given))
    merged: list[str] = []
    for line in merge(*runs, key=key, reverse="r" in given):
        await process.spend(3 + len(line) // 50)
        if "u" not in given or merged[-1:] != [line]:
            merged.append(line)
    await write_lines(process, merged)
    return status


@command("uniq")
async def uniq(process: Process) -> int:
    """`uniq [-c] [FILE]`."""
    given = options(process, "c")
    lines, status = await all_lines(process, given.words[:1])
    for line, group in groupby(lines):
        count = sum(1 for _ in group)
        await process.spend(3 + count)
        await write_lines(process, [f"{count:7d} {line}" if "c" in given else line])
    return status


_CLASSES = {"alpha": "A-Za-z", "digit": "0-9", "alnum": "A-Za-z0-9", "upper": "A-Z", "lower": "a-z", "space": " \t-\r"}
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\r": "\r", r"\0": "\0", r"\\": "\\"}


def _set(text: str) -> str:
    """The characters of a set: ranges, classes and escapes."""
    for name, members in {**{f"[:{name}:]": members for name, members in _CLASSES.items()}, **_ESCAPES}.items():
        text = text.replace(name, members)
    chars = (
        "".join(map(chr, range(ord(low), min(ord(high), ord(low) + 255) + 1))) if high else low
        for low, high in re.findall("(.)(?:-(.))?", text[:1_000], re.DOTALL)
    )
    return "".join(chars)


@command("tr")
async def tr(process: Process) -> int:
    """`tr SET1 SET2`, `tr -d SET1`, `tr -s SET1`."""
    given = options(process, "ds", stop=True)
    sets = [_set(word) for word in given.words]
    if len(sets) != (1 if {"d", "s"} & set(given.given) else 2) or "" in sets:
        raise Misuse("Needs 2 arguments, or -d or -s and 1 argument")
    repeated = re.compile(f"([{re.escape(sets[0])}])\\1+")
    table = {ord(char): None if "d" in given else char for char in sets[0]}
    if len(sets) > 1:
        table = dict(zip(map(ord, sets[0]), sets[1].ljust(len(sets[0]), sets[1][-1]), strict=False))
    source = open_input(process, "-")
    while data := await source.read(CHUNK):
        await process.spend(len(data) // 5)
        text = text_of(data)
        await process.stdout.write(data_of(repeated.sub(r"\1", text) if "s" in given else text.translate(table)))
    return 0
