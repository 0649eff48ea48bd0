"""The UI mode: day or night. Android locks it for the driver of a car; the shell may set it all the same."""

from __future__ import annotations

from automotive_env.car.core.change import Cause
from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown

WORDS = {"auto": "auto", "no": "day", "yes": "night"}
"""Android's word -> that of the car."""


class UiModeService(Service):
    """Reads and sets the theme."""

    name = "uimode"
    interface = "android.app.IUiModeManager"

    async def command(self, process: Process) -> int:
        """`night [yes|no|auto]`"""
        match process.args:
            case ["night"]:
                pass
            case ["night", word] if word in WORDS:
                self.device.world.set("system.night_mode", WORDS[word], Cause("setup", f"uimode night {word}"))
            case ["night", *_]:
                return await process.fail("Error: mode must be 'yes', 'no', or 'auto'", status=255)
            case _:
                return await unknown(process)
        return await process.print(f"Night mode: {self._word()}")

    def _word(self) -> str:
        return next(word for word, mode in WORDS.items() if mode == self.device.world.system.night_mode)

    async def dump(self, process: Process) -> int:
        """`dumpsys uimode`"""
        night = str(self.device.head_unit.is_dark).lower()
        word = self._word()
        shown = f"  mNightMode={list(WORDS).index(word)} ({word}) mNightModeLocked=true mComputedNightMode={night}"
        return await process.print("Current UI Mode Service state:", shown)
