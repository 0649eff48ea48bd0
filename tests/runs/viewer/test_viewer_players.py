"""The comparison of two players that the page shows."""

from pathlib import Path

import pytest
from report_data import data_of
from result_fakes import add_episode, episode, fake_run, manifest

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.comparison import compare
from automotive_env.runs.viewer import players
from automotive_env.runs.viewer.pages import ViewerPages
from automotive_env.runs.viewer.players import GROUPS, compared, comparisons
from automotive_env.runs.viewer.report import write_page
from automotive_env.runs.viewer.viewed_run import ViewedRun


def test_the_figures_are_those_of_the_tables(tmp_path: Path) -> None:
    run = ViewedRun(fake_run(tmp_path / "run", agents=("m3a", "t3a"), pictures=False))
    rows = list(run.episodes().rows())
    wanted = compare(("A", "B"), *([row for row in rows if row.agent == agent] for agent in ("m3a", "t3a")))
    found = compared(run, ("m3a", "builtin", "screen"), run, ("t3a", "builtin", "screen"))
    assert wanted.success.n > 1
    assert (found["all"]["difference"], found["all"]["p"]) == (wanted.success.difference, wanted.success.p)
    assert (found["all"]["low"], found["all"]["high"]) == (wanted.success.low, wanted.success.high)
    assert {group: len(found["by"][group]) for group in GROUPS} == {
        group: len(getattr(wanted, f"by_{group}")) for group in GROUPS
    }
    assert [row["name"] for row in found["by"]["task"]] == sorted({row.task for row in rows if row.task in wanted.by_task})


def test_scores_are_told_with_their_differences(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    for agent, touches in (("m3a", 1.0), ("t3a", 4.0)):
        for i in range(2):
            scores = {"touches_while_moving": touches + i}
            add_episode(folder, episode(f"{agent}-{i}", agent=agent, instance=f"{i}" * 16, task=f"hvac.{i}", scores=scores))
    run = ViewedRun(folder)
    (row,) = compared(run, ("m3a", "builtin", "screen"), run, ("t3a", "builtin", "screen"))["by"]["score"]
    assert row == {
        "name": "touches_while_moving",
        "n": 2,
        "first": 1.5,
        "second": 4.5,
        "difference": 3.0,
        "low": 3.0,
        "high": 3.0,
    }


def test_faces_are_compared_on_what_both_played(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    for face, outcome in (("screen", "pass"), ("calls", "fail")):
        for i in range(2):
            add_episode(folder, episode(f"{face}-{i}", outcome, face=face, instance=f"{i}" * 16))
    run = ViewedRun(folder)
    found = compared(run, ("t3a", "builtin", "screen"), run, ("t3a", "builtin", "calls"))["all"]
    assert (found["n"], found["only_first"], found["difference"]) == (2, 2, -1.0)


def test_a_file_holds_the_comparisons_of_few_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ViewedRun(fake_run(tmp_path / "run", agents=("m3a", "t3a"), instances=1, pictures=False))
    held = data_of(write_page(run, tmp_path / "page.html").read_text("utf-8"))
    assert sum(name.startswith("compare/0/") for name in held) == 2
    monkeypatch.setattr(players, "MAX_PLAYERS", 1)
    assert list(comparisons(run)) == []


@pytest.mark.parametrize("path", ["0/unknown/0/a", "0/a/7/b", "0/a/0/.."])
def test_who_did_not_play_is_not_compared(tmp_path: Path, path: str) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    add_episode(folder, episode("a"))
    site = ViewerPages([ViewedRun(folder)])
    assert site.answer(f"data/compare/{path}.js") is None
    assert site.answer("data/compare/0/a/0/a.js")
