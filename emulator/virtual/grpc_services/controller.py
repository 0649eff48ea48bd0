r"""`android.emulation.control.EmulatorController`: state, screenshots, touches and keys."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping

import grpc

from automotive_env.emulator.virtual.adb.daemon import AdbDaemon
from automotive_env.emulator.virtual.device import rgba
from automotive_env.emulator.virtual.grpc_services.wire import ProtoFields, encode
from automotive_env.emulator.virtual.uiautomator.touch import CODES, TouchFinger, press_key
from automotive_env.episode.imaging import png, resize
from automotive_env.episode.observation import Image
from automotive_env.version import __version__

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


NAME = "android.emulation.control.EmulatorController"
PNG, RGBA8888, RGB888 = 0, 1, 2
"""ImageFormat.ImgFormat"""
KEY_UP = 1
"""KeyboardEvent.KeyEventType; a key does what it does when it goes down."""
FRAME_PERIOD = 0.05
"""Seconds between two looks whether a stream of screenshots has something new to show."""
MAX_FINGERS = 10
MAX_TEXT = 1_000
"""Characters that one event may type."""


class EmulatorController:
    """The service of one device; every method runs on the devices' thread."""

    def __init__(self, daemon: AdbDaemon) -> None:
        self._device = daemon.device
        self._clock = daemon.loop.time
        self._started = self._clock()
        self._fingers: defaultdict[int, TouchFinger] = defaultdict(TouchFinger)
        self._frames = 0

    async def get_status(self, request: ProtoFields, context: grpc.aio.ServicerContext) -> bytes:
        """EmulatorStatus: version, uptime in ms, booted."""
        return encode({1: f"automotive-env {__version__}", 2: self._since_start(1_000), 3: True})

    def _since_start(self, units: int) -> int:
        return round((self._clock() - self._started) * units)

    async def get_screenshot(self, request: ProtoFields, context: grpc.aio.ServicerContext) -> bytes:
        """Image in the ImageFormat that is asked for."""
        if request.number(5):
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the only display is 0")
        return self._image(request)

    async def stream_screenshot(self, request: ProtoFields, context: grpc.aio.ServicerContext) -> AsyncIterator[bytes]:
        """Image after Image, one at once and one whenever something has changed."""
        shown: object = None
        while True:
            if shown != self._device.version:
                image = await self.get_screenshot(request, context)
                shown = self._device.version
                yield image
            await asyncio.sleep(FRAME_PERIOD)

    def _image(self, request: ProtoFields) -> bytes:
        """An Image: its format with width and height, the pixels, its number, and when it was made in µs."""
        kind = request.number(1) if request.number(1) in (RGBA8888, RGB888) else PNG
        frame = _fitting(self._device.frame(), request.number(3), request.number(4))
        pixels = png(frame) if kind == PNG else (rgba(frame) if kind == RGBA8888 else frame).tobytes()
        self._frames += 1
        height, width = frame.shape[:2]
        made_as = encode({1: kind, 3: width, 4: height})
        return encode({1: made_as, 4: pixels, 5: self._frames, 6: self._since_start(1_000_000)})

    async def send_touch(self, request: ProtoFields, context: grpc.aio.ServicerContext) -> bytes:
        """TouchEvent: each finger is down while its pressure is above 0, and is lifted where it was last."""
        for touch in request.messages(1):
            number = touch.number(3)
            if not 0 <= number < MAX_FINGERS:
                await context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"fingers are numbered from 0 to {MAX_FINGERS - 1}")
            finger, now = self._fingers[number], self._clock()
            if touch.number(4) <= 0:
                finger.up(self._device, *finger.last, now)
            elif not finger.move(touch.number(1), touch.number(2)):
                finger.down(touch.number(1), touch.number(2), now)
        return b""

    async def send_key(self, request: ProtoFields, context: grpc.aio.ServicerContext) -> bytes:
        """KeyboardEvent: a text to type, a key by its name in browsers, or by its code on Linux."""
        if text := request.text(5):
            self._device.head_unit.type_text(text[:MAX_TEXT], clear=False)
        elif len(key := request.text(4)) == 1 and request.number(2) != KEY_UP:
            self._device.head_unit.type_text(key, clear=False)
        elif request.number(2) != KEY_UP:
            code = named(key) if key else numbered(request.number(1), request.number(3))
            if code is None:
                await context.abort(grpc.StatusCode.UNIMPLEMENTED, "keys are told by name, or by Linux code: Evdev or XKB")
            press_key(self._device, code or 0)
        return b""

    METHODS = {
        "getStatus": get_status,
        "getScreenshot": get_screenshot,
        "sendTouch": send_touch,
        "sendKey": send_key,
    }
    STREAMS = {"streamScreenshot": stream_screenshot}


def _fitting(frame: Image, width: int, height: int) -> Image:
    """The frame with its own proportions, no larger than asked for and than it is; 0 is as large as it is."""
    own_height, own_width = frame.shape[:2]
    scale = min([1.0, *(asked / own for asked, own in ((width, own_width), (height, own_height)) if asked > 0)])
    return resize(frame, max(1, round(own_width * scale)))
