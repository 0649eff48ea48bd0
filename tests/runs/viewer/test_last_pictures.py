"""The pictures of the page that a run leaves behind."""

from pathlib import Path

import numpy as np
import pytest
from command_line import run_here
from registered import PLAIN
from report_data import data_of
from result_fakes import add_episode, add_image, episode, manifest, observation, step

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.viewer import last_pictures
from automotive_env.runs.viewer.last_pictures import LastPictures, chosen_failures
from automotive_env.runs.viewer.viewed_run import ViewedRun


def test_a_failure_of_a_run_that_was_played_has_its_last_picture(tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert run_here("run", "--agent", "random", "--tasks", PLAIN, "--out", str(run), "--json").returncode == 0
    held = data_of((run / "report.html").read_text("utf-8"))["pictures"]
    ((identity, pictures),) = held["of"].items()
    (address,) = held["files"].values()
    assert not RunFolder.open(run).episodes()[0].success
    assert address.startswith("data:image/jpeg;base64,")
    assert RunFolder.open(run).steps(identity)[-1].observation.screenshot in pictures


def failures(folder: RunFolder, number: int, agent: str, outcome: str = "fail") -> None:
    for i in range(number):
        add_episode(folder, episode(f"{agent}-{i}", outcome, agent=agent))


def test_failures_of_all_agents_are_chosen_alike_and_never_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    failures(folder, 5, "m3a")
    failures(folder, 5, "t3a")
    failures(folder, 5, "x", "model_error")
    failures(folder, 5, "y", "pass")
    rows = ViewedRun(folder).episodes().failures
    assert chosen_failures(rows(), 40) == {"m3a-0", "t3a-0", "m3a-1", "t3a-1"}
    assert len(chosen_failures(rows(), 10_000)) == 10
    monkeypatch.setattr(last_pictures, "MAX_DRAWN", 3)
    assert chosen_failures(rows(), 10_000) == {"m3a-0", "t3a-0", "m3a-1"}


def test_a_distinct_screen_is_held_once_and_all_within_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest(backend="emulator"))
    screens = [add_image(folder, np.full((60, 80, 3), shade, np.uint8)) for shade in (20, 200)]
    pictures = LastPictures(folder)
    for i, name in enumerate((screens[0], screens[0], screens[1])):
        record = episode(f"e{i}", "fail")
        steps = [step(1, observation=observation(screenshot=name))]
        add_episode(folder, record, steps)
        pictures.add(record, folder.steps(record.id))
    held = pictures.data()
    assert (len(held["of"]), len(held["files"])) == (3, 2)
    monkeypatch.setattr(last_pictures, "MAX_BYTES", 10)
    small = LastPictures(folder)
    small.add(episode("e0", "fail"), folder.steps("e0"))
    assert small.data() == {"of": {}, "files": {}}


def test_nothing_is_held_of_an_episode_without_steps(tmp_path: Path) -> None:
    pictures = LastPictures(RunFolder.create(tmp_path / "run", manifest()))
    pictures.add(episode("e0", "fail"), [])
    assert pictures.data() == {"of": {}, "files": {}}
