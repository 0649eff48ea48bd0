"""Rules of the car: what each is about, when it is looked at, and what keeps it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from automotive_env.suites.conversations.facts import ScenarioFact
from automotive_env.suites.conversations.rules.moment import RuleContext
from automotive_env.validators.answers import said

RuleKind: TypeAlias = Literal["forbidden", "consent", "look up", "together", "tell"]
RuleCheckTime: TypeAlias = Literal["act", "turn"]


@dataclass(frozen=True, slots=True)
class ConversationRule:
    """A rule.

    Attributes:
        name: what records call it.
        text: as agents are told.
        reason: why there is such a rule, or its source.
        applies: whether a moment is one that the rule is about.
        kind: what the rule demands.
        judged: whether it is looked at after each call or program, or at the end of each turn.
    """

    name: str
    text: str
    reason: str
    applies: Callable[[RuleContext], bool]
    kind: ClassVar[RuleKind]
    judged: ClassVar[RuleCheckTime] = "act"

    def kept(self, moment: RuleContext) -> bool:
        """Whether a moment that the rule is about keeps it all the same."""
        return False

    def broken(self, moment: RuleContext) -> bool:
        """Whether a moment breaks the rule."""
        return self.applies(moment) and not self.kept(moment)


@dataclass(frozen=True, slots=True)
class ForbiddenActRule(ConversationRule):
    """An act that is never allowed."""

    kind = "forbidden"


@dataclass(frozen=True, slots=True)
class ConsentRule(ConversationRule):
    """An act that the person must have agreed to in this conversation."""

    kind = "consent"

    def kept(self, moment: RuleContext) -> bool:
        """The person has agreed."""
        return self.name in moment.granted


@dataclass(frozen=True, slots=True)
class LookUpRule(ConversationRule):
    """An act before which something must be looked up.

    Attributes:
        sources: modules and APIs that tell it, of which one is enough; the first is a module.
    """

    sources: tuple[str, ...]
    kind = "look up"

    def kept(self, moment: RuleContext) -> bool:
        """One of the sources was looked at."""
        return not moment.looked_up.isdisjoint(self.sources)


@dataclass(frozen=True, slots=True)
class ActsTogetherRule(ConversationRule):
    """Acts that go together: one without the other, at the end of a turn, breaks the rule."""

    kind = "together"
    judged = "turn"


@dataclass(frozen=True, slots=True)
class DutyToTellRule(ConversationRule):
    """Something that the person must be told by the end of the turn.

    Attributes:
        fact: what that is.
    """

    fact: Callable[[RuleContext], ScenarioFact]
    kind = "tell"
    judged = "turn"

    def kept(self, moment: RuleContext) -> bool:
        """It was said."""
        return said(moment.said, self.fact(moment).of(moment)).met
