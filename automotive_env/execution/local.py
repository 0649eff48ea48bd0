"""Running a plan in this process: several episodes at a time, each worker with a car and an agent of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import anyio

from automotive_env.agent import Agent
from automotive_env.controller import Controller
from automotive_env.episode import Episode, KeepImage, episode_id, play
from automotive_env.errors import ModelFault
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
        make_controller: makes a car; called once a worker.
        model: what records call the model.
        folder: where records go.
        images: whether pictures are kept.
    """

    agents: dict[str, MakeAgent]
    make_controller: Callable[[], Controller]
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

    async def work() -> None:
        nonlocal broken_off
        controller = crew.make_controller()
        agents = {name: make(controller) for name, make in crew.agents.items()}
        for job in waiting:
            started(job)
            episode = await _play(job, agents[job.agent], controller, crew)
            crew.folder.add_episode(episode.record, episode.steps)
            finished(episode.record)
            broken_off = broken_off + 1 if episode.record.outcome == "model_error" else 0
            if broken_off >= MAX_MODEL_ERRORS:
                raise ModelFault(f"the model broke off {broken_off} episodes in a row: {episode.record.error}")

    async with anyio.create_task_group() as group:
        for _ in range(min(workers, len(jobs))):
            group.start_soon(work)


async def _play(job: Job, agent: Agent, controller: Controller, crew: Crew) -> Episode:
    limits = Limits(steps=max(MIN_STEPS, STEP_FACTOR * job.task.steps))
    keep: KeepImage | None = crew.folder.add_image if crew.images else None
    return await play(job.task, job.instance, controller, agent, limits=limits, model=crew.model, keep_image=keep)
