"""A set that nobody has seen: drawn from a seed that its user keeps, as the test split is, with other words put in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from automotive_env.suites.conversations.generation import SETS
from automotive_env.suites.conversations.scenario import ConversationScenario
from automotive_env.suites.conversations.shipped import shipped_scenarios

NAME = "hidden"
"""What stands in an id of a hidden scenario in place of its split."""


@lru_cache(maxsize=1)
def hidden_scenarios(seed: int) -> Mapping[str, ConversationScenario]:
    """The scenarios of a private seed by name; wishes that we ship just so, in all their halves, are left out."""
    known = {_content(one) for one in shipped_scenarios().values()}
    drawn = [one for scenarios in SETS.values() for one in scenarios("test", seed)]
    new = {one.pair or one.id for one in drawn if _content(one) not in known}
    named = (one.model_copy(update={"id": one.id.replace(".test.", f".{NAME}.")}) for one in drawn if (one.pair or one.id) in new)
    return {scenario.name: scenario for scenario in named}


def _content(scenario: ConversationScenario) -> str:
    return scenario.id.rpartition(".")[2]
