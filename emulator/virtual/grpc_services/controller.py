"""`android.emulation.control.EmulatorController`: state, screenshots, touches and keys."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator

import grpc
import numpy as np

from automotive_env.emulator.virtual.adb.daemon import Daemon
from automotive_env.emulator.virtual.grpc_services import keyboard
from automotive_env.emulator.virtual.grpc_services.wire import Fields, encode
from automotive_env.emulator.virtual.uiautomator import keys
from automotive_env.emulator.virtual.uiautomator.touch import Finger
from automotive_env.episode.imaging import png, resize
from automotive_env.episode.observation import Image
from automotive_env.version import __version__

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

    def __init__(self, daemon: Daemon) -> None:
        self._device = daemon.device
        self._clock = daemon.loop.time
        self._started = self._clock()
        self._fingers: defaultdict[int, Finger] = defaultdict(Finger)
        self._frames = 0

    async def get_status(self, request: Fields, context: grpc.aio.ServicerContext) -> bytes:
        """EmulatorStatus: version, uptime in ms, booted."""
        return encode({1: f"automotive-env {__version__}", 2: self._since_start(1_000), 3: True})

    def _since_start(self, units: int) -> int:
        return round((self._clock() - self._started) * units)

    async def get_screenshot(self, request: Fields, context: grpc.aio.ServicerContext) -> bytes:
        """Image in the ImageFormat that is asked for."""
        if request.number(5):
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the only display is 0")
        return self._image(request)

    async def stream_screenshot(self, request: Fields, context: grpc.aio.ServicerContext) -> AsyncIterator[bytes]:
        """Image after Image, one at once and one whenever something has changed."""
        shown: object = None
        while True:
            if shown != self._device.version:
                image = await self.get_screenshot(request, context)
                shown = self._device.version
                yield image
            await asyncio.sleep(FRAME_PERIOD)

    def _image(self, request: Fields) -> bytes:
        """An Image: its format with width and height, the pixels, its number, and when it was made in µs."""
        kind = request.number(1) if request.number(1) in (RGBA8888, RGB888) else PNG
        frame = _fitting(self._device.frame(), request.number(3), request.number(4))
        pixels = png(frame) if kind == PNG else _bytes(frame, alpha=kind == RGBA8888)
        self._frames += 1
        height, width = frame.shape[:2]
        made_as = encode({1: kind, 3: width, 4: height})
        return encode({1: made_as, 4: pixels, 5: self._frames, 6: self._since_start(1_000_000)})

    async def send_touch(self, request: Fields, context: grpc.aio.ServicerContext) -> bytes:
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

    async def send_key(self, request: Fields, context: grpc.aio.ServicerContext) -> bytes:
        """KeyboardEvent: a text to type, a key by its name in browsers, or by its code on Linux."""
        if text := request.text(5):
            self._device.head_unit.type_text(text[:MAX_TEXT], clear=False)
        elif len(key := request.text(4)) == 1 and request.number(2) != KEY_UP:
            self._device.head_unit.type_text(key, clear=False)
        elif request.number(2) != KEY_UP:
            code = keyboard.named(key) if key else keyboard.numbered(request.number(1), request.number(3))
            if code is None:
                await context.abort(grpc.StatusCode.UNIMPLEMENTED, "keys are told by name, or by Linux code: Evdev or XKB")
            keys.press(self._device, code or 0)
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


def _bytes(frame: Image, *, alpha: bool) -> bytes:
    if not alpha:
        return frame.tobytes()
    opaque = np.full((*frame.shape[:2], 4), 255, np.uint8)
    opaque[:, :, :3] = frame
    return opaque.tobytes()
