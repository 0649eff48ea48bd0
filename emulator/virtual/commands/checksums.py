"""`md5sum`, `sha1sum`, `sha256sum`, `base64` and `xxd`: other forms of the bytes of a file."""

from __future__ import annotations

import base64 as codec
import binascii
import hashlib

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.streams import CHUNK
from automotive_env.emulator.virtual.shell.tools import Misuse, open_input, open_inputs, options

_ALGORITHM = {"md5sum": "md5", "sha1sum": "sha1", "sha256sum": "sha256"}


@command(*_ALGORITHM)
async def checksum(process: Process) -> int:
    """`md5sum [-b] [FILE...]`: digest, two spaces and the name; -b leaves the name out."""
    given = options(process, "b")
    inputs, status = await open_inputs(process, given.words)
    for name, source in inputs:
        digest = hashlib.new(_ALGORITHM[process.argv[0].rpartition("/")[2]], usedforsecurity=False)
        while data := await source.read(CHUNK):
            await process.spend(len(data) // 200)
            digest.update(data)
        await process.print(digest.hexdigest() if "b" in given else f"{digest.hexdigest()}  {name}")
    return status


@command("base64")
async def base64(process: Process) -> int:
    """`base64 [-d] [-w COLUMNS] [FILE]`."""
    given = options(process, "diw:")
    source, width = open_input(process, "".join(given.words[:1]) or "-"), given.number("w", 76)
    rest = b""
    while data := await source.read(CHUNK):
        await process.spend(len(data) // 50)
        data = rest + (b"".join(data.split()) if "d" in given else data)
        whole = len(data) // 4 * 4 if "d" in given else len(data) // (3 * max(width, 4)) * 3 * max(width, 4)
        data, rest = data[:whole], data[whole:]
        await process.stdout.write(_decoded(data) if "d" in given else _encoded(data, width))
    await process.stdout.write(_decoded(rest) if "d" in given else _encoded(rest, width))
    return 0


def _decoded(data: bytes) -> bytes:
    try:
        return codec.b64decode(data)
    except binascii.Error:
        raise Misuse("bad input") from None


def _encoded(data: bytes, width: int) -> bytes:
    text = codec.b64encode(data)
    if width <= 0:
        return text
    return b"".join(text[start : start + width] + b"\n" for start in range(0, len(text), width))


@command("xxd")
async def xxd(process: Process) -> int:
    """`xxd [-p] [-l BYTES] [FILE]`: 16 bytes a line, as numbers and as characters."""
    given = options(process, "pl:")
    source, at, most = open_input(process, "".join(given.words[:1]) or "-"), 0, given.number("l", 1 << 62)
    while at < most and (data := await source.read(min(16, most - at))):
        await process.spend(5)
        pairs = " ".join(data[start : start + 2].hex() for start in range(0, len(data), 2))
        shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)
        await process.print(data.hex() if "p" in given else f"{at:08x}: {pairs:<39}  {shown}")
        at += len(data)
    return 0
