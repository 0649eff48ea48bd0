"""The suite of conversations: limits of the car, ambiguity, and consent."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.suites.conversations.play import play
from automotive_env.suites.conversations.players import PLAYERS
from automotive_env.suites.conversations.rescoring import rescore
from automotive_env.suites.conversations.scenario import SUITE, ConversationScenario
from automotive_env.suites.conversations.shipped import shipped_scenarios
from automotive_env.suites.conversations.tables import tables_of
from automotive_env.suites.scenario_suite import ScenarioSuite
from automotive_env.suites.suite import Selection


class ConversationSuite(ScenarioSuite):
    """Conversations with a person, scripted or played by a model; their table is by set and what is right."""

    name = SUITE
    takes = frozenset({"limit", "person", "private_seed"})
    contestants = PLAYERS
    play_one = play
    rescore_one = rescore
    tables_of = tables_of

    def scenarios(self, selection: Selection) -> Mapping[str, ConversationScenario]:
        """Those of a private seed, or ours."""
        if selection.private_seed is None:
            return shipped_scenarios()
        from automotive_env.suites.conversations.generation.hidden import hidden_scenarios

        return hidden_scenarios(selection.private_seed)
