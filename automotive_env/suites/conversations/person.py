"""The person in the car, scripted: answers questions by topic, sees nothing but what is said, and is the same every time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from automotive_env.suites.conversations.scenario import Reply, Turn

NOT_THE_POINT = "That is not what matters here."
ENOUGH = "Enough questions, please."
MAX_QUESTIONS = 12
"""Questions of a turn that are answered."""


@dataclass
class Person:
    """Who speaks in one turn.

    Attributes:
        turn: what is said in it.
        told: the answers given so far, each once.
        needless: questions that were about nothing that is to be settled, or about what had been told.
        asked: questions so far.
    """

    turn: Turn
    told: list[Reply] = field(default_factory=list)
    needless: int = 0
    asked: int = 0

    def answer(self, question: str) -> str:
        """The answer to a question; a question about several things gets all their answers, the same one the same answer."""
        self.asked += 1
        if self.asked > MAX_QUESTIONS:
            self.needless += 1
            return ENOUGH
        meant = [reply for reply in self.turn.replies if _is_about(question, reply)]
        fresh = [reply for reply in meant if reply not in self.told]
        self.told += fresh
        self.needless += not fresh
        return " ".join(reply.says for reply in meant) or NOT_THE_POINT

    @property
    def granted(self) -> frozenset[str]:
        """Names of the rules to which the person has agreed in this turn."""
        return frozenset(self.turn.grants).union(*(reply.grants for reply in self.told))

    @property
    def missing(self) -> bool:
        """Whether something that must be asked has not been."""
        return any(reply.needed and reply not in self.told for reply in self.turn.replies)


def _is_about(question: str, reply: Reply) -> bool:
    return any(re.search(rf"\b{re.escape(word)}", question, re.IGNORECASE) for word in reply.about)
