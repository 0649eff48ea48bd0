"""Leakage: how often what is retrieved for a turn already is its answer, so that a test would measure copying."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from automotive_env.knowledge.entry import Entry
from automotive_env.knowledge.retrieval import Retriever


@dataclass(frozen=True, slots=True)
class Leakage:
    """Of the turns of a split.

    Attributes:
        turns: that were asked for.
        answered: those for which anything was retrieved.
        from_same_task: those for which an entry of the same task, or of one that begins in the same state, was.
        identical: those for which a trajectory with exactly the right calls was; turns in which no call is right are left out.
        identical_long: those of them whose answer has two calls or more.
        with_calls: turns in which a call is right.
        with_long: turns in which two calls or more are.
    """

    turns: int
    answered: int
    from_same_task: int
    identical: int
    identical_long: int
    with_calls: int
    with_long: int

    def __str__(self) -> str:
        """A line for each share."""
        shares = (
            ("turns for which something is retrieved", self.answered, self.turns),
            ("of the same task, or of one that begins in the same state", self.from_same_task, self.turns),
            ("with a trajectory that is the answer, call by call", self.identical, self.with_calls),
            ("the same, of answers of two calls or more", self.identical_long, self.with_long),
        )
        return "\n".join(f"{some:>6} of {of:<6} {some / max(of, 1):6.1%}  {what}" for what, some, of in shares)


def leakage(retriever: Retriever, turns: Iterable[Entry]) -> Leakage:
    """Measure it, with the toolset of each turn at hand, as KATE does.

    Args:
        retriever: of trajectories.
        turns: what is right in each turn.
    """
    counts = dict.fromkeys(Leakage.__slots__, 0)
    for turn in turns:
        found = [hit.entry for hit in retriever.retrieve(turn.query, turn.toolset)]
        same = any(entry.calls == turn.calls for entry in found)
        counts["turns"] += 1
        counts["answered"] += bool(found)
        counts["from_same_task"] += any(entry.task == turn.task or _begin_alike(entry, turn) for entry in found)
        counts["with_calls"] += bool(turn.calls)
        counts["with_long"] += len(turn.calls) > 1
        counts["identical"] += bool(turn.calls) and same
        counts["identical_long"] += len(turn.calls) > 1 and same
    return Leakage(**counts)


def _begin_alike(entry: Entry, turn: Entry) -> bool:
    return bool(entry.start) and entry.start == turn.start
