"""Who plays conversations: the players of VehicleWorld, and the ends of the scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, cast, runtime_checkable

from anyio import to_thread

from automotive_env.agents.standing import REASONING
from automotive_env.suites.conversations.interface import ConversationInterface
from automotive_env.suites.conversations.right_way import right_way
from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.conversations.rules.rule import ConversationRule
from automotive_env.suites.conversations.scenario import ConversationScenario, ConversationTurn
from automotive_env.suites.vehicleworld.players import PLAYERS as CALLING
from automotive_env.suites.vehicleworld.players import PlayedTurn, PlayerSpec, VehicleWorldPlayer
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.player import MAX_REPLIES, PlayerBriefing


@runtime_checkable
class ConversationPrivilegedPlayer(Protocol):
    """A player that is shown what is right; never one that is measured."""

    def brief_conversation(self, scenario: ConversationScenario) -> None:
        """See the scenario before it begins."""
        ...


class ConversationOracle:
    """Asks what must be asked, looks up what rules want, makes the calls of the first accepted end, and says what has to be said.

    Attributes:
        heeded: names of the rules for which it asked, looked something up or told something.
    """

    name = "oracle"

    def __init__(self, rules: Sequence[ConversationRule] = RULES) -> None:
        """A player that knows some rules.

        Args:
            rules: those that it heeds.
        """
        self.heeded: frozenset[str] = frozenset()
        self._rules = rules
        self._turns: list[ConversationTurn] = []

    def brief_conversation(self, scenario: ConversationScenario) -> None:
        """Take down what is right."""
        self._turns = list(scenario.turns)

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Nothing is remembered but what is right."""

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Play the next turn."""
        talk = cast("ConversationInterface", interface)
        way = right_way(self._turns.pop(0), talk.car, talk.judge.looked_up, self._rules)
        self.heeded |= way.heeded
        for question in way.questions:
            await to_thread.run_sync(talk.call, "ask", {"question": question})
        if way.modules:
            talk.call("look", {"modules": way.modules})
        for call in way.calls:
            talk.call(call.name, call.arguments)
        talk.call(*way.end)
        return PlayedTurn(reasoning=REASONING)


class AlwaysDecline:
    """Declines whatever is said."""

    name = "decline"

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Nothing is remembered."""

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Decline."""
        interface.call("decline", {"reason": f"I am sorry, I cannot do that: {query}"})
        return PlayedTurn(reasoning="Declining is this player's whole plan.")


class AlwaysAsk:
    """Asks what is meant, and asks again."""

    name = "ask"

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Nothing is remembered."""

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Ask as often as a model could."""
        for _ in range(MAX_REPLIES):
            question = f"What exactly do you mean by this, and is it all right: {query}"
            await to_thread.run_sync(interface.call, "ask", {"question": question})
        return PlayedTurn(reasoning="Asking is this player's whole plan.")


_CALLING = {name: replace(CALLING[name], takes=CALLING[name].takes - {"long_state", "reflections"}) for name in CALLING}
PLAYERS: Mapping[str, PlayerSpec[VehicleWorldPlayer]] = {
    "oracle": PlayerSpec(
        "oracle", "asks, acts and says what is right; is shown it, never a contestant", ConversationOracle, standing="privileged"
    ),
    "noop": PlayerSpec("noop", "does nothing and says nothing", CALLING["noop"].build, standing="floor"),
    "decline": PlayerSpec("decline", "declines whatever is said, in the words of the request", AlwaysDecline, standing="floor"),
    "ask": PlayerSpec("ask", "asks whatever is said, and does nothing", AlwaysAsk, standing="floor"),
    **{name: _CALLING[name] for name in ("fc", "sfc", "fc_sfc")},
}
"""Name -> who plays conversations."""
