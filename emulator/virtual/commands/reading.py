"""`cat`, `head`, `tail`, `wc`, `tee` and `dd`: commands that pass bytes on."""

from __future__ import annotations

import re
from typing import TypeVar

from automotive_env.emulator.virtual.process import Output, Process, command
from automotive_env.emulator.virtual.shell.clock import now
from automotive_env.emulator.virtual.shell.streams import CHUNK, FileWriter, Null, Reader
from automotive_env.emulator.virtual.shell.tools import Misuse, Options, open_input, open_inputs, options, to_write, whole_number

_Items = TypeVar("_Items", bytes, list[bytes])


@command("cat")
async def cat(process: Process) -> int:
    """`cat [-u] [FILE...]`."""
    inputs, status = await open_inputs(process, options(process, "u").words)
    for _, source in inputs:
        while data := await source.read(CHUNK):
            await process.stdout.write(data)
    return status


def _counts(process: Process, letters: str) -> Options:
    """Options where a count may stand alone, as in `head -5`."""
    process.argv[1:] = [re.sub(r"^-(\d+)$", r"-n\1", word) for word in process.args]
    return options(process, letters)


@command("head")
async def head(process: Process) -> int:
    """`head [-n LINES] [-c BYTES] [-q] [-v] [FILE...]`; a negative count leaves so many out at the end."""
    given = _counts(process, "n:c:qv")
    inputs, status = await open_inputs(process, given.words)
    for number, (name, source) in enumerate(inputs):
        await _title(process, given, name, number, len(inputs))
        if "c" in given:
            await _first_bytes(process, source, given.number("c", 0))
        else:
            await _first_lines(process, source, given.number("n", 10))
    return status


async def _title(process: Process, given: Options, name: str, number: int, count: int) -> None:
    if ("v" in given or count > 1) and "q" not in given:
        shown = "standard input" if name == "-" else name
        await process.print(f"{chr(10) if number else ''}==> {shown} <==")


async def _first_bytes(process: Process, source: Reader, count: int) -> None:
    if count < 0:
        return await process.stdout.write((await source.read())[:count])
    while count and (data := await source.read(min(count, CHUNK))):
        count -= len(data)
        await process.stdout.write(data)
    return None


async def _first_lines(process: Process, source: Reader, count: int) -> None:
    if count < 0:
        return await process.stdout.write(b"".join((await source.read()).splitlines(keepends=True)[:count]))
    while count and (line := await source.read_line()):
        count -= 1
        await process.stdout.write(line)
    return None


@command("tail")
async def tail(process: Process) -> int:
    """`tail [-n [+]LINES] [-c [+]BYTES] [-q] [FILE...]`."""
    process.argv[1:2] = [re.sub(r"^\+(\d+)$", r"-n+\1", word) for word in process.argv[1:2]]
    given = _counts(process, "n:c:qv")
    inputs, status = await open_inputs(process, given.words)
    for number, (name, source) in enumerate(inputs):
        await _title(process, given, name, number, len(inputs))
        data = await source.read()
        if "c" in given:
            data = _last(data, given.given["c"])
        else:
            data = b"".join(_last(data.splitlines(keepends=True), given.given.get("n", "10")))
        await process.stdout.write(data)
    return status


def _last(items: _Items, count: str) -> _Items:
    number = abs(whole_number(count))
    if count.startswith("+"):
        return items[max(0, number - 1) :]
    return items[max(0, len(items) - number) :]


@command("wc")
async def wc(process: Process) -> int:
    """`wc [-lwcm] [FILE...]`."""
    given = options(process, "lwcm")
    inputs, status = await open_inputs(process, given.words)
    wanted = [letter for letter in "lwcm" if letter in given] or ["l", "w", "c"]
    total = dict.fromkeys("lwcm", 0)
    for name, source in inputs:
        counts = _count(await source.read())
        total = {letter: total[letter] + counts[letter] for letter in total}
        await process.print(_columns(counts, wanted, name if given.words else ""))
    if len(inputs) > 1:
        await process.print(_columns(total, wanted, "total"))
    return status


def _count(data: bytes) -> dict[str, int]:
    text = data.decode("utf-8", "replace")
    return {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data), "m": len(text)}


def _columns(counts: dict[str, int], wanted: list[str], name: str) -> str:
    line = " ".join(str(counts[letter]).rjust(7 if len(wanted) > 1 else 0) for letter in wanted)
    return f"{line} {name}" if name else line


@command("tee")
async def tee(process: Process) -> int:
    """`tee [-a] [FILE...]`."""
    given = options(process, "ai")
    files = process.device.files
    outputs: list[Output] = [process.stdout]
    writers = [FileWriter(files, to_write(process, name), append="a" in given, now=now(process.device)) for name in given.words]
    source = open_input(process, "-")
    try:
        while data := await source.read(CHUNK):
            for output in (*outputs, *writers):
                await output.write(data)
    finally:
        for writer in writers:
            writer.close()
    return 0


@command("dd")
async def dd(process: Process) -> int:
    """`dd [if=FILE] [of=FILE] [bs=N] [count=N] [skip=N]`."""
    given = dict(word.split("=", 1) for word in process.args if "=" in word)
    if unknown := set(given) - {"if", "of", "bs", "count", "skip", "conv", "status"}:
        raise Misuse(f"bad arg {sorted(unknown)[0]}")
    size = min(max(1, whole_number(given.get("bs", "512"))), 1 << 22)
    source = open_input(process, given.get("if", "-"))
    await _skip(source, size * whole_number(given.get("skip", "0")))
    output, writer = process.stdout, None
    if (path := given.get("of")) == "/dev/null":
        output = Null()
    elif path:
        output = writer = FileWriter(process.device.files, to_write(process, path), append=False, now=now(process.device))
    try:
        blocks, count = await _copy(source, output, size, whole_number(given["count"]) if "count" in given else -1)
    finally:
        if writer:
            writer.close()
    whole = f"{blocks[0]}+{blocks[1]}"
    if given.get("status") not in ("none", "noxfer"):
        await process.fail(f"{whole} records in", f"{whole} records out", f"{count} bytes copied")
    return 0


async def _skip(source: Reader, count: int) -> None:
    while count > 0 and (data := await source.read(min(count, CHUNK))):
        count -= len(data)


async def _copy(source: Reader, output: Output, size: int, most: int) -> tuple[tuple[int, int], int]:
    whole = part = count = 0
    while most != whole + part and (data := await source.read(size)):
        whole, part = (whole + 1, part) if len(data) == size else (whole, part + 1)
        count += len(data)
        await output.write(data)
    return (whole, part), count
