"""Running a tool of the SDK to its end: bounded in time and in what is read of its output."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from automotive_env.errors import EnvironmentFault

MOST_OUTPUT = 1 << 20
"""Bytes of output that are read; what comes after them is dropped."""


class Result(NamedTuple):
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
) -> Result:
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
        return Result(output.read(MOST_OUTPUT).decode("utf-8", "replace"), process.returncode)
