"""`getprop` and `setprop`: system properties."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.shell_text import valid

LONGEST = 91
"""Bytes of a value that can be changed (PROP_VALUE_MAX without its end)."""
MOST = 2_000
"""Properties that a device keeps."""
REFUSED = "Failed to set property '{}' to '{}'.\nSee dmesg for error reason."


@command("getprop")
async def getprop(process: Process) -> int:
    """`getprop`, `getprop NAME [DEFAULT]`."""
    args = process.args
    properties = process.device.properties
    if args:
        return await process.print(properties.get(args[0]) or (args[1] if len(args) > 1 else ""))
    return await process.print(*(f"[{name}]: [{properties[name]}]" for name in sorted(properties)))


@command("setprop")
async def setprop(process: Process) -> int:
    """`setprop NAME VALUE`; what begins with ro. is written once."""
    if len(process.args) != 2:
        return await process.fail("usage: setprop NAME VALUE", "", "Sets a system property.")
    name, value = valid(process.args)
    properties = process.device.properties
    too_long = len(value.encode()) > LONGEST and not name.startswith("ro.")
    if too_long or (name.startswith("ro.") and name in properties) or not _is_name(name) or len(properties) >= MOST:
        return await process.fail(*REFUSED.format(name, value).split("\n"))
    properties[name] = value
    return 0


def _is_name(name: str) -> bool:
    """Letters, digits and . - @ : _, without an empty part."""
    allowed = all(character.isascii() and (character.isalnum() or character in ".-@:_") for character in name)
    return bool(name) and allowed and not name.startswith(".") and not name.endswith(".") and ".." not in name
