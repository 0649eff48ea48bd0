"""Processes that tests start; each ends with its test, with all that it started in its group."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

SECONDS = 80
"""That a process lives at most: a test that waits for its output fails before its own time is over."""


@contextmanager
def started(command: Sequence[str | bytes | Path], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process, which is killed with its whole group at the end of the block, and after `SECONDS` at the latest.

    The options are those of `Popen`.
    """
    process = subprocess.Popen(command, start_new_session=True, **options)
    bound = threading.Timer(SECONDS, _kill, (process,))
    bound.daemon = True
    bound.start()
    try:
        yield process
    finally:
        bound.cancel()
        _kill(process)
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):  # what was not sent yet goes nowhere
                if stream:
                    stream.close()
        process.wait(30)


def _kill(process: subprocess.Popen[Any]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def wait_for(true: Callable[[], object], seconds: float = 10) -> None:
    """Wait until something is true; an AssertionError where it is not in time."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)
