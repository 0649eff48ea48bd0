"""The tasks of this benchmark, played on the head unit by agents that see and touch it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from automotive_env.agent import AgentSpec
from automotive_env.agents.registry import agent_plugin, all_agents, find_agent
from automotive_env.controller import Controller
from automotive_env.episode import PlayedEpisode, play
from automotive_env.errors import UsageError
from automotive_env.limits import Limits
from automotive_env.planning import plan, select
from automotive_env.plugins import Plugin
from automotive_env.rescoring import rescore
from automotive_env.results.records import EpisodeRecord, StepRecord
from automotive_env.suite import Item, Seat, Selection, Suite
from automotive_env.task import TaskInstance
from automotive_env.tasks.registry import find_task, task_plugin


class AutomotiveSuite(Suite):
    """Explicit control, implicit intent, driving alignment and environment alerts; see `automotive_env.suite.Suite`."""

    name = "automotive"
    backends = ("headless", "virtual", "emulator")

    def plan(self, selection: Selection) -> Sequence[Item]:
        """Draw the instances of the chosen tasks.

        Raises:
            UsageError: a task, dimension or place is unknown, or none of the tasks makes sense in the place.
        """
        if selection.data is not None:
            raise UsageError("the suite automotive has its own tasks; --data goes with --suite vehicleworld")
        tasks = select(selection.tasks, selection.dimension)
        drawn = plan(tasks, instances=selection.instances, seed=selection.seed, place=selection.place)
        return [item_of(one, trial) for one in drawn for trial in range(selection.trials)]

    def players(self) -> Mapping[str, AgentSpec]:
        """All agents."""
        return all_agents()

    def player(self, name: str) -> AgentSpec:
        """The agent of that name, or that `module:name` names.

        Raises:
            UsageError: there is none.
        """
        return find_agent(name)

    async def play(self, item: Item, agent: Any, seat: Seat) -> PlayedEpisode:
        """Play an instance; what goes wrong in it becomes its outcome.

        Raises:
            RecordsFault: a picture could not be kept.
        """
        instance: TaskInstance = item.content
        task = find_task(instance.task)
        limits = Limits.for_task(task.steps)
        return await play(
            task,
            instance,
            seat.car,
            agent,
            limits=limits,
            model=seat.model,
            trial=item.trial,
            shortcuts=seat.shortcuts,
            keep_image=seat.keep_image,
        )

    def rescore(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
        """The record of an episode as its steps say it should be.

        Raises:
            Contradiction: the records cannot be those of an episode.
        """
        return rescore(record, steps)

    def plugins(self, items: Sequence[Item], agents: Iterable[str]) -> Iterable[Plugin[Any] | None]:
        """Tasks and agents of other packages."""
        yield from map(task_plugin, dict.fromkeys(item.task for item in items))
        yield from map(agent_plugin, agents)

    def lacking(self, items: Sequence[Item], car: Controller) -> Mapping[str, Sequence[str]]:
        """Tasks whose signals and events a car lacks."""
        from automotive_env.android.requirements import unplayable

        return unplayable([find_task(name) for name in dict.fromkeys(item.task for item in items)], car)


def item_of(instance: TaskInstance, trial: int = 0) -> Item:
    """An instance as an item."""
    return Item(instance.task, instance.id, trial, instance)
