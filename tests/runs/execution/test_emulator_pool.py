"""The pool of emulators: the car of a worker is as it was first, and launched anew where writing its signals does not do."""

from collections.abc import Iterator

import pytest

from automotive_env.android import controller as controller_module
from automotive_env.emulator import emulator as emulator_module
from automotive_env.errors import EnvironmentFault
from automotive_env.runs.execution.controller_pool import ControllerPool, open_pool
from automotive_env.runs.execution.resolved_options import ResolvedOptions


class Emulator:
    """An emulator whose car has one fact; a launch begins it anew."""

    def __init__(self, *, shared: bool) -> None:
        self.car, self.launches, self.stuck = "first", 0, False

    def ensure_healthy(self) -> None:
        if not self.launches:
            self.relaunch()

    def relaunch(self) -> None:
        self.launches, self.stuck = self.launches + 1, False

    def stop(self) -> None:
        self.launches = 0


class Car:
    """A controller of it."""

    def __init__(self, emulator: Emulator) -> None:
        self.of, self.open = emulator, True

    @classmethod
    def emulator(cls, emulator: Emulator) -> "Car":
        return cls(emulator)

    def snapshot(self) -> object:
        return self.of.car

    def restore(self, kept: object) -> None:
        if self.of.stuck:
            raise EnvironmentFault("the car could not be restored")
        self.of.car = str(kept)

    def close(self) -> None:
        self.open = False


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[ControllerPool]:
    monkeypatch.setattr(emulator_module, "Emulator", Emulator)
    monkeypatch.setattr(controller_module, "AndroidController", Car)
    with open_pool(ResolvedOptions(backend="emulator")) as opened:
        yield opened


def test_the_next_car_is_as_the_first_was(pool: ControllerPool) -> None:
    car = pool(0)
    car.of.car = "as a broken episode left it"  # type: ignore[attr-defined]
    again = pool(0)
    assert (again.of.car, again.of.launches) == ("first", 1)  # type: ignore[attr-defined]


def test_it_is_launched_anew_where_it_cannot_be_put_back(pool: ControllerPool) -> None:
    emulator = pool(0).of  # type: ignore[attr-defined]
    emulator.car, emulator.stuck = "left", True
    pool(0)
    assert (emulator.car, emulator.launches) == ("first", 2)
