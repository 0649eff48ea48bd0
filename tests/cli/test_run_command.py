"""`automotive-env run` as its users run it: JSON, exit statuses, records, resuming, determinism."""

import json
import os
import resource
import shutil
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from subprocess import PIPE
from typing import Any
from unittest.mock import Mock

import pytest
from command_line import PROGRAM, run_here, run_program
from processes import started
from registered import DEGREES, MISSPELT, PAIR, PLAIN, THREE_TURNS
from report_data import report_data

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.runs.tables.everyday import why_plainly
from automotive_env.runs.tables.items import counted_items
from automotive_env.runs.tables.table import plain_sentence

FEW = f"{PLAIN},{DEGREES},{THREE_TURNS}"
"""Tasks without contrast pairs: one episode for each."""
ONE = THREE_TURNS


def run(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_here("run", *arguments, cwd=cwd, **environment)


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "episodes.jsonl").read_text().splitlines()]


def test_json_is_one_object_on_stdout_and_the_folder_is_complete(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "automotive_env.run", "--agent", "oracle,noop", "--tasks", ONE, "--json", "--out", "here"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=80)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["run"] == "here"
    oracle = printed["agents"]["oracle"]
    assert {
        "n",
        "passed",
        "rate",
        "low",
        "high",
        "by_dimension",
        "by_category",
        "outcomes",
        "steps",
        "tokens",
        "seconds",
        "harm",
        "pairs",
    } <= set(oracle)
    assert (oracle["n"], oracle["passed"], printed["agents"]["noop"]["passed"]) == (1, 1, 0)
    folder = tmp_path / "here"
    assert {path.name for path in folder.iterdir()} >= {"manifest.json", "episodes.jsonl", "steps", "images", "summary.json"}
    first = lines(folder)[0]
    assert {"id", "suite", "task", "instance", "seed", "agent", "model", "backend", "outcome", "success", "steps"} <= set(first)
    assert {"ending", "verdict", "harm"} <= set(first)
    page = (folder / "report.html").read_text()
    assert "http://" not in page.split("<body")[0]


def test_every_failure_names_a_criterion_that_was_not_met_in_record_terminal_and_report(tmp_path: Path) -> None:
    done = run(
        "--agent",
        "t3a,noop,random",
        "--tasks",
        f"{FEW},{PAIR}",
        "--no-images",
        "--out",
        "run",
        cwd=tmp_path,
        COLUMNS="400",
    )
    assert done.returncode == 0, done.stderr
    folder = RunFolder.open(tmp_path / "run")
    failed = [record for record in folder.episodes() if not record.success]
    assert {record.outcome for record in failed} >= {"fail", "step_limit"}
    page = report_data(folder.path)
    told = run_here("report", "run", cwd=tmp_path, COLUMNS="1000").stdout
    for record in failed:
        assert record.criterion is not None
        assert any(not part.met for part in record.criterion.unmet())
        assert 0 < len(record.why) <= 160
        assert record.why in told
        assert why_plainly(record) in told
        assert json.dumps(why_plainly(record), ensure_ascii=False) in page
    assert "contrast pairs" in done.stdout


def test_a_run_says_what_builtin_is_tells_few_failures_and_ends_with_the_viewer(tmp_path: Path) -> None:
    done = run("--agent", "t3a", "--tasks", "hvac.[a-f]*", "--no-images", "--out", "run", cwd=tmp_path, COLUMNS="1000")
    failed = [item for item in counted_items(RunFolder.open(tmp_path / "run").episodes()) if not item.success]
    assert "builtin is a set of rules, not a language model" in done.stderr
    shown = done.stdout.splitlines()
    heading = shown.index(next(line for line in shown if line.startswith(f"5 of {len(failed)} failures")))
    told = [line.strip() for line in shown[heading + 1 : heading + 6]]
    assert set(told) <= {plain_sentence(EpisodeRow.of(item)) for item in failed}
    assert len(set(told)) == 5
    assert shown[-1].split() == ["viewer", "automotive-env", "view", "run"]


def test_a_run_of_another_agent_says_nothing_of_builtin(tmp_path: Path) -> None:
    assert "builtin is" not in run("--agent", "noop", "--tasks", ONE, "--out", "run", cwd=tmp_path).stderr


