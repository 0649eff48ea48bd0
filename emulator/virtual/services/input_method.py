"""The input method manager. `ime` is short for `cmd input_method`, without its name for what it does.

Which keyboard is the chosen one is a setting, so that `settings` and `ime` never disagree. The head unit always shows its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.accessibility import accessibility_of
from automotive_env.emulator.virtual.services.adb_keyboard import KEYBOARD
from automotive_env.emulator.virtual.services.shell_text import unknown
from automotive_env.emulator.virtual.users import DRIVER

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.services.package import PackageService

STOCK = "com.android.inputmethod.latin/.LatinIME"
BY_PACKAGE = {KEYBOARD.partition("/")[0]: KEYBOARD}
"""Keyboards that further apps bring, by the app."""
CHOSEN, ENABLED = "default_input_method", "enabled_input_methods"


class InputMethods(Service):
    """The input methods of one device."""

    name = "input_method"

    def installed(self) -> list[str]:
        """Ids of all keyboards."""
        packages = cast("PackageService", self.device.services["package"]).packages()
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
        windows = accessibility_of(self.device).hierarchy().windows
        shown = "true" if any(window.screen == "keyboard" for window in windows) else "false"
        return await process.print(
            "Current Input Method Manager state:",
            f"  mCurMethodId={self.chosen}",
            f"  mCurId={self.chosen}",
            f"  mInputShown={shown}",
        )

    async def command(self, process: Process) -> int:
        match _without_user(process.args):
            case ["list", *options]:
                return await self._list(process, options)
            case ["enable" | "disable" | "set" as verb, id]:
                return await self._change(process, verb, id)
            case ["reset"]:
                self._write([STOCK], STOCK)
                done = (f"  Selected {STOCK}", "Newly enabled IMEs:", f"  {STOCK}")
                return await process.print(f"Reset current and enabled IMEs for user #{DRIVER}", *done)
            case _:
                return await unknown(process)

    async def _list(self, process: Process, options: list[str]) -> int:
        """Ids with `-s`, else a block for each; `-a` also of those that are not enabled."""
        ids = self.installed() if "-a" in options else self.enabled()
        if "-s" in options:
            return await process.print(*ids)
        for id in ids:
            await process.print(
                f"{id}:", f"  mId={id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=false"
            )
        return 0

    async def _change(self, process: Process, verb: str, id: str) -> int:
        if id not in self.installed():
            does = {"enable": "enabled", "disable": "disabled", "set": "selected"}[verb]
            return await process.fail(f"Unknown input method {id} cannot be {does} for user #{DRIVER}", status=255)
        known, was = self.enabled(), id in self.enabled()
        if verb == "set":
            self._write(list(dict.fromkeys([*known, id])), id)
            return await process.print(f"Input method {id} selected for user #{DRIVER}")
        if verb == "enable":
            self._write(list(dict.fromkeys([*known, id])), self.chosen)
            return await process.print(f"Input method {id}: {'already' if was else 'now'} enabled for user #{DRIVER}")
        self._write([one for one in known if one != id] or [STOCK], STOCK if id == self.chosen else self.chosen)
        return await process.print(f"Input method {id}: {'now' if was else 'already'} disabled for user #{DRIVER}")

    def _write(self, enabled: list[str], chosen: str) -> None:
        self.device.settings.put("secure", ENABLED, ":".join(enabled))
        self.device.settings.put("secure", CHOSEN, chosen)


def _without_user(args: list[str]) -> list[str]:
    if "--user" not in args:
        return args
    place = args.index("--user")
    return [*args[:place], *args[place + 2 :]]
