"""`screencap`: a picture of the display."""

from __future__ import annotations

import struct

import numpy as np

from automotive_env.emulator.virtual.device import DISPLAY, VirtualDevice
from automotive_env.emulator.virtual.process import Process, command

RGBA_8888, SRGB = 1, 1
"""Pixel format and colour space in the header of raw pixels."""
USAGE = "usage: screencap [-hp] [-d display-id] [FILENAME]"


@command("screencap")
async def screencap(process: Process) -> int:
    """`screencap [-p] [-d ID] [FILE]`: PNG with `-p` or for a file so named, else raw pixels; to stdout without a file."""
    options, files = _parsed(process.args)
    if options is None or len(files) > 1 or "-h" in options:
        return await process.fail(USAGE)
    if (id := options.get("-d", str(DISPLAY))) != str(DISPLAY):
        return await process.fail(f"Display Id '{id}' is not valid.")
    as_png = "-p" in options or "".join(files).endswith(".png")
    data = process.device.frame_png() if as_png else raw(process.device)
    if not files:
        await process.stdout.write(data)
        return 0
    path = files[0] if files[0].startswith("/") else f"{process.cwd}/{files[0]}"
    try:
        process.device.files.write(path, data)
    except OSError as error:
        return await process.fail(f"Error opening file: {files[0]} ({error.strerror})")
    return 0


def _parsed(args: list[str]) -> tuple[dict[str, str] | None, list[str]]:
    """Options with their values, None where one is unknown or lacks its value, and the other arguments."""
    options: dict[str, str] = {}
    rest = list(args)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option not in ("-p", "-h", "-d") or (option == "-d" and not rest):
            return None, []
        options[option] = rest.pop(0) if option == "-d" else ""
    return options, rest


def raw(device: VirtualDevice) -> bytes:
    """The display as Android's raw screenshots: width, height, format and colour space, 32 bits each, then RGBA."""
    frame = device.frame()
    height, width = frame.shape[:2]
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[:, :, :3] = frame
    return struct.pack("<IIII", width, height, RGBA_8888, SRGB) + pixels.tobytes()
