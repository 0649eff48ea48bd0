"""One task as a Gymnasium environment.

>>> import gymnasium
>>> import automotive_env.adapters.gym
>>> env = gymnasium.make("AutomotiveEnv/hvac.feel_hot-v0", place="Dubai")
>>> seen, info = env.reset(seed=1)
>>> seen, reward, terminated, truncated, info = env.step('{"action_type": "status", "goal_status": "complete"}')
>>> reward, terminated, truncated
(0.0, True, False)
>>> env.close()
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Dict

from automotive_env.adapters.car_episode import MAX_SEED, CarEpisode, EpisodeSettings
from automotive_env.adapters.gym.acting import action_space, reader
from automotive_env.adapters.gym.discrete import DiscreteActions
from automotive_env.adapters.gym.observing import ObservationEncoder, empty_arrays, observation_space
from automotive_env.episode.faces import Face
from automotive_env.episode.observation import Element, Image
from automotive_env.errors import UsageError
from automotive_env.tasks.kit.scene import Ending

RENDER_MODES = ("rgb_array", "ansi")
SCREEN = (1408, 792)


class _Played(CarEpisode):
    """A car whose episodes are begun as Gymnasium says."""

    not_begun = ResetNeeded


class AutomotiveEnvironment(gymnasium.Env[dict[str, Any], Any]):
    """One task in one car; each episode is an instance that is drawn by the seed, whose reward comes at its end.

    A choice that is no action is a step that does nothing; why is in `info["message"]`.

    Attributes:
        played: the car, and what it plays: `played.env` is the `TaskEnvironment`.
        head_unit: the car's display, the same in all episodes.
        numbered: the discrete actions; None where actions have another form.
    """

    observation_space: Dict
    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        task: str,
        *,
        observe: Collection[str] = ("text", "arrays"),
        actions: str = "text",
        reward: str = "success",
        max_steps: int | None = None,
        place: str = "random",
        ending: Ending | Literal["random"] | None = "random",
        face: Face = "screen",
        render_mode: str | None = None,
    ) -> None:
        """Make an environment; the car is set up by `reset`.

        Args:
            task: its name.
            observe: some of "text", "arrays" and "pixels".
            actions: "text", "structured", "browsergym" or "discrete".
            reward: "success" (1 or 0) or "criteria" (the share that is met), at the end.
            max_steps: decisions before an episode is cut short; as many as a run allows by default.
            place: where the car is: a city, "LATITUDE,LONGITUDE" or "random".
            ending: which ending is right; "random" draws one, None is the task's first.
            face: how the car is reached: "screen", "calls" or "both".
            render_mode: "rgb_array", "ansi" or None.

        Raises:
            UsageError: one of them is unknown, or the task cannot be played like this.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise UsageError(f"unknown render mode {render_mode!r:.60}; choose from {', '.join(RENDER_MODES)}")
        if face == "calls" and "pixels" in observe:
            raise UsageError('the face "calls" has no pixels; use the face "both"')
        if actions == "discrete" and face == "calls":
            raise UsageError('discrete actions need the screen; use the face "screen" or "both"')
        self.render_mode = render_mode
        self.played: CarEpisode = _Played(EpisodeSettings(task, place, ending, face, reward, max_steps))
        self.head_unit, apps = self.played.env.head_unit, self.played.env.controller.apps
        self.observation_space = observation_space(observe, SCREEN)
        self.action_space = action_space(actions, SCREEN, apps)
        numbered = DiscreteActions(apps, self._elements)
        self.numbered = numbered if actions == "discrete" else None
        self._read = reader(actions, apps, numbered)
        arrays = empty_arrays(self.observation_space)
        arrays.pop("screenshot", None)  # it is the picture that is painted on
        self._encoder = ObservationEncoder(self.observation_space, arrays)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: what its instance is drawn from, as of `automotive_env.make`; drawn by those of earlier episodes without it.
            options: "place" and "ending" of this episode.

        Raises:
            UsageError: an option is unknown or does not fit the task.
        """
        super().reset(seed=seed)
        info = self.played.start(int(self.np_random.integers(MAX_SEED)) if seed is None else seed, options)
        return self._observation(), info | self._masked()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out an action.

        Raises:
            gymnasium.error.ResetNeeded: no episode is under way.
        """
        reward, terminated, truncated, info = self.played.step(action, self._read)
        return self._observation(), reward, terminated, truncated, info | self._masked()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which discrete actions are possible now, by the name that maskable policies ask for.

        Raises:
            UsageError: the actions are not discrete.
            gymnasium.error.ResetNeeded: no episode has begun.
        """
        if self.numbered is None:
            raise UsageError('only discrete actions have masks; make the environment with actions="discrete"')
        return self.numbered.mask().astype(np.bool_)

    def _masked(self) -> dict[str, Any]:
        return {} if self.numbered is None else {"action_mask": self.numbered.mask().copy()}

    def _elements(self) -> Sequence[Element]:
        if self.played.seen is None:
            raise ResetNeeded("no episode has begun; call reset()")
        return self.played.seen.elements

    def _observation(self) -> dict[str, Any]:
        """The latest moment, in arrays of its own, as Gymnasium asks of each step."""
        assert self.played.seen is not None
        self._encoder.encode(self.played.env.goal, self.played.seen, self.played.outcome)
        seen = {**self._encoder.texts, **{name: array.copy() for name, array in self._encoder.arrays.items()}}
        if "screenshot" in self.observation_space.spaces:
            seen["screenshot"] = self.head_unit.picture(another=True)
        return seen

    def render(self) -> Image | str | None:  # type: ignore[override]
        """The display as pixels (792, 1408, 3) or as text, for who watches; None without a render mode or an episode."""
        if self.render_mode is None or self.played.seen is None:
            return None
        shown = self.played.env.controller.observe()
        return np.array(shown.screenshot) if self.render_mode == "rgb_array" else f"{self.played.env.goal}\n{shown.lines()}"

    def state_hash(self) -> str:
        """A hash of the car's whole state, as `TaskEnvironment.state_hash` tells it."""
        return self.played.env.state_hash()

    def close(self) -> None:
        """Put the car back."""
        self.played.close()
