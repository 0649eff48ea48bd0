"""The contract of a worker: a process with cars, in which several episodes are played at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeAlias

from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.records.encoded import EncodedEpisode
from automotive_env.suites.suite import PlanItem

MissingSignals: TypeAlias = Mapping[str, Sequence[str]]
"""Task -> names of the signals that it needs and the car lacks."""


class WorkerLost(Exception):
    """A worker has ended by itself, as when it is killed; the message says how. What it was playing is not recorded."""


class Worker(Protocol):
    """Plays episodes in its slots, each with a car of its own.

    Every method raises WorkerLost where the worker has ended.
    """

    @property
    def slots(self) -> int:
        """How many episodes it plays at a time; slots are counted from 0."""
        ...

    @property
    def goes_ahead(self) -> bool:
        """Whether a slot plays the next episode before the last one is on the disk: not where agents learn from the records."""
        ...

    async def make_ready(self, slot: int) -> None:
        """Have a car in good order.

        Raises:
            EnvironmentFault: there is none to be had.
        """
        ...

    async def play(self, slot: int, job: EpisodeJob) -> EncodedEpisode:
        """Play an episode; what goes wrong in it becomes its outcome.

        Raises:
            AutomotiveEnvError: the run cannot go on.
        """
        ...

    async def missing(self, items: Sequence[PlanItem]) -> MissingSignals:
        """The tasks that its cars cannot play, and what they lack.

        Raises:
            EnvironmentFault: there is no car to be had.
        """
        ...


StartWorker: TypeAlias = Callable[[int], AbstractAsyncContextManager[Worker]]
"""Number of a worker, from 0 -> starts it, and ends it with all that it started; called again where it was lost.

Raises EnvironmentFault where it cannot be started, WorkerLost where it ended while it did.
"""
