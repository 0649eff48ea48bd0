"""Commands that Android has and this device does not: each says so, and what to use in its place."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Command, Process, command

_ON_THE_HOST = ("awk", "cut", "sed", "seq", "sort", "tr", "uniq", "xargs", "xxd", "yes")
_LISTS = ("du", "find", "readlink", "realpath", "stat")
INSTEAD = {
    **dict.fromkeys(_ON_THE_HOST, "pipe the output of adb through the one of your own machine"),
    **dict.fromkeys(_LISTS, "use ls -lR"),
    "base64": "use adb pull",
    "chown": "owners of files do not change",
    "dd": "use head -c, tail -c and cat",
    "diff": "pull the files, or compare their md5sum",
    "expr": "there is no arithmetic",
    "free": "see /proc/meminfo",
    "gzip": "use adb pull",
    "ln": "the file system has no links",
    "mount": "root may write everywhere",
    "netstat": "there are no connections to the outside; see ip addr",
    "pgrep": "use ps -A and grep",
    "ping": "there is no network behind the device; see ip addr",
    "printf": "use echo",
    "screenrecord": "take pictures with screencap -p",
    "sendevent": "touches do not pass the kernel; use input",
    "sqlite3": "there are no databases; use content and settings",
    "sync": "everything is where it belongs already",
    "tar": "use adb pull and adb push",
    "tee": "use >> and cat",
    "timeout": "stop the client",
    "top": "use ps -A",
    "tty": "shells have no terminal of their own",
}
"""Command -> what can be done in its place, or why there is nothing to do."""


def _refusal(name: str, advice: str) -> Command:
    async def run(process: Process) -> int:
        return await process.fail(f"{name}: not supported on this device: {advice}")

    return run


for _name, _advice in INSTEAD.items():
    command(_name)(_refusal(_name, _advice))
