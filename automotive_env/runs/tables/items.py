"""The items of a run: what every statistic counts. A pair of episodes is one item, every other episode is an item by itself.

A template with a contrast pair is played in two halves that share one wish and differ in what is right. Only both together show
that an agent has understood, since a habit such as "always act" wins one of them. The halves remain episodes of their own in
plans, records and the viewer. A half without its other half, as in a place that cannot have it, is an item by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import fsum
from operator import itemgetter
from typing import Any, TypeAlias

from automotive_env.runs.records.records import OutcomeName
from automotive_env.runs.tables.episode import E, SummedEpisode

ItemKey: TypeAlias = tuple[str | int, ...]
"""What the halves of a pair have in common, and nothing else has."""
DECIDING: tuple[OutcomeName, ...] = ("env_error", "model_error", "agent_error", "step_limit", "fail", "pass")
"""Outcomes by importance: of the halves of a pair, the first of these is that of the item."""
_SUMS = ("steps", "tokens", "prompt_tokens", "completion_tokens", "model_calls")
_OF_TEMPLATE = ("task", "instance", "category", "dimension", "level")


def item_of(record: SummedEpisode) -> ItemKey:
    """The item that an episode belongs to, within a run."""
    who = record.agent, record.model
    return (*who, record.suite, record.pair, record.trial, record.face) if record.pair else (*who, record.id)


def grouped(records: Iterable[E]) -> Iterator[tuple[int, list[E]]]:
    """The episodes of each item, with the position of the last of them; only halves of pairs are held.

    Several runs of the same plan hold the same episodes: equal ones are of different items.
    """
    waiting: dict[ItemKey, list[dict[str, tuple[int, E]]]] = {}
    for position, record in enumerate(records):
        if not record.pair:
            yield position, [record]
            continue
        groups = waiting.setdefault(item_of(record), [])
        group = next((group for group in groups if record.id not in group), None)
        if group is None:
            groups.append(group := {})
        group[record.id] = position, record
    for group in chain.from_iterable(waiting.values()):
        yield max(position for position, _ in group.values()), [record for _, record in group.values()]


def items(records: Iterable[E]) -> list[E]:
    """The items that episodes make, each in the place of its last episode.

    An item is the record of the half that decided, with the costs and the harm of both halves. Its instance is always that of the
    same half, so that trials of a pair are trials of one instance. `pair` is empty where an item is a single episode.
    """
    return [as_item(group) for _, group in sorted(grouped(records), key=itemgetter(0))]


def counted_items(records: Iterable[E]) -> list[E]:
    """The items that say something about the agent: no half was broken off by the environment or the model."""
    return [item for item in items(records) if not item.interrupted]


def as_item(halves: Sequence[E]) -> E:
    """The item that its episodes make."""
    if len(halves) == 1:
        (record,) = halves
        return record.model_copy(update={"pair": ""}) if record.pair else record
    halves = sorted(halves, key=lambda half: (half.task, half.instance))
    decided = min(halves, key=lambda half: DECIDING.index(half.outcome))
    told: dict[str, Any] = {name: getattr(halves[0], name) for name in _OF_TEMPLATE}
    told |= {name: sum(getattr(half, name) for half in halves) for name in _SUMS}
    told |= {name: fsum(getattr(half, name) for half in halves) for name in ("seconds", "model_seconds")}
    prices = [half.price for half in halves if half.price is not None]
    told["price"] = fsum(prices) if len(prices) == len(halves) else None
    told["harm"] = tuple(harm for half in halves for harm in half.harm)
    return decided.model_copy(update=told)
