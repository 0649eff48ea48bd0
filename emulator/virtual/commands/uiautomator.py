"""`uiautomator dump`: Android's own dump of the windows."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.accessibility import TAKEN, Accessibility
from automotive_env.emulator.virtual.shell.clock import now
from automotive_env.emulator.virtual.shell.tools import to_write
from automotive_env.emulator.virtual.uiautomator.xml import stock_dump

DEFAULT = "/sdcard/window_dump.xml"
USAGE = "Usage: uiautomator <subcommand> [options]"


@command("uiautomator")
async def uiautomator(process: Process) -> int:
    """`uiautomator dump [--compressed] [FILE]`: the window with the focus."""
    if process.args[:1] != ["dump"]:
        return await process.fail(USAGE)
    if "--windows" in process.args:
        return await process.fail("uiautomator: --windows is not supported: the window with the focus is dumped")
    accessibility = process.device.service(Accessibility)
    if accessibility.automation:
        return await process.fail(TAKEN)
    words = [word for word in process.args[1:] if not word.startswith("-")]
    path = words[0] if words else DEFAULT
    xml = stock_dump(accessibility.hierarchy().active)
    if path == "/dev/tty":
        await process.stdout.write(xml.encode())
    else:
        try:
            process.device.files.write(to_write(process, path), xml.encode(), modified=now(process.device))
        except OSError as error:
            return await process.fail(f"ERROR: cannot write {path}: {error.strerror}")
    return await process.print(f"UI hierchary dumped to: {path}")  # Android spells it so
