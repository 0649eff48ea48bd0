"""The rewards of trainings: read from logs, smoothed and drawn."""

import json
from xml.etree import ElementTree

import pytest
from command_line import run_here

from automotive_env.errors import UsageError
from automotive_env.kate.training.curves import rewards_of, rolling_mean


def training(folder, *lines):
    folder.mkdir()
    (folder / "log.jsonl").write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return folder


def test_lines_with_a_step_and_a_reward_are_points_and_others_are_not(tmp_path):
    lines = ({"step": 1, "reward": 0.25}, {"step": 2, "loss": 1}, "{", '{"step": 3, "reward": NaN}', {"step": 4, "reward": 1})
    folder = training(tmp_path / "grpo", *lines)
    assert rewards_of(folder) == [(1.0, 0.25), (4.0, 1.0)]
    for empty in (tmp_path, training(tmp_path / "sft", {"step": 1, "loss": 2})):
        with pytest.raises(UsageError, match="holds no training rewards"):
            rewards_of(empty)


def test_the_mean_is_of_the_values_so_far_in_the_window():
    """With a window of 3: 2; (2 + 4) / 2; (2 + 4 + 9) / 3; (4 + 9 + 2) / 3."""
    assert rolling_mean([2, 4, 9, 2], 3) == [2, 3, 5, 5]


def test_the_figure_is_written_once_and_is_equal_for_equal_logs(tmp_path):
    for name in ("rl", "sft-rl"):
        training(tmp_path / name, *({"step": step, "reward": step / 20} for step in range(20)))
    folders = (str(tmp_path / "rl"), str(tmp_path / "sft-rl"))
    for file in ("one.svg", "two.svg"):
        assert run_here("train", "curves", *folders, "--out", str(tmp_path / file)).returncode == 0
    data = (tmp_path / "one.svg").read_bytes()
    assert data == (tmp_path / "two.svg").read_bytes()
    assert "sft-rl" in "".join(ElementTree.fromstring(data).itertext())
    assert run_here("train", "curves", *folders, "--out", str(tmp_path / "one.svg")).returncode == 2
