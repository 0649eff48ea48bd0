"""Finished episodes that are written together."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import anyio
import pytest

from automotive_env.errors import RecordsFault
from automotive_env.runs.execution.ledger import EpisodeRecorder


class Folder:
    """A run folder that notes what is written at once; it refuses the episodes in `refused`."""

    def __init__(self, *refused: str) -> None:
        self.written: list[list[str]] = []
        self._refused = set(refused)

    def add_encoded(self, *episodes: Any) -> None:
        names = [one.record.id for one in episodes]
        if self._refused & set(names):
            raise RecordsFault("the disk is full")
        self.written.append(names)


def record(folder: Any, names: str, also: Callable[[Any], None] = lambda group: None) -> list[str]:
    """Record episodes that end at the same time; returns those that were told."""
    told: list[str] = []

    async def run() -> None:
        ledger = EpisodeRecorder(folder, finished=lambda one: told.append(one.id))
        async with anyio.create_task_group() as group:
            for name in names:
                job: Any = SimpleNamespace(id=name)
                episode: Any = SimpleNamespace(record=SimpleNamespace(id=name, suite="s"))

                async def one(job: Any = job, episode: Any = episode) -> None:
                    await ledger.record(job, episode, gathered=True)

                group.start_soon(one)
            await anyio.lowlevel.checkpoint()
            also(group)

    anyio.run(run)
    return told


def test_episodes_that_end_together_wait_for_the_disk_once_and_are_told_one_by_one():
    folder = Folder()
    assert record(folder, "abc") == ["a", "b", "c"]
    assert folder.written == [["a", "b", "c"]]


def test_what_is_finished_is_written_when_the_run_is_broken_off_meanwhile():
    folder = Folder()
    record(folder, "abc", lambda group: group.cancel_scope.cancel())
    assert folder.written == [["a", "b", "c"]]


def test_nobody_is_told_of_what_the_disk_refuses():
    told: list[str] = []
    with pytest.raises(ExceptionGroup) as raised:
        told = record(Folder("b"), "abc")
    assert told == []
    assert all(isinstance(fault, RecordsFault) for fault in raised.value.exceptions)
