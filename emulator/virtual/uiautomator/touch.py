"""Fingers and keys, however a client asks for them: their codes as in android.view.KeyEvent, and what they do to the car."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase, digits
from typing import TYPE_CHECKING

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.world import World
from automotive_env.emulator.virtual.services.platform import Clipboard

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

LONG_PRESS = 400
"""Milliseconds from which on a finger that stays presses long; ViewConfiguration's default."""
SLOP = 8
"""Pixels that a finger may move and still tap; ViewConfiguration's default."""
STEP = 5
"""Milliseconds that uiautomator gives each step of a swipe."""


def on_display(device: VirtualDevice, x: int, y: int) -> bool:
    """Whether a point lies on the display."""
    width, height = device.size
    return 0 <= x < width and 0 <= y < height


def touch(device: VirtualDevice, x: int, y: int, duration: int = 0) -> bool:
    """Touch a point for some milliseconds; returns whether the touch was delivered, not whether anything was there."""
    if not on_display(device, x, y):
        return False
    if duration >= LONG_PRESS:
        device.head_unit.long_press(x, y)
    else:
        device.head_unit.tap(x, y)
    return True


def stroke(device: VirtualDevice, start: tuple[int, int], end: tuple[int, int], duration: int = 0) -> bool:
    """Draw a finger from a point to another in some milliseconds; one that hardly moves taps, or presses long."""
    if not on_display(device, *start):
        return False
    if abs(start[0] - end[0]) < SLOP and abs(start[1] - end[1]) < SLOP:
        return touch(device, *start, duration)
    device.head_unit.drag(*start, *end)
    return True


@dataclass
class TouchFinger:
    """A finger whose moves come one by one.

    Attributes:
        start: where it was put down, None while it is up.
        since: when, in seconds of any clock.
        last: where it is.
    """

    start: tuple[int, int] | None = None
    since: float = 0.0
    last: tuple[int, int] = (0, 0)

    def down(self, x: int, y: int, now: float) -> None:
        """Put it down."""
        self.start = self.last = (x, y)
        self.since = now

    def move(self, x: int, y: int) -> bool:
        """Move it; False while it is up."""
        self.last = (x, y)
        return self.start is not None

    def up(self, device: VirtualDevice, x: int, y: int, now: float) -> bool:
        """Lift it, and so do what it did; False while it is up already."""
        if self.start is None:
            return False
        start, self.start = self.start, None
        return stroke(device, start, (x, y), round((now - self.since) * 1000))


BACK, HOME, ENTER, DELETE, PASTE = 4, 3, 66, 67, 279
CODES: Mapping[str, int] = {
    **{digit: 7 + place for place, digit in enumerate(digits)},
    **{letter: 29 + place for place, letter in enumerate(ascii_uppercase)},
    "UNKNOWN": 0, "HOME": HOME, "BACK": BACK, "CALL": 5, "ENDCALL": 6, "STAR": 17, "POUND": 18,
    "DPAD_UP": 19, "DPAD_DOWN": 20, "DPAD_LEFT": 21, "DPAD_RIGHT": 22, "DPAD_CENTER": 23,
    "VOLUME_UP": 24, "VOLUME_DOWN": 25, "POWER": 26, "CAMERA": 27, "CLEAR": 28, "COMMA": 55, "PERIOD": 56,
    "ALT_LEFT": 57, "ALT_RIGHT": 58, "SHIFT_LEFT": 59, "SHIFT_RIGHT": 60, "CTRL_LEFT": 113, "CTRL_RIGHT": 114,
    "TAB": 61, "SPACE": 62, "ENTER": ENTER, "DEL": DELETE, "MINUS": 69, "EQUALS": 70, "LEFT_BRACKET": 71, "RIGHT_BRACKET": 72,
    "BACKSLASH": 73, "SEMICOLON": 74, "APOSTROPHE": 75, "SLASH": 76, "AT": 77, "PLUS": 81, "MENU": 82, "NOTIFICATION": 83,
    "SEARCH": 84, "MEDIA_PLAY_PAUSE": 85, "MEDIA_STOP": 86, "MEDIA_NEXT": 87, "MEDIA_PREVIOUS": 88, "ESCAPE": 111,
    "FORWARD_DEL": 112, "MOVE_HOME": 122, "MOVE_END": 123, "MEDIA_PLAY": 126, "MEDIA_PAUSE": 127, "NUMPAD_ENTER": 160,
    "VOLUME_MUTE": 164, "APP_SWITCH": 187, "SLEEP": 223, "WAKEUP": 224, "PASTE": PASTE,
}  # fmt: skip
"""Names without "KEYCODE_"."""
SIGNS: Mapping[int, str] = {
    **{CODES[sign]: sign.lower() for sign in (*digits, *ascii_uppercase)},
    17: "*", 18: "#", 55: ",", 56: ".", 62: " ", 69: "-", 70: "=", 71: "[", 72: "]", 73: "\\", 74: ";", 75: "'", 76: "/", 77: "@",
    81: "+",
}  # fmt: skip
"""What keys type."""
VOLUME_STEP = 5
"""Percentage points that a volume key turns the volume by, the smallest step that the car speaks of."""


