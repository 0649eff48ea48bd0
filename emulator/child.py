"""Child processes that never outlive this one, however it ends."""

from __future__ import annotations

import atexit
import errno
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import TypeAlias

Job: TypeAlias = tuple[list[str], dict[str, str], Path | None, Future[subprocess.Popen[bytes]]]

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

_jobs: SimpleQueue[Job] = SimpleQueue()
_children: set[subprocess.Popen[bytes]] = set()
os.register_at_fork(after_in_child=_children.clear)
_lock = threading.Lock()
_keeper: threading.Thread | None = None


def start_child(program: Sequence[str], *, env: Mapping[str, str], log: Path | None = None) -> subprocess.Popen[bytes]:
    """Start a program that ends with this process, even where this process is killed.

    Args:
        program: absolute path and arguments.
        env: its whole environment.
        log: file that its output is added to; where there is none, the output is thrown away.

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
    _jobs.put((list(program), dict(env), log, started))
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
        program, env, log, started = _jobs.get()
        try:
            started.set_result(_start(program, env, log))
        except BaseException as error:
            started.set_exception(error)


def _start(program: list[str], env: dict[str, str], log: Path | None) -> subprocess.Popen[bytes]:
    if not os.access(program[0], os.X_OK):
        raise FileNotFoundError(errno.ENOENT, "there is no such program", program[0])
    if sys.platform == "linux":
        program = [sys.executable, "-I", "-S", "-c", _LAUNCHER, str(os.getpid()), *program]
    output = log.open("ab") if log else None
    try:
        child = subprocess.Popen(
            program,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=output or subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
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
