"""What is right in a suite: the oracle's episodes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol, runtime_checkable

from automotive_env.agents.agent import AgentOptions
from automotive_env.car.core.documents import state_hash
from automotive_env.car.core.world import World
from automotive_env.episode.headless import HeadlessController
from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.episodes import entries_of, split_of_task
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.suites.splits import Split
from automotive_env.suites.suite import PlanItem, PlayerSeat, Selection, Suite

ORACLE = "oracle"


@runtime_checkable
class StartableScenario(Protocol):
    """A scenario."""

    def start(self) -> World:
        """A new car as it begins."""
        ...


@runtime_checkable
class HashedScenario(Protocol):
    """A scenario that knows the hash of its start."""

    @property
    def start_hash(self) -> str:
        """Equal where two scenarios begin alike."""
        ...


async def gold(suite: Suite, selection: Selection, split: Split = "train") -> AsyncIterator[Sequence[KnowledgeEntry]]:
    """The entries of each item of a split, in the order of the plan; none where the oracle cannot play it.

    Raises:
        UsageError: the suite has no oracle, or nothing that is chosen is in the split.
    """
    oracle = suite.player(ORACLE).make(None, None, AgentOptions())
    seat = PlayerSeat(HeadlessController(), privileged=True)
    for item in items_of(suite, selection, split):
        played = await suite.play(item, oracle, seat)
        yield entries_of(played.record, played.steps)


async def right_in(suite: Suite, item: PlanItem) -> Sequence[KnowledgeEntry]:
    """The entries of one item, turn by turn; none where the oracle cannot play it.

    Raises:
        UsageError: the suite has no oracle.
    """
    oracle = suite.player(ORACLE).make(None, None, AgentOptions())
    played = await suite.play(item, oracle, PlayerSeat(HeadlessController(), privileged=True))
    return entries_of(played.record, played.steps)


def items_of(suite: Suite, selection: Selection, split: Split) -> list[PlanItem]:
    """What of a selection is in a split.

    Raises:
        UsageError: nothing is.
    """
    found = [item for item in suite.plan(selection) if split_of_task(item.task) == split]
    if not found:
        raise UsageError(f"none of the chosen tasks of the suite {suite.name} is in the split {split}")
    return found


def other_starts(suite: Suite, selection: Selection, split: Split, chosen: Iterable[PlanItem]) -> frozenset[str]:
    """The start states of what a suite has in other splits: an entry that begins in one of them would give answers away.

    Args:
        suite: whose.
        selection: what was chosen of it; neither its tasks nor its dimension count.
        split: the one that is learnt from.
        chosen: what may teach; where nothing of it begins in a state that others could share, there are none.
    """
    if not any(map(start_of_item, chosen)):
        return frozenset()
    items = suite.plan(replace(selection, tasks=(), dimension=None))
    return frozenset(start for item in items if split_of_task(item.task) != split and (start := start_of_item(item)))


@lru_cache(maxsize=5_000)
def start_of_item(item: PlanItem) -> str:
    """The hash of a scenario's start state; empty for what begins by itself."""
    try:
        if isinstance(item.content, HashedScenario):
            return item.content.start_hash
        return state_hash(item.content.start()) if isinstance(item.content, StartableScenario) else ""
    except (OSError, ValueError):  # of a user's own data, which cannot be played either
        return ""
