"""Leakage and coincidence: how often what is told for a turn gives its answer away, so that a test would measure copying.

Leakage is knowledge of the tested task itself: of its template, or of a start state that it shares. It must be 0. Coincidence is
an answer that equals one of another task: a car has few ways to switch a lamp, so that many a request has the calls of another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever


@dataclass(frozen=True, slots=True)
class Leakage:
    """Of the turns of a split.

    Attributes:
        turns: that were asked for.
        answered: those for which anything was retrieved.
        leaked: those for which an entry of the same task, or of one that begins in the same state, was.
        coincident: those for which a trajectory with exactly the right calls was; turns in which no call is right are left out.
        coincident_long: those of them whose answer has two calls or more.
        with_calls: turns in which a call is right.
        with_long: turns in which two calls or more are.
    """

    turns: int
    answered: int
    leaked: int
    coincident: int
    coincident_long: int
    with_calls: int
    with_long: int

    def __str__(self) -> str:
        """A line for each share."""
        shares = (
            ("turns for which something is retrieved", self.answered, self.turns),
            ("of the same task, or of one that begins in the same state", self.leaked, self.turns),
            ("with a trajectory that is the answer, call by call", self.coincident, self.with_calls),
            ("the same, of answers of two calls or more", self.coincident_long, self.with_long),
        )
        return "\n".join(f"{some:>6} of {of:<6} {some / max(of, 1):6.1%}  {what}" for what, some, of in shares)


def leakage(retriever: KnowledgeRetriever, turns: Iterable[KnowledgeEntry]) -> Leakage:
    """Measure it, with the toolset of each turn at hand, as KATE does.

    Args:
        retriever: of trajectories.
        turns: what is right in each turn.
    """
    counts = dict.fromkeys(Leakage.__slots__, 0)
    for turn in turns:
        found = [hit.entry for hit in retriever.retrieve(turn.query, turn.toolset)]
        same = any(coincides(entry, turn) for entry in found)
        counts["turns"] += 1
        counts["answered"] += bool(found)
        counts["leaked"] += any(leaks(entry, turn) for entry in found)
        counts["with_calls"] += bool(turn.calls)
        counts["with_long"] += len(turn.calls) > 1
        counts["coincident"] += same
        counts["coincident_long"] += len(turn.calls) > 1 and same
    return Leakage(**counts)


def leaks(entry: KnowledgeEntry, turn: KnowledgeEntry) -> bool:
    """Whether an entry is of the task of a turn, or of one that begins in the same state."""
    return entry.task == turn.task or (bool(entry.start) and entry.start == turn.start)


def coincides(entry: KnowledgeEntry, turn: KnowledgeEntry) -> bool:
    """Whether what was right in an entry is right in a turn, call by call; a turn in which no call is right has no answer."""
    return bool(turn.calls) and entry.calls == turn.calls
