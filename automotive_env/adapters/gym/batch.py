"""Many cars in this process as one vector environment: each writes into its rows of shared arrays, and only what changed.

>>> import gymnasium
>>> import automotive_env.adapters.gym
>>> cars = gymnasium.make_vec("AutomotiveEnv/hvac.feel_hot-v0", num_envs=3, observe=("arrays",))
>>> seen, infos = cars.reset(seed=1)
>>> seen["boxes"].shape
(3, 128, 4)
>>> cars.close()
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, iterate

from automotive_env.adapters.gym.environment import AutomotiveEnvironment
from automotive_env.adapters.gym.observing import Encoder, empty_arrays
from automotive_env.errors import UsageError

Observations = dict[str, Any]
Infos = dict[str, Any]


class AutomotiveBatch(VectorEnv[Observations, Any, npt.NDArray[Any]]):
    """Cars that play instances of one task, each with a seed of its own.

    The arrays of an observation are the same in every step, and written to by the next one, unless `copy` is set. A car whose
    episode is over begins the next one in the step after, whatever is chosen for it (`AutoresetMode.NEXT_STEP`).

    Attributes:
        cars: the single environments.
    """

    metadata = {**AutomotiveEnvironment.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, *, copy: bool = False, max_episode_steps: int | None = None, **settings: Any) -> None:
        """Make the cars.

        Args:
            num_envs: how many.
            copy: whether each step returns arrays of its own.
            max_episode_steps: what Gymnasium calls `max_steps`.
            settings: those of `AutomotiveEnvironment`.

        Raises:
            UsageError: a setting does not fit.
        """
        if num_envs < 1:
            raise UsageError(f"num_envs must be 1 or more, not {num_envs}")
        if max_episode_steps is not None:
            settings["max_steps"] = max_episode_steps
        self.num_envs, self.copy = num_envs, copy
        self.cars = [AutomotiveEnvironment(**settings) for _ in range(num_envs)]
        first = self.cars[0]
        self.render_mode = first.render_mode
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = batch_space(first.observation_space, num_envs)
        self.action_space = batch_space(first.action_space, num_envs)
        self._arrays = empty_arrays(first.observation_space, num_envs)
        rows = [{name: array[number] for name, array in self._arrays.items()} for number in range(num_envs)]
        self._encoders = [Encoder(first.observation_space, row) for row in rows]
        self._painted = "screenshot" in self._arrays
        for car, row in zip(self.cars, rows, strict=True) if self._painted else ():
            car.head_unit.paint_on(row["screenshot"])
        self._over = np.zeros(num_envs, np.bool_)

    def reset(  # type: ignore[override]  # a seed for each car, as in Gymnasium's own vector environments
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Begin an episode in every car.

        Args:
            seed: one for each car, or that of the first, each further one having the next; drawn without it.
            options: of `AutomotiveEnvironment.reset`, for all cars; with "reset_mask", an array of flags, only those cars begin.

        Raises:
            UsageError: an option is unknown or does not fit the task.
            ValueError: there are not as many seeds or flags as cars.
        """
        if seed is None or isinstance(seed, int):
            seed = [None if seed is None else seed + number for number in range(self.num_envs)]
        further = dict(options or {})
        mask = np.asarray(further.pop("reset_mask", np.ones(self.num_envs, np.bool_)))
        if len(seed) != self.num_envs or mask.shape != (self.num_envs,):
            raise ValueError(f"as many seeds and flags are needed as there are cars: {self.num_envs}")
        told = []
        for number in np.flatnonzero(mask).tolist():
            told.append((number, self.cars[number].begin(seed[number], further)))
            self._encode(number)
        self._over = self._over & ~mask
        return self._observations(), self._gathered(told)

    def step(self, actions: Any) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Infos]:
        """Carry out an action in every car; one whose episode is over begins the next one instead."""
        rewards, terminated, truncated = np.zeros(self.num_envs), np.zeros_like(self._over), np.zeros_like(self._over)
        told = []
        for number, action in enumerate(self._each(actions)):
            car = self.cars[number]
            if self._over[number]:
                info = car.begin(None, None)
            else:
                rewards[number], terminated[number], truncated[number], info = car.act(action)
            told.append((number, info))
            self._encode(number)
        self._over = terminated | truncated
        return self._observations(), rewards, terminated, truncated, self._gathered(told)

    def _each(self, actions: Any) -> Iterable[Any]:
        """The action of each car.

        Raises:
            ValueError: there are more or fewer than cars.
        """
        each = list(actions if isinstance(actions, list | tuple) else iterate(self.action_space, actions))
        if len(each) != self.num_envs:
            raise ValueError(f"as many actions are needed as there are cars: {self.num_envs}, not {len(each)}")
        return each

    def _encode(self, number: int) -> None:
        self.cars[number].encode(self._encoders[number])
        if self._painted:
            self.cars[number].head_unit.frame()

    def _observations(self) -> Observations:
        texts = {name: tuple(one.texts[name] for one in self._encoders) for name in self._encoders[0].texts}
        return texts | {name: array.copy() if self.copy else array for name, array in self._arrays.items()}

    def _gathered(self, told: Iterable[tuple[int, Infos]]) -> Infos:
        """What is known of each car as Gymnasium gives it: an array for each name, and one of flags for who has it."""
        infos: Infos = {}
        for number, info in told:
            for name, value in info.items():
                if name not in infos:
                    infos[name], infos[f"_{name}"] = _empty(self.num_envs, value), np.zeros(self.num_envs, np.bool_)
                infos[name][number], infos[f"_{name}"][number] = value, True
        return infos

    def render(self) -> tuple[Any, ...] | None:
        """What each car shows; None without a render mode."""
        return tuple(car.render() for car in self.cars) if self.render_mode else None

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """What a method of each car returns, such as "state_hash"; attributes are told as they are."""
        found = [getattr(car, name) for car in self.cars]
        return tuple(one(*args, **kwargs) if callable(one) else one for one in found)

    def close_extras(self, **kwargs: Any) -> None:
        """Put the cars back."""
        for car in self.cars:
            car.close()


def _empty(count: int, value: Any) -> npt.NDArray[Any]:
    """An array for values like this one, a row for each car."""
    if isinstance(value, np.ndarray):
        return np.zeros((count, *value.shape), value.dtype)
    return np.zeros(count, type(value)) if isinstance(value, bool | int | float) else np.full(count, None, object)
