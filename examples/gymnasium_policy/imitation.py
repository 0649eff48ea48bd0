"""A first guess: the policy imitates a few of the solutions that the tasks' authors wrote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from cars import car
from sb3_contrib import MaskablePPO

from automotive_env.adapters.gym.environment import AutomotiveEnvironment
from automotive_env.episode.action import Action
from automotive_env.tasks.kit.ui_script import UiScript

BATCH = 64


def shown(task: str, place: str, seeds: Sequence[int]) -> Iterator[tuple[dict[str, Any], Any, int]]:
    """What the first solution of each seed sees, the mask, and the number of what it does."""
    env = car(task, place)
    inner = env.unwrapped
    assert isinstance(inner, AutomotiveEnvironment)
    assert inner.numbered is not None
    for seed in seeds:
        seen, info = env.reset(seed=seed)
        for action in solution(inner):
            if (number := inner.numbered.number(action)) is not None:  # an answer has none; a status answers, too
                yield seen, info["action_mask"], number
                seen, *_, info = env.step(number)
    env.close()


def solution(env: AutomotiveEnvironment) -> Iterator[Action]:
    """The actions of the first solution, each chosen by what is seen after the one before."""
    assert env.played.seen is not None
    way = next(iter(env.played.env.task.solutions(env.played.env.instance)))
    moves = way(UiScript()).play(env.played.seen)
    action = next(moves)
    while True:
        yield action
        if env.played.over:
            return
        action = moves.send(env.played.seen)


def imitate(model: MaskablePPO, tasks: Sequence[str], place: str, seeds: Sequence[int], steps: int, seed: int) -> None:
    """Make what the solutions do likelier, step by step on random batches."""
    seen, masks, numbers = zip(*(row for task in tasks for row in shown(task, place, seeds)), strict=True)
    every = {name: torch.as_tensor(np.stack([one[name] for one in seen]), dtype=torch.float32) for name in seen[0]}
    draw = np.random.default_rng(seed)
    model.policy.set_training_mode(True)
    for _ in range(steps):
        rows = draw.integers(len(numbers), size=BATCH)
        batch = {name: part[rows] for name, part in every.items()}
        _, likely, _ = model.policy.evaluate_actions(batch, torch.as_tensor(numbers)[rows], np.stack(masks)[rows])
        model.policy.optimizer.zero_grad()
        (-likely.mean()).backward()
        model.policy.optimizer.step()
