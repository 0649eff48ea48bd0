"""The user manager."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.package import user_lines
from automotive_env.emulator.virtual.services.shell_text import unknown
from automotive_env.emulator.virtual.users import DRIVER, USERS


class UserService(Service):
    """Lists users."""

    name = "user"
    interface = "android.os.IUserManager"

    async def command(self, process: Process) -> int:
        """`list`, `is-headless-system-user-mode`, `get-main-user`"""
        match process.args:
            case ["list", *_]:
                return await process.print(*user_lines())
            case ["is-headless-system-user-mode"]:
                return await process.print("true")
            case ["get-main-user"] if self.device.release > 13:
                return await process.print(str(DRIVER))
        return await unknown(process)

    async def dump(self, process: Process) -> int:
        """`dumpsys user`"""
        lines = [f"  {line.strip()}" for line in user_lines()[1:]]
        return await process.print(f"Current user: {DRIVER}", "Users:", *lines, f"Started users: {list(USERS)}")
