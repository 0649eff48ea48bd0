"""How the scenarios of conversations are made: a generator and tables for each set, and the gates that all must pass."""

from collections.abc import Callable, Iterator, Mapping

from automotive_env.splits import Split
from automotive_env.suites.conversations.generation import ambiguity, consent, limits
from automotive_env.suites.conversations.scenario import Scenario

SETS: Mapping[str, Callable[[Split, int], Iterator[Scenario]]] = {
    "limits": limits.scenarios,
    "ambiguity": ambiguity.scenarios,
    "consent": consent.scenarios,
}
"""Name of a set -> what makes the scenarios of a split from a seed."""
