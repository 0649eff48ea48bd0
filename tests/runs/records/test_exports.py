"""Exports of a run: what other tools read, that archives are checked as they are read, and that nothing is half-written."""

import csv
import json
import shutil
import zipfile
from itertools import pairwise

import duckdb
import pytest
from cases import cases
from result_fakes import HOSTILE, add_episode, call, episode, fake_run, manifest, step

from automotive_env.errors import UsageError
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.sharing.archive import SUMS, opened, unpack
from automotive_env.runs.sharing.export import FORMATS, export_run, unpack_run

FORMULA = '=HYPERLINK("http://x")\nsecond line'
OUTSIDE = ("../x", "/etc/x", "a/../../x", ".lock", "a\\..\\x", "C:/x", "a/b/c/d")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = RunFolder.create(tmp_path_factory.mktemp("runs") / "first", manifest())
    tools = [{"id": "1", "name": "look", "arguments": '{"at": 3}'}, {"id": "2", "name": "odd", "arguments": "{"}]
    last = call("", choices=[{"text": "", "tool_calls": tools}])
    add_episode(folder, episode("t3a-1", goal=FORMULA, scores={"f1": 0.5}), [step(1), step(2, calls=[call("why"), last])])
    add_episode(folder, episode("t3a-2", "env_error", error=HOSTILE, trial=1), [step(1, action=None, error="no", outcome=None)])
    add_episode(folder, episode("noop-1", "fail", agent="noop", model="", goal=HOSTILE, face="calls"), [])
    folder.finish("2025-04-13T12:09:00+00:00")
    return folder


def test_parquet_has_every_episode_and_step(run, tmp_path):
    folder = export_run(run, "parquet", tmp_path / "a 'quoted' name")
    assert {file.name for file in folder.iterdir()} == {"episodes.parquet", "steps.parquet", "README.md"}
    with duckdb.connect() as database:
        file = str(folder / "episodes.parquet")
        rows = database.execute("SELECT goal, success, tokens, scores FROM read_parquet(?)", [file]).fetchall()
        steps = database.execute(
            "SELECT count(*), count(action) FROM read_parquet(?)", [str(folder / "steps.parquet")]
        ).fetchone()
    assert rows[0] == (FORMULA, True, 1200, '{"f1": 0.5}')
    assert rows[2][0] == HOSTILE
    assert steps == (3, 2)


