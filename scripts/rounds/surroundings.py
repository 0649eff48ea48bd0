"""Surroundings in which README's commands must work: one declaration each, and what it takes to provide them.

Every surrounding starts from a clean environment: of the caller's variables only those of `.ci/kept_variables` are passed on.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

RoundCommand = Literal["run", "test"]

KEPT_VARIABLES = Path(__file__).resolve().parents[2] / ".ci" / "kept_variables"
SYSTEM_PYTHON = Path("/usr/bin/python3")
OLDEST_PYTHON = (3, 11)
ADB_PORT = 5037
ADB_START_SECONDS = 20
LOOPBACK_UP = """
import fcntl, os, socket, struct, sys
SIOCSIFFLAGS, IFF_UP = 0x8914, 1
fcntl.ioctl(socket.socket(), SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", IFF_UP))
os.execvp(sys.argv[1], sys.argv[1:])
"""


class CannotProvide(Exception):
    """A surrounding cannot be had on this machine; the message is the reason."""


@contextmanager
def busy_loops(checkout: Path) -> Iterator[None]:
    """Keep two processors busy."""
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(running([sys.executable, "-c", "while True: pass"]))
        yield


@contextmanager
def adb_server(checkout: Path) -> Iterator[None]:
    """Run the server of the adb that adbutils brings, on the port where everybody's adb server listens.

    Raises:
        CannotProvide: adbutils brings none for this machine, or it does not start.
    """
    adb = next(checkout.glob(".venv/lib/python*/site-packages/adbutils/binaries/adb"), None)
    if adb is None:
        raise CannotProvide("adbutils brings no adb for this machine")
    with nullcontext() if listens(ADB_PORT) else running([str(adb), "nodaemon", "server"]):
        deadline = time.monotonic() + ADB_START_SECONDS
        while not listens(ADB_PORT):
            if time.monotonic() > deadline:
                raise CannotProvide(f"the adb server did not listen on port {ADB_PORT} within {ADB_START_SECONDS} s")
            time.sleep(0.1)
        yield


@contextmanager
def running(command: list[str]) -> Iterator[None]:
    """Run a process for as long as the context is open."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def listens(port: int) -> bool:
    """Whether something on this machine accepts connections on a port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@dataclass(frozen=True, slots=True)
class Surrounding:
    """What is special about the machine and the folder in which a command is played.

    Attributes:
        name: shown in the table, and given to `--only`.
        commands: the README's commands for which it makes sense.
        beside: what else runs while the command's last step does; takes the checkout.
        folder: name of the checkout's folder.
        variables: environment variables that are set or changed.
        tests: arguments that are added to the test command.
        python: interpreter that `python3` starts; the first on the PATH without it.
        as_user: the command is run by an ordinary user, who owns the checkout.
        offline: the last step has no network but the loopback interface.
        read_only: only `runs` can be written in the checkout once everything is installed.
    """

    name: str
    commands: tuple[RoundCommand, ...] = ("run", "test")
    beside: Callable[[Path], AbstractContextManager[object]] = nullcontext
    folder: str = "checkout"
    variables: Mapping[str, str] = field(default_factory=dict)
    tests: tuple[str, ...] = ()
    python: Path | None = None
    as_user: bool = False
    offline: bool = False
    read_only: bool = False


SURROUNDINGS = (
    Surrounding("idle"),
    Surrounding("loaded", beside=busy_loops),
    Surrounding("adb", beside=adb_server),
    Surrounding("user", as_user=True),
    Surrounding("letters", folder="it's Größe 5 車"),
    Surrounding("offline", offline=True),
    Surrounding("read-only", commands=("run",), as_user=True, read_only=True),
    Surrounding("locale", variables={"TZ": "Pacific/Chatham", "LANG": "tr_TR.UTF-8"}),
    Surrounding("one-worker", commands=("test",), tests=("-n", "1")),
    Surrounding("two-workers", commands=("test",), tests=("-n", "2")),
    Surrounding("four-workers", commands=("test",), tests=("-n", "4")),
    Surrounding("random", commands=("test",), tests=("--random-order",)),
)


def pythons(given: list[Path]) -> Iterator[Surrounding]:
    """A surrounding for the system's own Python, if it is new enough, and for each interpreter that is given.

    Raises:
        CannotProvide: a given interpreter does not start.
    """
    system = [SYSTEM_PYTHON] if SYSTEM_PYTHON.exists() and version_of(SYSTEM_PYTHON) >= OLDEST_PYTHON else []
    for python in dict.fromkeys([*system, *given]):
        yield Surrounding(f"python-{'.'.join(map(str, version_of(python)))}", python=python)


def version_of(python: Path) -> tuple[int, ...]:
    """The version of an interpreter.

    Raises:
        CannotProvide: it does not start.
    """
    code = "import sys; print(*sys.version_info[:3])"
    try:
        done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, encoding="utf-8", check=True)
    except (OSError, subprocess.CalledProcessError):
        raise CannotProvide(f"{python} is no Python that starts") from None
    return tuple(map(int, done.stdout.split()))


def clean_environment(variables: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables that reach a command: PATH, HOME, LANG, and those with which the package registries are reached."""
    patterns = KEPT_VARIABLES.read_text(encoding="utf-8").split()
    return {name: value for name, value in variables.items() if any(re.fullmatch(one, name) for one in patterns)}


def network_cut() -> list[str]:
    """What a command is started with to have no network but the loopback interface.

    Raises:
        CannotProvide: this user cannot make such a network on this machine.
    """
    unshare = ["unshare", "--net", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    prefix = [*unshare, sys.executable, "-c", LOOPBACK_UP]
    if not shutil.which("unshare") or subprocess.run([*prefix, "true"], capture_output=True).returncode:
        raise CannotProvide("no network namespace can be made here; it takes Linux and its unshare")
    return prefix


def switch_user(name: str) -> list[str]:
    """What a command is started with to be run by an ordinary user; empty where the caller is one.

    Raises:
        CannotProvide: there is no such user, or no setpriv.
    """
    if os.geteuid():
        return []
    if not shutil.which("setpriv"):
        raise CannotProvide("an ordinary user needs setpriv, of util-linux")
    try:
        user = pwd.getpwnam(name)
    except KeyError:
        raise CannotProvide(f"there is no user {name!r}; name one with --user") from None
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
