"""What the start page is told of a folder of runs."""

import gzip
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from command_line import run_here
from result_fakes import add_episode, episode, manifest

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.viewer.run_list import RunList
from automotive_env.runs.viewer.start import StartPages
from automotive_env.runs.viewer.viewed_run import ViewedRun


def made(path: Path, ended: str | None = None, number: int = 1, **fields: object) -> RunFolder:
    folder = RunFolder.create(path, manifest(agents=("t3a",), ended=ended, **fields))
    for i in range(number):
        add_episode(folder, episode(f"t3a-{i}", "pass" if i % 2 else "fail", agent="t3a", pair=""))
    return folder


def packed_data(script: bytes) -> list[dict[str, Any]]:
    found = re.search(rb'", "(.*)"', script)
    assert found
    data: list[dict[str, Any]] = json.loads(gzip.decompress(b64decode(found[1])))
    return data


def test_runs_are_listed_with_their_state_the_newest_first(tmp_path: Path) -> None:
    made(tmp_path / "old", "2025-01-01T01:00:00+00:00", 4, planned=4, started="2025-01-01T00:00:00+00:00")
    made(tmp_path / "new", None, 1, planned=4, started="2025-03-01T00:00:00+00:00")
    made(tmp_path / "unplanned", "2025-02-01T01:00:00+00:00", 2, started="2025-02-01T00:00:00+00:00")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "manifest.json").write_text("{}")
    (tmp_path / "no run").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "old")
    listed = RunList(tmp_path).data()["runs"]
    told = [(run["name"], run["state"], run["episodes"], run["planned"]) for run in listed]
    assert told == [
        ("new", "stopped", 1, 4),
        ("unplanned", "finished", 2, None),
        ("old", "finished", 4, 4),
        ("broken", "unreadable", None, None),
    ]
    (rate,) = listed[2]["rates"]
    assert (rate["agent"], rate["n"], rate["rate"]) == ("t3a", 4, 0.5)
    assert rate["low"] < 0.5 < rate["high"]
    assert "was not written by this version" in listed[3]["fault"]


def test_a_run_that_is_played_goes_on_and_its_figures_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("automotive_env.runs.viewer.run_list.REST", 0)
    run, listed = made(tmp_path / "run", planned=3), RunList(tmp_path)
    with run.owned():
        (before,) = listed.data()["runs"]
        add_episode(run, episode("t3a-9", agent="t3a"))
        (after,) = listed.data()["runs"]
    (ended,) = listed.data()["runs"]
    assert (before["state"], before["episodes"]) == ("going on", 1)
    assert (after["state"], after["episodes"], ended["state"]) == ("going on", 2, "stopped")


def test_chosen_runs_are_opened_together_and_tell_their_news(tmp_path: Path) -> None:
    one, other = made(tmp_path / "a"), made(tmp_path / "b")
    site = StartPages(RunList(tmp_path), ViewedRun)
    assert site.answer("open/0,1/data/index.js")
    add_episode(other, episode("t3a-9", agent="t3a"))
    answer = site.answer("open/0,1/data/news/1-1.js")
    assert answer
    first, second = packed_data(answer[0])
    assert (first["rows"], [row[0] for row in second["rows"]], second["is_played"]) == ([], ["t3a-9"], False)
    assert one.path != other.path


@pytest.mark.parametrize("path", ["open/7/", "open/0,7/", "open//", "open/0,/", "open/../", "data/run.json", "page/server.py"])
def test_what_is_not_listed_cannot_be_opened(tmp_path: Path, path: str) -> None:
    made(tmp_path / "a")
    assert StartPages(RunList(tmp_path), ViewedRun).answer(path) is None


def test_without_a_folder_of_runs_the_command_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused = run_here("view")
    assert (refused.returncode, "there is no folder 'runs' here" in refused.stderr) == (2, True)
