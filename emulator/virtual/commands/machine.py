"""`id`, `whoami`, `uname`, `hostname`, `nproc`, `free`, `df`, `mount`, `sync`, `ifconfig` and `ip`: what the device is."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import ROOT, Process, command
from automotive_env.emulator.virtual.shell.special_files import FREE, KERNEL, MEMORY
from automotive_env.emulator.virtual.shell.tools import Misuse, options, write_lines

_GROUPS = "1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3001(net_bt_admin),3002(net_bt),3003(inet)"
ADDRESS = "10.0.2.16"
"""Of "wlan0", as the emulator's access point gives it."""
_MAC = "02:15:b2:00:00:00"


@command("id")
async def id(process: Process) -> int:
    """`id [-unGgr]`."""
    given = options(process, "unGgrZ")
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


@command("uname")
async def uname(process: Process) -> int:
    """`uname [-asnrvmo]`."""
    given = options(process, "asnrvmo")
    parts = {"s": "Linux", "n": "localhost", "r": KERNEL, "v": "#1 SMP PREEMPT", "m": "x86_64", "o": "Toybox"}
    wanted = [letter for letter in parts if letter in given or "a" in given] or ["s"]
    return await process.print(" ".join(parts[letter] for letter in wanted))


@command("hostname")
async def hostname(process: Process) -> int:
    """`hostname`."""
    return await process.print("localhost")


@command("nproc")
async def nproc(process: Process) -> int:
    """`nproc`."""
    return await process.print("4")


@command("sync")
async def sync(process: Process) -> int:
    """`sync`: everything is where it belongs already."""
    return 0


@command("free")
async def free(process: Process) -> int:
    """`free [-bkmg]`."""
    given = options(process, "bkmgh")
    factor = next((size for letter, size in (("k", 1024), ("m", 1024**2), ("g", 1024**3)) if letter in given), 1)
    total, unused = MEMORY * 1024 // factor, FREE * 1024 // factor
    titles = ("total", "used", "free", "shared", "buffers")
    rows = {"Mem:": (total, total - unused, unused, 0, 0), "Swap:": (0, 0, 0)}
    lines = ["\t" + "".join(title.rjust(12) for title in titles)]
    lines += [name.ljust(8) + "".join(str(size).rjust(12) for size in sizes) for name, sizes in rows.items()]
    return await process.print(*lines)


@command("df")
async def df(process: Process) -> int:
    """`df [-hk] [PATH...]`: there is one file system."""
    options(process, "hkaPi")
    files = process.device.files
    total, used = files.capacity // 1024, files.used // 1024
    share = -(-100 * used // total)
    return await process.print(
        "Filesystem     1K-blocks  Used Available Use% Mounted on",
        f"/dev/block/dm-0 {total:>8} {used:>5} {total - used:>9} {share:>3}% /data",
    )


@command("mount")
async def mount(process: Process) -> int:
    """`mount`; `mount -o remount,rw PATH` as root changes nothing, for root may write everywhere."""
    if process.args:
        if process.uid != ROOT:
            return await process.fail("mount: Permission denied")
        if not any(word.startswith("remount") or ",remount" in word for word in process.args):
            raise Misuse("only remounting is possible")
        return 0
    return await process.print(
        "/dev/block/dm-0 on /data type f2fs (rw,seclabel,nosuid,nodev,noatime)",
        "tmpfs on /dev type tmpfs (rw,seclabel,nosuid,relatime,mode=755)",
        "proc on /proc type proc (rw,relatime,gid=3009,hidepid=invisible)",
        "/dev/fuse on /storage/emulated type fuse (rw,lazytime,nosuid,nodev,noexec,noatime)",
    )


_INTERFACES = {
    "lo": ("127.0.0.1", 8, "Local Loopback", "127.255.255.255", "255.0.0.0"),
    "wlan0": (ADDRESS, 24, f"Ethernet  HWaddr {_MAC}", "10.0.2.255", "255.255.255.0"),
}


@command("ifconfig")
async def ifconfig(process: Process) -> int:
    """`ifconfig [NAME]`."""
    names = [word for word in process.args if word != "-a"] or list(_INTERFACES)
    if names[0] not in _INTERFACES:
        return await process.fail(f"ifconfig: ioctl 8913: No such device: {names[0]}")
    for name in names[:1] if process.args else names:
        address, _, kind, broadcast, mask = _INTERFACES[name]
        second = f"inet addr:{address}  Mask:{mask}" if name == "lo" else f"inet addr:{address}  Bcast:{broadcast}  Mask:{mask}"
        await write_lines(process, [f"{name:<10}Link encap:{kind}", f"          {second}", "          UP RUNNING", ""])
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
    for number, name in enumerate(_INTERFACES, 1):
        if name in names:
            address, bits, *_ = _INTERFACES[name]
            await process.print(
                f"{number}: {name}: <UP,LOWER_UP> mtu 1500 state UP", f"    inet {address}/{bits} scope global {name}"
            )
    return 0
