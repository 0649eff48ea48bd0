"""A run folder may be a stranger's: nothing outside of it is read or written, and nothing in it is removed that is not ours."""

import os
import re
import struct
import sys

import pytest
from command_line import run_here
from processes import started
from result_fakes import add_episode, episode, manifest, step, write_steps

from automotive_env.errors import RecordsFault, UsageError
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.resuming import resumed_options
from automotive_env.runs.records.drafts import TOKEN, draft_name
from automotive_env.runs.records.encoded import EncodedEpisode
from automotive_env.runs.records.files import read_lines
from automotive_env.runs.records.folder import FOLDERS, RunFolder
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.records.safe_path import SafePath
from automotive_env.runs.records.step_files import shard_of
from automotive_env.runs.sharing.export import export_run, unpack_run
from automotive_env.runs.viewer.report import write_folder
from automotive_env.runs.viewer.viewed_run import ViewedRun

STRANGE = (".my.notes.md", ".git.bak", ".jsonl.17.42", f".automotive-env-{'0' * 32}-17-42", "thesis.txt")
"""Names that look like drafts, or do not."""


@pytest.fixture
def run(tmp_path):
    folder = RunFolder.create(tmp_path / "run", manifest())
    add_episode(folder, episode("a"), [step()])
    return folder


@pytest.fixture
def outside(tmp_path):
    """A folder of the user's, elsewhere."""
    folder = tmp_path / "outside"
    folder.mkdir()
    for name in (*STRANGE, "a.jsonl"):
        (folder / name).write_text("mine")
    return folder


