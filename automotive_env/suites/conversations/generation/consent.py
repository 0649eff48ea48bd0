"""The set *consent*: rules of the car that the person must agree to first, or that hold whatever is said."""

from __future__ import annotations

from collections.abc import Iterator

from automotive_env.splits import Split
from automotive_env.suites.conversations.generation.written import written
from automotive_env.suites.conversations.scenario import Scenario


def scenarios(split: Split, seed: int) -> Iterator[Scenario]:
    """The scenarios of a split, always the same for a seed."""
    yield from written("consent", split, seed)
