"""`md5sum`, `sha1sum` and `sha256sum`."""

from __future__ import annotations

import hashlib

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.streams import CHUNK
from automotive_env.emulator.virtual.shell.tools import open_inputs, options

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
