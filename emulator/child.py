"""Child processes: servers that never outlive this process, and tools that are run to their end."""

from __future__ import annotations

import atexit
import errno
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, TypeAlias

from automotive_env.errors import EnvironmentFault

ToolJob: TypeAlias = tuple[list[str], dict[str, str], Path | None, bool, Future[subprocess.Popen[bytes]]]

_LAUNCHER = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 9)
if os.getppid() != int(sys.argv[1]):
    sys.exit(1)
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Asks the kernel for SIGKILL at the end of the parent, looks whether it has ended already, and becomes the program."""
TERMINATE = 3.0
"""Seconds that a child has to end by itself before it is killed."""

_jobs: SimpleQueue[ToolJob] = SimpleQueue()
_children: set[subprocess.Popen[bytes]] = set()
os.register_at_fork(after_in_child=_children.clear)
_lock = threading.Lock()
_keeper: threading.Thread | None = None


def start_child(
    program: Sequence[str], *, env: Mapping[str, str], log: Path | None = None, talks: bool = False
) -> subprocess.Popen[bytes]:
    """Start a program that ends with this process, even where this process is killed.

    Args:
        program: absolute path and arguments.
        env: its whole environment.
        log: file that its output is added to; where there is none, the output is thrown away.
        talks: whether its input and output are pipes to this process; then its errors alone are thrown away.

    Raises:
        OSError: it cannot be started.
    """
    global _keeper
    with _lock:
        if _keeper is None or not _keeper.is_alive():
            _keeper = threading.Thread(target=_keep, name="children", daemon=True)
            _keeper.start()
            atexit.register(_stop_all)
    started: Future[subprocess.Popen[bytes]] = Future()
    _jobs.put((list(program), dict(env), log, talks, started))
    return started.result()


def stop_child(child: subprocess.Popen[bytes]) -> None:
    """End a child and wait for its end."""
    child.terminate()
    try:
        child.wait(TERMINATE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    _children.discard(child)


def _keep() -> None:
    """The kernel ends a child when the thread that started it ends, so one thread that never ends starts all."""
    while True:
        program, env, log, talks, started = _jobs.get()
        try:
            started.set_result(_start(program, env, log, talks))
        except BaseException as error:
            started.set_exception(error)


def _start(program: list[str], env: dict[str, str], log: Path | None, talks: bool) -> subprocess.Popen[bytes]:
    if not os.access(program[0], os.X_OK):
        raise FileNotFoundError(errno.ENOENT, "there is no such program", program[0])
    if sys.platform == "linux":
        program = [sys.executable, "-I", "-S", "-c", _LAUNCHER, str(os.getpid()), *program]
    output = log.open("ab") if log else None
    try:
        child = subprocess.Popen(
            program,
            env=env,
            stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
            stdout=subprocess.PIPE if talks else output or subprocess.DEVNULL,
            stderr=subprocess.DEVNULL if talks else subprocess.STDOUT,
            bufsize=0,
            start_new_session=True,
        )
    finally:
        if output:
            output.close()
    _children.add(child)
    return child


def _stop_all() -> None:
    for child in list(_children):
        stop_child(child)


MAX_OUTPUT = 1 << 20
"""Bytes of output that are read; what comes after them is dropped."""


class ToolOutput(NamedTuple):
    """What a tool printed, stdout and stderr together, and its exit status."""

    text: str
    status: int

    @property
    def last_line(self) -> str:
        """The last line that is not blank, for a message."""
        lines = [line.strip() for line in self.text.splitlines() if line.strip()]
        return lines[-1][:300] if lines else f"exit status {self.status}"


def run_tool(
    arguments: Sequence[str | Path], *, timeout: float, typed: str = "", environ: Mapping[str, str] | None = None
) -> ToolOutput:
    """Run a program and wait for it; a status other than 0 is no fault.

    Args:
        arguments: the program and what it is given; no shell sees them.
        timeout: seconds, after which it is killed with all that it started.
        typed: its standard input.
        environ: its environment variables, those of this process where it is None.

    Raises:
        EnvironmentFault: it cannot be started, or takes too long.
    """
    program = Path(arguments[0]).name
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                [str(argument) for argument in arguments],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environ,
                start_new_session=True,
            )
        except OSError as error:
            raise EnvironmentFault(f"cannot start {program}: {error.strerror or error}") from None
        with process:
            try:
                process.communicate(typed.encode(), timeout)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                raise EnvironmentFault(f"{program} {arguments[1]} took more than {timeout:g} s") from None
        output.seek(0)
        return ToolOutput(output.read(MAX_OUTPUT).decode("utf-8", "replace"), process.returncode)
