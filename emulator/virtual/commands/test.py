"""`test` and `[`."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.conditions import ConditionFault
from automotive_env.emulator.virtual.shell.conditions import test as holds


@command("test", "[")
async def test(process: Process) -> int:
    """`test EXPRESSION`, `[ EXPRESSION ]`: 0 where it holds, 1 where not, 2 where it is none."""
    words, name = process.args, process.argv[0].rpartition("/")[2]
    if name == "[":
        if not words or words[-1] != "]":
            return await process.fail("/system/bin/sh: [: missing ]", status=2)
        words = words[:-1]
    try:
        return int(not holds(process.device.files, process.cwd, words))
    except ConditionFault as fault:
        return await process.fail(f"/system/bin/sh: {name}: {fault}", status=2)
