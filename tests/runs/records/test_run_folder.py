import errno
import hashlib
import json
import multiprocessing
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import result_fakes
from result_fakes import add_episode, add_image, episode, fake_run, manifest, step, steps_path, write_steps

from automotive_env.episode.imaging import decode
from automotive_env.errors import RecordsFault, UsageError
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import RECORD_FORMAT
from automotive_env.runs.records.records import digest_of
from automotive_env.runs.records.step_files import shard_of


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", manifest())


def image(value=90):
    return np.full((40, 60, 3), value, np.uint8)


def test_a_run_reads_back_as_it_was_written(folder):
    add_episode(folder, episode("a"), [step(1), step(2)])
    add_episode(folder, episode("b", "fail"))
    again = RunFolder.open(folder.path)
    assert again.manifest == manifest()
    digest = digest_of([step(1), step(2)])
    assert again.episodes() == [episode("a", steps_digest=digest), episode("b", "fail")]
    assert again.steps("a") == [step(1), step(2)]
    assert again.steps("b") == []
    assert again.read_episodes().damaged == b""


def test_a_new_folder_is_empty(folder):
    assert folder.episodes() == []
    assert folder.finished_ids() == set()


def test_an_empty_folder_may_be_used(tmp_path):
    RunFolder.create(str(tmp_path), manifest())
    assert (tmp_path / "manifest.json").exists()


def test_a_foreign_folder_is_refused_and_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(UsageError, match="is not empty and holds no run; choose an empty folder"):
        RunFolder.create(tmp_path, manifest())
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_folder_with_a_run_is_refused(folder):
    with pytest.raises(UsageError, match="already holds a run; resume it"):
        RunFolder.create(folder.path, manifest())


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be used for a run"):
        RunFolder.create(tmp_path / "file", manifest())


