"""Methods about the display and the device: dumps, screenshots, keys, toasts, the clipboard."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Mapping

from automotive_env.car.core.change import ChangeCause
from automotive_env.emulator.virtual.services.platform import MAX_CLIP_CHARACTERS, Clipboard
from automotive_env.emulator.virtual.services.window import density, shown_toast
from automotive_env.emulator.virtual.system_properties import SDK
from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation, whole, words
from automotive_env.emulator.virtual.uiautomator.hierarchy import MAX_TREE_DEPTH, rich_dump
from automotive_env.emulator.virtual.uiautomator.selector import ILLEGAL_ARGUMENT, AutomationError
from automotive_env.emulator.virtual.uiautomator.server import RpcMethod, declare, method
from automotive_env.emulator.virtual.uiautomator.touch import CODES, DELETE, paste, press_key
from automotive_env.episode.observation import Image

_KEY_NAMES: Mapping[str, int] = {
    **{name: CODES[name.upper()] for name in ("home", "back", "menu", "search", "enter", "del", "camera", "power")},
    **{name: CODES[name.upper()] for name in ("volume_up", "volume_down", "volume_mute")},
    **{name: CODES[f"DPAD_{name.upper()}"] for name in ("left", "right", "up", "down", "center")},
    "delete": DELETE,
    "recent": CODES["APP_SWITCH"],
}
"""As uiautomator2 calls them."""
SHIFT = 0x1 | 0x40 | 0x80
"""Meta states of the shift keys."""


@method("deviceInfo")
def _device_info(automation: UiAutomation) -> dict[str, object]:
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
def _dump(automation: UiAutomation, compressed: bool, depth: object = MAX_TREE_DEPTH, only_active: bool = False) -> str:
    """`compressed` would leave out what means nothing to a user; there is no such node here."""
    hierarchy = automation.hierarchy
    return rich_dump([hierarchy.active] if only_active is True else hierarchy.shown, whole(depth))


@method("takeScreenshot")
async def screenshot(automation: UiAutomation, scale: object = 1.0, quality: object = 80) -> str:
    """A JPEG of the display in base64; the same text until something changes."""
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
def _press_key(automation: UiAutomation, name: str) -> bool:
    key = _KEY_NAMES.get(words(name).lower())
    if key is None:
        return False
    press_key(automation.device, key)
    return True


def _press_code(automation: UiAutomation, code: object, meta: object = 0) -> bool:
    press_key(automation.device, whole(code), shift=bool(whole(meta) & SHIFT))
    return True


def _last_toast(automation: UiAutomation) -> str | None:
    forgotten = automation.forgotten_toast == automation.device.head_unit.version
    return None if forgotten else shown_toast(automation.device) or None


def _set_clipboard(automation: UiAutomation, label: str | None, text: str) -> None:
    automation.device.service(Clipboard).text = words(text, MAX_CLIP_CHARACTERS)


def _clear_input(automation: UiAutomation) -> None:
    automation.device.head_unit.erase(everything=True)


def _open_notifications(automation: UiAutomation) -> bool:
    automation.device.head_unit.open_notifications(ChangeCause("touch", "openNotification"))
    return True


def _lacks(answer: bool | None) -> RpcMethod:
    return lambda automation: answer


declare(
    {
        "clearInputText": _clear_input,
        "clearLastToast": lambda automation: setattr(automation, "forgotten_toast", automation.device.head_unit.version),
        "getClipboard": lambda automation: automation.device.service(Clipboard).text or None,
        "getLastToast": _last_toast,
        "openNotification": _open_notifications,
        "pasteClipboard": lambda automation: paste(automation.device),
        "pressKeyCode": _press_code,
        "setClipboard": _set_clipboard,
        # what a car lacks: a screen reader, quick settings, a display that is off or turned
        **dict.fromkeys(("getLastTraversedText", "clearLastTraversedText", "wakeUp", "sleep"), _lacks(None)),
        **dict.fromkeys(("setOrientation", "freezeRotation"), lambda automation, wanted: None),
        "openQuickSettings": _lacks(False),
    }
)
