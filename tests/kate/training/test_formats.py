"""Files for other trainers: the columns that they read, whole, and rewards that accept what the rows teach."""

import json

import pytest
from command_line import run_here

from automotive_env.kate.training.plain import reply_text
from automotive_env.kate.training.row import read_rows
from automotive_env.kate.training.verl import compute_score

TASK = "vehicleworld.train.53c4ffd8cc9c"


def write(folder, to: str, *more: str):
    file = folder / f"rows.{to}"
    done = run_here("train", "rows", "vehicleworld", "--tasks", TASK, "--to", to, "--out", str(file), *more)
    return file, done


def test_verl_gets_plain_messages_and_a_truth_that_its_reward_accepts(tmp_path) -> None:
    duckdb = pytest.importorskip("duckdb")
    file, done = write(tmp_path, "verl")
    assert done.returncode == 0, done.stderr
    rows = list(read_rows(write(tmp_path, "trl")[0]))
    with duckdb.connect() as database:
        columns = "data_source, prompt, ability, reward_model, extra_info"
        found = database.execute(f"SELECT {columns} FROM read_parquet('{file}')").fetchall()
    assert len(found) == len(rows)
    for index, (row, (source, prompt, ability, reward, extra)) in enumerate(zip(rows, found, strict=True)):
        assert (source, ability, reward["style"]) == ("automotive_env/vehicleworld", "tool_calling", "rule")
        assert (extra["index"], extra["task"], extra["turn"], extra["split"]) == (index, TASK, row.turn, "train")
        assert {message["role"] for message in prompt} <= {"system", "user", "assistant"}
        assert "<tools>" in prompt[0]["content"]
        assert compute_score(source, reply_text(row.completion[0]), reward["ground_truth"], extra) == 1.0
        assert compute_score(source, '<tool_call>\n{"name": "no"}\n</tool_call>', reward["ground_truth"], extra) == 0.0


def test_verifiers_gets_the_data_of_tasks(tmp_path) -> None:
    file, done = write(tmp_path, "verifiers")
    assert done.returncode == 0, done.stderr
    tasks = [json.loads(line) for line in file.read_text().splitlines()]
    assert {"id", "name", "system_prompt", "prompt", "answer"} <= tasks[0].keys()
    assert [message["role"] for message in tasks[0]["prompt"]] == ["user"]
    assert json.loads(tasks[0]["answer"])["calls"][0]["name"] == "music_soundVolume_decrease"


def test_roll_outs_are_nothing_for_verl_and_strange_formats_are_refused(tmp_path) -> None:
    for to, more, message in (
        ("verl", ["--roll-outs"], "roll-out"),
        ("arrow", [], "unknown format"),
        ("trl", ["--agent", "sfc"], "fc"),
    ):
        file, done = write(tmp_path, to, *more)
        assert done.returncode == 2
        assert message in done.stderr
        assert not file.exists()


def test_the_longest_rows_are_left_out_in_words(tmp_path) -> None:
    _, done = write(tmp_path, "trl", "--max-tokens", "1")
    assert done.returncode == 2
    assert "4 rows of more than 1 tokens" in done.stderr
