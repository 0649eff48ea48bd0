"""The pixels of the display, as the first version of Android's screenshot service gives them."""

from __future__ import annotations

from struct import Struct

import numpy as np

from automotive_env.emulator.virtual.adb.stream import Stream
from automotive_env.emulator.virtual.device import VirtualDevice

_HEADER = Struct("<13I")
_CHANNELS = (0, 8, 16, 8, 8, 8, 24, 8)
"""Offset and length in bits of red, blue, green and alpha, in this order."""


async def framebuffer(device: VirtualDevice, stream: Stream) -> None:
    """Send one frame as RGBA."""
    frame = device.frame()
    height, width = frame.shape[:2]
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[:, :, :3] = frame
    await stream.write(_HEADER.pack(1, 32, pixels.nbytes, width, height, *_CHANNELS) + pixels.tobytes())
