"""Which of several candidates is carried out: all agree, most agree, or experience decides between as many."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from automotive_env.kate.activation.candidates import ReplyCandidate
from automotive_env.kate.activation.canonical import UnreadableReplyPart
from automotive_env.kate.activation.programs import done_by
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.models.model import Tool
from automotive_env.runs.records.told import VoteDecidedBy

_VALUES = re.compile(r"\(| = | \{")
VoteSupport: TypeAlias = tuple[float, float]
"""How far a candidate does what was right before, and how far it calls what was called, 0 to 1 each."""


@dataclass(frozen=True, slots=True)
class VoteResult:
    """What was chosen.

    Attributes:
        number: of the candidate, from 0; of a written reply, the number of candidates.
        by: what decided: all agree, only one kind of them can be read, most agree, experience settles a tie, the first of a
            tie is taken, a model chooses one, or it writes another.
    """

    number: int
    by: VoteDecidedBy


def groups_of(candidates: Sequence[ReplyCandidate]) -> tuple[tuple[int, ...], ...]:
    """Numbers of the candidates that do the same, in the order in which their first ones came."""
    found: dict[object, list[int]] = {}
    for number, candidate in enumerate(candidates):
        found.setdefault(candidate.key, []).append(number)
    return tuple(map(tuple, found.values()))


def eligible(candidates: Sequence[ReplyCandidate]) -> tuple[tuple[int, ...], ...]:
    """The groups that can be chosen: what cannot be read only where nothing else can."""
    groups = groups_of(candidates)
    readable = tuple(group for group in groups if candidates[group[0]].kind != "unreadable")
    return readable or groups


def most_frequent(groups: Sequence[Sequence[int]], most: int) -> list[int]:
    """The first candidates of groups, in their order; of more than so many, those of most votes."""
    largest = sorted(groups, key=len, reverse=True)[:most]
    return [group[0] for group in groups if group in largest]


def majority(candidates: Sequence[ReplyCandidate], support: Callable[[ReplyCandidate], VoteSupport]) -> VoteResult:
    """The candidate of most votes; of as many the one that experience supports most, and of these the first.

    Args:
        candidates: one at least.
        support: how far experience supports one; asked where there is a tie.
    """
    groups = eligible(candidates)
    if len(groups) == 1:
        return VoteResult(groups[0][0], "agreement" if len(groups[0]) == len(candidates) else "only")
    most = max(map(len, groups))
    tied = [group[0] for group in groups if len(group) == most]
    if len(tied) == 1:
        return VoteResult(tied[0], "majority")
    supports = [support(candidates[number]) for number in tied]
    best = max(supports)
    if supports.count(best) == 1:
        return VoteResult(tied[supports.index(best)], "experience")
    return VoteResult(tied[supports.index(best)], "first")


def support_of(candidate: ReplyCandidate, entries: Sequence[KnowledgeEntry], tools: Mapping[str, Tool]) -> VoteSupport:
    """How far a candidate does what was right for requests that are alike, by the entry that fits it best."""
    done = [one.rpartition(" [")[0] or one for one in candidate.does] if candidate.kind == "action" else list(candidate.does)
    return max(
        ((_overlap(done, right), _overlap(_names(done), _names(right))) for right in _right(entries, tools)), default=(0, 0)
    )


def _right(entries: Sequence[KnowledgeEntry], tools: Mapping[str, Tool]) -> list[list[str]]:
    return [[same for call in entry.calls for same in _canonical(call, tools)] for entry in entries if entry.calls]


def _canonical(call: str, tools: Mapping[str, Tool]) -> Sequence[str]:
    """A call of an entry in the form of candidates; an action on a screen as it is."""
    try:
        return done_by(call, tools)
    except UnreadableReplyPart:
        return (call,)


def _names(done: Sequence[str]) -> list[str]:
    """What is called, written or touched, without values."""
    return [_VALUES.split(one, maxsplit=1)[0] for one in done]


def _overlap(some: Sequence[str], others: Sequence[str]) -> float:
    """Dice's coefficient of two sets, 0 to 1."""
    one, other = set(some), set(others)
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0
