r"""What the device is: `id`, `getprop`, `df`, `ifconfig`, `ip` and the like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.process import ROOT, ShellProcess, command
from automotive_env.emulator.virtual.shell.special_files import time_of, uptime_of
from automotive_env.emulator.virtual.shell.tools import CommandUsageError, options

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

FOLLOWING: dict[str, Callable[[VirtualDevice], str]] = {
    "persist.sys.locale": lambda device: device.settings.get("system", "system_locales") or "",
    "service.adb.root": lambda device: str(int(device.root)),
}
"""Properties that follow the device."""


@command("getprop")
async def getprop(process: ShellProcess) -> int:
    """`getprop`, `getprop NAME [DEFAULT]`."""
    args = process.args
    properties = properties_now(process.device)
    if args:
        return await process.print(properties.get(args[0]) or (args[1] if len(args) > 1 else ""))
    return await process.print(*(f"[{name}]: [{properties[name]}]" for name in sorted(properties)))


def properties_now(device: VirtualDevice) -> dict[str, str]:
    """The properties, with those that follow the device."""
    return device.properties | {name: now(device) for name, now in FOLLOWING.items()}


_GROUPS = "1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3001(net_bt_admin),3002(net_bt),3003(inet)"
ADDRESS = "10.0.2.16"
"""Of "wlan0", as the emulator's access point gives it."""


@command("id")
async def id(process: ShellProcess) -> int:
    """`id [-ung]`."""
    given = options(process, "ung")
    number, name = (0, "root") if process.uid == ROOT else (2000, "shell")
    if {"u", "g"} & set(given.given):
        return await process.print(name if "n" in given else str(number))
    context = "u:r:su:s0" if process.uid == ROOT else "u:r:shell:s0"
    groups = f"{number}({name}),{_GROUPS}"
    return await process.print(f"uid={number}({name}) gid={number}({name}) groups={groups} context={context}")


_LINES: dict[str, Callable[[ShellProcess], str]] = {
    "getenforce": lambda process: "Enforcing",
    "uptime": lambda process: f" {time_of(process.device):%T} up {uptime_of(process.device) // 3600:2}:00,  0 users",
    "whoami": lambda process: "root" if process.uid == ROOT else "shell",
}
"""Command -> the line that it prints."""


@command(*_LINES)
async def line(process: ShellProcess) -> int:
    """`getenforce`, `uptime`, `whoami`."""
    return await process.print(_LINES[process.argv[0].rpartition("/")[2]](process))


@command("df")
async def df(process: ShellProcess) -> int:
    """`df [-hk] [PATH...]`: there is one file system; sizes are in KiB."""
    options(process, "hk")
    files = process.device.files
    total, used = files.capacity // 1024, files.used // 1024
    share = -(-100 * used // total)
    return await process.print(
        "Filesystem     1K-blocks  Used Available Use% Mounted on",
        f"/dev/block/dm-0 {total:>8} {used:>5} {total - used:>9} {share:>3}% /data",
    )


_INTERFACES = {
    "lo": ("127.0.0.1", 8, "Local Loopback", "Mask:255.0.0.0"),
    "wlan0": (ADDRESS, 24, "Ethernet  HWaddr 02:15:b2:00:00:00", "Bcast:10.0.2.255  Mask:255.255.255.0"),
}


@command("ifconfig")
async def ifconfig(process: ShellProcess) -> int:
    """`ifconfig [NAME]`."""
    names = [word for word in process.args if word != "-a"][:1] or list(_INTERFACES)
    if names[0] not in _INTERFACES:
        return await process.fail(f"ifconfig: ioctl 8913: No such device: {names[0]}")
    for name in names:
        address, _, kind, mask = _INTERFACES[name]
        await process.print(f"{name:<10}Link encap:{kind}", f"          inet addr:{address}  {mask}", "          UP RUNNING", "")
    return 0


@command("ip")
async def ip(process: ShellProcess) -> int:
    """`ip addr [show [dev] NAME]` and `ip route`."""
    words = [word for word in process.args if not word.startswith("-")]
    if words and "route".startswith(words[0]):
        return await process.print(f"10.0.2.0/24 dev wlan0 proto kernel scope link src {ADDRESS}")
    if not words or not "address".startswith(words[0]):
        raise CommandUsageError("only 'ip addr' and 'ip route' are known here")
    names = [word for word in words[1:] if word not in ("show", "dev", "list")] or list(_INTERFACES)
    if names[0] not in _INTERFACES:
        return await process.fail(f'Device "{names[0]}" does not exist.')
    for number, (name, (address, bits, *_)) in enumerate(_INTERFACES.items(), 1):
        if name in names:
            head = f"{number}: {name}: <UP,LOWER_UP> mtu 1500 state UP"
            await process.print(head, f"    inet {address}/{bits} scope global {name}")
    return 0
