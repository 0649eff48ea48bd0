"""What all devices share: one volume, one sound channel, the cabin's temperature, who speaks, the clock, units and language."""

from __future__ import annotations

from datetime import datetime, timedelta

from automotive_env.car.core.device import SEATS, Device
from automotive_env.car.core.schema import ChoiceProperty, LocalTimeProperty, NumberProperty, WholeNumberProperty
from automotive_env.car.systems.language import LANGUAGES

SOUND_CHANNELS = ("music", "radio", "video", "navigation", "conversation")
DISTANCE_UNITS = ("mile", "kilometer")
TIME_FORMATS = ("12-hour format", "24-hour format")
CLOCK = "%Y-%m-%d %H:%M:%S"


def seconds_between(earlier: str, later: str) -> float:
    """Seconds from one local date and time to another."""
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()


def is_over(since: str, now: str, seconds: float) -> bool:
    """Whether what began at a local time has lasted some seconds.

    It is over, too, where nobody knows when it began, or where the clock was set back to before that.
    """
    return not since or not 0 <= seconds_between(since, now) < seconds


def _start(
    volume: int, channel: str, time: str, *, unit: str = "mile", celsius: int = 14, speaker: str = "driver's seat"
) -> dict[str, object]:
    """A start state; the public release begins all of them in Chinese and with 24 hours."""
    return {
        "volume": volume,
        "sound_channel": channel,
        "unit_system": unit,
        "timestamp": f"2025-04-13 {time}:00",
        "speaker": speaker,
        "temperature": celsius,
        "language": "Chinese",
        "time_display_format": "24-hour format",
    }


class SharedEnvironment(Device, module="environment"):
    """The shared surroundings of the devices."""

    volume = WholeNumberProperty("loudness of whatever is heard", 0, 100, 50)
    sound_channel = ChoiceProperty(
        "which device owns the loudspeakers",
        SOUND_CHANNELS,
        "music",
        trace="follows what was heard last; what plays counts",
        bookkeeping=True,
    )
    unit_system = ChoiceProperty("unit of distances", DISTANCE_UNITS, "kilometer")
    timestamp = LocalTimeProperty(
        "local date and time",
        "2025-04-13 12:00:00",
        significant=False,
        read_only="the clock moves only when it is told to",
    )
    speaker = ChoiceProperty("seat of the person who speaks", SEATS, "driver's seat", read_only="who speaks is given")
    temperature = NumberProperty("temperature of the cabin", -40, 60, 21, unit="celsius", read_only="follows the climate units")
    language = ChoiceProperty("language of the displays", tuple(LANGUAGES), "English")
    time_display_format = ChoiceProperty("how the time of day is shown", TIME_FORMATS, "24-hour format")

    starts = {
        "init1": _start(60, "music", "11:00"),
        "init2": _start(75, "video", "12:10"),
        "init3": _start(80, "navigation", "11:30", unit="kilometer"),
        "init4": _start(50, "radio", "13:00"),
        "init5": _start(70, "conversation", "13:30"),
        "init6": _start(60, "music", "12:00", celsius=15),
        "init7": _start(60, "music", "12:00", celsius=15, speaker="second row left"),
    }

    def advance(self, seconds: float) -> None:
        """Move the clock on.

        Raises:
            ValueError: the clock would go back, or beyond 2099.
        """
        if not 0 <= seconds <= 1e10:
            raise ValueError(f"the clock only goes forward, not by {seconds:g} seconds")
        now = datetime.fromisoformat(self.timestamp) + timedelta(seconds=seconds)
        self.timestamp = now.isoformat(" ", "seconds")

    def claim_sound(self, channel: str) -> None:
        """Give the sound channel to a device; the device that had it keeps its own state but is no longer heard."""
        self.sound_channel = channel
