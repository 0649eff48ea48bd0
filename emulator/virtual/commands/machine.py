"""`id`, `whoami`, `uname`, `getenforce`, `uptime`, `df`, `ifconfig` and `ip`: what the device is."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import ROOT, Process, command
from automotive_env.emulator.virtual.shell.special_files import KERNEL, uptime_of
from automotive_env.emulator.virtual.shell.tools import Misuse, options

_GROUPS = "1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3001(net_bt_admin),3002(net_bt),3003(inet)"
ADDRESS = "10.0.2.16"
"""Of "wlan0", as the emulator's access point gives it."""


@command("id")
async def id(process: Process) -> int:
    """`id [-ung]`."""
    given = options(process, "ung")
    number, name = (0, "root") if process.uid == ROOT else (2000, "shell")
    if {"u", "g"} & set(given.given):
        return await process.print(name if "n" in given else str(number))
    context = "u:r:su:s0" if process.uid == ROOT else "u:r:shell:s0"
    groups = f"{number}({name}),{_GROUPS}"
    return await process.print(f"uid={number}({name}) gid={number}({name}) groups={groups} context={context}")


@command("whoami")
async def whoami(process: Process) -> int:
    """`whoami`."""
    return await process.print("root" if process.uid == ROOT else "shell")


@command("getenforce")
async def getenforce(process: Process) -> int:
    """`getenforce`."""
    return await process.print("Enforcing")


@command("uptime")
async def uptime(process: Process) -> int:
    """`uptime`."""
    minutes = uptime_of(process.device) // 60
    now = str(process.device.world.environment.timestamp)[11:19]
    return await process.print(f" {now} up {minutes // 60:2}:{minutes % 60:02},  0 users,  load average: 0.00, 0.00, 0.00")


@command("uname")
async def uname(process: Process) -> int:
    """`uname [-asnrvmo]`."""
    given = options(process, "asnrvmo")
    parts = {"s": "Linux", "n": "localhost", "r": KERNEL, "v": "#1 SMP PREEMPT", "m": "x86_64", "o": "Toybox"}
    wanted = [letter for letter in parts if letter in given or "a" in given] or ["s"]
    return await process.print(" ".join(parts[letter] for letter in wanted))


@command("df")
async def df(process: Process) -> int:
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
async def ifconfig(process: Process) -> int:
    """`ifconfig [NAME]`."""
    names = [word for word in process.args if word != "-a"][:1] or list(_INTERFACES)
    if names[0] not in _INTERFACES:
        return await process.fail(f"ifconfig: ioctl 8913: No such device: {names[0]}")
    for name in names:
        address, _, kind, mask = _INTERFACES[name]
        await process.print(f"{name:<10}Link encap:{kind}", f"          inet addr:{address}  {mask}", "          UP RUNNING", "")
    return 0


@command("ip")
async def ip(process: Process) -> int:
    """`ip addr [show [dev] NAME]` and `ip route`."""
    words = [word for word in process.args if not word.startswith("-")]
    if words and "route".startswith(words[0]):
        return await process.print(f"10.0.2.0/24 dev wlan0 proto kernel scope link src {ADDRESS}")
    if not words or not "address".startswith(words[0]):
        raise Misuse("only 'ip addr' and 'ip route' are known here")
    names = [word for word in words[1:] if word not in ("show", "dev", "list")] or list(_INTERFACES)
    if names[0] not in _INTERFACES:
        return await process.fail(f'Device "{names[0]}" does not exist.')
    for number, (name, (address, bits, *_)) in enumerate(_INTERFACES.items(), 1):
        if name in names:
            head = f"{number}: {name}: <UP,LOWER_UP> mtu 1500 state UP"
            await process.print(head, f"    inet {address}/{bits} scope global {name}")
    return 0
