"""The input method manager, and the keyboard for tests that uiautomator2 brings along. `ime` is short for `cmd input_method`.

Which keyboard is the chosen one is a setting, so that `settings` and `ime` never disagree. The head unit always shows its own.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.intents import AndroidIntent
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import DRIVER, SystemService, unknown, user_of
from automotive_env.emulator.virtual.services.accessibility import Accessibility
from automotive_env.emulator.virtual.services.package import PackageService

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

    def answer(self, intent: AndroidIntent) -> tuple[int, str] | None:
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

    def type(self, intent: AndroidIntent) -> str:
        """Type a text, which comes in base64; SET_TEXT empties the field first."""
        text = base64.b64decode(intent.extras.get("text", ""), validate=True).decode()
        return self.device.head_unit.type_text(text, clear=intent.action.endswith("SET_TEXT"))

    def clear(self, intent: AndroidIntent) -> str:
        """Empty the field."""
        self.device.head_unit.erase(everything=True)
        return ""

    def enter(self, intent: AndroidIntent) -> str:
        """Submit the field; what comes of it is the app's affair."""
        held = self.device.head_unit.snapshot().front(self.device.world).focus
        said = self.device.head_unit.enter()
        return "" if held else said

    def hide(self, intent: AndroidIntent) -> str:
        """Put the keyboard away."""
        front = self.device.head_unit.snapshot().front(self.device.world)
        if front.focus:
            self.hidden = (front.app, front.screen, front.focus)
            self.device.head_unit.blur()
        return ""


_ACTIONS: dict[str, Callable[[AdbKeyboard, AndroidIntent], str]] = {
    f"{PREFIX}INPUT_TEXT": AdbKeyboard.type,
    f"{PREFIX}SET_TEXT": AdbKeyboard.type,
    f"{PREFIX}CLEAR_TEXT": AdbKeyboard.clear,
    f"{PREFIX}EDITOR_CODE": AdbKeyboard.enter,
    f"{PREFIX}SMART_ENTER": AdbKeyboard.enter,
    f"{PREFIX}HIDE": AdbKeyboard.hide,
}

STOCK = "com.android.inputmethod.latin/.LatinIME"
BY_PACKAGE = {KEYBOARD.partition("/")[0]: KEYBOARD}
"""Keyboards that further apps bring, by the app."""
CHOSEN, ENABLED = "default_input_method", "enabled_input_methods"


class InputMethods(SystemService):
    """The input methods of one device."""

    name = "input_method"

    def installed(self) -> list[str]:
        """Ids of all keyboards."""
        packages = self.device.service(PackageService).packages()
        return [STOCK, *(id for package, id in BY_PACKAGE.items() if package in packages)]

    def enabled(self) -> list[str]:
        """Ids of those that a user may choose."""
        named = (self.device.settings.get("secure", ENABLED) or "").split(":")
        return [id for id in self.installed() if id in named]

    @property
    def chosen(self) -> str:
        """The one in use; the stock one where none is."""
        id = self.device.settings.get("secure", CHOSEN) or STOCK
        return id if id in self.installed() else STOCK

    async def dump(self, process: ShellProcess) -> int:
        """What is chosen, and whether the keyboard is shown."""
        windows = self.device.service(Accessibility).hierarchy().windows
        shown = "true" if any(window.screen == "keyboard" for window in windows) else "false"
        return await process.print(
            "Current Input Method Manager state:",
            f"  mCurMethodId={self.chosen}",
            f"  mCurId={self.chosen}",
            f"  mInputShown={shown}",
        )

    async def command(self, process: ShellProcess) -> int:
        """`list [-s] [-a]`, `enable|disable|set ID`, each with `[--user N]`; a list is one of ids."""
        args, _ = user_of(process.args, DRIVER)
        match args:
            case ["list", *options]:
                return await process.print(*(self.installed() if "-a" in options else self.enabled()))
            case ["enable" | "disable" | "set" as verb, id]:
                return await self._change(process, verb, id)
        return await unknown(process)

    async def _change(self, process: ShellProcess, verb: str, id: str) -> int:
        does = {"enable": "enabled", "disable": "disabled", "set": "selected"}[verb]
        if id not in self.installed():
            return await process.fail(f"Unknown input method {id} cannot be {does} for user #{DRIVER}", status=255)
        others, was = [one for one in self.enabled() if one != id], id in self.enabled()
        if verb == "disable":
            self._write(others or [STOCK], STOCK if id == self.chosen else self.chosen)
        else:
            self._write([*others, id], id if verb == "set" else self.chosen)
        if verb == "set":
            return await process.print(f"Input method {id} selected for user #{DRIVER}")
        already = was is (verb == "enable")
        return await process.print(f"Input method {id}: {'already' if already else 'now'} {does} for user #{DRIVER}")

    def _write(self, enabled: list[str], chosen: str) -> None:
        self.device.settings.put("secure", ENABLED, ":".join(enabled))
        self.device.settings.put("secure", CHOSEN, chosen)
