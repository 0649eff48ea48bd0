"""One task as an environment of OpenEnv.

An action that is none is a step that does nothing; why is in the `outcome` of what is seen then.
"""

from __future__ import annotations

from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment

from automotive_env.adapters.car_episode import MAX_SEED, CarEpisode, EpisodeSettings
from automotive_env.adapters.openenv.messages import CarAction, CarObservation, CarState
from automotive_env.adapters.telling import cut, seen_text
from automotive_env.episode.action_parser import parse_action


class CarEnvironment(Environment[CarAction, CarObservation, CarState]):
    """A car of its own that plays a task, episode by episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, settings: EpisodeSettings) -> None:
        """Make an environment; the car is set up by `reset`.

        Raises:
            UsageError: the settings do not fit.
        """
        super().__init__()
        self.played = CarEpisode(settings)
        self._settings = settings
        self._random = Random(0)
        self._state = CarState(task=settings.task, seed=0)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> CarObservation:
        """Begin an episode.

        Args:
            seed: what its instance is drawn from, as of `automotive_env.make`; the next of a row without it.
            episode_id: a name that `state` gives back.
            options: "place" and "ending" of this episode.

        Raises:
            UsageError: an option is unknown or does not fit the task.
        """
        drawn = self._random.randrange(MAX_SEED) if seed is None else seed
        told = self.played.start(drawn, options)
        known = {"seed": drawn, "instance": told["instance"], "place": told["place"]}
        self._state = CarState(task=self._settings.task, episode_id=episode_id or told["instance"], **known)
        return self._observation()

    def step(self, action: CarAction, timeout_s: float | None = None, **_: Any) -> CarObservation:
        """Carry out an action.

        Raises:
            EnvironmentFault: no episode is under way.
        """
        reward, terminated, truncated, told = self.played.step(action.text, parse_action)
        self._state.step_count += 1
        if not (terminated or truncated):
            return self._observation(metadata=told)
        self._state.verdict, self._state.state = told["verdict"], self.played.env.state_hash()
        return self._observation(done=True, reward=reward, metadata=told)

    async def reset_async(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> CarObservation:
        """`reset` in the thread of the server: it takes milliseconds, and cars share caches."""
        return self.reset(seed, episode_id, **options)

    async def step_async(self, action: CarAction, timeout_s: float | None = None, **_: Any) -> CarObservation:
        """`step` in the thread of the server: it takes less than a millisecond."""
        return self.step(action)

    @property
    def state(self) -> CarState:
        """Where the episode stands."""
        return self._state

    def close(self) -> None:
        """Put the car back."""
        self.played.close()

    def _observation(self, **of_step: Any) -> CarObservation:
        assert self.played.seen is not None
        seen = seen_text(self.played.seen, self._settings.face)
        return CarObservation(goal=self.played.env.goal, seen=seen, outcome=cut(self.played.outcome), **of_step)
