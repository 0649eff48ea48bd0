"""Steps that do not fit the track that the manifest claims: verification names them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run_here

from automotive_env.errors import Contradiction
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import StepRecord
from automotive_env.runs.records.track_check import check_track


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    asked = ("--agent", "t3a,shapes", "--tasks", "apps.open_named_app", "--no-images", "--out", "run")
    assert run_here("run", *asked, cwd=folder).returncode == 0
    return folder / "run"


def steps_of(run: Path, agent: str) -> tuple[StepRecord, ...]:
    folder = RunFolder.open(run)
    [record] = [one for one in folder.read_episodes().records if one.agent == agent]
    return tuple(folder.steps(record.id))


@pytest.mark.parametrize("track", ["picture", "marks", "none"])
def test_a_list_in_the_prompt_contradicts_a_track_without_it(run: Path, track):
    with pytest.raises(Contradiction, match=f"step 1 shows the model the element '0 .*, which the track {track} hides"):
        check_track(track, steps_of(run, "t3a"))


@pytest.mark.parametrize("track", ["tree", "mixed", ""])
def test_a_list_fits_a_track_with_it(run: Path, track):
    check_track(track, steps_of(run, "t3a"))


def test_an_agent_that_sees_the_picture_alone_fits_its_track(run: Path):
    check_track("picture", steps_of(run, "shapes"))


@pytest.mark.parametrize(("track", "done", "found"), [("picture", True, True), ("picture", False, False), ("marks", True, False)])
def test_a_number_of_an_element_contradicts_a_track_without_numbers(run: Path, track, done, found):
    first = steps_of(run, "shapes")[0]
    outcome = first.outcome.model_copy(update={"done": done}) if first.outcome else None
    step = first.model_copy(update={"action": {"action_type": "click", "index": 0}, "outcome": outcome, "calls": ()})
    if found:
        with pytest.raises(Contradiction, match=f"step 1 names an element by its number, which the track {track} hides"):
            check_track(track, [step])
    else:
        check_track(track, [step])


def test_a_forged_track_is_found(run: Path):
    file = run / "manifest.json"
    manifest = json.loads(file.read_text("utf-8"))
    manifest["origins"]["t3a"]["track"], manifest["options"]["see"] = "picture", ["screenshot"]
    file.write_text(json.dumps(manifest), "utf-8")
    done = run_here("verify", "run", cwd=run.parent)
    assert done.returncode == 1
    assert "which the track picture hides" in " ".join(done.stdout.split())
