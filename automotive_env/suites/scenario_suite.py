"""What all suites of scenarios do alike; each says what its scenarios are, who plays them, and how they are judged."""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.tables.figures import Table
from automotive_env.runs.tables.labels import labelled
from automotive_env.runs.tables.summary import RunSummary, summarise
from automotive_env.suites.planning import plan_scenarios
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.playing import PlayableScenario
from automotive_env.suites.suite import PlanItem, PlayerSeat, Selection, Suite, check_options
from automotive_env.suites.vehicleworld.players import PlayerSpec

Play: TypeAlias = Callable[..., Awaitable[PlayedEpisode]]
Rescore: TypeAlias = Callable[[EpisodeRecord, Sequence[StepRecord]], EpisodeRecord]
TablesOf: TypeAlias = Callable[[Sequence[EpisodeRecord]], Sequence[Table]]


class ScenarioSuite(Suite):
    """A suite of scenarios; see `automotive_env.suites.suite.Suite`.

    Attributes:
        contestants: name -> who can play.
        play_one: plays a scenario with a player; never raises on what goes wrong in it.
        rescore_one: judges a record again.
        tables_of: the suite's own tables of episodes.
    """

    takes = frozenset({"limit", "private_seed"})
    contestants: ClassVar[Mapping[str, PlayerSpec[Any]]]
    play_one: ClassVar[Play]
    rescore_one: ClassVar[Rescore]
    tables_of: ClassVar[TablesOf]

    @abstractmethod
    def scenarios(self, selection: Selection) -> Mapping[str, PlayableScenario]:
        """What can be chosen from, by name.

        Raises:
            UsageError: there is no data where it was said to be, or the suite has no use for an option.
        """

    def plan(self, selection: Selection) -> Sequence[PlanItem]:
        """The chosen scenarios.

        Raises:
            UsageError: nothing matches, or options make no sense here.
        """
        check_options(self, selection)
        return plan_scenarios(self.scenarios(selection), selection)

    def players(self) -> Mapping[str, PlayerSpec[Any]]:
        """Who can play scenarios."""
        return self.contestants

    async def play(self, item: PlanItem, agent: Any, seat: PlayerSeat) -> PlayedEpisode:
        """Play a scenario on a car of its own; what goes wrong in it becomes its outcome."""
        more: dict[str, Any] = {"person": seat.person} if seat.person else {}
        if seat.privileged:
            more["privileged"] = True
        return await type(self).play_one(item.content, agent, model=seat.model, trial=item.trial, **more)

    def rescore(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
        """The record of an episode as its steps say it should be.

        Raises:
            Contradiction: the records cannot be those of an episode.
        """
        return type(self).rescore_one(record, steps)

    def summarise(self, records: Iterable[EpisodeRecord]) -> RunSummary:
        """What episodes come to, with the suite's own tables."""
        found = labelled(records)
        summary = summarise(found)
        return summary.model_copy(update={"tables": (*summary.tables, *type(self).tables_of(found))})

    def hashes(self, items: Sequence[PlanItem]) -> Mapping[str, str]:
        """One hash over the scenarios."""
        ids = sorted({item.instance for item in items})
        return {"scenarios": hashlib.sha256(" ".join(ids).encode()).hexdigest()}
