"""`getprop` and `setprop`: system properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.shell_text import valid

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

MAX_VALUE_BYTES = 91
"""Bytes of a value that can be changed (PROP_VALUE_MAX without its end)."""
MAX_PROPERTIES = 2_000
"""Properties that a device keeps."""
FOLLOWING: dict[str, Callable[[VirtualDevice], str]] = {
    "persist.sys.locale": lambda device: device.settings.get("system", "system_locales") or "",
    "service.adb.root": lambda device: str(int(device.root)),
}
"""Properties that follow the device and are not set by hand."""
REFUSED = "Failed to set property '{}' to '{}'.\nSee dmesg for error reason."


@command("getprop")
async def getprop(process: Process) -> int:
    """`getprop`, `getprop NAME [DEFAULT]`."""
    args = process.args
    properties = properties_now(process.device)
    if args:
        return await process.print(properties.get(args[0]) or (args[1] if len(args) > 1 else ""))
    return await process.print(*(f"[{name}]: [{properties[name]}]" for name in sorted(properties)))


def properties_now(device: VirtualDevice) -> dict[str, str]:
    """The properties, with those that follow the device."""
    return device.properties | {name: now(device) for name, now in FOLLOWING.items()}


@command("setprop")
async def setprop(process: Process) -> int:
    """`setprop NAME VALUE`; what begins with ro. is written once."""
    if len(process.args) != 2:
        return await process.fail("usage: setprop NAME VALUE", "", "Sets a system property.")
    name, value = valid(process.args)
    properties = process.device.properties
    fixed = name in FOLLOWING or (name.startswith("ro.") and name in properties)
    too_long = len(value.encode()) > MAX_VALUE_BYTES and not name.startswith("ro.")
    if too_long or fixed or not _is_name(name) or len(properties) >= MAX_PROPERTIES:
        return await process.fail(*REFUSED.format(name, value).split("\n"))
    properties[name] = value
    return 0


def _is_name(name: str) -> bool:
    """Letters, digits and . - @ : _, without an empty part."""
    allowed = all(character.isascii() and (character.isalnum() or character in ".-@:_") for character in name)
    return bool(name) and allowed and not name.startswith(".") and not name.endswith(".") and ".." not in name
