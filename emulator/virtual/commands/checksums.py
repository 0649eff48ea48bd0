"""`md5sum`, `sha1sum`, `sha256sum` and `base64`."""

from __future__ import annotations

import base64 as codec
import binascii
import hashlib

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.tools import open_input, open_inputs, options

_ALGORITHM = {"md5sum": "md5", "sha1sum": "sha1", "sha256sum": "sha256", "sha512sum": "sha512"}


@command(*_ALGORITHM)
async def checksum(process: Process) -> int:
    """`md5sum [-b] [FILE...]`: digest, two spaces and the name; -b leaves the name out."""
    given = options(process, "b")
    inputs, status = await open_inputs(process, given.words)
    for name, source in inputs:
        digest = hashlib.new(_ALGORITHM[process.argv[0]], await source.read(), usedforsecurity=False).hexdigest()
        await process.print(digest if "b" in given else f"{digest}  {name}")
    return status


@command("base64")
async def base64(process: Process) -> int:
    """`base64 [-d] [-w COLUMNS] [FILE]`."""
    given = options(process, "diw:")
    data = await open_input(process, given.words[0] if given.words else "-").read()
    if "d" in given:
        try:
            await process.stdout.write(codec.b64decode(data))
        except binascii.Error:
            return await process.fail("base64: bad input")
        return 0
    text, width = codec.b64encode(data).decode(), given.number("w", 76)
    rows = [text[start : start + width] for start in range(0, len(text), width)] if width > 0 else [text]
    await process.stdout.write("".join(row + "\n" * (width > 0) for row in rows).encode())
    return 0
