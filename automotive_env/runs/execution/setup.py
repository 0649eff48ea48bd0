"""What a process needs in order to play episodes of a run: told by the process that owns the run folder."""

from __future__ import annotations

import traceback
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeAlias

from automotive_env.errors import AutomotiveEnvError
from automotive_env.runs.execution.controller_pool import open_pool
from automotive_env.runs.execution.job import EpisodeJob, JobPlayer
from automotive_env.runs.execution.link import UnexpectedError, WorkerCall, WorkerReply
from automotive_env.runs.execution.local import LocalWorker
from automotive_env.runs.execution.model_watch import ModelAvailability
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.slot import WorkerResources
from automotive_env.runs.execution.team import ProbedModels, contestants, open_models, person_of, players_of
from automotive_env.runs.execution.worker import MissingSignals
from automotive_env.runs.records.encoded import EncodedEpisode
from automotive_env.suites.registry import find_suite
from automotive_env.suites.suite import PlanItem

PlayerKey: TypeAlias = tuple[str, str]
"""See `automotive_env.runs.execution.job.JobPlayer.key`."""


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """What is told.

    Attributes:
        options: of the run.
        probed: what its models turned out to be able to do.
    """

    options: ResolvedOptions
    probed: ProbedModels

    @property
    def has_sound_cars(self) -> bool:
        """Whether cars are in good order without being asked to be: those in the process that plays them."""
        return self.options.backend == "headless"


class RemoteWorker:
    """A worker in another process than the one that owns the run; jobs reach it as an item and the key of a player."""

    def __init__(self, worker: LocalWorker, players: Mapping[PlayerKey, JobPlayer]) -> None:
        self._worker = worker
        self._players = players

    async def make_ready(self, slot: int) -> None:
        """Have a car in good order."""
        await self._worker.make_ready(slot)

    async def play(self, slot: int, item: PlanItem, player: PlayerKey) -> EncodedEpisode:
        """Play an episode."""
        return await self._worker.play(slot, EpisodeJob(item, self._players[player]))

    async def missing(self, items: Sequence[PlanItem]) -> MissingSignals:
        """The tasks that its cars cannot play."""
        return await self._worker.missing(items)


@asynccontextmanager
async def set_up(setup: WorkerSetup, heard: Callable[[ModelAvailability], None]) -> AsyncIterator[RemoteWorker]:
    """A worker with cars, agents and a model of its own; nothing of it is left when the block ends.

    Args:
        setup: what the owner of the run folder tells.
        heard: told when its model is not available, and when it answers again.

    Raises:
        UsageError: something that the run needs does not exist in this process.
        EnvironmentFault: the backend cannot be started.
    """
    options = setup.options
    suite = find_suite(options.suite)
    specs = contestants(suite, options)
    async with open_models(options, specs, heard) as models:
        players = players_of(options, specs, models, setup.probed)
        with open_pool(options) as pool:
            person = person_of(models, setup.probed)
            crew = WorkerResources(
                suite, pool, options.images, options.shortcuts, person, limits=options.limits, model_is_down=models.is_down
            )
            worker = LocalWorker(crew, options.concurrency)
            yield RemoteWorker(worker, {player.key: player for player in players})


async def answer(worker: RemoteWorker, call: WorkerCall) -> WorkerReply:
    """Do what the run asks for; whatever is raised is told."""
    try:
        return WorkerReply(call.number, await getattr(worker, call.method)(*call.arguments))
    except AutomotiveEnvError as fault:
        return WorkerReply(call.number, fault=fault)
    except Exception:
        return WorkerReply(call.number, fault=UnexpectedError(traceback.format_exc()))
