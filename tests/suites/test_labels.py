"""Evaluation compared with people's labels of the same turns, and the options of players as they are typed."""

import json

import pytest
from command_line import run_here
from scenario_files import LOUDER, checkout


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of the oracle and of a player that asks the built-in model, with everything that can be asked of it."""
    base = tmp_path_factory.mktemp("labels")
    folder, data = base / "run", checkout(base / "data", LOUDER)
    asked = ["--reflection", "2", "--plan", "--no-examples", "--distractors", "4", "--long-state", "--temperature", "0.7"]
    done = run_here("run", "--suite", "vehicleworld", "--data", str(data), "--agent", "oracle", "--out", str(folder), "--json")
    assert done.returncode == 0, done.stderr
    other = run_here("run", "--suite", "vehicleworld", "--data", str(data), "--agent", "sfc", *asked, "--out", str(base / "sfc"))
    assert other.returncode == 0, other.stderr
    assert "Averages per task" in other.stdout
    options = json.loads((base / "sfc" / "manifest.json").read_text())["options"]
    assert (options["reflections"], options["plan"], options["examples"], options["distractors"]) == (2, True, False, 4)
    assert run_here("verify", str(base / "sfc")).returncode == 0
    (episode,) = [json.loads(line)["id"] for line in (folder / "episodes.jsonl").read_text().splitlines()]
    return folder, episode


def report(folder, tmp_path, *lines):
    file = tmp_path / "labels.jsonl"
    file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return run_here("report", str(folder), "--labels", str(file), "--json")


@pytest.mark.parametrize("file", ["/nowhere/labels.jsonl", "/dev/zero"])
def test_what_is_no_file_of_labels_is_refused(run, file):
    done = run_here("report", str(run[0]), "--labels", file)
    assert done.returncode == 2
    assert "no file" in done.stderr or "not a regular file" in done.stderr


def test_each_way_of_evaluating_has_its_error_rate(run, tmp_path):
    folder, episode = run
    labels = [{"episode": episode, "turn": turn, "correct": turn != 2} for turn in (1, 2, 3)]
    done = report(folder, tmp_path, *labels, "")
    table = json.loads(done.stdout)["tables"][-1]
    assert table["columns"] == ["evaluation", "turns", "false positives", "false negatives", "error rate %"]
    assert [row[:4] for row in table["rows"]] == [
        ["state-based, strict", "3", "1", "0"],
        ["state-based, paper", "3", "1", "0"],
        ["rule-based", "3", "1", "0"],
    ]
    assert {round(row[4], 1) for row in table["rows"]} == {33.3}
    assert "error rate" in run_here("report", str(folder), "--labels", str(tmp_path / "labels.jsonl")).stdout


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "holds no label"),
        ("no JSON", "line 1 is not a label"),
        ({"episode": "x", "turn": 1, "correct": "yes"}, "line 1 is not a label"),
        ({"episode": "x", "turn": 1, "correct": True}, "a label names the episode 'x'"),
        ({"episode": "THIS", "turn": 9, "correct": True}, "a label names turn 9"),
    ],
)
def test_what_is_no_label_of_the_run_is_refused(run, tmp_path, line, says):
    folder, episode = run
    if isinstance(line, dict):
        line = {**line, "episode": line["episode"].replace("THIS", episode)}
    done = report(folder, tmp_path, line)
    assert done.returncode == 2
    assert says in done.stderr.replace("\n", " ")


def test_an_option_out_of_its_range_is_refused(tmp_path):
    done = run_here("run", "--suite", "vehicleworld", "--agent", "fc", "--reflection", "99", "--out", str(tmp_path / "run"))
    assert (done.returncode, "--reflection must be from 0 to 10" in done.stderr) == (2, True)
