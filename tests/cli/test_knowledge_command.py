"""`automotive-env knowledge`: what it makes, shows and checks, and what it says of wrong usage."""

import json
from pathlib import Path
from shutil import copytree

import pytest
from cases import cases
from command_line import run_here

FEW = "vehicleworld.train.0*"
ELSEWHERE = "limits.train.b4baf8b561ff"
"""A conversation that begins as one of another split does."""


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("knowledge") / "kb"
    done = run_here("knowledge", "build", "vehicleworld", "--tasks", FEW, "--out", str(folder), "--embedder", "lexical")
    assert done.returncode == 0, done.stderr
    assert "new st" in done.stdout
    return folder


def test_what_was_built_is_shown_and_found(kb: Path):
    newest = run_here("knowledge", "show", str(kb)).stdout
    assert "vehicleworld train st" in newest
    first = json.loads((kb / "entries.jsonl").read_text().splitlines()[0])
    found = run_here("knowledge", "show", str(kb), first["query"], "--embedder", "lexical").stdout
    assert f"Request: {first['query']}" in found
    assert "1.700  st" in found
    nothing = run_here("knowledge", "show", str(kb), "xyzzy", "--toolset", "radio", "--embedder", "lexical").stdout
    assert nothing == "nothing is similar enough\n"


def test_a_second_build_adds_nothing_and_a_crash_in_between_costs_one_line(kb: Path, tmp_path: Path):
    kb = copytree(kb, tmp_path / "kb")
    again = ("knowledge", "build", "vehicleworld", "--tasks", FEW, "--out", str(kb), "--embedder", "lexical")
    assert ": 0 new st;" in run_here(*again).stdout
    whole = (kb / "entries.jsonl").read_bytes()
    (kb / "entries.jsonl").write_bytes(whole[:-10])
    assert ": 1 new st;" in run_here(*again).stdout
    assert (kb / "entries.jsonl").read_bytes() == whole


def test_a_check_tells_shares_and_fails_where_the_tested_tasks_are_known(kb: Path):
    options = ("--tasks", "vehicleworld.*.0*", "--embedder", "lexical", "--json")
    apart = run_here("knowledge", "check", str(kb), *options)
    assert (apart.returncode, json.loads(apart.stdout)["leaked"]) == (0, 0)
    within = run_here("knowledge", "check", str(kb), *options, "--split", "train")
    assert within.returncode == 1
    assert json.loads(within.stdout)["leaked"] > 0


WRONG = (
    (("build", "nothing", "--out", "x"), "no suite 'nothing'. Choose from appworld, automotive"),
    (("build", "vehicleworld", "--out", "x", "--split", "half"), "unknown split 'half'; choose from train, dev, test"),
    (("build", "vehicleworld", "--out", "x", "--kinds", "st,sql"), "--kinds takes all, or one or more of st, es, sic and tic"),
    (("build", "vehicleworld", "--out", "x", "--kinds", "es"), "name another with --model"),
    (("build", "vehicleworld", "--out", "x", "--embedder", "bert"), "unknown embedder 'bert'; choose from lexical, minilm"),
    (("build", ".", "--out", "x"), "is not a run folder"),
    (
        ("build", "conversations", "--tasks", ELSEWHERE, "--out", "x"),
        "--split train leaves nothing to learn; choose another split",
    ),
    (("show", "x"), "holds no knowledge; make some"),
    (("check", "x"), "holds no knowledge; make some"),
)


@cases("line, said", WRONG)
def test_wrong_usage_is_one_line_and_nothing_is_written(line: tuple[str, ...], said: str):
    done = run_here("knowledge", *line)
    assert done.returncode == 2, done.stderr
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not Path("x").exists()


def test_text_of_strangers_is_shown_without_its_control_characters(kb: Path, tmp_path: Path):
    entry = json.loads((kb / "entries.jsonl").read_text().splitlines()[0]) | {
        "query": "red \x1b[31m",
        "text": "a\x1b]0;title\x07",
    }
    (tmp_path / "entries.jsonl").write_text(json.dumps(entry) + "\n")
    for line in ((), ("red", "--embedder", "lexical")):
        assert "\x1b" not in run_here("knowledge", "show", str(tmp_path), *line).stdout
