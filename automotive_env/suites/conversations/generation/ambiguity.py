"""The set *ambiguity*: settled by the state of the car, by stored preferences, or by asking once."""

from __future__ import annotations

from collections.abc import Iterator

from automotive_env.splits import Split
from automotive_env.suites.conversations.generation.written import written
from automotive_env.suites.conversations.scenario import Scenario


def scenarios(split: Split, seed: int) -> Iterator[Scenario]:
    """The scenarios of a split, always the same for a seed."""
    yield from written("ambiguity", split, seed)
