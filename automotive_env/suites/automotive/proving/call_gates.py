"""The gate of tasks that can be played by calls: each way by calls passes; a task that declares no such way passes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from automotive_env.agents.agent import Agent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.controller import Controller
from automotive_env.suites.automotive.proving.playing import instance, instance_text, played
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.tasks.kit.by_calls import call_plans, takes_calls
from automotive_env.tasks.kit.task import Task, TaskInstance

SEEDS = (0, 1, 2)
"""Numbers of the instances, of each ending, on which ways by calls are played."""


def calls_pass(task: Task, car: Controller, seeds: Sequence[int] = SEEDS) -> Iterator[str]:
    """Every way by calls passes without harm, none of its calls is refused, and it leads through the task without a screen."""
    for drawn in _cases(task, seeds):
        plans = list(call_plans(task, drawn))
        if not plans:
            yield f"there is no solution by calls for {instance_text(drawn)}"
        for number, plan in enumerate(plans, 1):
            episode = _played(task, drawn, car, OracleAgent(plan))
            which = f"way {number} by calls of {instance_text(drawn)}"
            if episode.record.outcome != "pass":
                yield f"{which} does not pass: {episode.record.why}"
            if episode.record.harm:
                yield f"{which} does harm: {', '.join(harm.name for harm in episode.record.harm)}"
            yield from (f"{which} is refused: {why}" for why in _refusals(episode))


def _cases(task: Task, seeds: Sequence[int]) -> Iterator[TaskInstance]:
    if takes_calls(task):
        yield from (instance(task, seed, ending) for seed in seeds for ending in task.endings)


def _played(task: Task, drawn: TaskInstance, car: Controller, agent: Agent) -> PlayedEpisode:
    return played(task, drawn, car, agent, face="calls", keep_steps=True)


def _refusals(episode: PlayedEpisode) -> Iterator[str]:
    for step in episode.steps:
        if step.outcome is not None and not step.outcome.done:
            yield f"{step.action}: {step.outcome.message}"
