"""A car that could not be put back is used no more, whatever ended its episode."""

import threading
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from local_runs import run_local
from registered import MUSIC, PLAIN

from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.controller import Controller
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Observation
from automotive_env.errors import EnvironmentFault, ModelFault
from automotive_env.runs.execution.job import EpisodeJob, JobPlayer
from automotive_env.runs.execution.slot import WorkerResources
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import make_manifest
from automotive_env.suites.automotive.suite import AutomotiveSuite, item_of
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.registry import TASKS

ORACLE = JobPlayer("oracle", lambda car, model: OracleAgent(), privileged=True)
NAMES = (PLAIN, MUSIC)


class Device(HeadlessController):
    """A car that waits for a device, and may not be put back any more."""

    blocking = True
    takes_calls = False
    closed = stuck = False

    def restore(self, snapshot: object) -> None:
        if self.stuck:
            raise EnvironmentFault("the console is gone")
        super().restore(snapshot)

    def close(self) -> None:
        self.closed = True


class Interrupted(OracleAgent):
    """The oracle; the first time it fails as a model does, or not at all, on a car that is stuck from then on."""

    def __init__(self, cars: list[Device], fault: Exception | None) -> None:
        super().__init__()
        self._cars, self._fault, self._first = cars, fault, True

    async def act(self, observation: Observation) -> Any:
        if self._first:
            self._first = False
            self._cars[-1].stuck = True
            if self._fault:
                raise self._fault
        return await super().act(observation)


@pytest.mark.parametrize("fault", [ModelFault("the server is gone"), None], ids=["model error", "passed but not put back"])
def test_a_car_that_was_not_put_back_is_replaced(fault: Exception | None, tmp_path: Path) -> None:
    cars: list[Device] = []
    folder = RunFolder.create(tmp_path / "run", make_manifest(agents=["oracle"], model="", backend="virtual", seed=0))
    agent = Interrupted(cars, fault)

    def pool(worker: int) -> Controller:
        cars.append(Device())
        return cars[-1]

    player = JobPlayer("oracle", lambda car, model: agent, privileged=True)
    jobs = [
        EpisodeJob(item_of(instance), player)
        for name in NAMES
        if (instance := instantiate(TASKS[name], instance_seed(0, name, 0)))
    ]
    anyio.run(run_local, jobs, WorkerResources(AutomotiveSuite(), pool, images=False), folder)
    assert [(record.outcome, record.attempts) for record in folder.episodes()] == [("pass", 2), ("pass", 1)]
    assert [car.closed for car in cars] == [True, False]


def test_a_run_that_is_broken_off_does_not_wait_for_a_car_that_boots(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", make_manifest(agents=["oracle"], model="", backend="virtual", seed=0))
    called, ended = threading.Event(), threading.Event()
    waited_for: list[bool] = []

    def pool(worker: int) -> Controller:
        called.set()
        waited_for.append(not ended.wait(20))
        raise EnvironmentFault("it was ended while it booted")

    async def break_off() -> None:
        job = EpisodeJob(item_of(instantiate(TASKS[NAMES[0]], 1)), ORACLE)  # type: ignore[arg-type]
        crew = WorkerResources(AutomotiveSuite(), pool, images=False)
        async with anyio.create_task_group() as group:
            group.start_soon(run_local, [job], crew, folder)
            await anyio.to_thread.run_sync(called.wait, 10)
            group.cancel_scope.cancel()
        ended.set()

    anyio.run(break_off)
    assert waited_for in ([], [False])


def test_a_worker_without_a_car_takes_no_job_and_is_not_waited_for(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", make_manifest(agents=["oracle"], model="", backend="virtual", seed=0))
    jobs = [EpisodeJob(item_of(instance), ORACLE) for name in NAMES if (instance := instantiate(TASKS[name], 1))]
    called = threading.Event()

    class Late(Device):
        """A car whose first episode ends after the other worker has asked for a car in vain."""

        def observe(self) -> Observation:
            assert called.wait(10)
            return super().observe()

    def pool(worker: int) -> Controller:
        if worker == 0:
            return Late()
        called.set()
        raise EnvironmentFault("no emulator starts")

    crew = WorkerResources(AutomotiveSuite(), pool, images=False)
    anyio.run(partial(run_local, jobs, crew, folder, concurrency=2))
    assert [record.outcome for record in folder.episodes()] == ["pass", "pass"]


def test_a_run_without_any_car_ends_with_the_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = RunFolder.create(tmp_path / "run", make_manifest(agents=["oracle"], model="", backend="virtual", seed=0))
    monkeypatch.setattr("automotive_env.runs.execution.slot.CAR_TRIES", 1)

    def pool(worker: int) -> Controller:
        raise EnvironmentFault("no emulator starts")

    jobs = [EpisodeJob(item_of(instance), ORACLE) for name in NAMES if (instance := instantiate(TASKS[name], 1))]
    with pytest.raises(EnvironmentFault, match="no emulator starts"):
        anyio.run(partial(run_local, jobs, WorkerResources(AutomotiveSuite(), pool, images=False), folder, concurrency=2))
    assert folder.episodes() == []
