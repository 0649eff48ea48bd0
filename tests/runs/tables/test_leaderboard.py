"""The leaderboard: what is listed, in which order, with what beside it, and that no run's words act."""

import re
from pathlib import Path

import pytest
from result_fakes import HOSTILE, add_episode, episode, manifest

from automotive_env.errors import UsageError
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import AgentOrigin
from automotive_env.runs.records.verification import RunVerification, ScoreDifference, UnscoredEpisode
from automotive_env.runs.sharing.export import export_run
from automotive_env.runs.sharing.leaderboard import leaderboard
from automotive_env.runs.sharing.leaderboard_page import leaderboard_page


def run(path: Path, *records, **fields) -> RunFolder:
    folder = RunFolder.create(path, manifest(**fields))
    for record in records:
        add_episode(folder, record)
    folder.finish("2025-04-13T12:09:00+00:00")
    return folder


def good(folder: RunFolder) -> RunVerification:
    count = len(folder.episodes())
    return RunVerification(episodes=count, same=count, different=(), not_scored=())


def outcomes(agent: str, letters: str, **fields):
    name = re.sub("[^a-z0-9]", "x", agent)
    return [
        episode(f"{name}-{number}", "pass" if letter == "p" else "fail", agent=agent, task=f"hvac.{number}", **fields)
        for number, letter in enumerate(letters)
    ]


def test_the_best_come_first_with_baselines_people_and_the_quoted_row(tmp_path):
    standings = {"oracle": AgentOrigin(standing="privileged"), "noop": AgentOrigin(standing="floor")}
    records = (*outcomes("m3a", "ppf"), *outcomes("oracle", "ppp", model=""), *outcomes("noop", "fff", model=""))
    run(tmp_path / "a", *records, origins=standings)
    run(tmp_path / "b", *outcomes("t3a", "pff"), *outcomes("asurada", "ppf"))
    (board,) = leaderboard([tmp_path], good).boards
    rows = [(rank, entry.agent, entry.kind) for rank, entry in board.ranked]
    assert rows == [
        (None, "oracle", "baseline"),
        (1, "asurada", "agent"),
        (1, "m3a", "agent"),
        (3, "t3a", "agent"),
        (None, "noop", "baseline"),
        (None, "Human", "quoted"),
    ]
    run(tmp_path / "c", *outcomes("human", "ppp", model=""), origins={"human": AgentOrigin(standing="human")})
    kinds = [entry.kind for _, entry in leaderboard([tmp_path], good).boards[0].ranked]
    assert "human" in kinds
    assert "quoted" not in kinds


def test_only_what_can_be_compared_stands_together(tmp_path):
    run(tmp_path / "a", *outcomes("t3a", "p"))
    run(tmp_path / "b", *outcomes("t3a", "p"), seed=9)
    run(tmp_path / "c", *outcomes("m3a", "p"), options={"geo": "off"}, hashes={"agents": "1"})
    boards = leaderboard([tmp_path], good).boards
    assert [board.title for board in boards] == ["automotive, task set 3, seed 7", "automotive, task set 3, seed 9"]
    assert [entry.given for _, entry in boards[0].ranked][:2] == ["a11y tree + screen", "a11y tree"]


def test_each_track_has_a_board_of_its_own_with_all_baselines(tmp_path):
    tracks = {
        "t3a": AgentOrigin(track="tree"),
        "m3a": AgentOrigin(track="mixed"),
        "noop": AgentOrigin(standing="floor", track="none"),
    }
    run(tmp_path / "a", *outcomes("t3a", "pf"), *outcomes("m3a", "pp"), *outcomes("noop", "ff", model=""), origins=tracks)
    run(tmp_path / "b", *outcomes("asurada", "pf"), origins={"asurada": AgentOrigin(track="mixed")})
    boards = {board.track: board for board in leaderboard([tmp_path], good).boards}
    assert boards["mixed"].title == "automotive, task set 3, seed 7, track mixed"
    ranks = {track: [(rank, entry.agent) for rank, entry in board.ranked if rank] for track, board in boards.items()}
    assert ranks == {"mixed": [(1, "m3a"), (2, "asurada")], "tree": [(1, "t3a")]}
    assert all("noop" in [entry.agent for entry in board.entries] for board in boards.values())


