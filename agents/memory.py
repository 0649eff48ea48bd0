"""What an agent remembers of an episode: ways that worked, ways that did not, lessons."""

from __future__ import annotations

from automotive_env.agents.prompting import one_line

MEMORIES = 8
"""Entries of an episode that are kept; the least recently confirmed gives way."""
LENGTH = 200
"""Characters of an entry."""


class Memory:
    """A bounded set of findings, newest last; a finding that repeats is counted, not repeated."""

    def __init__(self, bound: int = MEMORIES) -> None:
        self._bound = bound
        self._times: dict[str, int] = {}

    def add(self, finding: str) -> None:
        """Keep a finding."""
        line = one_line(finding, LENGTH)
        self._times[line] = self._times.pop(line, 0) + 1
        if len(self._times) > self._bound:
            del self._times[next(iter(self._times))]

    @property
    def lines(self) -> tuple[str, ...]:
        """The findings, newest last."""
        return tuple(line if times == 1 else f"{line} ({times} times)" for line, times in self._times.items())
