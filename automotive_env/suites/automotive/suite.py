"""The tasks of this benchmark, played on the head unit by agents that see and touch it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from automotive_env.agents.agent import AgentSpec
from automotive_env.agents.registry import agent_plugin, all_agents, find_agent
from automotive_env.episode.controller import Controller
from automotive_env.errors import UsageError
from automotive_env.plugins.registry import Plugin
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.rescoring import rescore
from automotive_env.runs.tables.face_tables import face_tables
from automotive_env.runs.tables.labels import labelled
from automotive_env.runs.tables.summary import RunSummary, summarise, with_tables
from automotive_env.runs.tables.touch_tables import TouchTally
from automotive_env.suites.automotive.floors import PlayedInstances, floor_table
from automotive_env.suites.automotive.play import play
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.suite import InstanceDraft, PlanItem, PlayerSeat, Selection, Suite, check_options, repeated
from automotive_env.tasks.kit.planning import by_calls, drafts, instantiate, select
from automotive_env.tasks.kit.scene import Ending
from automotive_env.tasks.kit.task import TaskInstance
from automotive_env.tasks.registry import find_task, task_plugin

ALL_CALLS = "vehicle APIs besides safety alerts (--face screen needs none)"
"""What a device lacks that cannot be played by calls."""

REMEMBERED = 256
"""Instances that a process remembers, since trials of one instance are played one after the other."""


class AutomotiveSuite(Suite):
    """Explicit control, implicit intent, driving alignment and environment alerts; see `automotive_env.suites.suite.Suite`."""

    name = "automotive"
    backends = ("headless", "virtual", "emulator")
    takes = frozenset({"instances", "place", "face", "limit", "max_steps"})

    def plan(self, selection: Selection) -> Sequence[PlanItem]:
        """Draw the instances of the chosen tasks.

        Raises:
            UsageError: a task, dimension or place is unknown, none of the tasks makes sense in the place, or one that is named
                cannot be played by calls.
        """
        return repeated(map(self.draw, self.drafts(selection)), selection)

    def drafts(self, selection: Selection) -> Sequence[InstanceDraft]:
        """What the instances of the chosen tasks are drawn from.

        Raises:
            UsageError: as `plan`, but for the place.
        """
        check_options(self, selection)
        tasks = select(selection.tasks, selection.dimension)
        if set(selection.face) != {"screen"}:
            tasks = by_calls(tasks, selection.tasks)
        found = drafts(tasks, instances=selection.instances, seed=selection.seed)
        return [InstanceDraft(task.name, seed, ending, selection.place) for task, seed, ending in found]

    def draw(self, draft: InstanceDraft) -> PlanItem | None:
        """The instance of a draft as an item; None where the place cannot have it.

        Raises:
            UsageError: the place is unknown.
        """
        instance = _drawn(draft)
        return item_of(instance) if instance else None

    def players(self) -> Mapping[str, AgentSpec]:
        """All agents."""
        return all_agents()

    def player(self, name: str) -> AgentSpec:
        """The agent of that name, or that `module:name` names.

        Raises:
            UsageError: there is none.
        """
        return find_agent(name)

    async def play(self, item: PlanItem, agent: Any, seat: PlayerSeat) -> PlayedEpisode:
        """Play an instance; what goes wrong in it becomes its outcome.

        Raises:
            RecordsFault: a picture could not be kept.
            UsageError: the item is a draft that makes another instance.
        """
        instance = instance_of(item)
        task = find_task(instance.task)
        limits = seat.limits.for_task(task.steps, shortcuts=seat.shortcuts)
        played = await play(
            task,
            instance,
            seat.car,
            agent,
            limits=limits,
            model=seat.model,
            trial=item.trial,
            shortcuts=seat.shortcuts,
            face=item.face,
            privileged=seat.privileged,
            keep_image=seat.keep_image,
        )
        return replace(played, record=played.record.model_copy(update={"suite": self.name}))  # a choice of tasks has its own

    def rescore(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
        """The record of an episode as its steps say it should be.

        Raises:
            Contradiction: the records cannot be those of an episode.
        """
        return rescore(record, steps)

    def plugins(self, items: Sequence[PlanItem], agents: Iterable[str]) -> Iterable[Plugin[Any] | None]:
        """Tasks and agents of other packages."""
        yield from map(task_plugin, dict.fromkeys(item.task for item in items))
        yield from map(agent_plugin, agents)

    def lacking(self, items: Sequence[PlanItem], car: Controller) -> Mapping[str, Sequence[str]]:
        """Tasks whose signals, events or apps a car lacks, or all where APIs are to be called and it does not take calls."""
        from automotive_env.suites.automotive.requirements import unplayable

        names = list(dict.fromkeys(item.task for item in items))
        if not car.takes_calls and any(item.face != "screen" for item in items):
            return dict.fromkeys(names, (ALL_CALLS,))
        return unplayable(map(find_task, names), car, car.apps)

    def summarise(self, records: Iterable[EpisodeRecord]) -> RunSummary:
        """What episodes come to, next to floors and ceiling, and what touches of points reached; several faces are compared."""
        played, touched = PlayedInstances(), TouchTally()
        summary = summarise(touched.noting(played.noting(records)))
        faces = face_tables(labelled(records)) if len(played.faces) > 1 else ()
        return with_tables(summary, floor_table(played, summary), *faces, *touched.tables())


@lru_cache(REMEMBERED)
def _drawn(draft: InstanceDraft) -> TaskInstance | None:
    return instantiate(find_task(draft.task), draft.seed, draft.place, cast("Ending", draft.ending))


def instance_of(item: PlanItem) -> TaskInstance:
    """The instance of an item; one that was planned before is drawn again.

    Raises:
        UsageError: what is drawn is another instance than the item names.
    """
    if isinstance(item.content, TaskInstance):
        return item.content
    drawn = _drawn(item.content)
    if drawn is None or drawn.id != item.instance:
        raise UsageError(f"the plan has an instance {item.instance} of {item.task} that cannot be drawn; start a new run")
    return drawn


def item_of(instance: TaskInstance) -> PlanItem:
    """An instance as an item."""
    return PlanItem(instance.task, instance.id, content=instance, pair=instance.pair)
