"""Methods about the display and the device: dumps, screenshots, keys, toasts, the clipboard."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Mapping

from automotive_env.car.core.change import Cause
from automotive_env.emulator.virtual.services.clipboard import MAX_CLIP_CHARACTERS, Clipboard
from automotive_env.emulator.virtual.services.window import density, shown_toast
from automotive_env.emulator.virtual.system_properties import SDK
from automotive_env.emulator.virtual.uiautomator import keys
from automotive_env.emulator.virtual.uiautomator.automation import Automation, whole, words
from automotive_env.emulator.virtual.uiautomator.errors import ILLEGAL_ARGUMENT, AutomationError
from automotive_env.emulator.virtual.uiautomator.rpc import Method, method
from automotive_env.emulator.virtual.uiautomator.xml import MAX_TREE_DEPTH, rich_dump
from automotive_env.episode.observation import Image

_KEY_NAMES: Mapping[str, int] = {
    **{name: keys.CODES[name.upper()] for name in ("home", "back", "menu", "search", "enter", "del", "camera", "power")},
    **{name: keys.CODES[name.upper()] for name in ("volume_up", "volume_down", "volume_mute")},
    **{name: keys.CODES[f"DPAD_{name.upper()}"] for name in ("left", "right", "up", "down", "center")},
    "delete": keys.DELETE,
    "recent": keys.CODES["APP_SWITCH"],
}
"""As uiautomator2 calls them."""
SHIFT = 0x1 | 0x40 | 0x80
"""Meta states of the shift keys."""


@method("deviceInfo")
def _device_info(automation: Automation) -> dict[str, object]:
    device = automation.device
    width, height = device.size
    return {
        "currentPackageName": automation.hierarchy.active.package,
        "displayWidth": width,
        "displayHeight": height,
        "displayRotation": 0,
        "displaySizeDpX": width * 160 // density(device),
        "displaySizeDpY": height * 160 // density(device),
        "productName": device.properties.get("ro.product.name", ""),
        "naturalOrientation": True,
        "screenOn": True,
        "sdkInt": SDK[device.release],
    }


@method("dumpWindowHierarchy")
def _dump(automation: Automation, compressed: bool, depth: object = MAX_TREE_DEPTH, only_active: bool = False) -> str:
    """`compressed` would leave out what means nothing to a user; there is no such node here."""
    hierarchy = automation.hierarchy
    return rich_dump([hierarchy.active] if only_active is True else hierarchy.shown, whole(depth))


@method("takeScreenshot")
async def screenshot(automation: Automation, scale: object = 1.0, quality: object = 80) -> str:
    """A JPEG of the display in base64; the same text until something changes.

    Raises:
        AutomationError: the scale is not above 0 and at most 1, or the quality not 0..100.
    """
    if isinstance(scale, bool) or not isinstance(scale, int | float) or not 0 < scale <= 1 or not 0 <= whole(quality) <= 100:
        raise AutomationError(ILLEGAL_ARGUMENT, "the scale is above 0 and at most 1, the quality 0..100")
    wanted = (automation.device.version, scale, quality)
    if automation.cached_screenshot[0] != wanted:
        frame = automation.device.frame().copy()
        coded = await asyncio.to_thread(_jpeg, frame, float(scale), whole(quality))
        automation.cached_screenshot = (wanted, coded)
    return automation.cached_screenshot[1]


def _jpeg(frame: Image, scale: float, quality: int) -> str:
    import cv2

    from automotive_env.episode.imaging import resize

    small = resize(frame, max(1, round(frame.shape[1] * scale)))
    done, data = cv2.imencode(".jpg", cv2.cvtColor(small, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return b64encode(data.tobytes()).decode()


@method("pressKey")
def _press_key(automation: Automation, name: str) -> bool:
    key = _KEY_NAMES.get(words(name).lower())
    if key is None:
        return False
    keys.press(automation.device, key)
    return True


@method("pressKeyCode")
def _press_code(automation: Automation, code: object, meta: object = 0) -> bool:
    keys.press(automation.device, whole(code), shift=bool(whole(meta) & SHIFT))
    return True


@method("getLastToast")
def _last_toast(automation: Automation) -> str | None:
    if automation.forgotten_toast == automation.device.head_unit.version:
        return None
    return shown_toast(automation.device) or None


@method("clearLastToast")
def _clear_toast(automation: Automation) -> None:
    automation.forgotten_toast = automation.device.head_unit.version


@method("getClipboard")
def _get_clipboard(automation: Automation) -> str | None:
    return automation.device.service(Clipboard).text or None


@method("setClipboard")
def _set_clipboard(automation: Automation, label: str | None, text: str) -> None:
    automation.device.service(Clipboard).text = words(text, MAX_CLIP_CHARACTERS)


@method("pasteClipboard")
def _paste(automation: Automation) -> None:
    keys.paste(automation.device)


@method("clearInputText")
def _clear_input(automation: Automation) -> None:
    automation.device.head_unit.erase(everything=True)


@method("openNotification")
def _open_notifications(automation: Automation) -> bool:
    automation.device.head_unit.open_notifications(Cause("touch", "openNotification"))
    return True


def _lacks(answer: bool | None) -> Method:
    return lambda automation: answer


_LACKING = {
    "getLastTraversedText": None,
    "clearLastTraversedText": None,
    "openQuickSettings": False,
    "wakeUp": None,
    "sleep": None,
}
"""Methods about what a car lacks (a screen reader, quick settings, a display that can be off) -> what they answer."""
for _name, _answer in _LACKING.items():
    method(_name)(_lacks(_answer))


@method("setOrientation")
@method("freezeRotation")
def _stay_upright(automation: Automation, wanted: object) -> None:
    """The display is built in: it never rotates."""
