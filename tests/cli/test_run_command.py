"""`python -m automotive_env.run` as its users run it: JSON, exit statuses, records, resuming, determinism."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FEW = "hvac.fan_speed_max,phenomenon.fogged_windscreen,apps.open_notifications"


def run(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return subprocess.run(
        [sys.executable, "-m", "automotive_env.run", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**kept, **environment},
        timeout=120,
    )


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "episodes.jsonl").read_text().splitlines()]


def test_json_is_one_object_on_stdout_and_the_folder_is_complete(tmp_path: Path) -> None:
    done = run("--agent", "oracle,noop", "--tasks", FEW, "--json", "--out", "here", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["run"] == "here"
    oracle = printed["agents"]["oracle"]
    assert {"n", "passed", "rate", "low", "high", "by_dimension", "by_category", "outcomes", "steps", "tokens", "seconds"} <= set(
        oracle
    )
    assert (oracle["n"], oracle["passed"], printed["agents"]["noop"]["passed"]) == (3, 3, 0)
    folder = tmp_path / "here"
    assert {path.name for path in folder.iterdir()} >= {"manifest.json", "episodes.jsonl", "steps", "images", "summary.json"}
    first = lines(folder)[0]
    assert {"id", "suite", "task", "instance", "seed", "agent", "model", "backend", "outcome", "success", "steps"} <= set(first)
    page = (folder / "report.html").read_text()
    assert "http://" not in page.split("<body")[0]


def test_two_processes_write_the_same_episodes_but_for_times_with_any_number_of_workers(tmp_path: Path) -> None:
    for name, salt, workers in (("a", "1", "1"), ("b", "2", "2")):
        arguments = ("--tasks", FEW, "--seed", "3", "--workers", workers, "--out", name, "--json")
        done = run(*arguments, cwd=tmp_path, PYTHONHASHSEED=salt)
        assert done.returncode == 0, done.stderr
    first, second = (sorted(({**line, "seconds": 0} for line in lines(tmp_path / name)), key=str) for name in ("a", "b"))
    assert first == second
    for steps in sorted((tmp_path / "a" / "steps").iterdir()):
        assert steps.read_bytes() == (tmp_path / "b" / "steps" / steps.name).read_bytes()


def test_resuming_plays_what_is_missing_and_nothing_twice(tmp_path: Path) -> None:
    arguments = ("--agent", "oracle", "--tasks", FEW, "--json")
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
    assert "it was begun with --seed 0; leave such options out" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--agent", "asurda"], 2, "asurada"),
        (["--tasks", "hvac.to_hot"], 2, "did you mean 'hvac.too_hot'"),
        (["--dimension", "safety"], 2, "explicit_control"),
        (["--model", "gpt4"], 2, "openai:"),
        (["--model", "openai:"], 2, "openai:"),
        (["--backend", "cloud"], 2, "headless"),
        (["--suite", "mobile"], 2, "automotive"),
        (["--place", "Atlantis"], 2, "Atlantis"),
        (["--instances", "0"], 2, "instances must be"),
        (["--workers", "0"], 2, "workers must be"),
        (["--model", "openai:gpt-4o-mini"], 3, "OPENAI_API_KEY"),
        (["--model", "gemini:gemini-2.0-flash"], 3, "GEMINI_API_KEY"),
        (["--model", "replay:nowhere.jsonl"], 2, "nowhere.jsonl"),
    ],
)
def test_what_cannot_be_run_says_so_before_any_episode(arguments: list[str], status: int, says: str, tmp_path: Path) -> None:
    done = run(*arguments, "--out", "run", cwd=tmp_path)
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
