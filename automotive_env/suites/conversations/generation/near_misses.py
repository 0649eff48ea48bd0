"""Near misses: the right way through a scenario with one thing left out, each of which must fail."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import anyio

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.suites.conversations.play import play
from automotive_env.suites.conversations.players import ConversationOracle
from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.conversations.scenario import ConversationScenario
from automotive_env.suites.vehicleworld.players import VehicleWorldPlayer


class SkippingOracle(ConversationOracle):
    """Does all that is right but one call."""

    def __init__(self, turn: int, skipped: str) -> None:
        """A player that leaves out a call.

        Args:
            turn: in which turn, from 0.
            skipped: the call, as the scenario has it.
        """
        super().__init__()
        self._turn = turn
        self._skipped = skipped

    def brief_conversation(self, scenario: ConversationScenario) -> None:
        """Take down what is right, less the call."""
        super().brief_conversation(scenario)
        turn = self._turns[self._turn]
        left = tuple(line for line in turn.ends[0] if line != self._skipped)
        self._turns[self._turn] = turn.model_copy(update={"ends": (left,)})


def near_misses(scenario: ConversationScenario) -> Iterator[tuple[str, EpisodeRecord]]:
    """Play every near miss: without what one rule wants asked, looked up or told, and without one of the calls.

    Args:
        scenario: what is played.

    Yields:
        What was left out, and the record.
    """
    oracle = ConversationOracle()
    _played(scenario, oracle)
    for name in sorted(oracle.heeded):
        yield name, _played(scenario, ConversationOracle([rule for rule in RULES if rule.name != name]))
    for number, turn in enumerate(scenario.turns):
        for line in turn.ends[0]:
            yield line, _played(scenario, SkippingOracle(number, line))


def _played(scenario: ConversationScenario, player: VehicleWorldPlayer) -> EpisodeRecord:
    return anyio.run(partial(play, scenario, player, privileged=True)).record