def test_pairs_are_counted_in_json(tmp_path: Path) -> None:
    done = run("--agent", "Oracle,NOOP", "--tasks", PAIR, "--instances", "2", "--json", cwd=tmp_path)
    agents = json.loads(done.stdout)["agents"]
    assert {name: (of["n"], of["pairs"]["n"], of["pairs"]["passed"], of["harm"]) for name, of in agents.items()} == {
        "oracle": (2, 2, 2, 0),
        "noop": (2, 2, 0, 0),
    }


@pytest.mark.parametrize("tasks", [f"{PLAIN},{THREE_TURNS}", pytest.param(f"{DEGREES},{THREE_TURNS}", marks=pytest.mark.sweep)])
def test_two_processes_write_the_same_episodes_but_for_times_with_any_number_of_workers(tasks: str, tmp_path: Path) -> None:
    arguments = ("--agent", "asurada", "--tasks", tasks, "--seed", "3", "--json")
    salt = str(1 + int(os.environ.get("PYTHONHASHSEED") == "1"))  # of the workers; another one than in this process
    here = run(*arguments, "--workers", "1", "--out", "a", cwd=tmp_path)
    there = run(*arguments, "--workers", "2", "--out", "b", cwd=tmp_path, PYTHONHASHSEED=salt)
    assert (here.returncode, there.returncode) == (0, 0), here.stderr + there.stderr
    first, second = (
        sorted(({**line, "seconds": 0, "model_seconds": 0} for line in lines(tmp_path / name)), key=str) for name in ("a", "b")
    )
    assert first == second
    for steps in sorted((tmp_path / "a" / "steps").glob("*/*")):
        assert steps.read_bytes() == (tmp_path / "b" / steps.relative_to(tmp_path / "a")).read_bytes()


def test_resuming_plays_what_is_missing_and_nothing_twice(tmp_path: Path) -> None:
    arguments = ("--agent", "oracle", "--tasks", FEW, "--no-images", "--json")
    assert run(*arguments, "--out", "run", cwd=tmp_path).returncode == 0
    file = tmp_path / "run" / "episodes.jsonl"
    whole = file.read_text()
    file.write_text(whole.splitlines()[0] + "\n" + whole.splitlines()[1][:40])  # killed while it wrote
    done = run("--resume", "run", "--json", cwd=tmp_path)  # its options are those of the run
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["agents"]["oracle"]["n"] == 3
    assert len({line["id"] for line in lines(tmp_path / "run")}) == len(lines(tmp_path / "run")) == 3


def test_another_run_is_not_resumed(tmp_path: Path) -> None:
    assert run("--agent", "noop", "--tasks", FEW, "--out", "run", cwd=tmp_path).returncode == 0
    done = run("--agent", "noop", "--tasks", FEW, "--resume", "run", "--seed", "9", cwd=tmp_path)
    assert done.returncode == 2
    assert "it was started with --seed 0, not with --seed 9; omit these options, or start a new run with them" in done.stderr


@pytest.fixture(scope="module")
def finished_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished")
    assert run("--agent", "noop", "--tasks", FEW, "--place", "Paris", "--out", "run", cwd=folder).returncode == 0
    return folder / "run"


@pytest.fixture
def finished(finished_once: Path, tmp_path: Path) -> Path:
    """A copy of a run of three episodes, played in Paris."""
    return shutil.copytree(finished_once, tmp_path / "run")


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (("--place", "Tokyo"), "it was started with --place Paris, not with --place Tokyo; omit these options"),
        (("--tasks", "hvac.*"), f"it was started with --tasks {FEW}, not with --tasks hvac.*; omit"),
        (
            ("--agent", "t3a"),
            "run cannot be resumed with other options: it was started with --agent noop, not with --agent t3a; omit",
        ),
        (
            ("--instances", "2", "--dimension", "explicit_control"),
            "without --dimension, not with --dimension explicit_control; with --instances 1, not with --instances 2; omit",
        ),
    ],
)
def test_a_run_is_not_resumed_with_options_that_change_what_is_played(
    changed: tuple[str, ...], says: str, finished: Path
) -> None:
    before = lines(finished)
    done = run("--resume", "run", *changed, cwd=finished.parent)
    assert (done.returncode, says in done.stderr) == (2, True), done.stderr
    assert lines(finished) == before


