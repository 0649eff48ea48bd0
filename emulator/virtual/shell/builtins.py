"""What a shell remembers from one command to the next, and the commands that work on it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter

SHELL_PID = 4101
"""`$$`: process id of every shell; those of apps are lower."""
MAX_VARIABLES = 512
MAX_VARIABLE_CHARACTERS = 1 << 20
"""Characters that all variables of a shell may hold together."""
ENVIRONMENT = {
    "ANDROID_DATA": "/data",
    "ANDROID_ROOT": "/system",
    "EXTERNAL_STORAGE": "/sdcard",
    "HOME": "/",
    "HOSTNAME": "emulator_car64_x86_64",
    "LOGNAME": "shell",
    "PATH": "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:/system/bin:/system/xbin"
    ":/odm/bin:/vendor/bin:/vendor/xbin",
    "PWD": "/",
    "SHELL": "/bin/sh",
    "TERM": "xterm",
    "TMPDIR": "/data/local/tmp",
    "USER": "shell",
}
"""What adbd sets for a shell."""


class ShellFault(Exception):
    """A command cannot be run as it stands; `status` is what the shell answers."""

    def __init__(self, message: str, *, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class ShellState:
    """The memory of a shell.

    Attributes:
        exported: names of those that commands get.
        positional: $1 and so on.
        name: $0.
        status: `$?`.
    """

    variables: dict[str, str] = field(default_factory=dict)
    exported: set[str] = field(default_factory=set)
    positional: list[str] = field(default_factory=list)
    name: str = "/system/bin/sh"
    cwd: str = "/"
    status: int = 0

    @classmethod
    def fresh(cls, env: Mapping[str, str]) -> ShellState:
        """What a new shell starts with: what adbd sets, and more."""
        given = {**ENVIRONMENT, **env}
        return cls(variables=given, exported=set(given))

    def copy(self) -> ShellState:
        """What a subshell starts with."""
        return replace(self, variables=dict(self.variables), exported=set(self.exported))

    def get(self, name: str) -> str:
        """The value of a variable; "" where it is not set."""
        if name.isdigit():
            return ([self.name, *self.positional] + [""] * 10)[int(name[:1])]
        special = {"?": self.status, "$": SHELL_PID}
        return str(special[name]) if name in special else self.variables.get(name, "")

    def assign(self, name: str, value: str) -> None:
        """Set a variable."""
        taken = sum(map(len, self.variables.values()))
        crowded = name not in self.variables and len(self.variables) >= MAX_VARIABLES
        if crowded or taken + len(value) > MAX_VARIABLE_CHARACTERS:
            raise ShellFault(f"{name}: no room for its value")
        self.variables[name] = value

    @property
    def environment(self) -> dict[str, str]:
        """What commands get."""
        return {name: self.variables[name] for name in sorted(self.exported) if name in self.variables}


ShellBuiltin: TypeAlias = "Callable[[ShellInterpreter, list[str]], Awaitable[int]]"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


class ShellExit(Exception):
    """The shell ends."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status & 0xFF


async def _nothing(shell: ShellInterpreter, argv: list[str]) -> int:
    return 0


async def _exit(shell: ShellInterpreter, argv: list[str]) -> int:
    given = argv[1] if len(argv) > 1 else str(shell.state.status)
    if not re.fullmatch(r"-?[0-9]{1,9}", given):
        raise ShellFault(f"exit: {given}: bad number")
    raise ShellExit(int(given))


async def _exec(shell: ShellInterpreter, argv: list[str]) -> int:
    if len(argv) < 2:
        raise ShellFault("exec: a command is missing; redirections for the rest of a shell are not supported", status=2)
    try:
        raise ShellExit(await shell.process(argv[1:]))
    except ShellFault as fault:
        raise ShellExit(await shell.complain(str(fault), fault.status)) from None


async def _cd(shell: ShellInterpreter, argv: list[str]) -> int:
    state, files = shell.state, shell.device.files
    given = argv[1] if len(argv) > 1 else state.get("HOME") or "/"
    path = posixpath.normpath(posixpath.join(state.cwd, state.get("OLDPWD") or state.cwd if given == "-" else given))
    if not files.is_directory(path):
        wrong = "Not a directory" if files.exists(path) else "No such file or directory"
        return await shell.complain(f"cd: {given}: {wrong}", 2)
    state.assign("OLDPWD", state.cwd)
    state.cwd = path[1:] if path.startswith("//") else path
    state.assign("PWD", state.cwd)
    return await shell.say(state.cwd) if given == "-" else 0


async def _pwd(shell: ShellInterpreter, argv: list[str]) -> int:
    return await shell.say(shell.state.cwd)


async def _command(shell: ShellInterpreter, argv: list[str]) -> int:
    """`command -v NAME...`, or `command NAME ARGS`, which runs it."""
    words = argv[1:]
    if words[:1] not in (["-v"], ["-V"]):
        if not words:
            return 0
        return await BUILTINS[words[0]](shell, words) if words[0] in BUILTINS else await shell.process(words)
    status = 0
    for name in words[1:]:
        if not (path := shell.path_of(name)):
            status = 1
        else:
            await shell.say(path if words[0] == "-v" else f"{name} is {path}")
    return status


async def _export(shell: ShellInterpreter, argv: list[str]) -> int:
    for word in argv[1:]:
        name, equals, value = word.partition("=")
        if not _NAME.match(name):
            raise ShellFault(f"export: {name}: is not an identifier")
        if equals:
            shell.state.assign(name, value)
        shell.state.exported.add(name)
    return 0


async def _unset(shell: ShellInterpreter, argv: list[str]) -> int:
    for name in argv[1:]:
        shell.state.exported.discard(name)
        shell.state.variables.pop(name, None)
    return 0


BUILTINS: dict[str, ShellBuiltin] = {
    ":": _nothing,
    "exit": _exit,
    "exec": _exec,
    "cd": _cd,
    "command": _command,
    "pwd": _pwd,
    "export": _export,
    "unset": _unset,
}
"""By name."""
