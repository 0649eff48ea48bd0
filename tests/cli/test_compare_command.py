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


def test_a_report_says_that_agents_have_not_played_the_same(runs: Path) -> None:
    played = run_here("run", "--agent", "noop", "--tasks", PLAIN, "--no-images", "--json", "--out", "less", cwd=runs)
    assert played.returncode == 0, played.stderr
    (runs / "others").mkdir(exist_ok=True)
    oracle = run_here("run", "--agent", "oracle", "--tasks", TASKS, "--no-images", "--json", "--out", "others/o", cwd=runs)
    assert oracle.returncode == 0, oracle.stderr
    done = run_here("report", "less", "others/o", cwd=runs)
    assert "the agents have not played the same episodes (noop 1, oracle 2; 1 in common)" in " ".join(done.stderr.split())
    assert "have not played" not in run_here("report", "b", "others/o", cwd=runs).stderr


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
