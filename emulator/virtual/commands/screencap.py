"""`screencap`: a picture of the display."""

from __future__ import annotations

import struct

import numpy as np

from automotive_env.emulator.virtual.device import DISPLAY, VirtualDevice
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.clock import now
from automotive_env.emulator.virtual.shell.tools import Misuse, options, to_write

RGBA_8888, SRGB = 1, 1
"""Pixel format and colour space in the header of raw pixels."""
USAGE = "usage: screencap [-hp] [-d display-id] [FILENAME]"


@command("screencap")
async def screencap(process: Process) -> int:
    """`screencap [-p] [-d ID] [FILE]`: PNG with `-p` or for a file so named, else raw pixels; to stdout without a file."""
    try:
        given = options(process, "hpd:")
    except Misuse:
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
    frame = device.frame()
    height, width = frame.shape[:2]
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[:, :, :3] = frame
    return struct.pack("<IIII", width, height, RGBA_8888, SRGB) + pixels.tobytes()
