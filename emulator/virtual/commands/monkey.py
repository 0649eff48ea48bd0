"""`monkey`: here, the way to start an app that many scripts know."""

from __future__ import annotations

from automotive_env.emulator.virtual.intents import LAUNCHER, MAIN, Intent, resolve
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.activity import ActivityService

ABORTED = 252
WITH_VALUE = ("-s", "--throttle", "--port", "--setup")


@command("monkey")
async def monkey(process: Process) -> int:
    """`monkey -p PACKAGE [-c android.intent.category.LAUNCHER] 1`"""
    packages, categories, count = _parsed(process.args)
    if count != "1":
        known = "this device injects the one event that starts an app, so COUNT must be 1"
        return await process.fail(f"** Error: {known}", status=ABORTED)
    found = resolve(process.device, Intent(MAIN, categories=categories or [LAUNCHER], package=packages[-1] if packages else ""))
    service = process.device.services.get("activity")
    if not found or not isinstance(service, ActivityService):
        return await process.fail("** No activities found to run, monkey aborted.", status=ABORTED)
    service.open(found[0][1])
    return await process.print(
        "Events injected: 1", "## Network stats: elapsed time=0ms (0ms mobile, 0ms wifi, 0ms not connected)"
    )


def _parsed(args: list[str]) -> tuple[list[str], list[str], str]:
    """Packages, categories, and how many events."""
    packages, categories, words, rest = [], [], [], list(args)
    while rest:
        word = rest.pop(0)
        if word in ("-p", "-c", *WITH_VALUE) or word.startswith("--pct"):
            value = rest.pop(0) if rest else ""
            packages += [value] if word == "-p" else []
            categories += [value] if word == "-c" else []
        elif not word.startswith("-"):
            words.append(word)
    return packages, categories, words[-1] if words else ""
