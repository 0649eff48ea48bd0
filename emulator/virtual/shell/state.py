"""What a shell remembers from one command to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

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
class State:
    """The memory of a shell.

    Attributes:
        variables: all variables.
        exported: names of those that commands get.
        positional: $1 and so on.
        name: $0.
        cwd: working directory.
        status: `$?`.
    """

    variables: dict[str, str] = field(default_factory=dict)
    exported: set[str] = field(default_factory=set)
    positional: list[str] = field(default_factory=list)
    name: str = "/system/bin/sh"
    cwd: str = "/"
    status: int = 0

    @classmethod
    def fresh(cls, env: Mapping[str, str]) -> State:
        """What a new shell starts with: what adbd sets, and more."""
        given = {**ENVIRONMENT, **env}
        return cls(variables=given, exported=set(given))

    def copy(self) -> State:
        """What a subshell starts with."""
        return replace(self, variables=dict(self.variables), exported=set(self.exported))

    def get(self, name: str) -> str:
        """The value of a variable; "" where it is not set."""
        if name.isdigit():
            return ([self.name, *self.positional] + [""] * 10)[int(name[:1])]
        special = {"?": self.status, "$": SHELL_PID}
        return str(special[name]) if name in special else self.variables.get(name, "")

    def assign(self, name: str, value: str) -> None:
        """Set a variable.

        Raises:
            ShellFault: there is no room.
        """
        taken = sum(map(len, self.variables.values()))
        crowded = name not in self.variables and len(self.variables) >= MAX_VARIABLES
        if crowded or taken + len(value) > MAX_VARIABLE_CHARACTERS:
            raise ShellFault(f"{name}: no room for its value")
        self.variables[name] = value

    @property
    def environment(self) -> dict[str, str]:
        """What commands get."""
        return {name: self.variables[name] for name in sorted(self.exported) if name in self.variables}
