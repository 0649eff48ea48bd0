"""The audio service: stream volumes as on a phone. A car has fixed ones; its own volume is that of the car service."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service

HIGHEST = {
    "STREAM_VOICE_CALL": 5,
    "STREAM_SYSTEM": 7,
    "STREAM_RING": 7,
    "STREAM_MUSIC": 15,
    "STREAM_ALARM": 7,
    "STREAM_NOTIFICATION": 7,
}
"""Stream -> its highest step (AudioService.MAX_STREAM_VOLUME)."""


class AudioService(Service):
    """Lists streams."""

    name = "audio"

    async def dump(self, process: Process) -> int:
        """`dumpsys audio`"""
        muted = str(self.device.world.system.muted).lower()
        await process.print("Stream volumes (device: index)")
        for stream, top in HIGHEST.items():
            where = f"   Current: 2 (speaker): {top}, 40000000 (default): {top}"
            lines = [f"   Muted: {muted}", "   Min: 0", f"   Max: {top}", f"   streamVolume:{top}", where, "   Devices: speaker"]
            await process.print(f"- {stream}:", *lines)
        return await process.print("", "mUseFixedVolume=true")
