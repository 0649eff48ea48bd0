"""Keys of a keyboard as Android's: by the name that browsers give them (KeyboardEvent.key), and by Linux's code."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.emulator.virtual.uiautomator.keys import CODES

EVDEV, XKB = 1, 2
"""KeyboardEvent.KeyCodeType; XKB counts from 8 more."""
XKB_OFFSET = 8
_ROWS = ((2, "1234567890"), (16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
"""linux/input-event-codes.h: the code of the first key of a row, and the row."""
_LINUX: Mapping[int, str] = {
    **{first + place: key for first, row in _ROWS for place, key in enumerate(row)},
    1: "ESCAPE", 12: "MINUS", 13: "EQUALS", 14: "DEL", 15: "TAB", 28: "ENTER", 51: "COMMA", 52: "PERIOD", 53: "SLASH",
    57: "SPACE", 96: "NUMPAD_ENTER", 103: "DPAD_UP", 105: "DPAD_LEFT", 106: "DPAD_RIGHT", 108: "DPAD_DOWN", 111: "FORWARD_DEL",
    113: "VOLUME_MUTE", 114: "VOLUME_DOWN", 115: "VOLUME_UP", 116: "POWER", 158: "BACK", 163: "MEDIA_NEXT",
    164: "MEDIA_PLAY_PAUSE", 165: "MEDIA_PREVIOUS", 172: "HOME",
}  # fmt: skip
_NAMED: Mapping[str, str] = {
    "Enter": "ENTER", "Backspace": "DEL", "Delete": "FORWARD_DEL", "Tab": "TAB", "Escape": "ESCAPE", "GoBack": "BACK",
    "GoHome": "HOME", "AppSwitch": "APP_SWITCH", "Power": "POWER", "AudioVolumeUp": "VOLUME_UP",
    "AudioVolumeDown": "VOLUME_DOWN", "AudioVolumeMute": "VOLUME_MUTE", "MediaPlayPause": "MEDIA_PLAY_PAUSE",
    "MediaTrackNext": "MEDIA_NEXT", "MediaTrackPrevious": "MEDIA_PREVIOUS",
}  # fmt: skip


def named(name: str) -> int | None:
    """Android's code of a key by its name, such as "GoHome"; None where it is not known."""
    return CODES.get(_NAMED.get(name, ""))


def numbered(kind: int, code: int) -> int | None:
    """Android's code of a key by its code, 0 for one that means nothing; None where the kind of code is not known."""
    if kind not in (EVDEV, XKB):
        return None
    return CODES[_LINUX.get(code - XKB_OFFSET if kind == XKB else code, "UNKNOWN")]
