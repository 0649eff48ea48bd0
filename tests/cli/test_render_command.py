"""`automotive-env render`: the pictures of a headless run, drawn again."""

import json
from pathlib import Path
from shutil import copytree

import pytest
from command_line import run_here
from registered import PLAIN, THREE_TURNS

from automotive_env.episode.imaging import decode
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.redrawing import names_of

TASKS = f"{PLAIN},{THREE_TURNS}"
"""Tasks that M3A ends in a few steps."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played") / "run"
    done = run_here("run", "--agent", "m3a", "--tasks", TASKS, "--out", str(folder))
    assert done.returncode == 0, done.stderr
    assert f"automotive-env render {folder}" in done.stdout.replace("\n", "")
    return folder


@pytest.fixture
def run(played: Path, tmp_path: Path) -> RunFolder:
    return RunFolder.open(copytree(played, tmp_path / "run"))


def drawn(run: RunFolder) -> dict[str, int]:
    """Pictures that are there -> when they were written."""
    return {str(file.relative_to(run.path)): file.stat().st_mtime_ns for file in (run.path / "images").rglob("*.webp")}


@pytest.mark.sweep
def test_every_picture_of_a_run_is_drawn_once(run: RunFolder) -> None:
    assert drawn(run) == {}
    done = run_here("render", str(run.path))
    assert (done.returncode, done.stderr) == (0, "")
    episodes = run.episodes()
    for record in episodes:
        names = names_of(run.steps(record.id))
        assert {one.kind for one in names.values()} == {"screenshot", "marked"}
        assert {decode(run.image(name, record.id) or b"").shape for name in names} == {(792, 1408, 3)}
    there = drawn(run)
    assert len(there) == sum(len(names_of(run.steps(record.id))) for record in episodes)
    (run.path / next(iter(there))).unlink()
    again = run_here("render", str(run.path))
    assert again.returncode == 0
    assert drawn(run).keys() == there.keys()
    assert run_here("render", str(run.path)).stdout.startswith("0 pictures drawn; all of them exist already")


def test_a_run_without_pictures_says_why_none_is_drawn(run: RunFolder) -> None:
    file = run.path / "episodes.jsonl"
    file.write_text("")
    assert run_here("render", str(run.path)).stdout.startswith("0 pictures drawn; no step of this run has a picture")


def test_an_episode_that_shows_something_else_now_is_named(run: RunFolder) -> None:
    file = run.path / "episodes.jsonl"
    first, *others = [json.loads(line) for line in file.read_text().splitlines()]
    first["goal"] = "Something else."
    file.write_text("".join(json.dumps(line) + "\n" for line in [first, *others]))
    done = run_here("render", str(run.path))
    assert done.returncode == 1
    assert first["id"] in done.stdout
    assert {Path(name).parts[1] for name in drawn(run)} == {line["id"] for line in others}


def test_what_is_no_run_folder_is_wrong_usage(tmp_path: Path) -> None:
    done = run_here("render", str(tmp_path))
    assert (done.returncode, "is not a run folder" in done.stderr) == (2, True)
