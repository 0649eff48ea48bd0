"""`md5sum`, `sha1sum`, `sha256sum` and `xxd`: other forms of the bytes of a file."""

from __future__ import annotations

import hashlib

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.streams import CHUNK
from automotive_env.emulator.virtual.shell.tools import open_input, open_inputs, options

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
