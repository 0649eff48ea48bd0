"""`automotive-env run --suite vehicleworld` on a checkout made here, and `--suite conversations`."""

import json
import subprocess
from pathlib import Path

import pytest
from command_line import run_here
from report_data import report_data

SCENARIOS = """
<scenario><inits>Environment.init6()
vw.readingLight = ReadingLight.init1()</inits>
<query>Light, please</query>
<api_call>vw.readingLight.carcontrol_readingLight_switch(position=["all"], switch=True)</api_call></scenario>
<scenario><inits>Environment.init1()</inits><query>Sing</query><api_call>pass</api_call>
<query>Loud as can be</query><api_call>vw.music.music_soundVolume_set(degree="max")</api_call></scenario>
<scenario><inits></inits><query>Hm</query><api_call>while True: pass</api_call></scenario>
"""


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run_here("run", *arguments, cwd=cwd)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "data" / "database" / "querys" / "scenarios"
    file.parent.mkdir(parents=True)
    file.write_text(SCENARIOS)
    return tmp_path


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.sweep)])
def test_a_run_is_recorded_summed_up_and_resumed_like_any_other(workers: str, data: Path) -> None:
    arguments = ("--suite", "vehicleworld", "--data", "data", "--agent", "oracle,noop", "--json")
    done = run(*arguments, "--out", "here", "--workers", workers, cwd=data)
    assert done.returncode == 0, done.stderr
    agents = json.loads(done.stdout)["agents"]
    assert (agents["oracle"]["n"], agents["oracle"]["passed"], agents["noop"]["passed"]) == (2, 2, 0)
    assert agents["oracle"]["outcomes"]["env_error"] == 1
    assert {name: rate["passed"] for name, rate in agents["oracle"]["by_dimension"].items()} == {"M-S": 1, "S-S": 1}
    lines = [json.loads(line) for line in (data / "here" / "episodes.jsonl").read_text().splitlines()]
    assert {line["suite"] for line in lines} == {"vehicleworld"}
    assert "Loud as can be" in report_data(data / "here")
    again = run(*arguments, "--resume", "here", cwd=data)
    assert json.loads(again.stdout)["agents"]["oracle"]["n"] == 2
    assert len((data / "here" / "episodes.jsonl").read_text().splitlines()) == 8  # only what the environment broke off
    (data / "data" / "database" / "querys" / "scenarios").write_text(SCENARIOS.replace("Sing", "Dance"))
    changed = run(*arguments, "--resume", "here", cwd=data)
    assert changed.returncode == 2
    assert "it was started: source of scenarios" in changed.stderr


@pytest.mark.parametrize("tasks", ["limits.test.[0-7]*", pytest.param("limits.test.*", marks=pytest.mark.sweep)])
def test_conversations_are_run_resumed_and_judged_again_like_all_others(tasks: str, tmp_path: Path) -> None:
    arguments = ("--suite", "conversations", "--tasks", tasks, "--agent", "oracle,decline", "--trials", "2", "--json")
    done = run(*arguments, "--out", "here", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["agents"]["oracle"]["rate"] == 1
    declined = found["agents"]["decline"]
    assert 0 < declined["by_ending"]["decline"]["rate"] <= 1
    assert declined["n"] < declined["episodes"]
    assert found["agents"]["decline"]["pairs"]["passed"] == 0
    titles = [table["title"] for table in found["tables"]]
    assert {"Repeated trials, in percent", "Success by set and right ending, in percent"} <= set(titles)
    lines = (tmp_path / "here" / "episodes.jsonl").read_text().splitlines()
    (tmp_path / "here" / "episodes.jsonl").write_text("".join(f"{line}\n" for line in lines[:-5]))
    again = run(*arguments, "--resume", "here", cwd=tmp_path)
    assert json.loads(again.stdout)["agents"]["oracle"]["n"] == found["agents"]["oracle"]["n"]
    verified = run_here("verify", "here", "--json", cwd=tmp_path)
    assert (verified.returncode, json.loads(verified.stdout)["same"]) == (0, len(lines)), verified.stdout[:500]


def test_names_and_dimensions_choose(data: Path) -> None:
    arguments = ("--suite", "vehicleworld", "--data", "data", "--agent", "oracle", "--json")
    done = run(*arguments, "--dimension", "S-S", "--tasks", "vehicleworld.*", "--out", "some", cwd=data)
    outcomes = json.loads(done.stdout)["agents"]["oracle"]["outcomes"]
    assert (outcomes["pass"], outcomes["env_error"]) == (1, 1)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--data", "data"], "does not use --data"),
        (["--suite", "vehicleworld", "--data", "nowhere"], "vehicleworld/database/querys/scenarios"),
        (["--suite", "vehicleworld", "--data", "data", "--agent", "random"], "--agent takes oracle, noop"),
        (["--suite", "vehicleworld", "--data", "data", "--tasks", "hvac.*"], "no scenario matches"),
        (["--suite", "vehicleworld", "--data", "data", "--dimension", "M-M"], "choose from M-S, S-S"),
        (["--suite", "vehicleworld", "--data", "data", "--instances", "2"], "--instances"),
    ],
)
def test_what_cannot_be_run_says_so(arguments: list[str], says: str, data: Path) -> None:
    done = run("--agent", "oracle", *arguments, "--out", "run", cwd=data)
    assert (done.returncode, says in done.stderr, "Traceback" in done.stderr) == (2, True, False), done.stderr
    assert not (data / "run").exists()