def test_csv_holds_no_formula_and_all_lines(run, tmp_path):
    folder = export_run(run, "csv", tmp_path / "csv")
    with (folder / "episodes.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == ["t3a-1", "t3a-2", "noop-1"]
    assert rows[0]["goal"] == f"'{FORMULA}"
    assert rows[2]["goal"] == HOSTILE


def test_conversations_end_with_the_reply(run, tmp_path):
    folder = export_run(run, "sharegpt", tmp_path / "sharegpt")
    rows = [json.loads(line) for line in (folder / "conversations.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == ["t3a-1/1/0", "t3a-1/2/0", "t3a-1/2/1", "t3a-2/1/0"]
    assert [turn["from"] for turn in rows[0]["conversations"]] == ["system", "human", "gpt"]
    assert [json.loads(turn["value"]) for turn in rows[2]["conversations"][2:]] == [
        {"name": "look", "arguments": {"at": 3}},
        {"name": "odd", "arguments": "{"},
    ]
    assert [row["passed"] for row in rows] == [True, True, True, False]


def test_a_run_without_episodes_makes_no_log_and_leaves_no_folder(tmp_path):
    empty = RunFolder.create(tmp_path / "empty", manifest())
    with pytest.raises(UsageError, match="holds no episodes"):
        export_run(empty, "inspect", tmp_path / "inspect")
    assert not (tmp_path / "inspect").exists()


def test_logs_of_inspect_hold_what_its_reader_needs(run, tmp_path):
    folder = export_run(run, "inspect", tmp_path / "inspect")
    logs = {file.name: json.loads(file.read_text()) for file in folder.iterdir()}
    assert set(logs) == {"t3a--builtin--automotive.json", "noop--automotive.json"}
    log = logs["t3a--builtin--automotive.json"]
    assert (log["version"], log["status"], log["eval"]["model"], log["eval"]["config"]) == (
        2,
        "success",
        "builtin",
        {"epochs": 2},
    )
    passed, broken = log["samples"]
    assert (passed["scores"]["verdict"]["value"], passed["scores"]["f1"]["value"], passed["epoch"]) == (1.0, 0.5, 1)
    assert (broken["scores"], broken["epoch"], broken["error"]["message"]) == ({}, 2, HOSTILE)
    assert len({(sample["id"], sample["epoch"]) for sample in log["samples"]}) == 2
    assert log["results"]["scores"][0]["metrics"]["accuracy"]["value"] == 1.0


def test_a_card_names_its_files_and_no_markup_of_strangers(tmp_path):
    folder = RunFolder.create(tmp_path / "run", manifest(model="[x](javascript:1)|<b>"))
    text = (export_run(folder, "csv", tmp_path / "csv") / "README.md").read_text()
    assert "data_files: episodes.csv" in text
    assert "\\[x\\](javascript:1)\\|&lt;b&gt;" in text


def files_of(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_an_archive_gives_back_the_run_and_has_equal_bytes_again(run, tmp_path):
    archive = export_run(run, "zip", tmp_path / "one.zip")
    assert archive.read_bytes() == export_run(run, "zip", tmp_path / "two.zip").read_bytes()
    with pytest.raises(UsageError, match=r"--to zip writes a ZIP file; name it .*three\.zip instead of .*three\.tar"):
        export_run(run, "zip", tmp_path / "three.tar")
    back = unpack_run(archive)
    assert back == tmp_path / "one"
    kept = files_of(run.path)
    assert files_of(back) == {name: data for name, data in kept.items() if not name.startswith(".")}
    with opened(archive) as folder:
        assert folder.episodes() == run.episodes()
        assert folder.steps("t3a-1") == run.steps("t3a-1")
    assert not folder.path.exists()


@pytest.fixture(scope="module")
def archive(run, tmp_path_factory):
    return export_run(run, "zip", tmp_path_factory.mktemp("archive") / "run.zip")


def repacked(archive, target, change):
    """The archive with its members, as a mapping, changed."""
    with zipfile.ZipFile(archive) as source:
        members = {name: source.read(name) for name in source.namelist()}
    change(members)
    with zipfile.ZipFile(target, "w") as changed:
        for name, data in members.items():
            changed.writestr(name, data)
    return target


def with_sum(name):
    def change(members):
        sums = json.loads(members[SUMS])
        members[name] = members["manifest.json"]
        members[SUMS] = json.dumps(sums | {name: sums["manifest.json"]})

    return change


def edit(name, data):
    return lambda members: members.__setitem__(name, data)


@cases(
    ("change", "says"),
    [
        (edit("episodes.jsonl", b"{}\n"), "episodes.jsonl differs from what was packed"),
        (edit("extra.txt", b""), "its files differ from those that were packed"),
        (lambda members: members.pop("episodes.jsonl"), "its files differ from those that were packed"),
        (lambda members: members.pop(SUMS), "no item named"),
        (edit(SUMS, b"["), "Expecting value"),
        (edit(SUMS, b"[]"), "its files differ from those"),
        *((with_sum(name), "is not a file of a run") for name in OUTSIDE),
    ],
)
def test_what_is_not_as_it_was_packed_is_refused(change, says, archive, tmp_path_factory):
    folder = tmp_path_factory.mktemp("changed")
    changed = repacked(archive, folder / "changed.zip", change)
    with pytest.raises(UsageError, match=says):
        unpack_run(changed, folder / "out")
    assert [file.name for file in folder.iterdir()] == ["changed.zip"]


def test_nothing_is_written_before_all_of_an_archive_is_checked(archive, tmp_path):
    with zipfile.ZipFile(archive) as source:
        last = sorted(name for name in source.namelist() if name != SUMS)[-1]
    changed = repacked(archive, tmp_path / "changed.zip", edit(last, b"changed"))
    (tmp_path / "out").mkdir()
    with pytest.raises(UsageError, match=f"not an archive of a run: {last} differs from what was packed"):
        unpack(changed, tmp_path / "out")
    assert not [*(tmp_path / "out").iterdir()]


def test_an_archive_that_unpacks_to_more_than_is_allowed_is_refused_in_one_sentence(archive, tmp_path):
    with zipfile.ZipFile(archive) as source:
        size = sum(member.file_size for member in source.infolist()) / 2**30
    with pytest.raises(UsageError, match=r"run\.zip unpacks to .* GiB are allowed; if you trust it"):
        unpack_run(archive, tmp_path / "out", most=size * 0.99)
    assert not [*tmp_path.iterdir()]
    assert unpack_run(archive, tmp_path / "out", most=size * 1.01).is_dir()


@cases("names", [("steps/a.jsonl/b.jsonl",), ("images/a.webp", "images/a.webp/b.webp"), ("steps/.a.jsonl",), ("thesis.txt",)])
def test_files_that_no_run_has_are_refused(names, archive, tmp_path_factory):
    folder = tmp_path_factory.mktemp("clash")

    def change(members):
        for name in names:
            with_sum(name)(members)

    with pytest.raises(UsageError, match="not an archive of a run"):
        unpack_run(repacked(archive, folder / "changed.zip", change), folder / "out")


def test_what_is_no_file_of_a_run_is_not_packed(run, tmp_path):
    copy = RunFolder.open(shutil.copytree(run.path, tmp_path / "copy"))
    for name in ("steps/thesis.txt", "steps/.draft.jsonl", "images/photo.png", ".env"):
        (copy.path / name).write_text("mine")
    packed = export_run(copy, "zip", tmp_path / "copy.zip")
    assert packed.read_bytes() == export_run(run, "zip", tmp_path / "run.zip").read_bytes()


def test_a_damaged_archive_is_refused_wherever_it_is_damaged(archive, tmp_path):
    data = archive.read_bytes()
    for start, end in pairwise(range(0, len(data), max(1, len(data) // 12))):
        file, out = tmp_path / f"{start}.zip", tmp_path / str(start)
        flipped = bytes(byte ^ 0xFF for byte in data[start:end])
        file.write_bytes(data[:start] + flipped + data[end:])
        out.mkdir()
        with pytest.raises(UsageError, match="not an archive of a run"):
            unpack(file, out)
    (tmp_path / "text.zip").write_text("no archive")
    with pytest.raises(UsageError, match="not an archive of a run"), opened(tmp_path / "text.zip"):
        pass


def test_what_is_there_is_never_written_over_and_a_failure_leaves_nothing(run, tmp_path, monkeypatch):
    (tmp_path / "there").mkdir()
    with pytest.raises(UsageError, match="already exists"):
        export_run(run, "csv", tmp_path / "there")

    def broken(run, folder):
        (folder / "half").write_text("x")
        raise UsageError("the records are damaged")

    monkeypatch.setattr("automotive_env.runs.sharing.export.FORMATS", {**FORMATS, "csv": broken})
    with pytest.raises(UsageError, match="damaged"):
        export_run(run, "csv", tmp_path / "new")
    assert [file.name for file in tmp_path.iterdir()] == ["there"]


def test_a_whole_run_is_exported_in_every_format(tmp_path):
    run = fake_run(tmp_path / "run", instances=1, pictures=False)
    for kind in FORMATS:
        assert export_run(run, kind).exists()