def state(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def link(run, name, target):
    """Put a link in the place of what is in a run folder."""
    place = run.path / name
    if place.is_dir():
        place.rename(run.path.parent / f"real-{place.name}")
    else:
        place.unlink(missing_ok=True)
    place.symlink_to(target)


@pytest.mark.parametrize("name", FOLDERS)
def test_a_linked_folder_is_neither_cleared_nor_written_to(run, outside, name):
    before = state(outside)
    link(run, name, outside)
    with pytest.raises(RecordsFault, match=f"{name} is a link"), run.owned():
        pass
    episodes = EncodedEpisode.of(episode("b"), [step()], {"0" * 64: b"RIFF"})
    with pytest.raises(RecordsFault, match="is a link"):
        RunFolder.open(run.path).add_encoded(episodes)
    assert state(outside) == before


@pytest.mark.parametrize("name", [".lock", "episodes.jsonl", "episodes.jsonl.damaged"])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_linked_file_is_not_written_through(run, tmp_path, name, is_there):
    target = tmp_path / "target"
    if is_there:
        target.write_text("mine")
    (run.path / "episodes.jsonl").write_text(episode("a").line())  # unfinished: it is mended
    link(run, name, target)
    with pytest.raises((RecordsFault, UsageError), match="is a link"), run.owned():
        pass
    assert target.read_text() == "mine" if is_there else not target.exists()


@pytest.mark.parametrize("name", [".lock", "episodes.jsonl"])
def test_a_hard_link_is_not_written_through(run, tmp_path, name):
    target = tmp_path / "target"
    target.write_text("")
    (run.path / name).unlink(missing_ok=True)
    os.link(target, run.path / name)
    with pytest.raises(RecordsFault, match="is a hard link"), run.owned():
        add_episode(run, episode("b"), [step()])
    assert target.read_text() == ""


@pytest.mark.parametrize("name", ["summary.json", "report.html", f"images/{'0' * 64}.webp", f"steps/{shard_of('b')}/b.jsonl"])
def test_a_link_is_replaced_by_the_file_that_is_written_whole(run, tmp_path, name):
    target = tmp_path / "target"
    target.write_text("mine")
    (run.path / name).parent.mkdir(exist_ok=True)
    (run.path / name).symlink_to(target)
    with run.owned():
        run._write_image("0" * 64, b"RIFF")
        write_steps(run, "b", [step()])
        run.finish("2025-04-13T12:30:00+00:00")
    run_here("report", str(run.path), "--single-file")
    assert target.read_text() == "mine"
    assert not (run.path / name).is_symlink()


def test_what_links_lead_to_is_not_read(run, tmp_path, outside):
    link(run, f"steps/{shard_of('a')}/a.jsonl", outside / "a.jsonl")
    with pytest.raises(UsageError, match=r"a\.jsonl cannot be read: a\.jsonl is a link"):
        run.steps("a")
    (run.path / "images" / f"{'0' * 64}.webp").symlink_to(outside / "a.jsonl")
    assert run.image("0" * 64) is None
    with pytest.raises(UsageError, match="is a link"):
        export_run(run, "zip", tmp_path / "run.zip")
    assert not (tmp_path / "run.zip").exists()


def test_hidden_files_of_others_stay_and_block_nothing(tmp_path):
    path = tmp_path / "run"
    (path / ".git.bak").mkdir(parents=True)
    (path / ".DS_Store").write_text("mine")
    run = RunFolder.create(path, manifest())
    for place in (path, *(path / name for name in FOLDERS)):
        for name in set(STRANGE) - {".git.bak"}:
            (place / name).write_text("mine")
        (place / ".git.bak").mkdir(exist_ok=True)
    before = state(path)
    for _ in range(2):
        with run.owned():
            add_episode(run, episode("a"), [step()])
    assert state(path).items() >= {name: data for name, data in before.items() if name.name != "episodes.jsonl"}.items()
    assert (path / "steps" / ".git.bak").is_dir()
    assert run.ids_of_steps() == {"a"}


KILLED = """
import os, sys
from pathlib import Path
from automotive_env.runs.records.drafts import draft_name
from automotive_env.runs.records.folder import FOLDERS, RunFolder
run = RunFolder.open(sys.argv[1])
with run.owned():
    for name in ("", *FOLDERS):
        (run.path / name / draft_name()).write_text("{")
    os._exit(9)
"""


def test_drafts_of_a_killed_owner_are_removed_and_no_others(run):
    (run.path / "steps" / f".automotive-env-{'0' * 32}-1-1").write_text("somebody's")
    before = state(run.path)
    with started([sys.executable, "-c", KILLED, str(run.path)]) as process:
        process.wait(timeout=60)
    assert len(state(run.path)) == len(before) + 1 + 1 + len(FOLDERS)  # with the lock
    with run.owned():
        assert (run.path / ".lock").read_text() == TOKEN
    after = state(run.path)
    assert {path for path in after if path.name != ".lock"} == set(before)
    assert (run.path / ".lock").read_text() == ""


def test_a_lock_that_names_drafts_removes_no_link_and_nothing_behind_one(run, outside):
    token = "a" * 32
    draft = f".automotive-env-{token}-1-1"
    (outside / draft).write_text("mine")
    (run.path / ".lock").write_text(token)
    (run.path / "steps" / draft).symlink_to(outside / draft)
    link(run, "images", outside)
    before = state(outside)
    with pytest.raises(RecordsFault, match="is a link"), run.owned():
        pass
    assert state(outside) == before


@pytest.mark.parametrize("text", ["mine", "[a-z]*", "a" * 33, "../" * 11, "\0" * 32])
def test_a_lock_file_with_another_content_stays(run, text):
    (run.path / ".lock").write_text(text)
    (run.path / ".automotive-env-mine-1-1").write_text("mine")
    with run.owned():
        pass
    assert (run.path / ".lock").read_text() == text
    assert (run.path / ".automotive-env-mine-1-1").exists()


def test_names_of_drafts_are_ours_alone():
    names = [draft_name() for _ in range(100)]
    assert len(set(names)) == 100
    assert all(re.fullmatch(rf"\.automotive-env-{TOKEN}-\d+-\d+", name) for name in names)


def test_a_page_is_not_written_through_links(run, outside):
    before = state(outside)
    (run.path / "report").symlink_to(outside)
    done = run_here("report", str(run.path))
    assert (done.returncode, "report is a link" in done.stderr) == (2, True)
    (run.path / "report").unlink()
    assert run_here("report", str(run.path)).returncode == 0
    link(run, "report/data", outside)
    assert "is a link" in run_here("report", str(run.path)).stderr
    assert state(outside) == before


def test_a_page_that_is_written_again_leaves_what_is_not_of_a_page(run, tmp_path):
    page = tmp_path / "page"
    write_folder(ViewedRun(run), page, 0)
    (page / ".git").mkdir()
    (page / ".git" / "a.js").write_text("mine")
    (page / "data" / "thesis.txt").write_text("mine")
    (page / "data" / "old.js").write_text("")
    write_folder(ViewedRun(run), page, 0)
    assert (page / ".git" / "a.js").exists()
    assert (page / "data" / "thesis.txt").exists()
    assert not (page / "data" / "old.js").exists()


def test_a_read_only_run_is_reported_without_a_page(run, monkeypatch):
    def refuse(path):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(SafePath, "make_folder", refuse)
    monkeypatch.setattr(SafePath, "create", refuse)
    for more in ((), ("--single-file",)):
        done = run_here("report", str(run.path), "--json", *more)
        assert (done.returncode, done.stdout[:8]) == (0, '{"run": ')
        assert "Read-only file system; name another place with --to" in done.stderr
    assert run_here("report", str(run.path), "--json", "--to", str(run.path.parent / "page")).returncode == 3


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "/etc", "a\0b"])
def test_names_lead_nowhere_else(tmp_path, name):
    with pytest.raises(ValueError, match="is not the name of a file"):
        SafePath(tmp_path) / name