@pytest.mark.parametrize(
    ("option", "value"),
    [("agents", None), ("agents", [1]), ("data", 5), ("dimension", {}), ("instances", "x"), ("place", None), ("workers", [4])],
)
def test_options_that_no_run_has_are_damage_of_the_manifest(option: str, value: object, finished: Path) -> None:
    file = finished / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest["options"][option] = value
    file.write_text(json.dumps(manifest))
    done = run("--resume", "run", cwd=finished.parent)
    assert (done.returncode, f"manifest.json is damaged: option {option}" in done.stderr) == (2, True), done.stderr


def test_a_run_is_resumed_with_other_workers_and_without_pictures(finished: Path) -> None:
    assert run("--resume", "run", "--workers", "2", "--no-images", cwd=finished.parent).returncode == 0


def test_a_run_is_not_resumed_on_other_graders(finished: Path) -> None:
    file = finished / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest["hashes"] |= {"validators": "0" * 64, "episode": "0" * 64}
    file.write_text(json.dumps(manifest))
    done = run("--resume", "run", cwd=finished.parent)
    assert done.returncode == 2
    assert "this has changed since it was started: source of episode, source of validators; start a new run" in done.stderr


def program(*arguments: str, cwd: Path) -> AbstractContextManager[subprocess.Popen[str]]:
    """The command in a process of its own."""
    return started([*PROGRAM, "run", "--json", *arguments], cwd=cwd, stdout=PIPE, stderr=PIPE, text=True)


@pytest.mark.sweep
def test_of_two_that_resume_one_folder_one_plays(tmp_path: Path) -> None:
    assert run("--agent", "oracle", "--tasks", FEW, "--out", "run", "--no-images", cwd=tmp_path).returncode == 0
    file = tmp_path / "run" / "episodes.jsonl"
    whole = {line["id"] for line in lines(tmp_path / "run")}
    file.write_bytes(b"")
    with program("--resume", "run", cwd=tmp_path) as first, program("--resume", "run", cwd=tmp_path) as second:
        both = (first, second)
        errors = [process.communicate(timeout=80)[1] for process in both]
    refused = [error for process, error in zip(both, errors, strict=True) if process.returncode == 2]
    assert 0 in [process.returncode for process in both]
    assert all("run is in use: another process records its run there" in error for error in refused)
    played = [line["id"] for line in lines(tmp_path / "run")]
    assert (len(played), set(played)) == (len(whole), whole)


def test_a_folder_in_use_is_refused_at_once(finished: Path) -> None:
    with RunFolder.open(finished).owned():
        done = run("--resume", "run", cwd=finished.parent)
    assert (done.returncode, "run is in use" in done.stderr, "Traceback" in done.stderr) == (2, True, False)
    assert run("--resume", "run", cwd=finished.parent).returncode == 0


