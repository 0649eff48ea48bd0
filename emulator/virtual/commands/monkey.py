"""`monkey`: starts an app, and then touches the display at random."""

from __future__ import annotations

import re
from random import Random

from automotive_env.emulator.virtual.intents import LAUNCHER, MAIN, Intent, resolve
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.activity import ActivityService
from automotive_env.emulator.virtual.uiautomator.touch import touch

ABORTED = 252
WITH_VALUE = ("-p", "-c", "-s", "--throttle", "--port", "--setup")
MAX_EVENTS = 1_000
EVENT_WORK = 2_000
"""Units of work that an event is."""


@command("monkey")
async def monkey(process: Process) -> int:
    """`monkey [-p PACKAGE] [-c android.intent.category.LAUNCHER] [-s SEED] COUNT`: the first event starts the app."""
    packages, categories, seed, count = _parsed(process.args)
    if not re.fullmatch(r"\d{1,9}", count) or not 1 <= int(count) <= MAX_EVENTS:
        return await process.fail(f"** Error: COUNT must be 1 to {MAX_EVENTS}", status=ABORTED)
    device = process.device
    found = resolve(Intent(MAIN, categories=categories or [LAUNCHER], package=packages[-1] if packages else ""))
    service = device.services.get("activity")
    if not found or not isinstance(service, ActivityService):
        return await process.fail("** No activities found to run, monkey aborted.", status=ABORTED)
    service.open(found[0][1])
    random = Random(seed)
    for _ in range(int(count) - 1):
        await process.spend(EVENT_WORK)
        touch(device, random.randrange(device.size[0]), random.randrange(device.size[1]))
    network = "## Network stats: elapsed time=0ms (0ms mobile, 0ms wifi, 0ms not connected)"
    return await process.print(f"Events injected: {count}", network)


def _parsed(args: list[str]) -> tuple[list[str], list[str], str, str]:
    """Packages, categories, the seed, and how many events."""
    given: dict[str, list[str]] = {"-p": [], "-c": [], "-s": ["0"], "": [""]}
    rest = list(args)
    while rest:
        word = rest.pop(0)
        if word in WITH_VALUE or word.startswith("--pct"):
            given.setdefault(word, []).append(rest.pop(0) if rest else "")
        elif not word.startswith("-"):
            given[""].append(word)
    return given["-p"], given["-c"], given["-s"][-1], given[""][-1]
