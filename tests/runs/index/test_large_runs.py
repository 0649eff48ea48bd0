"""The index of a large run: what it holds is what the records say, whoever wrote anything else, and whatever changed since."""

import os
import sqlite3
from contextlib import closing

import pytest
from result_fakes import add_episode, episode, fake_run, manifest, step

from automotive_env.errors import UsageError
from automotive_env.runs.index import episode_index as module
from automotive_env.runs.index.episode_index import EpisodeIndex
from automotive_env.runs.index.location import MAX_KEPT, cache_folder, index_file, write_index
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.runs.tables.summary import RunSummary, summarise
from automotive_env.runs.viewer import viewed_run
from automotive_env.runs.viewer.pages import ViewerPages
from automotive_env.runs.viewer.viewed_run import ViewedRun


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def large(monkeypatch):
    """Every run is a large one."""
    monkeypatch.setattr(module, "MAX_IN_MEMORY", -1)


@pytest.fixture
def run(tmp_path):
    folder = RunFolder.create(tmp_path / "run", manifest())
    for name, outcome in (("a", "pass"), ("b", "model_error"), ("c", "fail")):
        add_episode(folder, episode(name, outcome), [step()])
    return folder


def built(monkeypatch):
    """Where indexes are written from now on."""
    files = []
    real = module.write_index
    monkeypatch.setattr(module, "write_index", lambda file, write: files.append(file) or real(file, write))
    return files


def test_a_small_run_leaves_no_index_on_the_disk(run, cache):
    assert [record.id for record in EpisodeIndex(run)] == ["a", "b", "c"]
    assert not [*cache.iterdir()]


def test_an_index_has_what_the_records_say(run, large):
    add_episode(run, episode("b", "pass"))
    episodes = EpisodeIndex(run)
    assert list(episodes) == run.episodes()
    assert list(episodes.rows()) == [EpisodeRow.of(record) for record in run.episodes()]
    assert [row.id for row in episodes.rows(1, 1)] == ["b"]
    assert [row.id for row in episodes.failures()] == ["c"]
    assert [record.id for record in episodes.failures_first()] == ["c", "a", "b"]
    assert (len(episodes), episodes.failed, episodes.damaged) == (3, 1, 0)
    assert episodes.get("b") == run.episodes()[1]
    assert episodes.get("d") is None


def test_an_index_is_read_again_until_the_records_change(run, large, monkeypatch):
    files = built(monkeypatch)
    EpisodeIndex(run)
    EpisodeIndex(run)
    assert len(files) == 1
    add_episode(run, episode("d"))
    assert len(EpisodeIndex(run)) == 4
    assert len(files) == 2


def test_records_of_the_same_size_and_time_are_not_taken_for_others(run, large, monkeypatch):
    files = built(monkeypatch)
    EpisodeIndex(run)
    file, when = run.episodes_file.path, run.episodes_file.path.stat()
    file.write_bytes(file.read_bytes().replace(b'"fail"', b'"pass"').replace(b'"success":false', b'"success":true ', 2))
    os.utime(file, ns=(when.st_atime_ns, when.st_mtime_ns))
    with pytest.raises(UsageError, match="is damaged"):
        EpisodeIndex(run)
    assert len(files) == 2


def test_an_index_in_the_run_folder_is_not_looked_at(run, large, tmp_path):
    EpisodeIndex(run)
    theirs = run.path / index_file(run.path).name
    index_file(run.path).rename(theirs)
    with closing(sqlite3.connect(theirs)) as index, index:
        index.execute("UPDATE kept SET value = 1000 WHERE name = 'number'")
    assert len(EpisodeIndex(run)) == 3


@pytest.mark.parametrize("damage", [b"", b"SQLite format 3\0 and nothing more", bytes(8192)])
def test_a_damaged_index_is_built_again(run, large, damage):
    EpisodeIndex(run)
    index_file(run.path).write_bytes(damage)
    assert len(EpisodeIndex(run)) == 3


def test_where_no_index_can_be_kept_one_is_built_each_time(run, large, cache):
    (cache / "automotive-env").write_text("a file, not a folder")
    assert [record.id for record in EpisodeIndex(run)] == ["a", "b", "c"]
    assert cache_folder().parent.is_file()


def test_nothing_is_left_of_an_index_that_was_not_finished(tmp_path):
    file = tmp_path / "cache" / "a.sqlite"

    def broken(draft):
        draft.write_text("half")
        raise UsageError("the records are damaged")

    with pytest.raises(UsageError):
        write_index(file, broken)
    assert not [*file.parent.iterdir()]


def test_the_oldest_indexes_go(tmp_path):
    left = tmp_path / ".automotive-env-left-1-1"
    left.touch()
    os.utime(left, (0, 0))
    files = [tmp_path / f"{number}.sqlite" for number in range(MAX_KEPT + 2)]
    for number, file in enumerate(files):
        write_index(file, lambda draft: draft.write_text("index"))
        os.utime(file, (number, number))
    write_index(files[-1], lambda draft: draft.write_text("index"))
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in files[2:]}


def test_a_damaged_last_line_is_left_out_and_known(run, large):
    with run.episodes_file.path.open("ab") as file:
        file.write(b'{"id": "d"')
    episodes = EpisodeIndex(run)
    assert (len(episodes), episodes.damaged) == (3, 1)
    with run.episodes_file.path.open("ab") as file:
        file.write(b"\n{}\n")
    with pytest.raises(UsageError, match=r"episodes\.jsonl line 4 is damaged"):
        EpisodeIndex(run)


def test_a_result_is_made_once_and_for_its_key(run, large):
    made = []

    def summary():
        made.append(1)
        return summarise(run.episodes())

    for key in ("one", "one", "two"):
        assert EpisodeIndex(run).remembered("summary", key, RunSummary, summary) == summarise(run.episodes())
    assert len(made) == 2


def test_the_page_of_a_large_run_gets_its_rows_in_parts(tmp_path, large, monkeypatch):
    folder = fake_run(tmp_path / "run", pictures=False)
    small = ViewedRun(folder).index("")
    monkeypatch.setattr(viewed_run, "MAX_INSIDE", 5)
    monkeypatch.setattr(viewed_run, "MAX_LISTED", 12)
    run = ViewedRun(folder)
    index = run.index("")
    assert (index["rows"], index["parts"], index["episodes"]) == ([], 3, len(small["rows"]))
    assert index["summary"] == small["summary"]
    pages = ViewerPages([run])
    assert pages.answer("data/rows/0/2.js")[0].startswith(b'received("rows/0/2", "')
    assert pages.answer("data/rows/0/3.js") is None
    assert pages.answer("data/rows/1/0.js") is None
