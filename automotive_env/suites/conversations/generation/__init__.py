"""How the scenarios of conversations are made: a generator and tables for each set, and the gates that all must pass."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from automotive_env.suites.conversations.generation import limits
from automotive_env.suites.conversations.generation.written import written
from automotive_env.suites.conversations.scenario import ConversationScenario
from automotive_env.suites.splits import Split

SETS: Mapping[str, Callable[[Split, int], Iterator[ConversationScenario]]] = {
    "limits": limits.scenarios,
    "ambiguity": partial(written, "ambiguity"),
    "consent": partial(written, "consent"),
    "duties": partial(written, "duties"),
}
"""Name of a set -> what makes the scenarios of a split from a seed, always the same ones.

*limits*: what the car lacks or must not do; *ambiguity*: settled by the state of the car, by preferences, or by asking once;
*consent*: rules of the car that the person must agree to first, or that hold whatever is said;
*duties*: what rules want looked up, done together, or told.
"""
