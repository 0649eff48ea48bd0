"""The items of a run: what every statistic counts. A pair of episodes is one item, every other episode is an item by itself.

A template with a contrast pair is played in two halves that share one wish and differ in what is right. Only both together show
that an agent has understood, since a habit such as "always act" wins one of them. The halves remain episodes of their own in
plans, records and the viewer. A half without its other half, as in a place that cannot have it, is an item by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum
from typing import Any, TypeAlias

from automotive_env.runs.records.records import EpisodeRecord, OutcomeName

ItemKey: TypeAlias = tuple[str | int, ...]
"""What the halves of a pair have in common, and nothing else has."""
DECIDING: tuple[OutcomeName, ...] = ("env_error", "model_error", "agent_error", "step_limit", "fail", "pass")
"""Outcomes by importance: of the halves of a pair, the first of these is that of the item."""
_SUMS = ("steps", "tokens", "prompt_tokens", "completion_tokens", "model_calls")
_OF_TEMPLATE = ("task", "instance", "category", "dimension", "level")


def item_of(record: EpisodeRecord) -> ItemKey:
    """The item that an episode belongs to, within a run."""
    who = record.agent, record.model
    return (*who, record.suite, record.pair, record.trial, record.face) if record.pair else (*who, record.id)


def items(records: Iterable[EpisodeRecord]) -> list[EpisodeRecord]:
    """The items that episodes make, each in the place of its last episode.

    An item is the record of the half that decided, with the costs and the harm of both halves. Its instance is always that of the
    same half, so that trials of a pair are trials of one instance. `pair` is empty where an item is a single episode.
    """
    groups: dict[tuple[ItemKey, int], list[EpisodeRecord]] = {}
    times: Counter[ItemKey] = Counter()
    for record in records:
        episode = (record.agent, record.model, record.id)
        times[episode] += 1  # several runs of the same plan hold the same episodes
        key = item_of(record), times[episode]
        groups[key] = [*groups.pop(key, ()), record]
    return [_item(group) for group in groups.values()]


def counted_items(records: Iterable[EpisodeRecord]) -> list[EpisodeRecord]:
    """The items that say something about the agent: no half was broken off by the environment or the model."""
    return [item for item in items(records) if not item.interrupted]


def _item(halves: Sequence[EpisodeRecord]) -> EpisodeRecord:
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
