"""`automotive-env verify`: runs are scored again, and what was tampered with is named."""

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from command_line import run_here
from registered import DEGREES, PAIR, THREE_TURNS
from result_fakes import steps_path, write_steps

from automotive_env.runs.execution import checking
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import digest_of

FEW = f"{DEGREES},{PAIR}"
"""Tasks that T3A fails and the oracle passes, with and without contrast pairs."""
EPISODES = 3 * 3
"""Of three agents."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    done = run_here("run", "--agent", "t3a,noop,oracle", "--tasks", FEW, "--no-images", "--out", str(folder), "--json")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def run(played: Path, tmp_path: Path) -> Path:
    copytree(played, tmp_path / "run")
    return tmp_path / "run"


def verified(run: Path, status: int, *options: str) -> dict[str, Any]:
    done = run_here("verify", str(run), "--json", *options)
    assert done.returncode == status, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def leaderboard(run: Path) -> str:
    """What it says of a run."""
    done = run_here("leaderboard", str(run), "--out", str(run.parent / "page.html"))
    assert done.returncode == 0, done.stderr
    return " ".join(done.stderr.split())


def lines_of(run: Path) -> list[str]:
    return (run / "episodes.jsonl").read_text().splitlines(keepends=True)


def write_lines(run: Path, lines: Iterable[str]) -> None:
    (run / "episodes.jsonl").write_text("".join(lines))


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
    assert data == {"run": str(run), "episodes": EPISODES, "same": EPISODES, "different": [], "not_scored": [], "missing": []}
    assert "not listed" not in leaderboard(run)


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
    write_steps(folder, record.id, [other, *others])
    (difference,) = verified(run, 1)["different"]
    assert (difference["id"], difference["found"]) == (record.id, "its steps differ from those it was recorded with")
    solved = next(record for record in folder.episodes() if record.success and record.ending == "act")
    write_steps(folder, record.id, [first, *others])
    silent = [step.model_copy(update={"changes": ()}) for step in folder.steps(solved.id)]
    write_steps(folder, solved.id, silent)
    edited(run, lambda line: line.update(steps_digest=digest_of(silent)), lambda line: line["id"] == solved.id)
    (difference,) = verified(run, 1)["different"]
    assert (difference["id"], difference["recorded"]) == (solved.id, "pass")
    assert difference["found"].startswith("fail")


def test_apps_opened_by_name_in_a_run_without_shortcuts_are_named(run: Path) -> None:
    opened = {
        record.id
        for record in RunFolder.open(run).episodes()
        for step in RunFolder.open(run).steps(record.id)
        if step.action and step.action["action_type"] == "open_app" and step.outcome and step.outcome.done
    }
    assert opened
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["options"]["shortcuts"] = False
    (run / "manifest.json").write_text(json.dumps(manifest))
    different = verified(run, 1)["different"]
    assert {difference["id"] for difference in different} == opened
    assert all("opens an app by name" in difference["found"] for difference in different)


def test_damaged_steps_are_a_difference(run: Path) -> None:
    file = min((run / "steps").glob("*/*"))
    file.write_bytes(file.read_bytes()[:-5])
    (difference,) = verified(run, 1)["different"]
    assert difference["id"] == file.stem
    assert "is damaged" in difference["found"]


def test_what_has_no_verdict_is_counted_apart(run: Path) -> None:
    broken = edited(run, lambda line: line.update(outcome="env_error", success=False, verdict={}), lambda line: True)
    bare = edited(run, lambda line: line.update(steps_digest=""), lambda line: line["id"] != broken)
    steps_path(run, bare).unlink()
    data = verified(run, 0)
    assert {one["id"]: one["why"] for one in data["not_scored"]} == {
        broken: "broken off: env_error",
        bare: "its steps were not kept",
    }
    assert data["same"] == data["episodes"] - 2
    assert "broken off: env_error" in run_here("verify", str(run)).stdout


EDITS: dict[str, dict[str, Any]] = {
    "is not that of the run": {"suite": "none"},
    "its backend 'emulator' is not that of the run": {"backend": "emulator"},
    "its id does not follow from": {"agent": "gpt"},
    "agent, model, task, instance and trial": {"trial": 3},
    "was recorded without steps": {"steps_digest": ""},
    "tokens in": {"tokens": 1},
    "calls, which differs from the record": {"usage": {}},
    "(other scores)": {"scores": {"f1": 1.0}},
    "(other error)": {"error": "none of it"},
}


@pytest.mark.parametrize(("told", "fields"), EDITS.items(), ids=lambda value: "-".join(value) if isinstance(value, dict) else "")
def test_a_line_that_does_not_fit_the_run_or_its_steps_is_named(run: Path, told: str, fields: dict[str, Any]) -> None:
    name = edited(run, lambda line: line.update(fields), lambda line: line["tokens"] > 0 and line["outcome"] in ("pass", "fail"))
    (difference,) = verified(run, 1)["different"]
    assert difference["id"] == name
    assert told in difference["found"]


def test_steps_that_are_not_numbered_in_order_are_named(run: Path) -> None:
    folder = RunFolder.open(run)
    record = next(record for record in folder.episodes() if record.steps > 1)
    steps = [step.model_copy(update={"step": step.step + 1}) for step in folder.steps(record.id)]
    write_steps(folder, record.id, steps)
    edited(run, lambda line: line.update(steps_digest=digest_of(steps)), lambda line: line["id"] == record.id)
    (difference,) = verified(run, 1)["different"]
    assert (difference["id"], difference["found"]) == (record.id, "its steps are not numbered from 1 on")


def test_a_line_that_is_gone_or_no_record_is_named(run: Path) -> None:
    file = run / "episodes.jsonl"
    whole = file.read_bytes()
    *others, last = whole.splitlines(keepends=True)
    gone = json.loads(last)["id"]
    file.write_bytes(b"".join(others))
    (difference,) = verified(run, 1)["different"]
    assert (difference["id"], difference["found"]) == (gone, "no line in episodes.jsonl")
    file.write_bytes(b"".join([*others, last.replace(b'"success":', b'"success":1,"failure":')]))
    told = {one["id"]: one["found"] for one in verified(run, 1)["different"]}
    assert told == {"episodes.jsonl": "is not a record of an episode", gone: "no line in episodes.jsonl"}


def test_a_line_that_a_crash_left_unfinished_is_counted_apart(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps(manifest | {"ended": None}))
    file = run / "episodes.jsonl"
    file.write_bytes(file.read_bytes()[:-5])
    assert verified(run, 0)["not_scored"] == [{"id": "episodes.jsonl", "why": "the last line is unfinished"}]


@pytest.mark.parametrize("verdict", [{"all": 5}, {"all": [5]}, {"not": {"met": True}}, {"any": [{"all": [None]}]}])
def test_a_verdict_that_is_no_tree_is_a_difference(run: Path, verdict: dict[str, Any]) -> None:
    name = edited(run, lambda line: line.update(verdict=verdict), lambda line: line["outcome"] == "fail")
    (difference,) = verified(run, 1)["different"]
    assert difference["id"] == name


def test_what_is_no_run_is_wrong_usage(tmp_path: Path) -> None:
    assert run_here("verify", str(tmp_path)).returncode == 2


def test_episodes_that_are_not_in_the_plan_are_named(run: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    asked = ("--agent", "noop", "--tasks", FEW, "--seed", "1", "--no-images", "--out", str(other))
    assert run_here("run", *asked).returncode == 0
    for part in ("steps", "parts"):
        copytree(other / part, run / part, dirs_exist_ok=True)
    write_lines(run, lines_of(run) + lines_of(other))
    data = verified(run, 1)
    assert {one["id"] for one in data["different"]} == {json.loads(line)["id"] for line in lines_of(other)}
    assert {one["found"] for one in data["different"]} == {"its task, instance, trial or face is not in the plan of the run"}
    assert data["same"] == EPISODES
    assert "is not in the plan of the run (and 2 more)" in leaderboard(run)


def test_an_episode_that_was_recorded_again_although_it_had_ended_is_named(run: Path) -> None:
    lines = lines_of(run)
    write_lines(run, [lines[0], *lines])
    (difference,) = verified(run, 1)["different"]
    assert "it exists twice; the other record ended with" in difference["found"]
    broken = json.loads(lines[0]) | {"outcome": "env_error", "success": False, "verdict": {}}
    write_lines(run, [json.dumps(broken) + "\n", *lines])
    assert verified(run, 0)["same"] == EPISODES


def test_a_run_that_is_not_whole_says_so_and_is_not_listed(run: Path) -> None:
    *others, last = lines_of(run)
    write_lines(run, others)
    gone = json.loads(last)["id"]
    steps_path(run, gone).unlink()
    assert verified(run, 0)["missing"] == [gone]
    assert "1 planned episode is missing" in run_here("verify", str(run)).stdout
    assert f"it is incomplete: of {EPISODES} planned episodes, 1 missing and 0 stopped by a fault" in leaderboard(run)


def test_episodes_that_are_said_to_have_been_broken_off_make_no_better_rate(run: Path) -> None:
    edited(run, lambda line: line.update(outcome="env_error", success=False, verdict={}), lambda line: line["outcome"] == "fail")
    assert f"it is incomplete: of {EPISODES} planned episodes, 0 missing and 1 stopped by a fault" in leaderboard(run)


MANIFESTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "do not match the plan that its options draw": ({}, {"tasks": [THREE_TURNS]}),
    "the seed is 0, but 5 in the options": ({}, {"seed": 5}),
    "the seed is 5, but 0 in the options": ({"seed": 5}, {}),
    "oracle with the model '' does not belong": ({"agents": ["t3a", "noop"]}, {}),
    "t3a with the model 'builtin' does not belong": ({"model": "better"}, {}),
    "tasks were skipped": ({"unsupported": {THREE_TURNS: ["HVAC"]}}, {}),
    "its hashes do not match the plan": ({"plan_file": None}, {}),
    "it has 0 trials of each instance": ({}, {"trials": 0}),
}


@pytest.mark.parametrize(("told", "edits"), MANIFESTS.items(), ids=list(MANIFESTS))
def test_a_manifest_that_draws_another_plan_is_named(run: Path, told: str, edits: tuple[dict[str, Any], dict[str, Any]]) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    fields, options = edits
    (run / "manifest.json").write_text(json.dumps({**manifest, **fields, "options": {**manifest["options"], **options}}))
    assert any(told in one["found"] for one in verified(run, 1)["different"])
    assert "its records do not match a new scoring" in leaderboard(run)


def test_another_file_of_the_plan_is_named(run: Path) -> None:
    (run / "plan.jsonl").write_text(json.dumps({"task": THREE_TURNS, "seed": 1, "ending": "act", "instance": "a"}) + "\n")
    (difference,) = verified(run, 1)["different"]
    assert difference["found"] == "plan.jsonl differs from the plan that its options draw"


def test_no_module_is_loaded_because_a_run_names_it(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("strange_tasks.py").write_text("open('loaded', 'w')")
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["options"]["tasks"] = ["strange_tasks"]
    (run / "manifest.json").write_text(json.dumps(manifest))
    assert "add --tasks strange_tasks to load it" in verified(run, 0)["not_scored"][-1]["why"]
    assert "some of it cannot be verified" in leaderboard(run)
    assert not Path("loaded").exists()


def test_tasks_of_others_are_not_scored_until_they_are_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, run = ("--tasks", "one_touch_task:ShowNotifications"), tmp_path / "run"
    with monkeypatch.context() as loaded:
        loaded.setattr("automotive_env.tasks.registry._typed", {})
        loaded.setattr("automotive_env.tasks.registry._targets", set())
        assert run_here("run", "--agent", "noop", *own, "--no-images", "--out", str(run)).returncode == 0
    checking._drawn.cache_clear()  # another test may have drawn these tasks
    monkeypatch.setattr("automotive_env.tasks.registry._typed", {})
    monkeypatch.setattr("automotive_env.tasks.registry._targets", set())
    found = verified(run, 0)
    *episodes, plan = found["not_scored"]
    assert (found["same"], found["different"], {one["why"] for one in episodes}) == (0, [], {"its task is not loaded"})
    assert plan["why"].endswith(f"add {' '.join(own)} to load it")
    shown = run_here("verify", str(run)).stdout
    assert [line.split() for line in shown.splitlines() if line.split() and line.split()[0].isdigit()] == [
        [str(len(episodes)), "0", "0", str(len(episodes)), "0"]
    ], "the plan is no episode"
    monkeypatch.setattr("automotive_env.tasks.registry._typed", {})
    assert verified(run, 0, "--tasks", "one_touch_task")["not_scored"] == [], "its module holds the task"
    assert verified(run, 0, *own)["not_scored"] == []


def test_a_plan_that_would_take_hours_to_draw_is_not_drawn(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["options"]["instances"] = 10_000
    (run / "manifest.json").write_text(json.dumps(manifest))
    assert "at most 100 can be drawn again" in verified(run, 0)["not_scored"][-1]["why"]
    assert "some of it cannot be verified" in leaderboard(run)


def test_a_run_of_another_version_is_said_not_to_be_held_against_its_plan(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["hashes"]["tasks"], manifest["plan_file"] = "0" * 64, "0" * 64
    (run / "manifest.json").write_text(json.dumps(manifest))
    assert "drawn by another version, with other tasks" in verified(run, 0)["not_scored"][-1]["why"]


def test_a_run_that_was_cut_to_some_tasks_stands_on_a_board_of_its_own(run: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    copytree(run, cut)
    kept = PAIR
    write_lines(cut, [line for line in lines_of(cut) if json.loads(line)["task"] == kept])
    plan = "".join(
        line for line in (cut / "plan.jsonl").read_text().splitlines(keepends=True) if json.loads(line)["task"] == kept
    )
    (cut / "plan.jsonl").write_text(plan)
    for file in (cut / "steps").glob("*/*"):
        if kept not in file.name:
            file.unlink()
    manifest = json.loads((cut / "manifest.json").read_text())
    manifest["options"]["tasks"], manifest["plan_file"] = [kept], sha256(plan.encode()).hexdigest()
    (cut / "manifest.json").write_text(json.dumps(manifest))
    assert verified(cut, 0)["missing"] == []
    page = tmp_path / "page.html"
    assert "not listed" not in run_here("leaderboard", str(run), str(cut), "--out", str(page)).stderr
    assert page.read_text().count("<h2") == 2
