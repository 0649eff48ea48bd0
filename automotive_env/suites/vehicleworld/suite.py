"""The suite of VehicleWorld: our own scenarios, or those of a user's own checkout of the public release."""

from __future__ import annotations

import fnmatch
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from automotive_env.episode import PlayedEpisode
from automotive_env.errors import UsageError
from automotive_env.results.records import EpisodeRecord, StepRecord
from automotive_env.results.summary import Summary, summarise
from automotive_env.suite import Item, Seat, Selection, Suite
from automotive_env.suites.vehicleworld.checkout import load_scenarios
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PLAYERS, PlayerSpec
from automotive_env.suites.vehicleworld.rescoring import rescore
from automotive_env.suites.vehicleworld.scenario import SUITE, Scenario
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios
from automotive_env.suites.vehicleworld.tables import tables_of


class VehicleWorldSuite(Suite):
    """Multi-turn scenarios, scored by what each turn changes; see `automotive_env.suite.Suite`."""

    name = SUITE

    def plan(self, selection: Selection) -> Sequence[Item]:
        """The chosen scenarios.

        Raises:
            UsageError: there is no checkout in the folder that was given, nothing matches, or options make no sense here.
        """
        if selection.instances != 1:
            raise UsageError("each VehicleWorld scenario has one instance: leave --instances out")
        if selection.place != "random":
            raise UsageError("VehicleWorld scenarios have no place: leave --place out")
        scenarios = load_scenarios(selection.data) if selection.data else shipped_scenarios()
        chosen = _chosen(scenarios, selection)
        return [Item(one.name, one.instance.id, trial, one) for one in chosen for trial in range(selection.trials)]

    def players(self) -> Mapping[str, PlayerSpec]:
        """Who can play scenarios."""
        return PLAYERS

    async def play(self, item: Item, agent: Any, seat: Seat) -> PlayedEpisode:
        """Play a scenario on a state of its own; what goes wrong in it becomes its outcome."""
        return await play(item.content, agent, model=seat.model, trial=item.trial)

    def rescore(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
        """The record of an episode as its steps say it should be.

        Raises:
            Contradiction: the records cannot be those of an episode.
        """
        return rescore(record, steps)

    def summarise(self, records: Iterable[EpisodeRecord]) -> Summary:
        """What episodes come to, with tables like those of the paper."""
        found = list(records)
        return summarise(found).model_copy(update={"tables": tables_of(found)})

    def hashes(self, items: Sequence[Item]) -> Mapping[str, str]:
        """One hash over the scenarios."""
        ids = sorted({item.instance for item in items})
        return {"scenarios": hashlib.sha256(" ".join(ids).encode()).hexdigest()}


def _chosen(scenarios: Mapping[str, Scenario], selection: Selection) -> list[Scenario]:
    for pattern in selection.tasks:
        if not fnmatch.filter(scenarios, pattern):
            raise UsageError(f"no scenario matches {pattern!r}; they are called {', '.join(sorted(scenarios)[:2])} and so on")
    dimensions = sorted({scenario.dimension for scenario in scenarios.values()})
    if selection.dimension not in (None, *dimensions):
        raise UsageError(f"no scenario is of the dimension {selection.dimension!r}; there are: {', '.join(dimensions)}")
    chosen = [scenario for scenario in scenarios.values() if _is_chosen(scenario, selection)]
    if not chosen:
        raise UsageError(f"none of the chosen scenarios is of the dimension {selection.dimension!r}")
    return chosen


def _is_chosen(scenario: Scenario, selection: Selection) -> bool:
    named = not selection.tasks or any(fnmatch.fnmatchcase(scenario.name, pattern) for pattern in selection.tasks)
    return named and selection.dimension in (None, scenario.dimension)
