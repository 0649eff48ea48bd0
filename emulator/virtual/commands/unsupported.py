"""Commands that Android has and this device does not: each says so, and what to use in its place."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Command, Process, command

INSTEAD = {
    "awk": "use cut and grep",
    "base64": "use adb pull",
    "bugreportz": "see dumpsys and logcat",
    "chown": "owners of files do not change",
    "dd": "use head -c, tail -c and cat",
    "diff": "pull the files, or compare their md5sum",
    "du": "use ls -s and df",
    "expr": "there is no arithmetic",
    "free": "see /proc/meminfo",
    "getevent": "touches do not pass the kernel; see dumpsys input",
    "gzip": "use adb pull",
    "ln": "the file system has no links",
    "mount": "root may write everywhere",
    "netstat": "there are no connections to the outside; see ip addr",
    "ping": "there is no network behind the device; see ip addr",
    "screenrecord": "take pictures with screencap -p",
    "sed": "use grep and cut, or sed on your own machine",
    "sendevent": "touches do not pass the kernel; use input",
    "sqlite3": "there are no databases; use content and settings",
    "tar": "use adb pull and adb push",
    "timeout": "stop the client",
    "xargs": "send a command for each item",
}
"""Command -> what can be done in its place, or why there is nothing to do."""


def _refusal(name: str, advice: str) -> Command:
    async def run(process: Process) -> int:
        return await process.fail(f"{name}: not supported on this device: {advice}")

    return run


for _name, _advice in INSTEAD.items():
    command(_name)(_refusal(_name, _advice))
