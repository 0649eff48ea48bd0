"""The keyboard for tests that uiautomator2 brings along: it types what broadcasts tell it, once it is the chosen keyboard."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.intents import Intent

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
OK, CANCELED = -1, 0
PREFIX = "ADB_KEYBOARD_"


def answer(device: VirtualDevice, intent: Intent) -> tuple[int, str] | None:
    """What the keyboard says to a broadcast, result and data; None where it is not chosen or not meant."""
    do = _ACTIONS.get(intent.action)
    if do is None or device.settings.get("secure", "default_input_method") != KEYBOARD:
        return None
    try:
        refusal = do(device, intent)
    except (binascii.Error, UnicodeDecodeError):
        refusal = "text is not base64 of UTF-8"
    return (CANCELED, refusal) if refusal else (OK, "success")


def _type(device: VirtualDevice, intent: Intent) -> str:
    text = base64.b64decode(intent.extras.get("text", ""), validate=True).decode()
    return device.head_unit.type_text(text, clear=intent.action.endswith("SET_TEXT"))


def _clear(device: VirtualDevice, intent: Intent) -> str:
    device.head_unit.erase(everything=True)
    return ""


def _enter(device: VirtualDevice, intent: Intent) -> str:
    return device.head_unit.enter()


def _hide(device: VirtualDevice, intent: Intent) -> str:
    device.head_unit.blur()
    return ""


_ACTIONS: dict[str, Callable[[VirtualDevice, Intent], str]] = {
    f"{PREFIX}INPUT_TEXT": _type,
    f"{PREFIX}SET_TEXT": _type,
    f"{PREFIX}CLEAR_TEXT": _clear,
    f"{PREFIX}EDITOR_CODE": _enter,
    f"{PREFIX}SMART_ENTER": _enter,
    f"{PREFIX}HIDE": _hide,
}