def test_a_run_that_was_killed_is_resumed_with_each_episode_once(tmp_path: Path) -> None:
    file = tmp_path / "run" / "episodes.jsonl"
    deadline = time.monotonic() + 60
    options = ("--agent", "oracle", "--tasks", f"{FEW},{PAIR},hvac.stuffy_air", "--no-images")
    with program(*options, "--out", "run", cwd=tmp_path):  # killed at the end of the block
        while not (file.exists() and file.stat().st_size):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    with file.open("ab") as torn:
        torn.write(b'{"id":"oracle-')
    done = run("--resume", "run", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "the last line of episodes.jsonl was damaged" in done.stderr
    played = [line["id"] for line in lines(tmp_path / "run")]
    assert len(played) == len(set(played)) == json.loads(done.stdout)["agents"]["oracle"]["episodes"]


@pytest.mark.sweep
def test_a_full_disk_stops_the_run_and_it_can_be_resumed(tmp_path: Path) -> None:
    """Files may grow to 6 KB, less than the steps of an episode, and the system refuses the rest."""

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, 6_000))

    done = run_program("run", "--agent", "oracle", "--tasks", ONE, "--out", "run", cwd=tmp_path, preexec_fn=fill)
    assert done.returncode == 3, done.stderr
    assert "cannot be written: File too large; continue later with --resume run" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "run" / "episodes.jsonl").exists()
    again = run("--resume", "run", "--json", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    outcomes = json.loads(again.stdout)["agents"]["oracle"]["outcomes"]
    assert (outcomes["pass"], outcomes["env_error"]) == (1, 0)


def test_a_run_in_which_the_environment_failed_every_time_could_not_run(tmp_path: Path) -> None:
    (tmp_path / "places.jsonl").touch()
    done = run("--tasks", ONE, "--context", "recorded:places.jsonl", "--out", "run", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    assert "error: the environment failed in every episode: places.jsonl has no answer" in done.stderr
    assert "continue later with --resume run" in done.stderr
    assert {line["outcome"] for line in lines(tmp_path / "run")} == {"env_error"}


@pytest.mark.parametrize("part", ["episodes.jsonl", "report.html", "summary.json", ".lock"])
def test_a_folder_in_place_of_a_file_is_named(part: str, finished: Path) -> None:
    (finished / part).unlink()
    (finished / part / "x").mkdir(parents=True)
    done = run("--resume", "run", cwd=finished.parent)
    assert done.returncode in (2, 3)
    assert "Is a directory" in done.stderr or "not a regular file" in done.stderr
    assert part in done.stderr or part == ".lock"
    assert "Traceback" not in done.stderr


def test_steps_that_were_removed_do_not_matter(finished: Path) -> None:
    shutil.rmtree(finished / "steps")
    file = finished / "episodes.jsonl"
    file.write_text(file.read_text().splitlines()[0] + "\n")
    done = run("--resume", "run", "--json", cwd=finished.parent)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["agents"]["noop"]["n"] == 3


def test_a_folder_whose_name_is_no_text_is_refused(tmp_path: Path) -> None:
    done = run("--agent", "noop", "--out", os.fsdecode(b"run\xff"), cwd=tmp_path)
    assert (done.returncode, "must be UTF-8" in done.stderr, "Traceback" in done.stderr) == (2, True, False)
    assert not list(tmp_path.iterdir())


def test_runs_that_begin_in_the_same_second_have_folders_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("automotive_env.runs.execution.run.datetime", Mock(now=Mock(return_value=datetime(2025, 4, 13, 12))))
    options = ("--agent", "noop", "--tasks", ONE, "--no-images", "--json")
    folders = {json.loads(run(*options, cwd=tmp_path).stdout)["run"] for _ in range(2)}
    assert len(folders) == 2


@pytest.mark.sweep
def test_runs_that_begin_at_once_have_folders_of_their_own(tmp_path: Path) -> None:
    options = ("--agent", "noop", "--tasks", THREE_TURNS, "--no-images")
    with program(*options, cwd=tmp_path) as first, program(*options, cwd=tmp_path) as second:
        folders = {json.loads(process.communicate(timeout=80)[0])["run"] for process in (first, second)}
    assert len(folders) == 2


def test_one_episode_is_one_episode(tmp_path: Path) -> None:
    done = run("--agent", "noop", "--tasks", THREE_TURNS, "--out", "run", cwd=tmp_path)
    assert "1 episode ·" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--agent", "asurda"], 2, "asurada"),
        (
            ["--agent", "t3a,noop", "--geo", "gps"],
            2,
            "Play noop in another run; t3a can use these options",
        ),
        (["--tasks", MISSPELT], 2, f"did you mean '{PLAIN}'"),
        (["--dimension", "safety"], 2, "explicit_control"),
        (["--model", "gpt4"], 2, "openai:"),
        (["--model", "openai:"], 2, "openai:"),
        (["--backend", "cloud"], 2, "headless"),
        (["--suite", "mobile"], 2, "automotive"),
        (["--place", "Atlantis"], 2, "Atlantis"),
        (["--instances", "0"], 2, "instances must be"),
        (["--workers", "0"], 2, "workers must be"),
        (["--seed", "9" * 4299], 2, "seed must be"),
        (["--model", "openai:gpt-4o-mini"], 3, "OPENAI_API_KEY"),
        (["--model", "gemini:gemini-2.0-flash"], 3, "GEMINI_API_KEY"),
        (["--model", "replay:nowhere.jsonl"], 2, "nowhere.jsonl"),
    ],
)
def test_what_cannot_be_run_says_so_before_any_episode(arguments: list[str], status: int, says: str, tmp_path: Path) -> None:
    done = run("--tasks", ONE, *arguments, "--out", "run", cwd=tmp_path)
    assert done.returncode == status, (done.stdout, done.stderr)
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "run").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "precious.txt").write_text("mine")
    done = run("--agent", "noop", "--tasks", FEW, "--out", "run", cwd=tmp_path)
    assert done.returncode == 2
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["precious.txt"]
