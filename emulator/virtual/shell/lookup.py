"""Which command a name means."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.process import Command, Process, commands
from automotive_env.emulator.virtual.shell.state import ShellFault

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.shell.execution import Execution

FOLDERS = ("/system/bin", "/bin", "/system/xbin", "/vendor/bin")
"""Folders that hold all commands."""


def find(shell: Execution, name: str) -> Command:
    """The command that a name or path means.

    Raises:
        ShellFault: there is none.
    """
    known = commands()
    if "/" not in name:
        if name in known:
            return known[name]
        raise ShellFault(f"{name}: inaccessible or not found", status=127)
    path = posixpath.normpath(posixpath.join(shell.state.cwd, name))
    folder, base = posixpath.split(path)
    if folder in FOLDERS and base in known:
        return known[base]
    return _script(shell, path, name)


def _script(shell: Execution, path: str, name: str) -> Command:
    files = shell.device.files
    if not files.exists(path):
        raise ShellFault(f"{name}: inaccessible or not found", status=127)
    if files.is_directory(path) or not files.stat(path).mode & 0o111:
        raise ShellFault(
            f"{name}: can't execute: {'Is a directory' if files.is_directory(path) else 'Permission denied'}", status=126
        )
    sh = commands()["sh"]

    async def run(process: Process) -> int:
        return await sh(Process(**{**vars(process), "argv": ["sh", path, *process.args]}))

    return run
