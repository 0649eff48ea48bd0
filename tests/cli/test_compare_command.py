"""`automotive-env compare` as its users run it."""

import json
from pathlib import Path

import pytest
from cases import cases
from command_line import run_here
from registered import PLAIN, THREE_TURNS

TASKS = f"{PLAIN},{THREE_TURNS}"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    options = ("--tasks", TASKS, "--no-images", "--json")
    for name, agents, seed in (("a", "oracle,noop", "0"), ("b", "noop", "0"), ("c", "noop", "1")):
        assert run_here("run", "--agent", agents, *options, "--seed", seed, "--out", name, cwd=folder).returncode == 0
    return folder


def test_agents_of_a_run_are_compared(runs: Path) -> None:
    done = run_here("compare", "a", "--agents", "noop,oracle", cwd=runs, COLUMNS="140")
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["all", "2", "0.0", "(0.0..65.8)", "100.0", "(34.2..100.0)", "100.0", "(-31.5..100.0)", "0,", "2", ".500"] in lines
    assert f"{THREE_TURNS} · fail, then pass" in done.stdout
    assert "wanted" in done.stdout


def test_json_is_one_object(runs: Path) -> None:
    done = run_here("compare", "a", "b", "--agents", "oracle,noop", "--json", cwd=runs)
    found = json.loads(done.stdout)
    assert set(found) == {"runs", "configuration", "warnings", "comparisons"}
    (comparison,) = found["comparisons"]
    assert comparison["success"]["difference"] == -1
    assert [one["task"] for one in comparison["differing"]] == TASKS.split(",")


@cases(
    ("arguments", "says"),
    [
        (["a", "b", "c"], "compare takes one run or two, not 3"),
        (["b", "c"], "they differ in the seed (0; 1). Use --common"),
        (["b", "c", "--common"], "no scored episode in common"),
        (["a"], "choose from noop, oracle"),
        (["nowhere", "a"], "is not a run folder"),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_line(arguments: list[str], says: str, runs: Path) -> None:
    done = run_here("compare", *arguments, cwd=runs)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