def test_a_folder_that_is_a_link_itself_is_what_its_user_means(run, tmp_path):
    (tmp_path / "latest").symlink_to(run.path)
    again = RunFolder.open(tmp_path / "latest")
    with again.owned():
        add_episode(again, episode("b"), [step()])
    assert run.finished_ids() == {"a", "b"}


def sparse(path, size, end=b""):
    """A file that takes no room on the disk."""
    with path.open("wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(end)


def test_a_line_without_an_end_is_not_read_whole(run, tmp_path):
    sparse(run.path / "episodes.jsonl", 2**36)
    for read in (run.read_episodes, run.finished_ids):
        with pytest.raises(UsageError, match=r"episodes\.jsonl line 1 is longer than the limit of 16777216 bytes"):
            read()
    with pytest.raises(UsageError, match="larger than any file of a run"):
        export_run(run, "zip", tmp_path / "run.zip")
    assert not (tmp_path / "run.zip").exists()


def test_records_are_read_up_to_a_bound(run):
    add_episode(run, episode("b"), [step()])
    size = (run.path / "episodes.jsonl").stat().st_size
    assert len(read_lines(run.path / "episodes.jsonl", EpisodeRecord, size).records) == 2
    with pytest.raises(UsageError, match=f"is larger than the limit of {size - 1} bytes"):
        read_lines(run.path / "episodes.jsonl", EpisodeRecord, size - 1)


def test_the_list_of_an_archive_is_bounded_before_it_is_read(tmp_path):
    size = 2**28
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, size, 0, 0)
    sparse(tmp_path / "run.zip", size, end)
    with pytest.raises(UsageError, match="more files than any run"):
        unpack_run(tmp_path / "run.zip", tmp_path / "out")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("knowledge_base", "kb"),
        ("prices", "prices.json"),
        ("data", "data"),
        ("prompts", ["prompts"]),
        ("model", "record:said.jsonl:builtin"),
        ("model", "builtin,replay:said.jsonl"),
        ("model", "local:said.gguf"),
        ("person", "replay:said.jsonl"),
    ],
)
def test_files_that_only_a_manifest_names_are_neither_read_nor_written(tmp_path, monkeypatch, option, value):
    monkeypatch.chdir(tmp_path)
    options = ResolvedOptions(agents=("t3a",), tasks=("hvac.fan_speed_max",)).to_json() | {option: value}
    run = RunFolder.create(tmp_path / "run", manifest().model_copy(update={"options": options}))
    before = state(tmp_path)
    refused = run_here("run", "--resume", "run")
    typed = f"--{option.replace('_', '-')} {','.join(value) if isinstance(value, list) else value}"
    assert refused.returncode == 2
    assert f"if you trust the run, add {typed}" in " ".join(refused.stderr.split())
    run_here("verify", "run")
    assert state(tmp_path) == before
    named = resumed_options(run, {option: getattr(ResolvedOptions.of_run(options), option)})
    assert named == ResolvedOptions.of_run(options)
