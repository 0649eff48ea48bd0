"""A slot of a worker: a car and agents of its own, with which one episode is played after the other."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import fsum
from typing import Any

import anyio
from anyio import to_thread

from automotive_env.episode.controller import Controller
from automotive_env.episode.limits import GivenLimits
from automotive_env.errors import EnvironmentFault, ModelFault
from automotive_env.models.metered import MeteredModel
from automotive_env.runs.execution.controller_pool import ControllerPool
from automotive_env.runs.execution.job import EpisodeJob, JobPlayer
from automotive_env.runs.records.encoded import EncodedEpisode, EpisodeImages
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.suite import PlayerSeat, Suite

CAR_TRIES = 3
"""How often a car is asked for before there is none to be had."""
PAUSE_SECONDS = 1.0
"""Before a car is asked for the second time; as much longer before the third."""
MAX_MODEL_ERRORS = 3
"""How often an episode is played that the model breaks off, before it is recorded as the model's error."""
MAX_FAILURES = 3
"""Episodes in a row that a device failed, each played twice, after which its slot gives up."""


@dataclass(frozen=True, slots=True)
class WorkerResources:
    """What all slots of a worker share.

    Attributes:
        suite: plays the items.
        pool: hands out cars.
        images: whether pictures are kept.
        shortcuts: whether agents may open apps by name.
        person: makes the model that plays the person with whom agents speak, or None.
        limits: what an episode may use.
        model_is_down: why a model is waited for no longer; empty while all are there, or waited for.
    """

    suite: Suite
    pool: ControllerPool
    images: bool = True
    shortcuts: bool = True
    person: Callable[[], MeteredModel] | None = None
    limits: GivenLimits = GivenLimits()
    model_is_down: Callable[[], str] = str


async def take_controller(pool: ControllerPool, slot: int) -> Controller:
    """A controller from the pool; a run that is broken off does not wait for one whose car boots, which ends with its pool.

    Raises:
        EnvironmentFault: there is none to be had.
    """
    return await to_thread.run_sync(pool, slot, abandon_on_cancel=True)


class WorkerSlot:
    """Plays one episode after the other, with a car and agents of its own."""

    def __init__(self, number: int, crew: WorkerResources) -> None:
        self._number = number
        self._crew = crew
        self._car: Controller | None = None
        self._agents: dict[JobPlayer, tuple[Any, MeteredModel | None]] = {}
        self._person = crew.person() if crew.person else None
        self._failures = 0
        self._last_failure = ""

    async def make_ready(self) -> Controller:
        """A car in good order.

        Raises:
            EnvironmentFault: there is none to be had.
        """
        if self._failures >= MAX_FAILURES:
            raise EnvironmentFault(f"the device failed in {self._failures} episodes in a row: {self._last_failure}")
        if self._car is None:
            self._car = await self._new_car()
            self._agents = {}
        return self._car

    async def _new_car(self) -> Controller:
        """A car from the pool, which is asked again after a pause: what failed may come back by itself."""
        for pause in range(1, CAR_TRIES):
            with suppress(EnvironmentFault):
                return await take_controller(self._crew.pool, self._number)
            await anyio.sleep(pause * PAUSE_SECONDS)
        return await take_controller(self._crew.pool, self._number)

    async def play(self, job: EpisodeJob) -> EncodedEpisode:
        """Play a job; where the model broke it off, again, since it has been waited for.

        Raises:
            EnvironmentFault: there is no car to be had for it.
            ModelFault: the model was down for longer than it is waited for; the episode is to be played when the run is resumed.
        """
        episode, images = await self._play_on_a_device(job)
        attempts = episode.record.attempts
        while episode.record.outcome == "model_error":
            if why := self._crew.model_is_down():
                raise ModelFault(why)
            if attempts >= MAX_MODEL_ERRORS:
                break
            try:
                episode, images = await self._play_on_a_device(job)
            except EnvironmentFault:
                break
            attempts += episode.record.attempts
        record = episode.record.model_copy(update={"attempts": attempts})
        return EncodedEpisode.of(record, episode.steps, images.files)

    async def _play_on_a_device(self, job: EpisodeJob) -> tuple[PlayedEpisode, EpisodeImages]:
        """Play a job; where a device failed, once more on a car in good order, if there is one to be had."""
        car = await self.make_ready()
        episode, images = await self._play(job, car)
        if episode.record.outcome == "env_error" and car.blocking:
            episode, images = await self._play_again(job, episode, images)
        failed = episode.record.outcome == "env_error" and car.blocking
        self._failures, self._last_failure = self._failures + 1 if failed else 0, episode.record.error
        return episode, images

    async def _play_again(
        self, job: EpisodeJob, episode: PlayedEpisode, images: EpisodeImages
    ) -> tuple[PlayedEpisode, EpisodeImages]:
        try:
            again, seen = await self._play(job, await self.make_ready())
        except EnvironmentFault:
            return episode, images
        return replace(again, record=again.record.model_copy(update={"attempts": 2})), seen

    async def _play(self, job: EpisodeJob, car: Controller) -> tuple[PlayedEpisode, EpisodeImages]:
        crew, images = self._crew, EpisodeImages()
        agent, model = self._agent(job.player, car)
        seat = PlayerSeat(
            car, model, images.add if crew.images else None, crew.shortcuts, self._person, crew.limits, job.player.privileged
        )
        episode = await crew.suite.play(job.item, agent, seat)
        told = await job.player.looks_back(crew.suite, job.item, episode) if job.player.looks_back else None
        more = {"price": self._price(episode.record, model), "told": told}
        named = {"agent": job.agent, "id": job.id} if job.item.is_played_in(episode.record) else {}  # others are refused
        episode = replace(episode, record=episode.record.model_copy(update=more | named))
        if car.blocking and (episode.record.outcome == "env_error" or not episode.put_back):
            self._car = None  # the pool repairs it
            await to_thread.run_sync(car.close)
        return episode, images

    def _price(self, record: EpisodeRecord, model: MeteredModel | None) -> float | None:
        """What an episode cost in US dollars; None where a price is unknown, as that of a model which an agent brings."""
        asked = [one for one in (model, self._person) if one]
        costs = [one.cost for one in asked]
        if record.tokens > (model.spent.tokens if model else 0):
            return None
        return None if None in costs else round(fsum(cost for cost in costs if cost is not None), 9)

    def _agent(self, player: JobPlayer, car: Controller) -> tuple[Any, MeteredModel | None]:
        """The agent and its model, made when first needed on a car."""
        if player not in self._agents:
            model = player.model() if player.model else None
            self._agents[player] = player.make(car, model), model
        return self._agents[player]
