"""One car that plays a task, stepped by actions of any form, and counted as a run counts: what all adapters have in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from automotive_env.adapters.rewards import REWARDS
from automotive_env.episode.action import Action, ActionError
from automotive_env.episode.faces import Face
from automotive_env.episode.limits import Limits
from automotive_env.episode.observation import Observation
from automotive_env.episode.task_environment import TaskEnvironment, make
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.tasks.kit.scene import Ending

MAX_SEED = 2**31
"""Seeds that are drawn are below this."""
OPTIONS = ("place", "ending")
"""What `reset(options=...)` may hold."""
ReadAction: TypeAlias = Callable[[Any], Action]
"""Makes an action of what was chosen; it raises `ActionError` where that is none, whatever it is."""


@dataclass(frozen=True)
class EpisodeSettings:
    """What all episodes of an environment have in common.

    Attributes:
        task: its name.
        place: as `automotive_env.make` takes it.
        ending: as `automotive_env.make` takes it.
        face: as `automotive_env.make` takes it.
        reward: one of `REWARDS`, given at the end.
        max_steps: decisions of a turn before the episode is cut short; as many as a run allows by default.
    """

    task: str
    place: str = "random"
    ending: Ending | Literal["random"] | None = "random"
    face: Face = "screen"
    reward: str = "success"
    max_steps: int | None = None

    def __post_init__(self) -> None:
        if self.reward not in REWARDS:
            raise UsageError(f"unknown reward {self.reward!r:.60}; choose from {', '.join(REWARDS)}")
        if self.max_steps is not None and not (isinstance(self.max_steps, int) and self.max_steps >= 1):
            raise UsageError(f"max_steps must be a whole number, 1 or more, not {self.max_steps!r:.60}")

    def with_options(self, options: Mapping[str, Any] | None) -> dict[str, Any]:
        """What `automotive_env.make` is told of an episode.

        Raises:
            UsageError: an option is unknown or no text.
        """
        if not isinstance(options, Mapping | None):
            raise UsageError(f"the options of reset must be a dictionary, not {options!r:.60}")
        for name, value in (options or {}).items():
            if name not in OPTIONS:
                raise UsageError(f"reset has no option {name!r:.60}; choose from {', '.join(OPTIONS)}")
            if not isinstance(value, str) and (name, value) != ("ending", None):
                raise UsageError(f"the option {name!r} of reset must be a text, not {value!r:.60}")
        return {"place": self.place, "ending": self.ending, "face": self.face, **(options or {})}


class CarEpisode:
    """A car and the episode that it plays.

    Attributes:
        env: the environment by hand; that of a drawn instance that was never begun before the first `start`.
        seen: the latest observation.
        outcome: what the latest action came to, in words, with what an API returned; empty where there is nothing to say.
        over: whether the episode has ended or was cut short, or none has begun.
        not_begun: what is raised where no episode is under way.
    """

    not_begun: ClassVar[type[Exception]] = EnvironmentFault

    def __init__(self, settings: EpisodeSettings) -> None:
        self._settings = settings
        self.env: TaskEnvironment = make(settings.task, seed=0, place=settings.place, ending=settings.ending, face=settings.face)
        self.seen: Observation | None = None
        self.outcome = ""
        self.over = True
        self._steps = 0
        self._limit = settings.max_steps or Limits.for_task(self.env.task.steps).steps

    def start(self, seed: int, options: Mapping[str, Any] | None) -> dict[str, Any]:
        """Begin the episode of a seed; returns what is known of it.

        Raises:
            UsageError: an option does not fit.
            EnvironmentFault: the car cannot be set up.
        """
        told = self._settings.with_options(options)
        env = make(self._settings.task, seed=seed, controller=self.env.controller, **told)  # refused, it leaves what is played
        self.over = True
        self.env.close()
        self.env = env
        self.seen, self.outcome, self.over, self._steps = self.env.reset(), "", False, 0
        return {"seed": seed, "instance": self.env.instance.id, "place": self.env.instance.place}

    def step(self, chosen: Any, read: ReadAction) -> tuple[float, bool, bool, dict[str, Any]]:
        """Carry out what was chosen, or count it where it is no action; returns reward, terminated, truncated and info.

        Raises:
            Exception: `not_begun`, where no episode is under way.
        """
        if self.over:
            raise self.not_begun("no episode is running; call reset()")
        self._steps += 1
        done, message, data, harm = False, "", None, ""
        try:
            action = read(chosen)
        except ActionError as error:
            self.env.skip()
            message = str(error)
        else:
            self.seen, outcome = self.env.step(action)
            done, message, data = outcome.done, outcome.message, outcome.data
            latest = self.env.latest
            if latest and latest.harm:
                harm = ", ".join(one.name for one in latest.harm)
            if latest and latest.opening:
                self._steps = 0  # each turn has its own bound
        returned = data if data is None or isinstance(data, str) else json.dumps(data, ensure_ascii=False, default=str)
        self.outcome = message if returned is None else f"{message}\n{returned}".lstrip("\n")
        terminated = self.env.ended
        truncated = not terminated and self._steps >= self._limit
        info: dict[str, Any] = {"done": done, "message": message, "harm": harm}
        return self._reward(info) if terminated or truncated else 0.0, terminated, truncated, info

    def _reward(self, info: dict[str, Any]) -> float:
        """Judge the episode, which is over; the verdict is told, too."""
        self.over = True
        verdict = self.env.verdict()
        info |= {"success": verdict.met, "verdict": str(verdict), "ending": verdict.ending}
        return REWARDS[self._settings.reward](verdict.criterion)

    def close(self) -> None:
        """Put the car back."""
        self.over = True
        self.env.close()
