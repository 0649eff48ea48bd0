"""The suite of grounding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any, get_args

from automotive_env.agents.agent import AgentSpec
from automotive_env.agents.registry import agent_plugin
from automotive_env.errors import UsageError
from automotive_env.plugins.registry import Plugin
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.tables.labels import labelled
from automotive_env.runs.tables.summary import RunSummary, summarise, with_tables
from automotive_env.suites.grounding.asked_screen import asked_screens, drawn, looks, looks_of
from automotive_env.suites.grounding.item import GroundingItem, TargetKind, items_on
from automotive_env.suites.grounding.play import play
from automotive_env.suites.grounding.players import ORACLE, SUITE, player, players
from automotive_env.suites.grounding.rescoring import rescore
from automotive_env.suites.grounding.tables import tables_of
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.suite import PlanItem, PlayerSeat, Selection, Suite, check_options, repeated


class GroundingSuite(Suite):
    """Wishes that one touch fulfils, on every screen in many looks; see `automotive_env.suites.suite.Suite`."""

    name = SUITE
    takes = frozenset({"instances", "limit"})

    def plan(self, selection: Selection) -> Sequence[PlanItem]:
        """The chosen items, in an order that mixes all screens.

        Raises:
            UsageError: nothing matches.
        """
        check_options(self, selection)
        if selection.dimension not in (None, *get_args(TargetKind)):
            raise UsageError(f"no item has the dimension {selection.dimension!r:.60}; choose from text, icon")
        if selection.instances > len(looks()):
            raise UsageError(f"a screen has {len(looks())} looks; choose at most as many --instances")
        found = grounding_items(selection.instances, selection.seed)
        for pattern in selection.tasks:
            if not any(fnmatchcase(item.name, pattern) for item in found):
                raise UsageError(f"no item matches {pattern!r:.80}; items have names such as {found[0].name}, or test.*")
        chosen = [item for item in found if _is_chosen(item, selection)]
        return repeated([PlanItem(item.name, item.instance.id, content=item) for item in chosen], selection)

    def players(self) -> Mapping[str, AgentSpec]:
        """All agents, and an oracle of the suite's own."""
        return players()

    def player(self, name: str) -> AgentSpec:
        """The player of that name, or that `module:name` names.

        Raises:
            UsageError: there is none.
        """
        return player(name)

    async def play(self, item: PlanItem, agent: Any, seat: PlayerSeat) -> PlayedEpisode:
        """Play an item on a car of its own; what goes wrong in it becomes its outcome.

        Raises:
            RecordsFault: a picture could not be kept.
        """
        return await play(
            item.content,
            agent,
            model=seat.model,
            trial=item.trial,
            privileged=seat.privileged,
            keep_image=seat.keep_image,
        )

    def plugins(self, items: Sequence[PlanItem], agents: Iterable[str]) -> Iterable[Plugin[Any] | None]:
        """Agents of other packages."""
        return [agent_plugin(agent) for agent in agents if agent != ORACLE.name]

    def rescore(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
        """The record of an episode as its step says it should be.

        Raises:
            Contradiction: the records cannot be those of an episode.
        """
        return rescore(record, steps)

    def summarise(self, records: Iterable[EpisodeRecord]) -> RunSummary:
        """What episodes come to, with tables by size of target, app, language, display and wording."""
        found = list(labelled(records))
        return with_tables(summarise(found), *tables_of(found))


@lru_cache(8)
def grounding_items(instances: int, seed: int) -> Sequence[GroundingItem]:
    """The items of all screens, each screen in so many looks; mixed, so that the first ones stand for all."""
    found = [
        item
        for screen in asked_screens().values()
        for look in looks_of(screen, seed)[:instances]
        for item in items_on(screen, look)
    ]
    return sorted(found, key=lambda item: drawn("order", item.instance.id))


def _is_chosen(item: GroundingItem, selection: Selection) -> bool:
    named = not selection.tasks or any(fnmatchcase(item.name, pattern) for pattern in selection.tasks)
    return named and selection.dimension in (None, item.kind)
