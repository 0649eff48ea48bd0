"""What all devices share: one volume, one sound channel, the cabin's temperature, who speaks, the clock, units and language."""

from __future__ import annotations

from datetime import datetime, timedelta

from automotive_env.world.api import Answer, Api
from automotive_env.world.device import SEATS, Device
from automotive_env.world.parameters import Phrases
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
ALIASES = {"get_modules": "search_module", "get_module_API": "search_api"}
"""What the public VehicleWorld release calls the two look-ups -> what its paper and we call them."""


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


def _modules(environment: Environment) -> Answer:
    from automotive_env.world.catalogue import search_module  # which needs the devices, and they need this module

    found = dict(search_module())
    return Answer(f"{len(found)} modules: {', '.join(found)}", found)


def _apis(environment: Environment, modules: list[str]) -> Answer:
    from automotive_env.world.catalogue import search_api

    return Answer(f"the APIs of {', '.join(modules)}", search_api(modules))


def _lists_modules(summary: str) -> Api:
    return Api(summary, _modules, {}, reads_only=True)


def _describes_apis(summary: str) -> Api:
    return Api(summary, _apis, {"modules": Phrases("names of modules", most=40)}, reads_only=True)


class Environment(Device, module="environment"):
    """The shared surroundings of the devices, and the look-ups for what the car offers."""

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

    starts = {
        "init1": _start(60, "music", "11:00"),
        "init2": _start(75, "video", "12:10"),
        "init3": _start(80, "navigation", "11:30", unit="kilometer"),
        "init4": _start(50, "radio", "13:00"),
        "init5": _start(70, "conversation", "13:30"),
        "init6": _start(60, "music", "12:00", celsius=15),
        "init7": _start(60, "music", "12:00", celsius=15, speaker="second row left"),
    }

    search_module = _lists_modules("Lists the devices of the car by the names of their modules.")
    search_api = _describes_apis("Describes the APIs of some modules: name, what it does, what it takes.")
    get_modules = _lists_modules("Another name of search_module.")
    get_module_API = _describes_apis("Another name of search_api.")

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
