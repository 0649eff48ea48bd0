"""How many steps the shortest declared solution of an instance takes, found by playing all of them on a car of this process."""

from __future__ import annotations

from collections.abc import Iterator

from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.headless import HeadlessController
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.rescoring import instance_of
from automotive_env.suites.automotive.proving.playing import played
from automotive_env.tasks.kit.by_calls import call_plans
from automotive_env.tasks.registry import find_task


class ShortestSolutions:
    """Plays each instance once for each face; about 20 ms a solution."""

    def __init__(self, *, shortcuts: bool = True) -> None:
        """Take a car.

        Args:
            shortcuts: whether apps may be opened by name, as in the run.
        """
        self._shortcuts = shortcuts
        self._car = HeadlessController()
        self._found: dict[tuple[str, str, str], int | None] = {}

    def steps(self, record: EpisodeRecord) -> int | None:
        """Decisions of the shortest solution of the instance of an episode, its end included; None where none passes here.

        Raises:
            UsageError: the task is unknown.
            Contradiction: the record makes another instance than it names.
        """
        key = (record.task, record.instance, record.face)
        if key not in self._found:
            self._found[key] = min(self._passing(record), default=None)
        return self._found[key]

    def _passing(self, record: EpisodeRecord) -> Iterator[int]:
        task, drawn = find_task(record.task), instance_of(record)
        for way in call_plans(task, drawn) if record.face == "calls" else task.solutions(drawn):
            episode = played(task, drawn, self._car, OracleAgent(way), shortcuts=self._shortcuts, face=record.face).record
            if episode.success:
                yield episode.steps
