"""Snapshots: what is asked of the console, and that a car is made well again after loading."""

from dataclasses import dataclass, field

import pytest

from automotive_env.android.shell import Reply
from automotive_env.emulator.snapshots import SnapshotFault, Snapshots
from automotive_env.errors import EnvironmentFault


@dataclass
class Recorder:
    """A console and a shell that note what they are asked, in order."""

    heard: list[str] = field(default_factory=list)
    status: int = 0
    well: bool = True

    def avd_snapshot_save(self, name: str) -> None:
        self.heard.append(f"save {name}")

    def avd_snapshot_load(self, name: str) -> None:
        self.heard.append(f"load {name}")

    def avd_snapshot_delete(self, name: str) -> None:
        self.heard.append(f"delete {name}")

    def avd_snapshot_list(self) -> list[str]:
        return ["ready"]

    def run(self, command: str, *, timeout: float = 10.0) -> Reply:
        self.heard.append(command)
        return Reply("date: cannot set date", self.status)

    def reconnect(self) -> "Recorder":
        self.heard.append("reconnect")
        if not self.well:
            raise EnvironmentFault("not well")
        return self


def snapshots(car: Recorder, shared: bool = False) -> Snapshots:
    return Snapshots(lambda: car, car.reconnect, shared=shared, now=lambda: 1_744_545_600.9)  # type: ignore[arg-type,return-value]


def test_after_loading_the_car_is_reached_again_and_its_clock_is_set() -> None:
    car = Recorder()
    snapshots(car).save("ready")
    snapshots(car).load("ready")
    snapshots(car).delete("ready")
    assert car.heard == ["save ready", "load ready", "reconnect", "date @1744545600", "delete ready"]
    assert snapshots(car).names() == ["ready"]


def test_a_clock_that_cannot_be_set_and_a_car_that_is_not_well_are_faults() -> None:
    with pytest.raises(SnapshotFault, match="cannot set date"):
        snapshots(Recorder(status=1)).load("ready")
    with pytest.raises(EnvironmentFault, match="not well"):
        snapshots(Recorder(well=False)).load("ready")


def test_a_shared_avd_is_not_written_to() -> None:
    car = Recorder()
    with pytest.raises(SnapshotFault, match="read-only"):
        snapshots(car, shared=True).save("ready")
    assert car.heard == []
