"""What a rule looks at: the car before and after something was done, and what the agent knows and has said by then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from automotive_env.car.core.store import StateValues
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.suites.vehicleworld.score import changed_slots

ReadState: TypeAlias = Callable[[str], Any]
"""Path -> value."""


@dataclass(frozen=True)
class RuleContext:
    """One call, one program, or a whole turn.

    Attributes:
        before: the car before it.
        after: the car after it.
        granted: names of rules to which the person has agreed by then.
        looked_up: modules that the agent has looked at in this conversation, and full names of APIs that it has called.
        said: what the agent has told the person in this turn.
    """

    before: StateValues
    after: StateValues
    granted: frozenset[str] = frozenset()
    looked_up: frozenset[str] = frozenset()
    said: str = ""

    def was(self, path: str) -> Any:
        """The value at a path before."""
        return self.before[INDEX[path]]

    def now(self, path: str) -> Any:
        """The value at a path after."""
        return self.after[INDEX[path]]

    get = now

    @cached_property
    def changed(self) -> frozenset[str]:
        """Paths whose values differ."""
        return frozenset(SCHEMA[slot].path for slot in changed_slots(self.before, self.after))

    @property
    def speed(self) -> float:
        """Speed of the car in km/h."""
        return float(self.now("road.speed"))

    def changes(self, pattern: str) -> bool:
        """Whether a property of a pattern such as "seat.*.position.*" changed."""
        return not self.changed.isdisjoint(paths(pattern))

    def rises(self, pattern: str) -> bool:
        """Whether a number of a pattern became larger, or a flag true."""
        return any(self.now(path) > self.was(path) for path in self.changed & paths(pattern))

    def falls(self, pattern: str) -> bool:
        """Whether a number of a pattern became smaller, or a flag false."""
        return any(self.now(path) < self.was(path) for path in self.changed & paths(pattern))

    def rises_above(self, pattern: str, bound: float) -> bool:
        """Whether a number of a pattern became larger and is now above a bound."""
        return any(self.now(path) > max(bound, self.was(path)) for path in self.changed & paths(pattern))

    def highest(self, pattern: str) -> float:
        """The largest number of a pattern after."""
        return max(float(self.now(path)) for path in paths(pattern))

    def loses(self, path: str) -> bool:
        """Whether a list became shorter."""
        return len(self.now(path)) < len(self.was(path))

    def gains(self, path: str) -> bool:
        """Whether a list became longer."""
        return len(self.now(path)) > len(self.was(path))

    def begins(self, state: Callable[[ReadState], bool]) -> bool:
        """Whether something is so that was not so before."""
        return state(self.now) and not state(self.was)


@lru_cache(maxsize=200)
def paths(pattern: str) -> frozenset[str]:
    """The paths of a pattern."""
    return frozenset(path for path in INDEX if fnmatchcase(path, pattern))
