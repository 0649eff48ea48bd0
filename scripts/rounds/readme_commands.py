"""README's two commands: read, split into installation and play, and run in a copy of a checkout."""

from __future__ import annotations

import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from automotive_env.scripts.copied_checkout import copy_checkout
from automotive_env.scripts.rounds.surroundings import RoundCommand

FAILED_TEST = re.compile(r"^(?:FAILED|ERROR) (\S+?::.+?|\S+\.py)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ReadmeCommand:
    """One of README's commands.

    Attributes:
        installation: makes the virtual environment and installs the package.
        play: what is then played or tested.
    """

    installation: str
    play: str

    @classmethod
    def read(cls, readme: str, name: RoundCommand) -> ReadmeCommand:
        """The command in the block that follows its mark.

        Raises:
            ValueError: README has no such mark and block.
        """
        block = re.search(rf"<!-- {name} command -->\s*```\w*\n(.+?)\n```", readme, re.DOTALL)
        if block is None:
            raise ValueError(f"README.md has no block after <!-- {name} command -->")
        installation, _, play = block[1].rpartition(" && ")
        return cls(installation or "true", play)


@dataclass(frozen=True, slots=True)
class TimedCommand:
    """A command that has ended.

    Attributes:
        status: its exit status; None where it was stopped because its time was over.
        wall: seconds.
        cpu: seconds of all its processes, as far as they were waited for.
    """

    status: int | None
    wall: float
    cpu: float


def timed(command: Sequence[str], folder: Path, environment: Mapping[str, str], log: Path, seconds: float) -> TimedCommand:
    """Run a command, with its output added to a file; whatever it leaves running in its session is killed."""
    started, used = time.monotonic(), cpu_seconds()
    with log.open("ab") as out:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
        )
    try:
        status: int | None = process.wait(seconds)
    except subprocess.TimeoutExpired:
        status = None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return TimedCommand(status, round(time.monotonic() - started, 1), round(cpu_seconds() - used, 1))


def cpu_seconds() -> float:
    """Seconds of processor time of all children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def failed_tests(output: str) -> list[str]:
    """The tests that pytest lists as failed, once each."""
    return list(dict.fromkeys(FAILED_TEST.findall(output)))


def renew_checkout(source: Path, target: Path) -> None:
    """A fresh copy of a checkout; a virtual environment that the target holds is kept."""
    target.mkdir(parents=True, exist_ok=True)
    for entry in target.iterdir():
        if entry.name == ".venv":
            continue
        shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    copy_checkout(source, target)


def give_to(user: str, folder: Path) -> None:
    """Make a user the owner of a folder with everything in it."""
    subprocess.run(["chown", "-R", "-h", f"{user}:", folder], check=True)


@contextmanager
def read_only(checkout: Path) -> Iterator[None]:
    """Make a checkout read-only, with its virtual environment, except for the folder of the runs."""
    runs = checkout / "runs"
    runs.mkdir(exist_ok=True)
    subprocess.run(["chmod", "-R", "a-w", checkout], check=True)
    runs.chmod(0o777)
    try:
        yield
    finally:
        subprocess.run(["chmod", "-R", "u+w", checkout], check=True)


def python_folder(python: Path, folder: Path) -> Path:
    """A folder for the PATH in which `python3` starts a given interpreter."""
    folder.mkdir(parents=True, exist_ok=True)
    starter = folder / "python3"
    starter.write_text(f'#!/bin/sh\nexec {shlex.quote(str(python))} "$@"\n', encoding="utf-8", newline="\n")
    starter.chmod(0o755)
    return folder
