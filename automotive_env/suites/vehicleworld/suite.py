"""The suite of VehicleWorld: our own scenarios, or those of a user's own checkout of the public release."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from automotive_env.episode import PlayedEpisode
from automotive_env.errors import UsageError
from automotive_env.results.records import EpisodeRecord, StepRecord
from automotive_env.results.summary import Summary, summarise
from automotive_env.suite import Item, Seat, Selection, Suite
from automotive_env.suites.planning import hash_of, plan_scenarios
from automotive_env.suites.vehicleworld.checkout import load_scenarios
from automotive_env.suites.vehicleworld.drafted import accepted_file, accepted_scenarios
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PLAYERS, PlayerSpec
from automotive_env.suites.vehicleworld.rescoring import rescore
from automotive_env.suites.vehicleworld.scenario import SUITE, Scenario
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios
from automotive_env.suites.vehicleworld.tables import tables_of


class VehicleWorldSuite(Suite):
    """Multi-turn scenarios, scored by what each turn changes; see `automotive_env.suite.Suite`."""

    name = SUITE
    has_hidden_set = True

    def plan(self, selection: Selection) -> Sequence[Item]:
        """The chosen scenarios.

        Raises:
            UsageError: there is no data where it was said to be, nothing matches, or options make no sense here.
        """
        if selection.data and selection.private_seed is not None:
            raise UsageError("--data names what is played, and --private-seed draws it: leave one of them out")
        return plan_scenarios(_scenarios(selection), selection)

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
        summary = summarise(found)
        return summary.model_copy(update={"tables": (*summary.tables, *tables_of(found))})

    def hashes(self, items: Sequence[Item]) -> Mapping[str, str]:
        """One hash over the scenarios."""
        return {"scenarios": hash_of(items)}


def _scenarios(selection: Selection) -> Mapping[str, Scenario]:
    """What can be chosen from: the user's own data, a hidden set, or ours."""
    if selection.data:
        file = accepted_file(selection.data)
        return accepted_scenarios(file) if file else load_scenarios(selection.data)
    if selection.private_seed is not None:
        from automotive_env.suites.vehicleworld.generation.hidden import hidden_scenarios

        return hidden_scenarios(selection.private_seed)
    return shipped_scenarios()
