"""Who plays conversations: the players of VehicleWorld, and the ends of the scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, cast, runtime_checkable

from anyio import to_thread

from automotive_env.standing import REASONING
from automotive_env.suites.conversations.facts import Fact
from automotive_env.suites.conversations.interface import ConversationInterface
from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.conversations.rules.moment import Moment
from automotive_env.suites.conversations.rules.rule import Duty, LookUp, Rule
from automotive_env.suites.conversations.scenario import Reply, Scenario, Turn
from automotive_env.suites.vehicleworld.players import PLAYERS as CALLING
from automotive_env.suites.vehicleworld.players import Played, Player, PlayerSpec
from automotive_env.suites.vehicleworld.players.interface import Interface
from automotive_env.suites.vehicleworld.players.player import MAX_REPLIES, Briefing
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.world.world import World


@runtime_checkable
class PrivilegedPlayer(Protocol):
    """A player that is shown what is right; never one that is measured."""

    def brief_conversation(self, scenario: Scenario) -> None:
        """See the scenario before it begins."""
        ...


class ConversationOracle:
    """Asks what must be asked, makes the calls of the first accepted end, and says the facts; looks up and tells what rules want.

    Attributes:
        heeded: names of the rules for which it asked, looked something up or told something.
    """

    name = "oracle"

    def __init__(self, rules: Sequence[Rule] = RULES) -> None:
        """A player that knows some rules.

        Args:
            rules: those that it heeds.
        """
        self.heeded: set[str] = set()
        self._rules = rules
        self._turns: list[Turn] = []

    def brief_conversation(self, scenario: Scenario) -> None:
        """Take down what is right."""
        self._turns = list(scenario.turns)

    def reset(self, briefing: Briefing | None = None) -> None:
        """Nothing is remembered but what is right."""

    async def turn(self, query: str, interface: Interface) -> Played:
        """Play the next turn."""
        turn, talk = self._turns.pop(0), cast("ConversationInterface", interface)
        for reply in turn.replies:
            if reply.needed and self._heeds(reply):
                await to_thread.run_sync(talk.call, "ask", {"question": f"May I ask about this: {reply.about[0]}?"})
        for call in turn.calls()[0]:
            self._act(call, talk)
        self._speak(turn, talk)
        return Played(reasoning=REASONING)

    def _heeds(self, reply: Reply) -> bool:
        """Whether to ask for a reply: always, but for one that a rule wants which is not known."""
        wanted = {rule.name for rule in self._rules if rule.name in reply.grants}
        self.heeded |= wanted
        return bool(wanted) or not reply.grants

    def _act(self, call: ReleaseCall, interface: ConversationInterface) -> None:
        """Make a call, after what rules want looked up before it."""
        for module in dict.fromkeys(rule.sources[0] for rule in self._look_ups(call, interface)):
            interface.call("look", {"modules": [module]})
        interface.call(call.name, call.arguments)

    def _look_ups(self, call: ReleaseCall, interface: ConversationInterface) -> list[LookUp]:
        """The rules that want something looked up before a call, found by making it on a copy of the car."""
        car, before = World(), interface.car.snapshot()
        car.restore(before)
        call.perform(car)
        moment = Moment(before, car.snapshot(), looked_up=interface.judge.looked_up)
        found = [rule for rule in self._rules if isinstance(rule, LookUp) and rule.broken(moment)]
        self.heeded |= {rule.name for rule in found}
        return found

    def _speak(self, turn: Turn, interface: ConversationInterface) -> None:
        """Say the facts of the turn, and what rules want told."""
        car = interface.car
        facts = " ".join(fact.example(car) for fact in (*turn.facts, *self._duties(interface))) or "Done."
        if turn.ending == "decline":
            interface.call("decline", {"reason": f"I cannot do that: {facts}"})
        else:
            interface.call("say", {"text": facts})

    def _duties(self, interface: ConversationInterface) -> list[Fact]:
        """What rules want told at the end of the turn."""
        moment = interface.judge.turn_moment(interface.car.snapshot())
        found = [rule for rule in self._rules if isinstance(rule, Duty) and rule.broken(moment)]
        self.heeded |= {rule.name for rule in found}
        return [rule.fact(moment) for rule in found]


class AlwaysDecline:
    """Declines whatever is said."""

    name = "decline"

    def reset(self, briefing: Briefing | None = None) -> None:
        """Nothing is remembered."""

    async def turn(self, query: str, interface: Interface) -> Played:
        """Decline."""
        interface.call("decline", {"reason": f"I am sorry, I cannot do that: {query}"})
        return Played(reasoning="Declining is this player's whole plan.")


class AlwaysAsk:
    """Asks what is meant, and asks again."""

    name = "ask"

    def reset(self, briefing: Briefing | None = None) -> None:
        """Nothing is remembered."""

    async def turn(self, query: str, interface: Interface) -> Played:
        """Ask as often as a model could."""
        for _ in range(MAX_REPLIES):
            question = f"What exactly do you mean by this, and is it all right: {query}"
            await to_thread.run_sync(interface.call, "ask", {"question": question})
        return Played(reasoning="Asking is this player's whole plan.")


_CALLING = {name: replace(CALLING[name], takes=CALLING[name].takes - {"long_state", "reflections"}) for name in CALLING}
PLAYERS: Mapping[str, PlayerSpec[Player]] = {
    "oracle": PlayerSpec(
        "oracle", "asks, acts and says what is right; is shown it, never a contestant", ConversationOracle, standing="privileged"
    ),
    "noop": PlayerSpec("noop", "does nothing and says nothing", CALLING["noop"].build, standing="floor"),
    "decline": PlayerSpec("decline", "declines whatever is said, in the words of the request", AlwaysDecline, standing="floor"),
    "ask": PlayerSpec("ask", "asks whatever is said, and does nothing", AlwaysAsk, standing="floor"),
    **{name: _CALLING[name] for name in ("fc", "sfc", "fc_sfc")},
}
"""Name -> who plays conversations."""
