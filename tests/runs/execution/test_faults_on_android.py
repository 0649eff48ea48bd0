"""What becomes of a run when the device or something on the way to it fails: nothing is lost, nothing is counted twice."""

import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from local_runs import run_local
from registered import MUSIC, PLAIN

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.oracle import OracleAgent
from automotive_env.android import link
from automotive_env.android.controller import AndroidController
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import SystemService
from automotive_env.episode.observation import Observation
from automotive_env.errors import EnvironmentFault
from automotive_env.runs.execution import slot
from automotive_env.runs.execution.controller_pool import virtual_pool
from automotive_env.runs.execution.job import EpisodeJob, JobPlayer
from automotive_env.runs.execution.slot import MAX_FAILURES, WorkerResources
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import make_manifest
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.run_pictures import render
from automotive_env.suites.automotive.suite import AutomotiveSuite, item_of
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.registry import TASKS

PATIENCE = 2.0
NAMES = (PLAIN, MUSIC)


class Saboteur(OracleAgent):
    """The oracle, during whose second decision something breaks; once, or each time."""

    def __init__(self, breaks: Callable[[], object], times: int) -> None:
        super().__init__()
        self._breaks, self._left, self._decisions = breaks, times, 0

    def reset(self, goal: str, context: EpisodeContext) -> None:
        self._decisions = 0
        super().reset(goal, context)

    async def act(self, observation: Observation) -> Any:
        self._decisions += 1
        if self._decisions == 2 and self._left:
            self._left -= 1
            self._breaks()
        return await super().act(observation)


class Run:
    """A run on one device, with a saboteur."""

    def __init__(self, path: Path, host: VirtualHost) -> None:
        self.host = host
        self.device = host.devices[0]
        self.folder = RunFolder.create(path / "run", make_manifest(agents=["oracle"], model="", backend="virtual", seed=0))

    def play(
        self, breaks: Callable[[], object], *, times: int = 1, names: tuple[str, ...] = NAMES, images: bool = False
    ) -> list[EpisodeRecord]:
        instances = [instantiate(TASKS[name], instance_seed(0, name, 0)) for name in names]
        agent = Saboteur(breaks, times)
        player = JobPlayer("oracle", lambda car, model: agent, privileged=True)
        with virtual_pool(self.host, patience=PATIENCE) as pool:
            crew = WorkerResources(AutomotiveSuite(), pool, images=images)
            anyio.run(run_local, [EpisodeJob(item_of(instance), player) for instance in instances if instance], crew, self.folder)
        return self.folder.episodes()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    monkeypatch.setattr(link, "BACK_SECONDS", 3.0)
    monkeypatch.setattr(slot, "PAUSE_SECONDS", 0.2)
    threads = threading.active_count()
    with VirtualHost(devices=1) as host:
        yield Run(tmp_path, host)
    assert threading.active_count() <= threads + 1  # anyio keeps an idle thread


def all_pass(records: list[EpisodeRecord]) -> bool:
    return [(record.task, record.outcome) for record in records] == [(name, "pass") for name in NAMES]


def all_pictured(run: Run, records: list[EpisodeRecord]) -> bool:
    """Whether every step that counts has its picture, drawn again with the pixels that the device showed."""
    assert render(run.folder) == []
    seen = [(record.id, step) for record in records for step in run.folder.steps(record.id)]
    names = [(id, step.observation.screenshot or "") for id, step in seen]
    return bool(names) and all(run.folder.image(name, id) for id, name in names) and any(step.drawn for _, step in seen)


@pytest.mark.sweep
def test_without_faults_every_episode_is_played_once(run: Run) -> None:
    records = run.play(lambda: None, images=True)
    assert all_pass(records)
    assert all_pictured(run, records)
    assert {record.attempts for record in records} == {1}


@pytest.mark.sweep
def test_a_device_that_drops_out_and_comes_back(run: Run) -> None:
    serial = run.device.serial

    def drop() -> None:
        run.host.drop(serial)
        threading.Timer(0.3, run.host.reconnect, [serial]).start()

    records = run.play(drop, images=True)
    assert all_pass(records)
    assert all_pictured(run, records)


@pytest.mark.sweep
def test_a_device_that_drops_out_for_good_is_plugged_in_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "BACK_SECONDS", 0.1)
    assert all_pass(run.play(lambda: run.host.drop(run.device.serial)))


@pytest.mark.sweep
def test_the_adb_server_is_killed(run: Run) -> None:
    kill = [run.host.adb_path, "-P", str(run.host.adb_port), "kill-server"]
    records = run.play(lambda: subprocess.run(kill, check=True, timeout=60, capture_output=True))
    assert all_pass(records)
    assert records[0].attempts == 2


@pytest.mark.sweep
def test_the_console_dies(run: Run) -> None:
    records = run.play(lambda: run.host.call(run.host._consoles[0].close))
    assert all_pass(records)
    assert records[0].attempts == 2


@pytest.mark.sweep
def test_what_an_episode_left_behind_is_put_back_with_the_repair(run: Run) -> None:
    """Without its console the car cannot be put back; the next episode must not begin with what the broken one did."""
    before = run.host.call(run.device.world.snapshot)

    def leave_a_mess() -> None:
        run.host.call(lambda: run.device.world.set("bluetooth.is_enabled", not run.device.world.bluetooth.is_enabled))
        run.host.call(run.host._consoles[0].close)

    records = run.play(leave_a_mess)
    assert all_pass(records)
    assert run.host.call(run.device.world.snapshot) == before


class Broken(SystemService):
    """A service that answers nothing but errors."""

    async def dump(self, process: ShellProcess) -> int:
        return await process.fail("Failure while dumping service: DEAD_OBJECT")

    command = dump


VEHICLE = "android.hardware.automotive.vehicle.IVehicle/default"


def test_the_vehicle_hal_answers_errors_for_a_while(run: Run) -> None:
    works = run.device.services[VEHICLE]

    def broken_for_one_episode() -> None:
        run.device.services[VEHICLE] = Broken(run.device)
        threading.Timer(1.0, run.device.services.__setitem__, [VEHICLE, works]).start()

    records = run.play(broken_for_one_episode)
    assert [record.task for record in records] == list(NAMES)
    assert [record.outcome for record in records[1:]] == ["pass"]


@pytest.mark.sweep
def test_a_device_that_fails_again_and_again_ends_the_run_with_its_cause(run: Run) -> None:
    def freeze() -> None:
        run.device.services[VEHICLE] = Broken(run.device)

    with pytest.raises(EnvironmentFault, match="IVehicle"):
        run.play(freeze, names=tuple(TASKS)[:8])
    records = run.folder.episodes()
    assert 1 <= len(records) <= MAX_FAILURES
    assert all(record.outcome == "env_error" and record.error for record in records)


@pytest.mark.sweep
def test_a_full_disk_is_named(run: Run) -> None:
    run.device.files.capacity = 1_000_000
    (record,) = run.play(lambda: None, names=NAMES[:1])
    assert record.outcome == "env_error"
    assert "No space left" in record.error
    assert record.attempts == 2


def test_two_controllers_on_one_device(run: Run) -> None:
    first = AndroidController.virtual(run.host, 0)
    try:
        with pytest.raises(EnvironmentFault, match=rf"{run.device.serial} is in use by"):
            AndroidController.virtual(run.host, 0)
    finally:
        first.close()
    AndroidController.virtual(run.host, 0).close()
