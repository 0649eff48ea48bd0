"""The right way through a turn: what must be asked, what rules want looked up, the calls, and the words at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from automotive_env.car.core.world import World
from automotive_env.suites.conversations.facts import ScenarioFact
from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.conversations.rules.moment import RuleContext
from automotive_env.suites.conversations.rules.rule import ConversationRule, DutyToTellRule, LookUpRule
from automotive_env.suites.conversations.scenario import ConversationTurn
from automotive_env.suites.vehicleworld.release import ReleaseCall


@dataclass(frozen=True, slots=True)
class TurnSolution:
    """What to do in a turn, in this order.

    Attributes:
        questions: what to ask.
        modules: what to look at.
        calls: the calls of the first accepted end.
        words: what to say at the end.
        declines: whether they decline the wish.
        heeded: names of the rules for which something is asked, looked up or told.
    """

    questions: tuple[str, ...]
    modules: tuple[str, ...]
    calls: tuple[ReleaseCall, ...]
    words: str
    declines: bool
    heeded: frozenset[str]

    @property
    def end(self) -> tuple[str, dict[str, str]]:
        """The function that ends the turn, and its argument."""
        return ("decline", {"reason": self.words}) if self.declines else ("say", {"text": self.words})


def right_way(
    turn: ConversationTurn, car: World, looked_up: frozenset[str], rules: Sequence[ConversationRule] = RULES
) -> TurnSolution:
    """The right way through a turn that begins.

    Args:
        turn: what is said in it.
        car: as it stands; it is left so.
        looked_up: what has been looked up in this conversation.
        rules: those that are known.
    """
    own, calls = World(), turn.calls()[0]
    own.restore(car.snapshot())
    unseen: dict[str, LookUpRule] = {}
    for call in calls:
        before = own.snapshot()
        call.perform(own)
        moment = RuleContext(before, own.snapshot(), looked_up=looked_up)
        unseen |= {rule.name: rule for rule in rules if isinstance(rule, LookUpRule) and rule.broken(moment)}
    whole = RuleContext(car.snapshot(), own.snapshot())
    duties = [rule for rule in rules if isinstance(rule, DutyToTellRule) and rule.broken(whole)]
    known = {rule.name for rule in rules}
    asked = [reply for reply in turn.replies if reply.needed and known.issuperset(reply.grants)]
    facts: list[ScenarioFact] = [*turn.facts, *(duty.fact(whole) for duty in duties)]
    told = " ".join(fact.example(own) for fact in facts)
    declines = turn.ending == "decline"
    return TurnSolution(
        questions=tuple(f"May I ask about this: {reply.about[0]}?" for reply in asked),
        modules=tuple(dict.fromkeys(rule.sources[0] for rule in unseen.values())),
        calls=calls,
        declines=declines,
        words=f"I cannot do that: {told}" if declines else told or "Done.",
        heeded=frozenset().union(unseen, (duty.name for duty in duties), *(reply.grants for reply in asked)),
    )
