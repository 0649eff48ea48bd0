"""Drawing the instances that a task is proven on, and playing them."""

from __future__ import annotations

import asyncio
from functools import cache

from automotive_env.agents.agent import Agent
from automotive_env.episode.controller import Controller
from automotive_env.episode.faces import Face
from automotive_env.episode.limits import Limits
from automotive_env.errors import UsageError
from automotive_env.suites.automotive.play import play
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.kit.scene import Ending
from automotive_env.tasks.kit.task import Task, TaskInstance

STEPS = 80
"""Actions that a way through a task may take; more than any way needs that is not too long for other reasons."""


def instance(task: Task, number: int, ending: Ending | None = None) -> TaskInstance:
    """The instance of a number, the same in every process, with the task's first ending if none is given.

    Raises:
        UsageError: the task makes sense in no place.
    """
    drawn = instantiate(task, instance_seed(0, task.name, number), ending=ending)
    if drawn is None:
        right = ending or task.endings[0]
        raise UsageError(f"{task.name} applies in no place with the ending {right!r}; relax its conditions or its rule")
    return drawn


def played(
    task: Task,
    drawn: TaskInstance,
    car: Controller,
    agent: Agent,
    *,
    shortcuts: bool = True,
    face: Face = "screen",
    keep_steps: bool = False,
) -> PlayedEpisode:
    """Let an agent of ours play an instance on a face, with or without opening apps by name; it may be shown the task."""
    limits = Limits(steps=STEPS)
    playing = play(task, drawn, car, agent, limits=limits, shortcuts=shortcuts, face=face, privileged=True, keep_steps=keep_steps)
    return _loop().run_until_complete(playing)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """One for all episodes: to make one, and to take over SIGINT with it, takes as long as a short episode."""
    return asyncio.new_event_loop()


def instance_text(drawn: TaskInstance) -> str:
    """An instance, for messages: what is said, what is right and what was drawn."""
    return f"{drawn.goal!r} ({drawn.ending}, {dict(drawn.params)})"
