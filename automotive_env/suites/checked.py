"""A suite of another package, held to its contract: what it raises or returns never ends a run in a traceback."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from automotive_env.episode.controller import Controller
from automotive_env.errors import AutomotiveEnvError, EnvironmentFault, NotScored, UsageError
from automotive_env.plugins.registry import Plugin, calling
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.tables.summary import RunSummary
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.suite import Contestant, PlanItem, PlayerSeat, Selection, Suite

T = TypeVar("T")


class CheckedSuite(Suite):
    """Passes calls on; see `automotive_env.suites.suite.Suite`."""

    def __init__(self, suite: Suite) -> None:
        self._suite = suite
        self.name, self.backends = suite.name, tuple(suite.backends)
        with self._calling("takes"):
            self.takes = frozenset(map(str, getattr(suite, "takes", Suite.takes)))

    def plan(self, selection: Selection) -> Sequence[PlanItem]:
        """What a run plays, in order.

        Raises:
            UsageError: it cannot be planned, nothing is, or something twice.
        """
        with self._calling("plan"):
            items = list(self._suite.plan(selection))
        if strange := [item for item in items if not _is_item(item)]:
            raise UsageError(
                f"the suite {self.name} plans {strange[0]!r:.200}; a plan needs Items with texts and a trial of 0 or more"
            )
        if not items:
            raise UsageError(f"the suite {self.name} has nothing to play for this selection; choose other tasks")
        if len(set(items)) < len(items):
            twice = next(item for item in items if items.count(item) > 1)
            raise UsageError(f"the suite {self.name} plans {twice!r:.200} twice; items differ in task, instance or trial")
        return items

    def players(self) -> Mapping[str, Contestant]:
        """Who can play here, by name."""
        with self._calling("players"):
            return dict(self._suite.players())

    def player(self, name: str) -> Contestant:
        """Who can play here under a name."""
        with self._calling("player"):
            player = self._suite.player(name)
        if not isinstance(getattr(player, "name", None), str) or not callable(getattr(player, "make", None)):
            raise UsageError(f"the suite {self.name} has {type(player).__name__} for {name!r}; an AgentSpec is needed")
        return player

    async def play(self, item: PlanItem, agent: Any, seat: PlayerSeat) -> PlayedEpisode:
        """Play an item.

        Raises:
            EnvironmentFault: the suite failed, or recorded something else.
        """
        with self._calling(f"play of {item.task} {item.instance}", EnvironmentFault):
            played = await self._suite.play(item, agent, seat)
        self._check(played, PlayedEpisode, "play", EnvironmentFault)
        self._check(played.record, EpisodeRecord, "play", EnvironmentFault)
        if played.record.suite != self.name or not all(isinstance(step, StepRecord) for step in played.steps):
            raise EnvironmentFault(f"the suite {self.name} records an episode of {played.record.suite!r}, or invalid steps")
        return played

    def lacking(self, items: Sequence[PlanItem], car: Controller) -> Mapping[str, Sequence[str]]:
        """Tasks that a car cannot play -> names of what it lacks."""
        with self._calling("lacking"):
            return {str(task): tuple(map(str, names)) for task, names in self._suite.lacking(items, car).items()}

    def hashes(self, items: Sequence[PlanItem]) -> Mapping[str, str]:
        """Name -> SHA-256 of what decides."""
        with self._calling("hashes"):
            return {str(name): str(value) for name, value in self._suite.hashes(items).items()}

    def plugins(self, items: Sequence[PlanItem], agents: Iterable[str]) -> Iterable[Plugin[Any] | None]:
        """What of other packages the items and agents depend on."""
        with self._calling("plugins"):
            return [self._check(one, Plugin, "plugins") for one in self._suite.plugins(items, agents) if one is not None]

    def rescore(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
        """The record of an episode as its steps say it should be.

        Raises:
            Contradiction: the records cannot be those of an episode.
            NotScored: the suite cannot judge it.
        """
        with self._calling("rescore", NotScored):
            return self._check(self._suite.rescore(record, steps), EpisodeRecord, "rescore", NotScored)

    def summarise(self, records: Iterable[EpisodeRecord]) -> RunSummary:
        """What episodes come to."""
        with self._calling("summarise"):
            return self._check(self._suite.summarise(records), RunSummary, "summarise")

    @contextmanager
    def _calling(self, what: str, fault: type[AutomotiveEnvError] = UsageError) -> Iterator[None]:
        with calling(f"the suite {self.name} failed in {what}", fault):
            yield

    def _check(self, value: object, kind: type[T], what: str, fault: type[AutomotiveEnvError] = UsageError) -> T:
        if not isinstance(value, kind):
            raise fault(f"the suite {self.name} failed in {what}: it returns {type(value).__name__}, not {kind.__name__}")
        return value


def _is_item(item: object) -> bool:
    """Whether it is an item that a record can name."""
    if not isinstance(item, PlanItem) or type(item.trial) is not int or item.trial < 0:
        return False
    return all(isinstance(text, str) and text for text in (item.task, item.instance))
