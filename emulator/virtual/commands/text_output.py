"""`echo`, `printf`, `yes` and `seq`."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.escapes import unescape_until_stop


@command("echo")
async def echo(process: Process) -> int:
    """`echo [-neE] TEXT...`: escapes count unless -E is given, as in mksh."""
    words, end, escapes = process.args, "\n", True
    while words and len(words[0]) > 1 and words[0][0] == "-" and set(words[0][1:]) <= set("neE"):
        for option in words[0][1:]:
            end = "" if option == "n" else end
            escapes = option == "e" if option in "eE" else escapes
        words = words[1:]
    text, stopped = unescape_until_stop(" ".join(words)) if escapes else (" ".join(words), False)
    await process.stdout.write((text + ("" if stopped else end)).encode("utf-8", "surrogateescape"))
    return 0
