"""`automotive-env run --backend virtual`, as a person runs it."""

import json
import os
import signal
import time
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import pytest
from command_line import PROGRAM, run_here
from processes import started
from registered import DEGREES, MUSIC, PAIR, PLAIN, THREE_TURNS, TWO_TURNS

from automotive_env.runs.records.folder import RunFolder


def steps(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The steps of each episode with their pictures, without the causes of changes, which a device does not tell."""
    run = RunFolder.open(folder)
    return {
        record.id: [_compared(step.model_dump(), run, record.id) for step in run.steps(record.id)] for record in run.episodes()
    }


def _compared(step: dict[str, Any], run: RunFolder, episode: str) -> dict[str, Any]:
    for call in step["calls"]:
        for message in call["messages"]:
            message["images"] = [run.image(name, episode) for name in message["images"]]
    pictures = {kind: run.image(step["observation"][kind], episode) for kind in ("screenshot", "marked")}
    changes = [{name: value for name, value in change.items() if name != "cause"} for change in step["changes"]]
    own = {"observation": step["observation"] | pictures, "changes": sorted(changes, key=str), "drawn": {}}
    return {**step, **own}


@pytest.mark.parametrize(
    ("tasks", "workers"),
    [
        (PLAIN, "1"),
        pytest.param(f"{DEGREES},{MUSIC},{TWO_TURNS},{THREE_TURNS}", "2", marks=pytest.mark.sweep),
    ],
)
def test_asurada_sees_and_does_on_a_virtual_device_what_it_sees_and_does_headless(
    tmp_path: Path, tasks: str, workers: str
) -> None:
    both = {"headless": (), "virtual": ("--workers", workers)}
    for backend, more in both.items():
        arguments = ("--agent", "asurada", "--tasks", tasks, "--backend", backend, *more, "--out", backend)
        done = run_here("run", "--json", *arguments, cwd=tmp_path)
        assert json.loads(done.stdout)["agents"]["asurada"]["outcomes"]["env_error"] == 0, done.stderr
        assert not list((tmp_path / backend / "images").iterdir())
        assert run_here("render", backend, cwd=tmp_path).returncode == 0
    found, expected = steps(tmp_path / "virtual"), steps(tmp_path / "headless")
    assert found == expected
    assert all(step["observation"]["marked"] for played in found.values() for step in played)
    run = RunFolder.open(tmp_path / "virtual")
    assert all(step.observation.screenshot in step.drawn for id in found for step in run.steps(id)[:1])


def descendants(process: int) -> set[int]:
    """Processes that a process started, and those that they started."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        parents[int(status.parent.name)] = int(fields[1])
    found, new = set[int](), {process}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        found |= new
    return found


def running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.sweep)])
@pytest.mark.sweep
def test_a_run_that_is_killed_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    few = f"{PLAIN},{DEGREES},{THREE_TURNS},{PAIR},hvac.stuffy_air"
    options = ("--agent", "oracle", "--tasks", few, "--backend", "virtual", "--workers", "2", "--no-images", "--out", "run")
    with started([*PROGRAM, "run", *options], cwd=tmp_path, stdout=DEVNULL, stderr=DEVNULL) as process:
        episodes = tmp_path / "run" / "episodes.jsonl"
        deadline = time.monotonic() + 110
        while not (episodes.exists() and episodes.stat().st_size):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        children = descendants(process.pid)
        assert children, "an adb server at least"
        os.kill(process.pid, how)
        process.wait(30)
        while any(running(child) for child in children):
            assert time.monotonic() < deadline
            time.sleep(0.02)
