"""The record of an episode that ended every process in which it was played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, cast

from automotive_env.episode.controller import Controller
from automotive_env.errors import EnvironmentFault
from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.execution.job_queue import FATAL
from automotive_env.runs.records.encoded import EncodedEpisode
from automotive_env.suites.suite import PlayerSeat, Suite


@dataclass(frozen=True, slots=True)
class _Gone:
    """What stands for a car or an agent that is gone: whatever is asked of it fails in the same way.

    Attributes:
        name: of the agent.
        backend: of the car.
        why: it is gone.
    """

    name: str
    backend: str
    why: str
    blocking = False

    def __getattr__(self, name: str) -> Callable[..., NoReturn]:
        def fail(*_: object, **__: object) -> NoReturn:
            raise EnvironmentFault(self.why)

        return fail


async def lost_episode(suite: Suite, backend: str, job: EpisodeJob, why: str) -> EncodedEpisode:
    """An episode that is the environment's failure; its suite records it as one whose car is gone.

    Args:
        suite: that the item is of.
        backend: that the run is played on.
        job: what was played.
        why: it cannot be.
    """
    gone = cast(Any, _Gone(job.agent, backend, why))
    model = job.player.model() if job.player.model else None
    played = await suite.play(job.item, gone, PlayerSeat(cast(Controller, gone), model))
    told = {"outcome": "env_error", "success": False, "error": why, "attempts": FATAL}
    return EncodedEpisode.of(played.record.model_copy(update=told), ())
