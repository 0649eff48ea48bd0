"""The input method manager. `ime` is short for `cmd input_method`, without its name for what it does.

Which keyboard is the chosen one is a setting, so that `settings` and `ime` never disagree. The head unit always shows its own.
"""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.accessibility import Accessibility
from automotive_env.emulator.virtual.services.adb_keyboard import KEYBOARD
from automotive_env.emulator.virtual.services.package import PackageService
from automotive_env.emulator.virtual.services.shell_text import unknown
from automotive_env.emulator.virtual.users import DRIVER, UsageFault, user_of

STOCK = "com.android.inputmethod.latin/.LatinIME"
BY_PACKAGE = {KEYBOARD.partition("/")[0]: KEYBOARD}
"""Keyboards that further apps bring, by the app."""
CHOSEN, ENABLED = "default_input_method", "enabled_input_methods"


class InputMethods(Service):
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

    async def dump(self, process: Process) -> int:
        """What is chosen, and whether the keyboard is shown."""
        windows = self.device.service(Accessibility).hierarchy().windows
        shown = "true" if any(window.screen == "keyboard" for window in windows) else "false"
        return await process.print(
            "Current Input Method Manager state:",
            f"  mCurMethodId={self.chosen}",
            f"  mCurId={self.chosen}",
            f"  mInputShown={shown}",
        )

    async def command(self, process: Process) -> int:
        """`list [-s] [-a]`, `enable|disable|set ID`, `reset`, each with `[--user N]`; a list is one of ids."""
        try:
            args, _ = user_of(process.args, DRIVER)
        except UsageFault as fault:
            return await process.fail(str(fault), status=255)
        match args:
            case ["list", *options]:
                return await process.print(*(self.installed() if "-a" in options else self.enabled()))
            case ["enable" | "disable" | "set" as verb, id]:
                return await self._change(process, verb, id)
            case ["reset"]:
                self._write([STOCK], STOCK)
                return await process.print(f"Reset current and enabled IMEs for user #{DRIVER}")
        return await unknown(process)

    async def _change(self, process: Process, verb: str, id: str) -> int:
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
