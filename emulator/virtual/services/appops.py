"""App operations: what apps are allowed beyond their permissions. Only that of test providers has an effect here."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from automotive_env.emulator.virtual.packages import system_packages
from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown
from automotive_env.emulator.virtual.users import DRIVER, UsageFault, user_of

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

MODES = ("allow", "deny", "ignore", "default", "foreground")
MOCK_LOCATION = "MOCK_LOCATION"
MOST = 500
"""Modes that are kept."""


class AppOpsService(Service):
    """Keeps modes by (who, operation); who is a package or a user id."""

    name = "appops"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self._modes: dict[tuple[str, str], str] = {}

    def allows(self, uid: int, operation: str) -> bool:
        """Whether something was allowed to a user id, or to a package that runs as it."""
        names = {str(uid), *(package.name for package in system_packages().values() if package.uid == uid)}
        return any(self._modes.get((name, operation)) == "allow" for name in names)

    async def command(self, process: Process) -> int:
        """`set [--user N] [--uid] WHO OPERATION MODE`, `get WHO [OPERATION]`, `reset`."""
        try:
            args, _ = user_of([word for word in process.args if word != "--uid"], DRIVER)
        except UsageFault as fault:
            return await process.fail(str(fault), status=255)
        match args:
            case ["set", who, operation, mode]:
                return await self._set(process, who, _operation(operation), mode)
            case ["get", who, *operations]:
                return await self._get(process, who, [_operation(name) for name in operations])
            case ["reset", *_]:
                self._modes.clear()
                return await process.print("Reset all modes.")
        return await unknown(process)

    async def _set(self, process: Process, who: str, operation: str, mode: str) -> int:
        if mode not in MODES:
            return await process.fail(f"Error: Mode {mode} is not valid,", status=255)
        if not who.isdecimal() and who not in system_packages():
            return await process.fail(f"Error: No UID for {who} in user {DRIVER}", status=255)
        if len(self._modes) >= MOST and (who, operation) not in self._modes:
            return await process.fail(f"Error: there are {MOST} modes already", status=255)
        self._modes[who, operation] = mode
        return 0

    async def _get(self, process: Process, who: str, operations: list[str]) -> int:
        held = {name: mode for (owner, name), mode in self._modes.items() if owner == who and name in (operations or [name])}
        lines = [f"{name}: {mode}" for name, mode in sorted(held.items())]
        return await process.print(*(lines or ["No operations."]))

    def save(self) -> object:
        return dict(self._modes)

    def load(self, saved: object) -> None:
        self._modes = dict(cast("dict[tuple[str, str], str]", saved))


def _operation(name: str) -> str:
    """An operation in one spelling: "android:mock_location" is MOCK_LOCATION."""
    return name.removeprefix("android:").upper()
