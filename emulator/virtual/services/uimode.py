"""The UI mode: day or night. Android locks it for the driver of a car; the shell may set it all the same."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown
from automotive_env.headunit.rendering.theme import NIGHT, theme_for
from automotive_env.world.change import Cause

WORDS = {"auto": "auto", "no": "day", "yes": "night"}
"""Android's word -> that of the car."""
NUMBERS = {"auto": 0, "day": 1, "night": 2}
"""UiModeManager.MODE_NIGHT_AUTO, NO, YES"""
CAR, BY_DAY, BY_NIGHT = 0x3, 0x10, 0x20
"""Bits of Configuration.uiMode"""


class UiModeService(Service):
    """Reads and sets the theme."""

    name = "uimode"

    async def command(self, process: Process) -> int:
        """`night [yes|no|auto]`, `car`"""
        world = self.device.world
        match process.args:
            case ["night"]:
                pass
            case ["night", word] if word in WORDS:
                world.set("system.night_mode", WORDS[word], Cause("setup", f"uimode night {word}"))
            case ["night", *_]:
                return await process.fail("Error: mode must be 'yes', 'no', or 'auto'", status=255)
            case ["car"]:
                return await process.print("Car mode: no")
            case _:
                return await unknown(process)
        word = next(word for word, mode in WORDS.items() if mode == world.system.night_mode)
        return await process.print(f"Night mode: {word}")

    @property
    def night(self) -> bool:
        """Whether the display is dark at this moment."""
        return theme_for(self.device.world.system.night_mode, self.device.world.road.light) is NIGHT

    async def dump(self, process: Process) -> int:
        """`dumpsys uimode`"""
        mode = self.device.world.system.night_mode
        word = next(word for word, known in WORDS.items() if known == mode)
        current = CAR | (BY_NIGHT if self.night else BY_DAY)
        return await process.print(
            "Current UI Mode Service state:",
            f"  mNightMode={NUMBERS[mode]} ({word}) mNightModeLocked=true mComputedNightMode={str(self.night).lower()}",
            f"  mCurUiMode={current:#x} mUiModeLocked=true mSetUiMode={current:#x}",
        )