def test_boards_of_one_title_say_what_keeps_them_apart(tmp_path):
    for name, hashes in (("a", {"tasks": "1"}), ("b", {"tasks": "2<i>"}), ("c", {"tasks": "1"})):
        run(tmp_path / name, *outcomes("t3a", "p"), hashes=hashes)
    found = leaderboard([tmp_path], good)
    assert [board.title for board in found.boards] == ["automotive, task set 3, seed 7"] * 2
    assert [board.apart for board in found.boards] == [[], ["the source of tasks"]]
    assert (
        leaderboard_page(found).count("Not comparable with the first board of this title. They differ in: the source of tasks.")
        == 1
    )


def test_a_stream_in_which_tested_tasks_teach_stands_by_itself(tmp_path):
    for name, learn in (("a", None), ("b", "train"), ("c", "stream")):
        run(tmp_path / name, *outcomes("t3a", "pf"), options={"learn": learn})
    boards = leaderboard([tmp_path], good).boards
    assert [[entry.run for entry in board.entries if entry.run] for board in boards] == [["a", "b"], ["c"]]
    assert "streams" in boards[1].title


def test_what_is_not_as_it_was_played_is_named_and_not_listed(tmp_path):
    faults = {
        "edited": {"different": (ScoreDifference(id="x", recorded="pass", found="fail: " + HOSTILE),)},
        "blind": {"not_scored": (UnscoredEpisode(id="x", why="its steps were not kept"),)},
        "broken": {"same": 0, "not_scored": (UnscoredEpisode(id="x", why="broken off: env_error"),)},
    }
    for name in ("sound", *faults):
        run(tmp_path / name, *outcomes("t3a", "p"))
    RunFolder.create(tmp_path / "unfinished", manifest())
    (tmp_path / "text.zip").write_text("no archive")

    def verify(folder: RunFolder) -> RunVerification:
        return good(folder).model_copy(update=faults.get(folder.path.name, {}))

    found = leaderboard([tmp_path], verify)
    assert [entry.run for entry in found.boards[0].entries] == ["sound", ""]
    told = {Path(name).name: why for name, why in found.left_out.items()}
    assert {name: why[:30] for name, why in told.items()} == {
        "edited": "its records do not match a new",
        "blind": "some of it cannot be verified;",
        "broken": "it is incomplete: of 1 planned",
        "unfinished": "it has not ended",
        "text.zip": told["text.zip"][:30],
    }
    assert "not an archive of a run" in told["text.zip"]


def test_an_archive_is_listed_like_its_folder(tmp_path):
    archive = export_run(run(tmp_path / "a", *outcomes("t3a", "p")), "zip", tmp_path / "b.zip")
    assert [entry.run for entry in leaderboard([archive], good).boards[0].entries] == ["b", ""]


def test_where_there_is_no_run_that_is_said(tmp_path):
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(UsageError, match="is not a run and holds none"):
            leaderboard([path], good)


def test_the_page_shows_intervals_and_holds_no_markup_of_runs(tmp_path):
    run(tmp_path / "a", *outcomes(HOSTILE, "pf", model=HOSTILE), *outcomes("oracle", "pp"), git_commit="a" * 40)
    RunFolder.create(tmp_path / "<b>", manifest())
    found = leaderboard([tmp_path], good)
    page = leaderboard_page(found)
    assert page == leaderboard_page(leaderboard([tmp_path], good))
    assert "<script" not in page
    assert not re.search("<[^>]*(onerror|src|href)=", page)
    assert "default-src 'none'" in page
    assert "50.0 %" in page
    assert "quoted from the paper" in page
    assert "&lt;b&gt;" in page
    assert "No run is listed." in leaderboard_page(type(found)([], {}))
