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
NOWHERE = ("", "", "")


class AdbKeyboard:
    """The keyboard of one device.

    Attributes:
        hidden: app, screen and field that it was put away from. The head unit's fields lose the focus with the keyboard, those
            of Android keep it: the next broadcast goes to the same field.
    """

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device
        self.hidden = NOWHERE

    def answer(self, intent: Intent) -> tuple[int, str] | None:
        """What it says to a broadcast, result and data; None where it is not chosen or not meant."""
        do = _ACTIONS.get(intent.action)
        if do is None or self.device.settings.get("secure", "default_input_method") != KEYBOARD:
            return None
        self._come_back()
        try:
            refusal = do(self, intent)
        except (binascii.Error, UnicodeDecodeError):
            refusal = "text is not base64 of UTF-8"
        return (CANCELED, refusal) if refusal else (OK, "success")

    def _come_back(self) -> None:
        """Give the field that it was put away from the focus again, if it is still in front."""
        unit = self.device.head_unit
        front = unit.snapshot().front(self.device.world)
        if not front.focus and self.hidden[:2] == (front.app, front.screen):
            unit.focus_on(front, self.hidden[2])
        self.hidden = NOWHERE

    def type(self, intent: Intent) -> str:
        """Type a text, which comes in base64; SET_TEXT empties the field first."""
        text = base64.b64decode(intent.extras.get("text", ""), validate=True).decode()
        return self.device.head_unit.type_text(text, clear=intent.action.endswith("SET_TEXT"))

    def clear(self, intent: Intent) -> str:
        """Empty the field."""
        self.device.head_unit.erase(everything=True)
        return ""

    def enter(self, intent: Intent) -> str:
        """Submit the field; what comes of it is the app's affair."""
        held = self.device.head_unit.snapshot().front(self.device.world).focus
        said = self.device.head_unit.enter()
        return "" if held else said

    def hide(self, intent: Intent) -> str:
        """Put the keyboard away."""
        front = self.device.head_unit.snapshot().front(self.device.world)
        if front.focus:
            self.hidden = (front.app, front.screen, front.focus)
            self.device.head_unit.blur()
        return ""


_ACTIONS: dict[str, Callable[[AdbKeyboard, Intent], str]] = {
    f"{PREFIX}INPUT_TEXT": AdbKeyboard.type,
    f"{PREFIX}SET_TEXT": AdbKeyboard.type,
    f"{PREFIX}CLEAR_TEXT": AdbKeyboard.clear,
    f"{PREFIX}EDITOR_CODE": AdbKeyboard.enter,
    f"{PREFIX}SMART_ENTER": AdbKeyboard.enter,
    f"{PREFIX}HIDE": AdbKeyboard.hide,
}
