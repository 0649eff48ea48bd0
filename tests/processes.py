"""Processes that tests start; each ends with its test, with all that it started in its group."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any


@contextmanager
def started(command: Sequence[str | bytes | Path], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process, which is killed with its whole group at the end of the block; the options are those of `Popen`."""
    process = subprocess.Popen(command, start_new_session=True, **options)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):  # what was not sent yet goes nowhere
                if stream:
                    stream.close()
        process.wait(30)
