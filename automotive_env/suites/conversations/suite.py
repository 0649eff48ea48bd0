"""The suite of conversations: limits of the car, ambiguity, and consent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from automotive_env.episode import PlayedEpisode
from automotive_env.errors import UsageError
from automotive_env.results.records import EpisodeRecord, StepRecord
from automotive_env.results.summary import Summary, summarise
from automotive_env.suite import Item, Seat, Selection, Suite
from automotive_env.suites.conversations.play import play
from automotive_env.suites.conversations.players import PLAYERS
from automotive_env.suites.conversations.rescoring import rescore
from automotive_env.suites.conversations.scenario import SUITE
from automotive_env.suites.conversations.shipped import shipped_scenarios
from automotive_env.suites.conversations.tables import tables_of
from automotive_env.suites.planning import hash_of, plan_scenarios
from automotive_env.suites.vehicleworld.players import PlayerSpec


class ConversationSuite(Suite):
    """Conversations with a scripted person; see `automotive_env.suite.Suite`."""

    name = SUITE
    has_hidden_set = True

    def plan(self, selection: Selection) -> Sequence[Item]:
        """The chosen scenarios.

        Raises:
            UsageError: nothing matches, or options make no sense here.
        """
        if selection.data:
            raise UsageError("the suite conversations has its own scenarios; --data goes with --suite vehicleworld")
        if selection.private_seed is None:
            return plan_scenarios(shipped_scenarios(), selection)
        from automotive_env.suites.conversations.generation.hidden import hidden_scenarios

        return plan_scenarios(hidden_scenarios(selection.private_seed), selection)

    def players(self) -> Mapping[str, PlayerSpec]:
        """Who can play conversations."""
        return PLAYERS

    async def play(self, item: Item, agent: Any, seat: Seat) -> PlayedEpisode:
        """Play a conversation on a car of its own; what goes wrong in it becomes its outcome."""
        return await play(item.content, agent, model=seat.model, trial=item.trial)

    def rescore(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
        """The record of an episode as its steps say it should be.

        Raises:
            Contradiction: the records cannot be those of an episode.
        """
        return rescore(record, steps)

    def summarise(self, records: Iterable[EpisodeRecord]) -> Summary:
        """What episodes come to, with a table by set and what is right."""
        found = list(records)
        summary = summarise(found)
        return summary.model_copy(update={"tables": (*summary.tables, *tables_of(found))})

    def hashes(self, items: Sequence[Item]) -> Mapping[str, str]:
        """One hash over the scenarios."""
        return {"scenarios": hash_of(items)}
