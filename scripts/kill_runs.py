"""Kill runs and their workers, resume them, and compare what they recorded with an undisturbed run. Linux only.

    python -m automotive_env.scripts.kill_runs --kills 10 -- --agent oracle --trials 3 --workers 2

What stands behind `--` are options of `automotive-env run`. Each kill (SIGKILL) is of the run or of one of its workers, chosen at
random, after a random number of episodes; a run that was killed is resumed. Prints one line of Markdown.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from automotive_env.text.output import prepare_output

PROGRAM = [sys.executable, "-m", "automotive_env", "run"]
WORKERS = ("automotive_env.runs.execution.worker_process", "ray::EpisodePlayer")
"""What the command line of a worker holds."""
ENDS_WITHIN = 30.0
"""Seconds in which everything that a killed run has started must have ended."""
CLOCK = {"seconds": 0, "model_seconds": 0}


@dataclass
class KillCounts:
    """What was killed.

    Attributes:
        runs: kills of the process that owns the run folder.
        workers: kills of one of its workers.
        left: processes that outlived a run that was killed.
    """

    runs: int = 0
    workers: int = 0
    left: list[str] = field(default_factory=list)


def descendants(process: int) -> dict[int, str]:
    """Processes that a process has started, and those that they have: id -> command line."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    found, new = set[int](), {process}
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        found |= new
    return {one: command_of(one) for one in found}


def command_of(process: int) -> str:
    """The command line of a process; empty where it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return ""


def recorded(folder: Path) -> int:
    """Episodes of a run so far."""
    file = folder / "episodes.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


@contextmanager
def running(arguments: Sequence[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run, begun or resumed."""
    begun = (folder / "manifest.json").exists()
    where = ["--resume", str(folder)] if begun else [*arguments, "--out", str(folder)]
    with folder.with_suffix(".log").open("ab") as log:
        process = subprocess.Popen([*PROGRAM, *where], stdout=log, stderr=log, start_new_session=True)
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            process.wait()


def kill_one(process: subprocess.Popen[bytes], kills: KillCounts, rng: random.Random, share: float) -> bool:
    """Kill the run or one of its workers; returns whether it was the run."""
    children = descendants(process.pid)
    workers = [child for child, command in children.items() if any(name in command for name in WORKERS)]
    if workers and rng.random() < share:
        with suppress(ProcessLookupError):
            os.kill(rng.choice(workers), signal.SIGKILL)
        kills.workers += 1
        return False
    process.kill()
    process.wait()
    kills.runs += 1
    deadline = time.monotonic() + ENDS_WITHIN
    while left := [command for child in children if (command := command_of(child))]:
        if time.monotonic() > deadline:
            kills.left += left
            break
        time.sleep(0.1)
    return True


def disturb(arguments: Sequence[str], folder: Path, total: int, count: int, rng: random.Random, share: float) -> KillCounts:
    """Play a run that is killed so many times, evenly over its episodes but at random moments."""
    kills = KillCounts()
    at = sorted(rng.sample(range(1, total * 9 // 10), count))
    while at:
        with running(arguments, folder) as process:
            while at and process.poll() is None:
                if recorded(folder) >= at[0]:
                    time.sleep(rng.random() * 0.1)
                    at.pop(0)
                    if kill_one(process, kills, rng, share):
                        break
                time.sleep(0.01)
            else:
                wait(process, folder)
                return kills
    with running(arguments, folder) as process:
        wait(process, folder)
    return kills


def wait(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Let a run end by itself."""
    if process.wait():
        raise SystemExit(f"the run ended with {process.returncode}: see {folder.with_suffix('.log')}")


def records(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run without times, in the order of their ids."""
    lines = [json.loads(line) | CLOCK for line in (folder / "episodes.jsonl").read_text(encoding="utf-8").splitlines()]
    return sorted(lines, key=lambda line: str(line["id"]))


def differences(whole: Path, killed: Path) -> list[str]:
    """What is not the same in two runs."""
    before, after = records(whole), records(killed)
    ids = [line["id"] for line in after]
    found = [f"{one} is doubled" for one in sorted(set(ids)) if ids.count(one) > 1]
    found += [f"{line['id']} is lost" for line in before if line["id"] not in set(ids)]
    found += [f"{line['id']} differs" for line in after if line not in before]
    for part in ("steps", "parts"):
        names = {str(file.relative_to(folder)) for folder in (whole, killed) for file in (folder / part).rglob("*.json*")}
        found += [f"{name} differs" for name in sorted(names) if content(whole / name) != content(killed / name)]
    return found


def content(file: Path) -> bytes | None:
    """A file of a run; None where it is missing."""
    return file.read_bytes() if file.exists() else None


def main(
    arguments: Annotated[list[str], typer.Argument(help="Options of `automotive-env run`, after `--`.")],
    kills: Annotated[int, typer.Option(help="Number of kills.")] = 20,
    seed: Annotated[int, typer.Option(help="Draw the moments and the victims from this seed.")] = 0,
    share: Annotated[float, typer.Option(help="Share of kills that hit a worker; the others hit the run.")] = 0.6,
    keep: Annotated[Path | None, typer.Option(help="Keep both runs in this folder (default: a temporary one).")] = None,
) -> None:
    """Kill a run and its workers, and report what was lost."""
    folder = keep or Path(tempfile.mkdtemp(prefix="automotive-env-kills-"))
    folder.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with running(arguments, folder / "whole") as process:
        wait(process, folder / "whole")
    undisturbed = time.monotonic() - started
    total = recorded(folder / "whole")
    done = disturb(arguments, folder / "killed", total, kills, random.Random(seed), share)
    took = time.monotonic() - started - undisturbed
    found = differences(folder / "whole", folder / "killed")
    print(
        f"| `{' '.join(arguments)}` | {total} | {done.runs} | {done.workers} | {len(found)} | {len(done.left)} "
        f"| {undisturbed:.0f} | {took:.0f} |"
    )
    for one in [*found, *done.left]:
        print(one, file=sys.stderr)
    if not keep:
        shutil.rmtree(folder)
    if found or done.left:
        raise SystemExit(1)


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