def key_code(name: str) -> int:
    """The code of a key by its number or its name, with or without "KEYCODE_"; 0 for a key that is not known."""
    if name.isascii() and name.isdigit() and len(name) < 6:
        return int(name)
    return CODES.get(name.upper().removeprefix("KEYCODE_"), 0)


def press_key(device: VirtualDevice, key: int, *, shift: bool = False) -> None:
    """Press a key. One that means nothing to a car, such as the power key, does nothing: the display stays on."""
    if key in SIGNS:
        device.head_unit.type_text(SIGNS[key].upper() if shift else SIGNS[key], clear=False)
    elif key in _ON_SCREEN:
        _ON_SCREEN[key](device)
    elif key in _IN_CAR:
        with device.world.changing(ChangeCause("touch", f"key/{key}")):
            _IN_CAR[key](device.world)


def _turn(step: int) -> Callable[[World], None]:
    def act(world: World) -> None:
        world.set("environment.volume", min(100, max(0, world.environment.volume + step)))

    return act


def _mute(world: World) -> None:
    world.call("system.mute_switch", {"switch": not world.system.muted})


def _answer(world: World) -> None:
    if world.conversation.call_state == "ringing":
        world.call("conversation.conversation_phone_answer", {})


def _hang_up(world: World) -> None:
    if world.conversation.call_state != "idle":
        world.call("conversation.conversation_phone_hangup", {})


def _play(*, wanted: bool) -> Callable[[World], None]:
    def act(world: World) -> None:
        if world.music.is_playing != wanted:
            world.music.toggle_play()

    return act


def paste(device: VirtualDevice) -> None:
    """Type what the clipboard holds into the field that has the focus."""
    device.head_unit.type_text(device.service(Clipboard).text, clear=False)


_ON_SCREEN: Mapping[int, Callable[[VirtualDevice], object]] = {
    BACK: lambda device: device.head_unit.back(),
    HOME: lambda device: device.head_unit.home(),
    ENTER: lambda device: device.head_unit.enter(),
    CODES["NUMPAD_ENTER"]: lambda device: device.head_unit.enter(),
    DELETE: lambda device: device.head_unit.erase(),
    CODES["NOTIFICATION"]: lambda device: device.head_unit.open_notifications(ChangeCause("touch", "key/83")),
    PASTE: paste,
}
_IN_CAR: Mapping[int, Callable[[World], object]] = {
    CODES["CALL"]: _answer,
    CODES["ENDCALL"]: _hang_up,
    CODES["VOLUME_UP"]: _turn(VOLUME_STEP),
    CODES["VOLUME_DOWN"]: _turn(-VOLUME_STEP),
    CODES["VOLUME_MUTE"]: _mute,
    CODES["MEDIA_PLAY_PAUSE"]: lambda world: world.music.toggle_play(),
    CODES["MEDIA_STOP"]: _play(wanted=False),
    CODES["MEDIA_NEXT"]: lambda world: world.music.skip(1),
    CODES["MEDIA_PREVIOUS"]: lambda world: world.music.skip(-1),
    CODES["MEDIA_PLAY"]: _play(wanted=True),
    CODES["MEDIA_PAUSE"]: _play(wanted=False),
}
