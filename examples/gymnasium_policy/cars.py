"""The cars that a policy plays in, and the head start that training gives it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import gymnasium
import numpy as np
from gymnasium.wrappers import FilterObservation
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

import automotive_env
import automotive_env.integrations.gym as automotive_gym
from automotive_env.action import Action
from automotive_env.task import Way
from automotive_env.task_environment import TaskEnvironment
from automotive_env.ui_script import UiScript

OBSERVED = ("boxes", "flags", "mask", "names", "values", "words")
"""The arrays that the policy sees; texts are nothing for a stock policy."""


def car(task: str, place: str) -> gymnasium.Env[Any, Any]:
    """A car that plays a task by numbered actions."""
    env = gymnasium.make(automotive_gym.id_of(task), observe=("arrays",), actions="discrete", place=place)
    return FilterObservation(env, OBSERVED)


@cache
def solution(task: str, place: str, seed: int) -> tuple[Action, ...]:
    """The actions of the shortest way in which the task's author solves an instance."""
    with automotive_env.make(task, seed=seed, place=place, ending="random") as env:
        return min((_actions(env, way) for way in env.task.solutions(env.instance)), key=len)


def _actions(env: TaskEnvironment, way: Way) -> tuple[Action, ...]:
    moves, actions = way(UiScript()).play(env.reset()), list[Action]()
    action = next(moves)
    while True:
        actions.append(action)
        seen, _ = env.step(action)
        if env.ended:
            return tuple(actions)
        action = moves.send(seen)


class Curriculum:
    """How much of a solution is left to the policy: its last action at first, and more as the policy succeeds.

    The verdict at the end of an episode is too rare a reward to explore by from the start.

    Attributes:
        EPISODES: how many of the hardest episodes are looked at.
        SUCCESSES: how many of them have to be a success before more is left.
        left: how many actions are left at most.
    """

    EPISODES, SUCCESSES = 20, 15

    def __init__(self) -> None:
        self.left = 1
        self._latest: list[bool] = []

    def draw(self, random: np.random.Generator) -> int:
        """How many actions the next episode leaves: the most in half of the episodes, fewer in the others."""
        return self.left if random.integers(2) else int(random.integers(1, self.left + 1))

    def note(self, left: int, success: bool) -> None:
        """Take down what came of an episode."""
        if left == self.left:
            self._latest = [*self._latest, success][-self.EPISODES :]
            if len(self._latest) == self.EPISODES and sum(self._latest) >= self.SUCCESSES:
                self.left, self._latest = self.left + 1, []


class HeadStart(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Begins episodes of training seeds on the way of a solution, as a curriculum says."""

    def __init__(self, env: gymnasium.Env[Any, Any], task: str, place: str, seeds: Sequence[int], curriculum: Curriculum) -> None:
        super().__init__(env)
        self._task, self._place, self._seeds = task, place, seeds
        self.curriculum, self._left = curriculum, 1

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; `seed` decides which training seeds are drawn from now on."""
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        drawn = self._seeds[int(self.np_random.integers(len(self._seeds)))]
        seen, info = self.env.reset(seed=drawn, options=options)
        self._left = self.curriculum.draw(self.np_random)
        for action in solution(self._task, self._place, drawn)[: -self._left]:
            seen, _, _, _, info = self.env.step(action)
        return seen, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Carry out an action; a verdict of failure costs as much as one of success brings, so that giving up early is no use."""
        seen, reward, terminated, truncated, info = self.env.step(action)
        if terminated or truncated:
            self.curriculum.note(self._left, bool(info["success"]))
            reward = 2 * reward - 1
        return seen, reward, terminated, truncated, info


def training_cars(tasks: Sequence[str], place: str, seeds: Sequence[int], each: int) -> DummyVecEnv:
    """Cars that all learn at once: so many for each task, which share its curriculum."""

    def makers(task: str) -> list[Callable[[], gymnasium.Env[Any, Any]]]:
        curriculum = Curriculum()
        return [lambda: Monitor(HeadStart(car(task, place), task, place, seeds, curriculum))] * each

    return DummyVecEnv([make for task in tasks for make in makers(task)])
