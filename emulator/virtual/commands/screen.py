r"""`screencap`, `uiautomator dump` and `getevent`: the display and its touch screen."""

from __future__ import annotations

import struct

from automotive_env.emulator.virtual.device import DISPLAY, VirtualDevice, rgba
from automotive_env.emulator.virtual.process import ShellProcess, command
from automotive_env.emulator.virtual.services.accessibility import TAKEN, Accessibility
from automotive_env.emulator.virtual.shell.special_files import now
from automotive_env.emulator.virtual.shell.tools import CommandUsageError, options, to_write
from automotive_env.emulator.virtual.uiautomator.hierarchy import stock_dump

RGBA_8888, SRGB = 1, 1
"""Pixel format and colour space in the header of raw pixels."""
USAGE = "usage: screencap [-hp] [-d display-id] [FILENAME]"


@command("screencap")
async def screencap(process: ShellProcess) -> int:
    """`screencap [-p] [-d ID] [FILE]`: PNG with `-p` or for a file so named, else raw pixels; to stdout without a file."""
    try:
        given = options(process, "hpd:")
    except CommandUsageError:
        return await process.fail(USAGE)
    if "h" in given or len(given.words) > 1:
        return await process.fail(USAGE)
    if (id := given.given.get("d", str(DISPLAY))) != str(DISPLAY):
        return await process.fail(f"Display Id '{id}' is not valid.")
    name = "".join(given.words)
    data = process.device.frame_png() if "p" in given or name.endswith(".png") else raw(process.device)
    if not name:
        await process.stdout.write(data)
        return 0
    try:
        process.device.files.write(to_write(process, name), data, modified=now(process.device))
    except OSError as error:
        return await process.fail(f"Error opening file: {name} ({error.strerror})")
    return 0


def raw(device: VirtualDevice) -> bytes:
    """The display as Android's raw screenshots: width, height, format and colour space, 32 bits each, then RGBA."""
    pixels = rgba(device.frame())
    height, width = pixels.shape[:2]
    return struct.pack("<IIII", width, height, RGBA_8888, SRGB) + pixels.tobytes()


DEFAULT = "/sdcard/window_dump.xml"
DUMP_USAGE = "Usage: uiautomator <subcommand> [options]"


@command("uiautomator")
async def uiautomator(process: ShellProcess) -> int:
    """`uiautomator dump [--compressed] [FILE]`: the window with the focus."""
    if process.args[:1] != ["dump"]:
        return await process.fail(DUMP_USAGE)
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


DEVICE = "/dev/input/event1"
NAME = "virtio_input_multi_touch_1"
TOUCH_AXES = {0x2F: 9, 0x35: 0x7FFF, 0x36: 0x7FFF, 0x39: 0xFFFF, 0x3A: 0x400}
"""Code of an axis -> the largest value: slot, x, y, tracking id, pressure; those of the emulator's touch screen."""


@command("getevent")
async def getevent(process: ShellProcess) -> int:
    """`getevent -p|-i [-l] [DEVICE]`, `getevent -S`: the devices. Touches do not pass the kernel, so none can be followed."""
    letters = "".join(word[1:] for word in process.args if word.startswith("-"))
    devices = [word for word in process.args if not word.startswith("-")]
    if devices and devices[0] != DEVICE:
        return await process.fail(f"could not open {devices[0]}, No such file or directory")
    if not set("piS") & set(letters):
        return await process.fail("getevent: touches do not pass the kernel of this device; use getevent -p, or dumpsys input")
    await process.print(f"add device 1: {DEVICE}", f'  name:     "{NAME}"')
    if set("pi") & set(letters):
        await process.print("  events:", *_axes(), "  input props:", "    INPUT_PROP_DIRECT")
    return 0


def _axes() -> list[str]:
    shown = [f"{axis:04x}  : value 0, min 0, max {most}, fuzz 0, flat 0, resolution 0" for axis, most in TOUCH_AXES.items()]
    return [f"    {'ABS (0003):' if not place else '           '} {line}" for place, line in enumerate(shown)]
