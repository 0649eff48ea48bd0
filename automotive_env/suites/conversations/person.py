"""The person in the car: what was told and agreed to in a turn, and the script that answers questions by topic."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from automotive_env.suites.conversations.scenario import ConversationTurn, ScriptedReply

NOT_THE_POINT = "That is not what matters here."
NO_MORE_QUESTIONS = "Enough questions, please."
MAX_QUESTIONS = 12
"""Questions of a turn that are answered."""


@dataclass
class TurnPerson:
    """Who speaks in one turn.

    Attributes:
        turn: what is said in it.
        told: the answers given so far, each once.
        needless: questions that were about nothing that is to be settled, or about what had been told.
        asked: questions so far.
    """

    turn: ConversationTurn
    told: list[ScriptedReply] = field(default_factory=list)
    needless: int = 0
    asked: int = 0

    def answer(self, question: str) -> str:
        """The answer to a question; a question about several things gets all their answers, the same one the same answer."""
        if self.has_enough:
            return self.tell((), NO_MORE_QUESTIONS)
        meant = [number for number, reply in enumerate(self.turn.replies) if _is_about(question, reply)]
        return self.tell(meant, " ".join(self.turn.replies[number].says for number in meant) or NOT_THE_POINT)

    def tell(self, told: Collection[int], words: str) -> str:
        """Count a question as answered with some of the turn's replies, numbered from 0; returns the words."""
        fresh = [reply for number, reply in enumerate(self.turn.replies) if number in told and reply not in self.told]
        self.asked += 1
        self.told += fresh
        self.needless += not fresh
        return words

    @property
    def has_enough(self) -> bool:
        """Whether no further question is answered."""
        return self.asked >= MAX_QUESTIONS

    @property
    def granted(self) -> frozenset[str]:
        """Names of the rules to which the person has agreed in this turn."""
        return frozenset(self.turn.grants).union(*(reply.grants for reply in self.told))

    @property
    def missing(self) -> bool:
        """Whether something that must be asked has not been."""
        return any(reply.needed and reply not in self.told for reply in self.turn.replies)


def _is_about(question: str, reply: ScriptedReply) -> bool:
    return any(re.search(rf"\b{re.escape(word)}", question, re.IGNORECASE) for word in reply.about)
