"""What an agent tells its model about the steps so far: one line each, within a bound."""

from __future__ import annotations

from collections import deque

from automotive_env.agents.prompting import one_line
from automotive_env.agents.templates import to_json
from automotive_env.episode.action import Action
from automotive_env.episode.observation import Element

HISTORY_TOKENS = 1_500
"""Estimated tokens that the history of an episode may take in a prompt."""
LINE = 500
"""Characters of one step's line."""


def tokens(text: str) -> int:
    """An estimate of a text's tokens: four bytes each, which holds for English and errs high for Chinese."""
    return len(text.encode("utf-8", "replace")) // 4 + 1


def describe(action: Action, seen: tuple[Element, ...]) -> str:
    """An action in words that stay true when the numbers of the elements change; by number where the elements are not told."""
    fields = action.to_json()
    parts = [str(fields.pop("action_type"))]
    if seen and "index" in fields:
        element = seen[fields.pop("index")]
        parts += [element.role, f'"{element.label}"' if element.label else "", f"#{element.name}" if element.name else ""]
    if fields:
        parts.append(to_json(fields))
    return one_line(" ".join(part for part in parts if part), LINE // 2)


class StepHistory:
    """The steps of one episode; the oldest give way to a note when the bound is reached."""

    def __init__(self) -> None:
        self._lines: deque[tuple[str, bool]] = deque()
        self._size = 0
        self._left_out = 0
        self._left_out_failed = 0

    @property
    def steps(self) -> int:
        """Steps so far, those left out included."""
        return self._left_out + len(self._lines)

    def add(self, what: str, *, failed: bool = False) -> None:
        """Add a step: what was done and what came of it."""
        line = one_line(f"Step {self.steps + 1}: {what}", LINE)
        self._lines.append((line, failed))
        self._size += tokens(line)
        while self._size > HISTORY_TOKENS and len(self._lines) > 1:
            oldest, oldest_failed = self._lines.popleft()
            self._size -= tokens(oldest)
            self._left_out += 1
            self._left_out_failed += oldest_failed

    @property
    def lines(self) -> tuple[str, ...]:
        """One line for each step, after a note on those left out."""
        lines = tuple(line for line, _ in self._lines)
        if not self._left_out:
            return lines
        return (f"Steps 1 to {self._left_out}: left out to save space; {self._left_out_failed} of them failed", *lines)
