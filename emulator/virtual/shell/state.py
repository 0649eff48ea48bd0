"""What a shell remembers from one command to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any

VARIABLES = 4096
"""Variables that a shell may hold."""
VALUE = 1 << 20
"""Characters that a variable may hold."""
DEPTH = 48
"""How many functions, compound commands, substitutions and shells may run within each other."""
_depth: ContextVar[int] = ContextVar("_depth", default=0)
ENVIRONMENT = {
    "ANDROID_DATA": "/data",
    "ANDROID_ROOT": "/system",
    "EXTERNAL_STORAGE": "/sdcard",
    "HOME": "/",
    "HOSTNAME": "emulator_car64_x86_64",
    "LOGNAME": "shell",
    "PATH": "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:/system/bin:/system/xbin"
    ":/odm/bin:/vendor/bin:/vendor/xbin",
    "SHELL": "/bin/sh",
    "TERM": "xterm",
    "TMPDIR": "/data/local/tmp",
    "USER": "shell",
}
"""What adbd sets for a shell."""


class ShellFault(Exception):
    """A command cannot be run as it stands; `fatal` ones end the shell."""

    def __init__(self, message: str, *, status: int = 1, fatal: bool = False) -> None:
        super().__init__(message)
        self.status, self.fatal = status, fatal


class Deeper:
    """Counts a level of nesting while it is entered; shells that run as commands of shells are counted, too.

    Raises:
        ShellFault: on entering, that was one too many.
    """

    def __enter__(self) -> None:
        depth = _depth.get()
        if depth >= DEPTH:
            raise ShellFault("nested too deep", fatal=True)
        _depth.set(depth + 1)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        _depth.set(_depth.get() - 1)


@dataclass
class Meter:
    """Counts what a shell and its subshells do."""

    steps: int = 0


@dataclass
class State:
    """The memory of a shell.

    Attributes:
        variables: all variables.
        exported: names of those that commands get.
        read_only: names of those that stay.
        positional: $1 and so on.
        name: $0.
        functions: by name, trees of `shell.syntax`.
        cwd: working directory.
        status: `$?`.
        shell_pid: `$$`.
        last_job: `$!`; 0 before the first one.
        stop_on_error: `set -e`.
        strict: `set -u`.
        no_glob: `set -f`.
        pipe_fail: `set -o pipefail`.
        jobs: process ids of what it started in the background.
        on_exit: what `trap` keeps for the end of the shell.
        meter: counts its commands.
        scopes: variables to put back when functions end, and whether they were exported; None where there was none.
    """

    variables: dict[str, str] = field(default_factory=lambda: {"IFS": " \t\n"})
    exported: set[str] = field(default_factory=set)
    read_only: set[str] = field(default_factory=set)
    positional: list[str] = field(default_factory=list)
    name: str = "/system/bin/sh"
    functions: dict[str, Any] = field(default_factory=dict)
    cwd: str = "/"
    status: int = 0
    shell_pid: int = 0
    last_job: int = 0
    stop_on_error: bool = False
    strict: bool = False
    no_glob: bool = False
    pipe_fail: bool = False
    jobs: list[int] = field(default_factory=list)
    on_exit: str = ""
    meter: Meter = field(default_factory=Meter)
    scopes: list[dict[str, tuple[str | None, bool]]] = field(default_factory=list)

    @classmethod
    def fresh(cls, env: Mapping[str, str], pid: int) -> State:
        """What a new shell starts with: what adbd sets, and more."""
        given = {"PWD": "/", **ENVIRONMENT, **env}
        return cls(variables={"IFS": " \t\n", **given}, exported=set(given), shell_pid=pid)

    def copy(self) -> State:
        """What a subshell starts with."""
        return replace(
            self,
            variables=dict(self.variables),
            exported=set(self.exported),
            read_only=set(self.read_only),
            positional=list(self.positional),
            functions=dict(self.functions),
            jobs=[],
            on_exit="",
            scopes=[dict(scope) for scope in self.scopes],
        )

    @contextmanager
    def scope(self, keep: Sequence[str] = ()) -> Iterator[None]:
        """While it is entered, variables can be local; at its end they are put back, but for those to keep."""
        self.scopes.append({})
        try:
            yield
        finally:
            for name, (value, exported) in self.scopes.pop().items():
                if name not in keep:
                    self._put_back(name, value, exported)

    def _put_back(self, name: str, value: str | None, exported: bool) -> None:
        if value is None:
            self.variables.pop(name, None)
        else:
            self.variables[name] = value
        (self.exported.add if exported else self.exported.discard)(name)

    def make_local(self, name: str) -> None:
        """Put a variable back at the end of the innermost scope, if there is one."""
        if self.scopes and name not in self.scopes[-1]:
            self.scopes[-1][name] = self.variables.get(name), name in self.exported

    def get(self, name: str) -> str | None:
        """The value of a parameter; None where it is not set."""
        if name in self.variables:
            return self.variables[name]
        if name.isdigit():
            number = int(name[:6])
            return self.name if number == 0 else self.positional[number - 1] if number <= len(self.positional) else None
        if name in ("@", "*"):
            separator = self.variables.get("IFS", " ")[:1] if name == "*" else " "
            return separator.join(self.positional) if self.positional else None
        special = _SPECIAL.get(name)
        return special(self) if special else None

    def assign(self, name: str, value: str) -> None:
        """Set a variable.

        Raises:
            ShellFault: it is read-only, or there is no room.
        """
        if name in self.read_only:
            raise ShellFault(f"read-only: {name}", status=2, fatal=True)
        if len(value) > VALUE or (name not in self.variables and len(self.variables) >= VARIABLES):
            raise ShellFault(f"{name}: no room for its value", fatal=True)
        self.variables[name] = value

    @property
    def environment(self) -> dict[str, str]:
        """What commands get."""
        return {name: self.variables[name] for name in sorted(self.exported) if name in self.variables}


_SPECIAL: dict[str, Callable[[State], str]] = {
    "?": lambda state: str(state.status),
    "#": lambda state: str(len(state.positional)),
    "$": lambda state: str(state.shell_pid),
    "!": lambda state: str(state.last_job or ""),
    "-": lambda state: "e" * state.stop_on_error + "f" * state.no_glob + "h" + "u" * state.strict,
}
