"""Which episodes are played together after a worker was lost."""

from collections.abc import Collection
from types import SimpleNamespace
from typing import Any

import anyio
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.runs.execution.job_queue import FATAL, JobQueue, QueuedJob


def queue_of(count: int, trials: int = 1) -> JobQueue:
    """Jobs of as many trials of each instance, one after the other, as a plan has them."""
    jobs: Any = [SimpleNamespace(id=str(number), item=SimpleNamespace(instance=str(number // trials))) for number in range(count)]
    return JobQueue(jobs)


async def taken(queue: JobQueue, most: int) -> list[QueuedJob]:
    """What a worker with so many slots would play at once."""
    playing: list[QueuedJob] = []
    while len(playing) < most and queue.waiting:
        with anyio.move_on_after(0):
            entry = await queue.take(playing)
            assert entry
            playing.append(entry)
            continue
        break
    return playing


def lives(queue: JobQueue, slots: int, deadly: Collection[str]) -> tuple[list[str], list[str], int]:
    """Ids that were finished and blamed, and how many workers were lost, where each deadly episode ends its worker."""

    async def live() -> tuple[list[str], list[str], int]:
        finished, blamed, lost = [], [], 0
        while queue.open:
            playing = await taken(queue, slots)
            assert playing
            if any(entry.id in deadly for entry in playing):
                lost += 1
                for entry in queue.give_back(playing):
                    blamed.append(entry.id)
                    queue.close(entry)
            else:
                for entry in playing:
                    finished.append(entry.id)
                    queue.close(entry)
        return finished, blamed, lost

    return anyio.run(live)


@given(st.integers(1, 40), st.integers(1, 40), st.sets(st.integers(0, 39)))
def test_exactly_the_episodes_that_end_their_workers_are_blamed_and_all_others_played_once(jobs, slots, deadly):
    ids = {str(number) for number in deadly if number < jobs}
    finished, blamed, lost = lives(queue_of(jobs), slots, ids)
    assert sorted(blamed) == sorted(ids)
    assert sorted(finished + blamed, key=int) == [str(number) for number in range(jobs)]
    assert lost <= (slots.bit_length() + FATAL) * len(ids)


def test_what_was_lost_is_played_next_and_blamed_only_when_it_was_lost_alone_too_often():
    async def play() -> None:
        queue = queue_of(3)
        first, second = await taken(queue, 2)
        assert queue.give_back([first, second]) == []
        assert [entry.id for entry in await taken(queue, 2)] == ["0"]  # not both together
        for _ in range(FATAL - 1):
            assert queue.give_back([first]) == []
            assert await taken(queue, 1) == [first]
        assert queue.give_back([first]) == [first]
        assert queue.open == 3

    anyio.run(play)


def test_a_slot_waits_for_jobs_of_others_until_all_are_closed():
    async def play() -> None:
        queue = queue_of(1)
        (entry,) = await taken(queue, 1)
        got = []

        async def wait() -> None:
            got.append(await queue.take([]))

        async with anyio.create_task_group() as group:
            group.start_soon(wait)
            await anyio.wait_all_tasks_blocked()
            queue.give_back([entry])
            await anyio.wait_all_tasks_blocked()
            assert got == [entry]
            group.start_soon(wait)
            await anyio.wait_all_tasks_blocked()
            queue.close(entry)
        assert got == [entry, None]

    anyio.run(play)


def test_a_worker_that_has_played_an_instance_gets_its_other_trials() -> None:
    async def play() -> list[list[str]]:
        queue = queue_of(8, trials=4)
        found: list[list[str]] = [[], []]
        while queue.waiting:
            for worker in (0, 1):
                entry = await queue.take((), worker)
                assert entry
                found[worker].append(entry.id)
                queue.close(entry)
        return found

    assert anyio.run(play) == [["0", "1", "2", "3"], ["4", "5", "6", "7"]]
