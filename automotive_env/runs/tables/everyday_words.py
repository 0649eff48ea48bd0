"""What people call the settings of a car, and the states that settings have."""

from __future__ import annotations

import re
from collections.abc import Mapping

_THINGS = {
    "apps.foreground": "app on the screen",
    "assistance.speed_limit": "speed warning",
    "bluetooth.phone": "connected phone",
    "bluetooth.phone_link": "phone",
    "comms.call_contact": "call",
    "comms.call_state": "call",
    "comms.on_hold": "hold of the call",
    "comms.read_aloud": "sender of the message read aloud",
    "energy.departure": "planned departure",
    "energy.off_peak": "charging in cheap hours",
    "hud.on": "head-up display",
    "hvac.ac": "air conditioning",
    "hvac.power": "climate control",
    "lights.delay": "follow-me-home light",
    "lights.fog.front": "front fog light",
    "lights.fog.rear": "rear fog light",
    "lights.hazard": "hazard lights",
    "lights.position": "parking light",
    "media.queue_length": "number of songs in the queue",
    "navigation.active": "route guidance",
    "navigation.speed_cameras": "speed camera warning",
    "navigation.takes_detour": "detour",
    "navigation.voice": "spoken guidance",
    "service.resets": "number of service reminders reset",
    "sound.channel": "sound source",
    "system.night_mode": "theme",
    "units.distance": "unit of distance",
    "units.temperature": "unit of temperature",
    "wiper.front": "front wiper",
}
"""Signals that people do not call by their parts."""
_PROPER = {"system.bluetooth": "Bluetooth", "system.do_not_disturb": "Do not disturb", "system.wifi": "Wi-Fi"}
"""Signals that have a name, and no article."""
_SWITCHED: Mapping[str, tuple[str, str, str]] = {
    "comms.microphone_muted": ("microphone", "muted", "live"),
    "media.playing": ("music", "playing", "stopped"),
    "radio.playing": ("radio", "playing", "off"),
    "sound.muted": ("sound", "muted", "on"),
    "system.notification_center": ("notification center", "open", "closed"),
    "video.playing": ("film", "playing", "stopped"),
}
"""Signals that people say something else of than on and off: what they call it, and those two states."""
_AREAS = {"hvac": "climate control", "media": "music"}
"""Names of areas of the car that are not words."""
_VAGUE = frozenset(
    {"apps", "assistance", "comms", "hvac", "lights", "navigation", "phenomenon", "road", "sound", "system", "units"}
)
"""Areas that say nothing which the name of the setting does not say by itself."""
_VALUES = {"celsius": "degrees Celsius", "fahrenheit": "degrees Fahrenheit", "kilometer": "kilometers", "mile": "miles"}
_STATES = frozenset({"active", "is on", "lock", "playing", "power"})
"""What need not be said of a thing that should be on."""
_PLACES = frozenset(["behind", "driver", "front", "left", "passenger", "rear", "right", "row", "second", "seat", "third"])
"""Words that say where in the car something is."""
_ROWS = (("second row", "rear"), ("third row", "third-row"), ("driver's seat", "driver"), ("passenger seat", "passenger"))


def thing(name: str) -> str:
    """The name of a signal as people write it: "seat.heater.driver" is "the driver seat heater"."""
    return _PROPER.get(name) or f"the {_bare(name)}"


def _bare(name: str) -> str:
    """The same without an article."""
    if name in _SWITCHED:
        return _SWITCHED[name][0]
    if name in _THINGS:
        return _THINGS[name]
    area, *rest = (_spaced(part) for part in name.split(".") if not part.endswith("_states"))
    where = [_place(part) for part in rest if _is_place(part)]
    what = [part for part in rest if not _is_place(part) and part not in _STATES]
    if what and what[-1].startswith("avoid "):
        what[-1] = f"“{what[-1]}” setting"
    vague = what and area in _VAGUE
    return " ".join(filter(None, (*reversed(where), "" if vague else _AREAS.get(area, area), *reversed(what))))


def _spaced(part: str) -> str:
    """A part of a name in words: "airConditioner" is "air conditioner", and "is_heater_on" is "heater"."""
    spaced = re.sub(r"(?<=[a-z])[A-Z]", lambda letter: f" {letter[0].lower()}", part)
    words = spaced.replace("_", " ").strip().removesuffix(" percentage")
    return words if words in _STATES else re.sub(r"^is (.+?)(?: on)?$", r"\1", words)


def _is_place(part: str) -> bool:
    """Whether a part of a name says where in the car something is."""
    return set(part.replace("'s", "").split()) <= _PLACES


def _place(part: str) -> str:
    """A place in the car as people write it."""
    for row, word in _ROWS:
        part = part.replace(row, word)
    return part


def state(name: str, value: str) -> str:
    """A value of a signal as people write it: "level 6" of "6 level"."""
    if name.endswith(".lock") and value in ("on", "off"):
        return "locked" if value == "on" else "unlocked"
    if name in _SWITCHED and value in ("on", "off"):
        return _SWITCHED[name][1 if value == "on" else 2]
    if value in _VALUES or (value.isalpha() and value.isupper()):
        return _VALUES.get(value, value.lower())
    return re.sub(r"\b(\d+) level\b", r"level \1", value.removesuffix(" format"))


def amount(value: str) -> str:
    """By how much a signal differs, as people write it: "2 levels" of "2 level"."""
    return re.sub(r"\b(?!1 )(\d+) level\b", r"\1 levels", value)


def path_in_words(path: str) -> str:
    """The path of a property as people write it: its first and its last two parts, in words."""
    told = [part.strip() for part in re.sub(r"(?<=[a-z])(?=[A-Z])", " ", path).replace("_", " ").split(".")]
    return " ".join(dict.fromkeys((told[0].lower(), *told[1:][-2:])))
