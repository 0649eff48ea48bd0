"""The cars that a policy plays in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.wrappers import FilterObservation
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

import automotive_env.adapters.gym as automotive_gym

OBSERVED = ("boxes", "flags", "mask", "names", "values", "words")
"""The arrays that the policy sees; texts are nothing for a stock policy."""


def car(task: str, place: str) -> gymnasium.Env[Any, Any]:
    """A car that plays a task by numbered actions."""
    env = gymnasium.make(automotive_gym.id_of(task), observe=("arrays",), actions="discrete", place=place)
    return FilterObservation(env, OBSERVED)


class TrainingSeeds(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Draws the episodes from a range of seeds."""

    def __init__(self, env: gymnasium.Env[Any, Any], seeds: Sequence[int]) -> None:
        super().__init__(env)
        self._seeds = seeds

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; `seed` decides which ones are drawn from now on."""
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        return self.env.reset(seed=int(self.np_random.choice(self._seeds)), options=options)


def training_cars(tasks: Sequence[str], place: str, seeds: Sequence[int], each: int) -> DummyVecEnv:
    """Cars that all learn at once: so many for each task."""

    def maker(task: str) -> Callable[[], gymnasium.Env[Any, Any]]:
        return lambda: Monitor(TrainingSeeds(car(task, place), seeds))

    return DummyVecEnv([maker(task) for task in tasks for _ in range(each)])