@pytest.mark.parametrize("content", [None, "", "{}", '{"agents": 5}', "[]", "\x00"])
def test_only_run_folders_are_opened(tmp_path, content):
    if content is not None:
        (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(UsageError, match=r"is not a run folder|was not written by this version"):
        RunFolder.open(tmp_path)


def test_who_gives_an_archive_is_told_how_to_unpack_it(tmp_path):
    archive = tmp_path / "run.zip"
    archive.write_bytes(b"PK")
    with pytest.raises(UsageError, match=r"unpacked by `export .*run\.zip --to folder`"):
        RunFolder.open(archive)


@pytest.mark.parametrize("version", [3, RECORD_FORMAT + 1])
def test_a_run_of_another_record_format_is_refused(tmp_path, version):
    RunFolder.create(tmp_path / "run", manifest(record_format=version))
    with pytest.raises(
        UsageError, match=f"in record format {version}, and this version reads format {RECORD_FORMAT}; read it with"
    ):
        RunFolder.open(tmp_path / "run")


@pytest.mark.parametrize("cut", [1, 2, 30, 200])
def test_a_torn_last_line_is_reported_and_does_not_count(folder, cut):
    for name in "abc":
        add_episode(folder, episode(name))
    file = folder.path / "episodes.jsonl"
    file.write_bytes(file.read_bytes()[:-cut])
    read = folder.read_episodes()
    assert [record.id for record in read.records] == ["a", "b"]
    assert (episode("c").line() + "\n").encode().startswith(read.damaged)
    assert read.damaged
    assert read.size + len(read.damaged) == file.stat().st_size
    assert folder.finished_ids() == {"a", "b"}


def test_reading_a_torn_file_does_not_change_it(folder):
    file = folder.path / "episodes.jsonl"
    file.write_bytes(b'{"id": "a')
    assert RunFolder.open(folder.path).episodes() == []
    assert file.read_bytes() == b'{"id": "a'


@pytest.mark.parametrize("damage", [b"{", b"\xff\xfe", b"x" * 200_000, b"{}\n", b"\n", b"\0" * 4096, b"nonsense\r\n"])
def test_a_damaged_last_line_is_set_aside_by_who_goes_on(folder, damage):
    add_episode(folder, episode("a"))
    file = folder.path / "episodes.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole + damage)
    again = RunFolder.open(folder.path)
    assert again.finished_ids() == {"a"}
    with again.owned() as mended:
        assert mended == "the last line of episodes.jsonl was damaged; it is now in episodes.jsonl.damaged"
        assert file.read_bytes() == whole
        add_episode(again, episode("b"))
    with again.owned() as mended:
        assert mended == ""
    assert [record.id for record in again.episodes()] == ["a", "b"]
    assert (folder.path / "episodes.jsonl.damaged").read_bytes() == damage


@pytest.mark.parametrize("damage", [b'{"id": "b"}\n', b"\n", b"\xff\n"])
def test_a_damaged_line_in_the_middle_is_named(folder, damage):
    add_episode(folder, episode("a"))
    file = folder.path / "episodes.jsonl"
    file.write_bytes(file.read_bytes() + damage + file.read_bytes())
    with pytest.raises(UsageError, match=rf"{re.escape(str(file))} line 2 is damaged: "):
        folder.episodes()
    with pytest.raises(UsageError, match=r"line 2 is damaged"), folder.owned():
        pass


def test_records_that_cannot_be_read_are_named(folder):
    (folder.path / "episodes.jsonl").mkdir()
    with pytest.raises(UsageError, match=r"episodes.jsonl cannot be read: it is not a regular file"):
        folder.episodes()


def test_folders_that_are_missing_are_made_anew(folder):
    (folder.path / "steps").rmdir()
    (folder.path / "images").rmdir()
    with folder.owned():
        add_episode(folder, episode("a"), [step(1)])
        add_image(folder, image())
    assert folder.steps("a") == [step(1)]


def test_a_folder_that_cannot_be_written_is_a_fault_of_the_records(folder):
    (folder.path / ".lock").mkdir()
    with pytest.raises(RecordsFault, match="cannot be written"), folder.owned():
        pass


def test_a_full_disk_is_a_fault_of_the_records_and_leaves_nothing_half_written(folder, monkeypatch):
    add_episode(folder, episode("a"))
    before = files(folder.path)

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    for write in (lambda: add_episode(folder, episode("b"), [step(1)]), lambda: add_episode(folder, episode("b"))):
        with pytest.raises(RecordsFault, match="cannot be written: No space left on device"):
            write()
    with pytest.raises(RecordsFault):
        add_image(folder, image())
    with pytest.raises(RecordsFault):
        folder.finish("2025-04-13T12:30:00+00:00")
    assert files(folder.path) == before


def test_broken_off_episodes_are_to_be_played_again(folder):
    for name, outcome in (("a", "pass"), ("b", "env_error"), ("c", "model_error"), ("d", "agent_error"), ("e", "step_limit")):
        add_episode(folder, episode(name, outcome))
    assert folder.finished_ids() == {"a", "d", "e"}
    add_episode(folder, episode("b", "fail"))
    assert folder.finished_ids() == {"a", "b", "d", "e"}
    assert [(record.id, record.outcome) for record in folder.episodes()][:2] == [("a", "pass"), ("b", "fail")]
    assert len(folder.episodes()) == 5


def test_steps_of_an_earlier_attempt_are_replaced(folder):
    write_steps(folder, "a", [step(1), step(2), step(3)])
    write_steps(folder, "a", [step(1)])
    assert folder.steps("a") == [step(1)]


def test_each_picture_is_kept_once(folder):
    name = add_image(folder, image())
    assert add_image(folder, image()) == name
    assert add_image(RunFolder.open(folder.path), image()) == name
    assert add_image(folder, image(91)) != name
    assert len(list((folder.path / "images").iterdir())) == 2


def test_a_picture_is_named_by_its_file(folder):
    name = add_image(folder, image())
    data = folder.image(name)
    assert hashlib.sha256(data).hexdigest() == name
    assert np.abs(decode(data).astype(int) - image()).max() < 6
    assert folder.image("0" * 64) is None


def test_finishing_writes_the_summary(folder):
    add_episode(folder, episode("a"))
    add_episode(folder, episode("b", "env_error"))
    summary = folder.finish("2025-04-13T12:30:00+00:00")
    written = json.loads((folder.path / "summary.json").read_text())
    assert written == summary.model_dump(mode="json")
    assert written["agents"]["t3a"]["n"] == 1
    assert RunFolder.open(folder.path).manifest.ended == "2025-04-13T12:30:00+00:00"
    assert not [path for path in folder.path.iterdir() if path.name.startswith(".")]


def files(path):
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


def test_equal_runs_have_equal_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(result_fakes, "GOALS", dict(list(result_fakes.GOALS.items())[:2]))
    one, other = (fake_run(tmp_path / name, agents=("m3a",), instances=1) for name in ("one", "other"))
    assert files(one.path) == files(other.path)
    assert len(files(one.path)) > 10


def test_threads_may_keep_the_same_picture(folder):
    noise = np.random.default_rng(0).integers(0, 256, (300, 400, 3), np.uint8)
    with ThreadPoolExecutor(8) as pool:
        names = set(pool.map(lambda _: add_image(RunFolder.open(folder.path), noise), range(16)))
    assert [path.stem for path in (folder.path / "images").iterdir()] == list(names)


def _play(path, number):
    folder = RunFolder.open(path)
    write_steps(
        folder, f"e{number}", [step(1, observation={**step().observation.model_dump(), "screenshot": add_image(folder, image())})]
    )


@pytest.mark.sweep
def test_other_processes_may_write_steps_and_pictures(folder):
    process = multiprocessing.get_context("spawn").Process(target=_play, args=(folder.path, 0))
    process.start()
    _play(folder.path, 1)
    process.join()
    assert process.exitcode == 0
    assert folder.steps("e0") == folder.steps("e1") != []
    assert len(list((folder.path / "images").iterdir())) == 1


def test_what_is_no_run_says_where_one_may_be(tmp_path):
    (tmp_path / "file").write_text("x")
    folder = RunFolder.create(tmp_path / "runs" / "first", manifest())
    for path, why in (
        (tmp_path / "absent", "there is no such folder"),
        (tmp_path / "file", "it is a file"),
        (tmp_path / "runs", f"it holds 1 runs, such as {folder.path}"),
    ):
        with pytest.raises(UsageError, match=f"is not a run folder: .*{why}"):
            RunFolder.open(path)


def test_steps_of_earlier_versions_are_read_where_they_lie(folder):
    add_episode(folder, episode("a"), [step(1)])
    file = steps_path(folder.path, "a")
    assert file.parent == folder.path / "steps" / shard_of("a")
    file.rename(folder.path / "steps" / file.name)
    file.parent.rmdir()
    assert folder.steps("a") == [step(1)]
    assert folder.has_steps("a")
    add_episode(folder, episode("b"), [step(1)])
    assert folder.ids_of_steps() == {"a", "b"}
    add_episode(folder, episode("a"), [step(1), step(2)])
    assert len(folder.steps("a")) == 2


def test_drafts_in_a_shard_go_with_the_owner_that_was_killed(folder):
    add_episode(folder, episode("a"), [step(1)])
    token = "0" * 32
    (folder.path / ".lock").write_text(token)
    draft = folder.path / "steps" / shard_of("a") / f".automotive-env-{token}-1-1"
    draft.write_text("half of a file")
    with folder.owned():
        assert not draft.exists()
