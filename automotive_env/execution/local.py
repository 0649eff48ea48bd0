"""Running a plan in this process: several episodes at a time, each worker with a car and an agent of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import anyio
from anyio import to_thread

from automotive_env.agent import LearningAgent, Lesson, lessons_in
from automotive_env.controller import Controller
from automotive_env.episode import PlayedEpisode
from automotive_env.errors import AgentFault, EnvironmentFault, ModelFault
from automotive_env.execution.controller_pool import ControllerPool
from automotive_env.models.metered import MeteredModel
from automotive_env.results.folder import RunFolder
from automotive_env.results.picture_log import KeepImage
from automotive_env.results.records import EpisodeRecord, episode_id
from automotive_env.suite import Item, Seat, Suite

MAX_MODEL_ERRORS = 3
"""Episodes in a row that the model broke off after which the run is broken off too: it can be resumed."""

CAR_TRIES = 3
"""How often a car is asked for before there is none to be had."""
MAX_FAILURES = 3
"""Episodes in a row that a device failed, each played twice, after which its worker gives up."""

MakeAgent = Callable[[Controller, MeteredModel | None], Any]
"""Makes an agent for a car and with its model; what it may find out about the place is found out for that car."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays.

    Attributes:
        name: of the agent.
        make: makes the agent.
        asks: name of the model that it asks, or empty.
        model: makes it, where it asks one.
    """

    name: str
    make: MakeAgent
    asks: str = ""
    model: Callable[[], MeteredModel] | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """One episode to be played."""

    item: Item
    player: Player

    @property
    def agent(self) -> str:
        """Name of the agent."""
        return self.player.name

    @property
    def id(self) -> str:
        """The id of the episode's record."""
        item = self.item
        return episode_id(self.agent, self.player.asks, item.task, item.instance, item.trial, item.face)


@dataclass(frozen=True, slots=True)
class Crew:
    """What all workers of a run share.

    Attributes:
        suite: plays the items.
        pool: hands out cars.
        folder: where records go.
        images: whether pictures are kept.
        lasting_memory: whether agents keep lessons from one episode to the next.
        shortcuts: whether agents may open apps by name.
        person: makes the model that plays the person with whom agents speak, or None.
    """

    suite: Suite
    pool: ControllerPool
    folder: RunFolder
    images: bool
    lasting_memory: bool = False
    shortcuts: bool = True
    person: Callable[[], MeteredModel] | None = None

    def lessons(self, agent: str) -> Iterator[Lesson]:
        """What an agent has learnt in the episodes of the run so far, in the order in which they ended."""
        records = self.folder.read_episodes().records
        last = {record.id: number for number, record in enumerate(records)}
        for number, record in enumerate(records):
            if record.agent == agent and not record.interrupted and last[record.id] == number:
                for step in self.folder.steps(record.id):
                    yield from lessons_in(step.notes)


async def run_local(
    jobs: Sequence[Job],
    crew: Crew,
    *,
    workers: int = 1,
    started: Callable[[Job], None] = lambda job: None,
    finished: Callable[[EpisodeRecord], None] = lambda record: None,
) -> None:
    """Play all jobs; each is recorded on the disk as soon as it is finished.

    A worker takes a job only when it has a car, so one whose car cannot be repaired leaves the jobs to the others.

    Raises:
        AgentFault: an episode was cancelled from within.
        ModelFault: the model broke off several episodes in a row.
        EnvironmentFault: no worker has a car any more.
        RecordsFault: the run folder cannot be written.
    """
    waiting = deque(jobs)
    recorded = 0
    broken_off = 0
    faults: list[EnvironmentFault] = []

    async def work(number: int) -> None:
        nonlocal broken_off, recorded
        worker = Worker(number, crew)
        while waiting:
            try:
                await worker.make_ready()
            except EnvironmentFault as fault:
                faults.append(fault)
                return
            if not waiting:
                return
            job = waiting.popleft()
            started(job)
            episode = await worker.play(job)
            if episode.record.id != job.id:
                raise EnvironmentFault(f"the suite {crew.suite.name} recorded {episode.record.id} in place of {job.id}")
            crew.folder.add_episode(episode.record, episode.steps)
            finished(episode.record)
            recorded += 1
            broken_off = broken_off + 1 if episode.record.outcome == "model_error" else 0
            if broken_off >= MAX_MODEL_ERRORS:
                raise ModelFault(f"the model broke off {broken_off} episodes in a row: {episode.record.error}")
        if recorded == len(jobs):
            group.cancel_scope.cancel()  # a worker that still waits for a car is not needed

    async with anyio.create_task_group() as group:
        for number in range(min(workers, len(jobs))):
            group.start_soon(work, number)
    if faults and waiting:
        raise faults[0]
    if recorded < len(jobs):
        raise AgentFault(f"{len(jobs) - recorded} episodes were not recorded: something in them cancelled itself")


async def take_controller(pool: ControllerPool, worker: int) -> Controller:
    """A controller from the pool; a run that is broken off does not wait for one whose car boots, which ends with its pool.

    Raises:
        EnvironmentFault: there is none to be had.
    """
    return await to_thread.run_sync(pool, worker, abandon_on_cancel=True)


class Worker:
    """Plays one episode after the other, with a car and agents of its own."""

    def __init__(self, number: int, crew: Crew) -> None:
        self._number = number
        self._crew = crew
        self._car: Controller | None = None
        self._agents: dict[str, tuple[Any, MeteredModel | None]] = {}
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
        """A car from the pool, which is asked again after a second or two: what failed may come back by itself."""
        for pause in range(1, CAR_TRIES):
            with suppress(EnvironmentFault):
                return await take_controller(self._crew.pool, self._number)
            await anyio.sleep(pause)
        return await take_controller(self._crew.pool, self._number)

    async def play(self, job: Job) -> PlayedEpisode:
        """Play a job; where a device failed, once more on a car in good order, if there is one to be had."""
        car = await self.make_ready()
        episode = await self._play(job, car)
        if episode.record.outcome == "env_error" and car.blocking:
            episode = await self._play_again(job, episode)
        failed = episode.record.outcome == "env_error" and car.blocking
        self._failures, self._last_failure = self._failures + 1 if failed else 0, episode.record.error
        return episode

    async def _play_again(self, job: Job, episode: PlayedEpisode) -> PlayedEpisode:
        try:
            again = await self._play(job, await self.make_ready())
        except EnvironmentFault:
            return episode
        return replace(again, record=again.record.model_copy(update={"attempts": 2}))

    async def _play(self, job: Job, car: Controller) -> PlayedEpisode:
        crew = self._crew
        keep: KeepImage | None = crew.folder.add_image if crew.images else None
        agent, model = self._agent(job.player, car)
        episode = await crew.suite.play(job.item, agent, Seat(car, model, keep, crew.shortcuts, self._person))
        if crew.lasting_memory and episode.record.interrupted:
            self._agents.pop(job.player.name)  # it is played again, and so what was learnt in it is forgotten
        if car.blocking and (episode.record.outcome == "env_error" or not episode.put_back):
            self._car = None  # the pool repairs it
            await to_thread.run_sync(car.close)
        return episode

    def _agent(self, player: Player, car: Controller) -> tuple[Any, MeteredModel | None]:
        """The agent and its model, made when first needed on a car."""
        if player.name not in self._agents:
            model = player.model() if player.model else None
            agent = player.make(car, model)
            if self._crew.lasting_memory and isinstance(agent, LearningAgent):
                agent.remember(self._crew.lessons(player.name))
            self._agents[player.name] = agent, model
        return self._agents[player.name]
