"""`automotive-env verify`: runs are scored again, and what was tampered with is named."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from command_line import run_here

from automotive_env.results.folder import RunFolder
from automotive_env.results.records import digest_of


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    done = run_here("run", "--agent", "t3a,noop", "--tasks", "hvac.*,comms.*", "--no-images", "--out", str(folder), "--json")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def run(played: Path, tmp_path: Path) -> Path:
    copytree(played, tmp_path / "run")
    return tmp_path / "run"


def verified(run: Path, status: int) -> dict[str, Any]:
    done = run_here("verify", str(run), "--json")
    assert done.returncode == status, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def edited(run: Path, edit: Callable[[dict[str, Any]], None], wanted: Callable[[dict[str, Any]], bool]) -> str:
    """Edit the first line of `episodes.jsonl` that is wanted; returns its id."""
    file = run / "episodes.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    line: dict[str, Any] = next(line for line in lines if wanted(line))
    edit(line)
    file.write_text("".join(json.dumps(one) + "\n" for one in lines))
    return str(line["id"])


def test_every_episode_of_a_run_is_scored_as_it_was(run: Path) -> None:
    data = verified(run, 0)
    assert data == {"run": str(run), "episodes": data["episodes"], "same": data["episodes"], "different": [], "not_scored": []}
    assert data["episodes"] > 30


def test_an_edited_verdict_is_named_with_both(run: Path) -> None:
    name = edited(run, lambda line: line.update(outcome="pass", success=True), lambda line: line["outcome"] == "fail")
    (difference,) = verified(run, 1)["different"]
    assert (difference["id"], difference["recorded"]) == (name, "pass")
    assert difference["found"].startswith("fail: wanted ")
    assert difference["found"].endswith("(other outcome, success)")
    done = run_here("verify", str(run))
    assert done.returncode == 1
    assert name in done.stdout


def test_edited_steps_are_named(run: Path) -> None:
    folder = RunFolder.open(run)
    record = next(record for record in folder.episodes() if record.agent == "t3a" and record.steps > 1)
    first, *others = folder.steps(record.id)
    other = first.model_copy(update={"action": {"action_type": "wait"}})
    folder.write_steps(record.id, [other, *others])
    (difference,) = verified(run, 1)["different"]
    assert (difference["id"], difference["found"]) == (record.id, "its steps are not those that it was recorded with")
    solved = next(record for record in folder.episodes() if record.success and record.ending == "act")
    folder.write_steps(record.id, [first, *others])
    silent = [step.model_copy(update={"changes": ()}) for step in folder.steps(solved.id)]
    folder.write_steps(solved.id, silent)
    edited(run, lambda line: line.update(steps_digest=digest_of(silent)), lambda line: line["id"] == solved.id)
    (difference,) = verified(run, 1)["different"]
    assert (difference["id"], difference["recorded"]) == (solved.id, "pass")
    assert difference["found"].startswith("fail")


def test_damaged_steps_are_a_difference(run: Path) -> None:
    file = min((run / "steps").iterdir())
    file.write_bytes(file.read_bytes()[:-5])
    (difference,) = verified(run, 1)["different"]
    assert difference["id"] == file.stem
    assert "is damaged" in difference["found"]


def test_what_has_no_verdict_is_counted_apart(run: Path) -> None:
    broken = edited(run, lambda line: line.update(outcome="env_error", success=False, verdict={}), lambda line: True)
    bare = edited(run, lambda line: line.update(steps_digest=""), lambda line: line["id"] != broken)
    other = edited(run, lambda line: line.update(suite="none"), lambda line: line["id"] not in (broken, bare))
    data = verified(run, 0)
    assert {one["id"]: one["why"] for one in data["not_scored"]} == {
        broken: "broken off: env_error",
        bare: "its steps were not kept",
        other: "the suite 'none' is not known here",
    }
    assert data["same"] == data["episodes"] - 3
    assert "broken off: env_error" in run_here("verify", str(run)).stdout


def test_what_is_no_run_is_wrong_usage(tmp_path: Path) -> None:
    assert run_here("verify", str(tmp_path)).returncode == 2
