"""Running a plan in this process: several episodes at a time, each worker with a car and an agent of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import anyio
from anyio import to_thread

from automotive_env.agent import Agent
from automotive_env.controller import Controller
from automotive_env.episode import Episode, KeepImage, episode_id, play
from automotive_env.errors import ModelFault
from automotive_env.execution.garage import Garage
from automotive_env.limits import Limits
from automotive_env.results.folder import RunFolder
from automotive_env.results.records import EpisodeRecord
from automotive_env.task import STEP_FACTOR, Task, TaskInstance
from automotive_env.tasks.registry import TASKS

MIN_STEPS = 10
"""Decisions every agent gets at least, however short the task."""

MAX_MODEL_ERRORS = 3
"""Episodes in a row that the model broke off after which the run is broken off too: it can be resumed."""

MakeAgent = Callable[[Controller], Agent]
"""Makes an agent for a car; what it may find out about the place is found out for that car."""


@dataclass(frozen=True, slots=True)
class Job:
    """One episode to be played: an instance, and the name of the agent."""

    instance: TaskInstance
    agent: str

    @property
    def id(self) -> str:
        """The id of the episode's record."""
        return episode_id(self.agent, self.instance)

    @property
    def task(self) -> Task:
        return TASKS[self.instance.task]


@dataclass(frozen=True, slots=True)
class Crew:
    """Who plays, where, and what is kept.

    Attributes:
        agents: name -> what makes the agent.
        garage: hands out cars.
        model: what records call the model.
        folder: where records go.
        images: whether pictures are kept.
    """

    agents: dict[str, MakeAgent]
    garage: Garage
    model: str
    folder: RunFolder
    images: bool


async def run_local(
    jobs: Sequence[Job],
    crew: Crew,
    *,
    workers: int = 1,
    started: Callable[[Job], None] = lambda job: None,
    finished: Callable[[EpisodeRecord], None] = lambda record: None,
) -> None:
    """Play all jobs; each is recorded on the disk as soon as it is finished.

    Raises:
        ModelFault: the model broke off several episodes in a row.
    """
    waiting = iter(jobs)
    broken_off = 0

    async def work(number: int) -> None:
        nonlocal broken_off
        worker = Worker(number, crew)
        for job in waiting:
            started(job)
            episode = await worker.play(job)
            crew.folder.add_episode(episode.record, episode.steps)
            finished(episode.record)
            broken_off = broken_off + 1 if episode.record.outcome == "model_error" else 0
            if broken_off >= MAX_MODEL_ERRORS:
                raise ModelFault(f"the model broke off {broken_off} episodes in a row: {episode.record.error}")

    async with anyio.create_task_group() as group:
        for number in range(min(workers, len(jobs))):
            group.start_soon(work, number)


class Worker:
    """Plays one episode after the other, with a car and agents of its own."""

    def __init__(self, number: int, crew: Crew) -> None:
        self._number = number
        self._crew = crew
        self._car: Controller | None = None
        self._agents: dict[str, Agent] = {}

    async def play(self, job: Job) -> Episode:
        """Play a job; where a device failed, once more on another car.

        Raises:
            EnvironmentFault: there is no car to be had.
        """
        episode = await self._play(job, await self._ready_car())
        if episode.record.outcome == "env_error":
            failed, self._car = self._car, None
            if failed and failed.blocking:
                again = await self._play(job, await self._ready_car())
                return replace(again, record=again.record.model_copy(update={"attempts": 2}))
        return episode

    async def _ready_car(self) -> Controller:
        if self._car is None:
            self._car = await to_thread.run_sync(self._crew.garage, self._number)
            self._agents = {name: make(self._car) for name, make in self._crew.agents.items()}
        return self._car

    async def _play(self, job: Job, car: Controller) -> Episode:
        limits = Limits(steps=max(MIN_STEPS, STEP_FACTOR * job.task.steps))
        keep: KeepImage | None = self._crew.folder.add_image if self._crew.images else None
        agent = self._agents[job.agent]
        return await play(job.task, job.instance, car, agent, limits=limits, model=self._crew.model, keep_image=keep)
