"""Which activities answer an intent, as `cmd package query-activities` and `resolve-activity` print them."""

from __future__ import annotations

from automotive_env.emulator.virtual.intents import parse_intent, resolve
from automotive_env.emulator.virtual.packages import Activity, Package, short
from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.system_properties import SDK

MATCH = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"


async def query(process: Process, args: list[str]) -> int:
    """`query-activities [--brief] [--components] INTENT`."""
    options, found = _found(args)
    if "--components" in options:
        return await process.print(*(_component(*pair) for pair in found))
    if not found:
        return await process.print("No activities found")
    lines = [f"{len(found)} activities found:"]
    for number, pair in enumerate(found):
        lines += [f"  Activity #{number}:", *(f"    {line}" for line in _described(process, options, *pair))]
    return await process.print(*lines)


async def resolved(process: Process, args: list[str]) -> int:
    """`resolve-activity [--brief] [--components] INTENT`: the one that is started."""
    options, found = _found(args)
    if not found:
        return await process.print("No activity found")
    if "--components" in options:
        return await process.print(_component(*found[0]))
    return await process.print(*_described(process, options, *found[0]))


def _found(args: list[str]) -> tuple[set[str], list[tuple[Package, Activity]]]:
    intent = parse_intent([word for word in args if word not in ("--brief", "--components")])
    return {*args} & {"--brief", "--components"}, resolve(intent)


def _component(package: Package, activity: Activity) -> str:
    return short(f"{package.name}/{activity.name}")


def _described(process: Process, options: set[str], package: Package, activity: Activity) -> list[str]:
    if "--brief" in options:
        return [MATCH, _component(package, activity)]
    sdk = SDK[process.device.release]
    return [
        MATCH,
        "ActivityInfo:",
        f"  name={activity.name}",
        f"  packageName={package.name}",
        "  enabled=true exported=true directBootAware=false",
        "  ApplicationInfo:",
        f"    packageName={package.name}",
        f"    uid={package.uid} flags=0x0 theme=0x0",
        f"    sourceDir={package.path}",
        f"    enabled=true minSdkVersion={sdk} targetSdkVersion={sdk} versionCode={package.code or sdk}",
    ]
