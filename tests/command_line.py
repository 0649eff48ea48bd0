"""`automotive-env` as its users run it: in this process where that makes no difference, in one of its own where it does."""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import typer

from automotive_env.cli import application, exit_status

PROGRAM = [sys.executable, "-m", "automotive_env"]


def without_keys() -> dict[str, str]:
    """The environment without the user's keys."""
    return {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}


@cache
def commands() -> Callable[..., Any]:
    """The application, whose options typer takes as long to find as some commands take to run."""
    return typer.main.get_command(application())


def run_here(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, which has loaded already what a new one would need seconds for; with further variables."""
    out, err = io.StringIO(), io.StringIO()
    status: Any = None
    thresholds = gc.get_threshold()
    variables = patch.dict(os.environ, without_keys() | environment, clear=True)
    with chdir(cwd or Path.cwd()), redirect_stdout(out), redirect_stderr(err), variables:
        try:
            with exit_status():
                commands()(list(arguments), prog_name="automotive-env")
        except SystemExit as end:
            status = end.code
        finally:
            gc.set_threshold(*thresholds)  # which a run sets to its own
    return subprocess.CompletedProcess(arguments, status or 0, out.getvalue(), err.getvalue())


def run_program(*arguments: str | bytes, cwd: Path | None = None, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own; the options are those of `subprocess.run`."""
    environment = without_keys() | options.pop("env", {})
    command = [*PROGRAM, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, timeout=80, **options)
