"""`monkey`: starts an app from the launcher, as clients do that know its package and no activity."""

from __future__ import annotations

from automotive_env.emulator.virtual.intents import LAUNCHER, MAIN, Intent, resolve
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.activity import ActivityService

ABORTED = 252
WITH_VALUE = ("-s", "--throttle", "--port", "--setup")
"""Options with a value that changes nothing here."""


@command("monkey")
async def monkey(process: Process) -> int:
    """`monkey [-p PACKAGE] [-c CATEGORY] COUNT`: the first event starts the app; there is no other."""
    intent, rest, count = Intent(MAIN), list(process.args), ""
    while rest:
        word = rest.pop(0)
        if word == "-p":
            intent.package = "".join(rest[:1])
        elif word == "-c":
            intent.categories += rest[:1]
        elif not word.startswith("-"):
            count = word
        if word in ("-p", "-c", *WITH_VALUE) or word.startswith("--pct"):
            del rest[:1]
    if count != "1":
        return await process.fail("** Error: COUNT must be 1: random touches are not supported on this device", status=ABORTED)
    intent.categories = intent.categories or [LAUNCHER]
    found = resolve(intent)
    if not found:
        return await process.fail("** No activities found to run, monkey aborted.", status=ABORTED)
    process.device.service(ActivityService).open(found[0][1])
    network = "## Network stats: elapsed time=0ms (0ms mobile, 0ms wifi, 0ms not connected)"
    return await process.print("Events injected: 1", network)
