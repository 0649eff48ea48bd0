"""What all devices share: one volume, one sound channel, the cabin's temperature, who speaks, the clock, units and language."""

from __future__ import annotations

from datetime import datetime, timedelta

from automotive_env.world.device import SEATS, Device
from automotive_env.world.schema import Choice, Number, Text, Whole

SOUND_CHANNELS = ("music", "radio", "video", "navigation", "conversation")
TIME_FORMATS = ("12-hour format", "24-hour format")
SOUNDS = {
    "music": "music._is_playing",
    "radio": "radio._is_playing",
    "video": "video.is_playing",
    "navigation": "navigation.is_active",
    "conversation": "conversation.call_state",
}
"""Sound channel -> property that says whether its device makes a sound."""
CLOCK = "%Y-%m-%d %H:%M:%S"
LANGUAGES = ("Chinese", "English")


class Environment(Device, module="environment"):
    """The shared surroundings of the devices; devices write here, it has no APIs of its own."""

    volume = Whole("loudness of whatever is heard", 0, 100, 50)
    sound_channel = Choice("which device owns the loudspeakers", SOUND_CHANNELS, "music")
    unit_system = Choice("unit of distances", ("mile", "kilometer"), "kilometer")
    timestamp = Text(
        "local date and time",
        "2025-04-13 12:00:00",
        longest=19,
        significant=False,
        read_only="the clock moves only when it is told to",
    )
    speaker = Choice("seat of the person who speaks", SEATS, "driver's seat", read_only="who speaks is given")
    temperature = Number("temperature of the cabin", -40, 60, 21, unit="celsius", read_only="follows the climate units")
    language = Choice("language of the displays", LANGUAGES, "English")
    time_display_format = Choice("how the time of day is shown", TIME_FORMATS, "24-hour format")

    @property
    def audible(self) -> str | None:
        """The one device that is heard: the owner of the loudspeakers, if it makes a sound and the sound is not off."""
        owner = self.sound_channel
        silent = self._world.system.muted or self.volume == 0
        return owner if not silent and self._world.get(SOUNDS[owner]) in (True, "active", "ringing") else None

    def advance(self, seconds: float) -> None:
        """Move the clock on.

        Raises:
            ValueError: the clock would go back, or shows no time.
        """
        if seconds < 0:
            raise ValueError(f"the clock only goes forward, not by {seconds:g} seconds")
        now = datetime.strptime(self.timestamp, CLOCK) + timedelta(seconds=seconds)
        self.timestamp = now.strftime(CLOCK)

    def claim_sound(self, channel: str) -> None:
        """Give the loudspeakers to a device; whoever had them keeps its own state but is no longer heard."""
        self.sound_channel = channel
