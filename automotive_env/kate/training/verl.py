"""The reward of rows that were written for verl: `custom_reward_function.path=.../verl.py`, `name=compute_score`."""

from __future__ import annotations

import json
from typing import Any

from automotive_env.kate.training.rewards import matching
from automotive_env.kate.training.row import ChatFunction
from automotive_env.models.hermes import read_reply


def compute_score(data_source: str, solution_str: str, ground_truth: str, extra_info: Any = None) -> float:
    """1.0 where a reply makes the right calls and no others; see `matching`.

    Args:
        data_source: of the row.
        solution_str: the reply as text, with its calls in `<tool_call>`.
        ground_truth: what `formats.ground_truth` wrote.
        extra_info: of the row.
    """
    truth = json.loads(ground_truth)
    right = [ChatFunction(name=call["name"], arguments=call["arguments"]) for call in truth["calls"]]
    return matching(read_reply(solution_str), right, truth["schemas"])
