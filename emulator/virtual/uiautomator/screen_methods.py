"""Methods about the display and the device: dumps, screenshots, keys, toasts, the clipboard."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Mapping

from automotive_env.emulator.virtual.services.clipboard import LONGEST, clipboard_of
from automotive_env.emulator.virtual.services.window import density, shown_toast
from automotive_env.emulator.virtual.system_properties import SDK
from automotive_env.emulator.virtual.uiautomator import keys
from automotive_env.emulator.virtual.uiautomator.automation import LONGEST_WAIT, POLL, Automation, whole, words
from automotive_env.emulator.virtual.uiautomator.errors import ILLEGAL_ARGUMENT, AutomationError
from automotive_env.emulator.virtual.uiautomator.rpc import method
from automotive_env.emulator.virtual.uiautomator.xml import DEEPEST, rich_dump
from automotive_env.observation import Image

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


@method("ping")
def _ping(automation: Automation) -> str:
    return "pong"


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
def _dump(automation: Automation, compressed: bool, depth: object = DEEPEST, only_active: bool = False) -> str:
    """`compressed` would leave out what means nothing to a user; there is no such node here."""
    hierarchy = automation.hierarchy
    return rich_dump([hierarchy.active] if only_active is True else hierarchy.shown, whole(depth))


@method("takeScreenshot")
async def _screenshot(automation: Automation, scale: object = 1.0, quality: object = 80) -> str:
    """A JPEG of the display in base64."""
    return await screenshot(automation, scale, quality)


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

    from automotive_env.imaging import resize

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


@method("getLastTraversedText")
def _traversed_text(automation: Automation) -> None:
    """Only a screen reader traverses text, and the head unit has none."""


@method("clearLastTraversedText")
def _clear_traversed_text(automation: Automation) -> None:
    """There never is one."""


@method("getClipboard")
def _get_clipboard(automation: Automation) -> str | None:
    return clipboard_of(automation.device).text or None


@method("setClipboard")
def _set_clipboard(automation: Automation, label: str | None, text: str) -> None:
    clipboard_of(automation.device).text = words(text, LONGEST)


@method("pasteClipboard")
def _paste(automation: Automation) -> None:
    keys.paste(automation.device)


@method("clearInputText")
def _clear_input(automation: Automation) -> None:
    automation.device.head_unit.erase(everything=True)


@method("openNotification")
def _open_notifications(automation: Automation) -> bool:
    return keys.open_notifications(automation.device)


@method("openQuickSettings")
def _open_quick_settings(automation: Automation) -> bool:
    """A car has no quick settings to pull down."""
    return False


@method("wakeUp")
def _wake_up(automation: Automation) -> None:
    """The display of a car is on as long as the car is."""


@method("sleep")
def _sleep(automation: Automation) -> None:
    """The display of a car stays on as long as the car is."""


@method("isScreenOn")
def _is_screen_on(automation: Automation) -> bool:
    return True


@method("setOrientation")
def _orient(automation: Automation, direction: str) -> None:
    """The display is built in: it cannot be turned, and this has no effect on one that cannot."""


@method("freezeRotation")
def _freeze(automation: Automation, frozen: bool) -> None:
    """It never rotates."""


@method("waitForIdle")
async def _wait_for_idle(automation: Automation, timeout: object) -> None:
    """What is shown is complete at any time: nothing moves by itself."""


@method("waitForWindowUpdate")
async def _wait_for_update(automation: Automation, package: str | None, timeout: object) -> bool:
    """Wait some milliseconds until what is shown changes, where the active window belongs to a package."""
    before = automation.hierarchy
    if package is not None and before.active.package != words(package):
        return False
    loop = asyncio.get_running_loop()
    end = loop.time() + min(max(whole(timeout), 0), LONGEST_WAIT) / 1000
    while (left := end - loop.time()) > 0 and automation.hierarchy is before:
        await asyncio.sleep(min(POLL, left))
    return automation.hierarchy is not before
