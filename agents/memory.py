"""What an agent learns: ways that worked, ways that did not, lessons; within an episode, and from one to the next."""

from __future__ import annotations

import re

from automotive_env.agent import Lesson
from automotive_env.agents.prompting import one_line

MEMORIES = 8
"""Entries of an episode that are kept; the least recently confirmed gives way."""
LENGTH = 200
"""Characters of an entry."""
LESSONS = 100
"""Lessons that are kept from one episode to the next; the least recently confirmed gives way."""
RECALLED = 5
"""Lessons that are recalled at once."""
_WORD = re.compile(r"\w{4,}")
"""A word that says what a goal is about."""


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


class LastingMemory:
    """A bounded set of lessons, newest last, recalled by the words of a goal and by the app in front."""

    def __init__(self, bound: int = LESSONS) -> None:
        self._bound = bound
        self._lessons: dict[tuple[str, str], tuple[Lesson, frozenset[str]]] = {}

    def add(self, lesson: Lesson) -> Lesson:
        """Keep a lesson; returns it as it was kept."""
        kept = Lesson(one_line(lesson.text, LENGTH), one_line(lesson.goal, LENGTH), one_line(lesson.app, LENGTH))
        key = kept.text, kept.app
        self._lessons.pop(key, None)
        self._lessons[key] = kept, _words(kept.goal)
        if len(self._lessons) > self._bound:
            del self._lessons[next(iter(self._lessons))]
        return kept

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons, newest last."""
        return tuple(lesson for lesson, _ in self._lessons.values())

    def recall(self, goal: str, app: str) -> tuple[str, ...]:
        """What was learnt with goals that share words with this one, or in this app: the most and newest last."""
        words = _words(goal)
        scored = [(len(words & about) + (lesson.app == app), lesson.text) for lesson, about in self._lessons.values()]
        best = sorted((one for one in scored if one[0]), key=lambda one: one[0])[-RECALLED:]
        return tuple(dict.fromkeys(text for _, text in best))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
