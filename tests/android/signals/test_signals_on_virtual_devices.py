"""Reading and writing a virtual device by signals says and does the same as in this process."""

from collections.abc import Mapping
from functools import cache
from random import Random

import pytest
from each_task import EACH_TASK, SOME_AND_ALL
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from signal_shells import DeviceShell, access, device

from automotive_env.android.shell import DeviceFault
from automotive_env.android.signal_access import SignalAccess
from automotive_env.car.core import paths
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.schema import (
    ChoiceProperty,
    FlagProperty,
    NumberProperty,
    OptionalChoiceProperty,
    WholeNumberProperty,
)
from automotive_env.car.core.values import Scalar
from automotive_env.car.core.world import INDEX, SCHEMA, World
from automotive_env.car.owner.events import EVENTS
from automotive_env.car.owner.scenarios import scenarios
from automotive_env.car.vhal.properties import AndroidRelease
from automotive_env.episode.controller import Controller
from automotive_env.episode.headless import SETUP, HeadlessController, network, vehicle_facts
from automotive_env.errors import EnvironmentFault
from automotive_env.suites.automotive.requirements import unplayable
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.kit.task import Task
from automotive_env.tasks.registry import TASKS
from automotive_env.validators import signals as s
from automotive_env.validators.signals import SIGNALS, Signal

STARTS = ("default", "start-001", "start-020", "start-100", "start-200", "start-320")


def refuses(signal: Signal) -> bool:
    """Whether even the car in this process cannot write it, such as the length of a list."""
    car = HeadlessController()
    try:
        car.write(signal, car.read(signal))
    except EnvironmentFault:
        return True
    return False


CANNOT_BE_WRITTEN = [signal for signal in SIGNALS.values() if refuses(signal)]


class Car:
    """A virtual device, its signals, and the same car in this process."""

    def __init__(self, release: AndroidRelease) -> None:
        self.access = access(release)
        self.shell = self.access._shell
        assert isinstance(self.shell, DeviceShell)
        self.device = self.shell.device

    def holds(self, signal: Signal) -> Scalar:
        return paths.read(self.device.world, signal.world)

    def begin(self, start: str = "default") -> None:
        self.device.world.restore(World(scenarios()[start]).snapshot())


@pytest.fixture(params=[13, pytest.param(14, marks=pytest.mark.sweep), 15])
def car(request: pytest.FixtureRequest) -> Car:
    return Car(request.param)


def test_the_device_is_known(car: Car) -> None:
    features = car.access.features
    assert (features.release, features.user, features.vendor) == (car.device.release, 10, True)
    assert features.properties["HVAC_FAN_SPEED"].area(1) == (117 if car.device.release == 13 else 1)


@pytest.mark.parametrize("tasks", SOME_AND_ALL)
def test_every_signal_and_every_event_is_there(car: Car, tasks: list[Task]) -> None:
    assert all(car.access.supports(signal) for signal in SIGNALS.values())
    assert all(car.access.plays(event) for event in EVENTS)
    assert unplayable(tasks, car.access) == {}


@pytest.mark.parametrize("start", STARTS)
def test_what_is_read_is_what_the_car_holds(car: Car, start: str) -> None:
    car.begin(start)
    told = car.access.read_many(SIGNALS.values())
    assert {signal.name: value for signal, value in told.items()} == {
        signal.name: car.holds(signal) for signal in SIGNALS.values()
    }


def test_a_signal_beside_the_table_is_read_and_written(car: Car) -> None:
    """A task file may declare one for itself: its name and its path are enough."""
    trunk = Signal("trunk.locked", "trunk.is_locked")
    assert car.access.supports(trunk)
    for value in (False, True):
        car.access.write(trunk, value)
        assert (car.access.read(trunk), car.holds(trunk)) == (value, value)


def values_of(signal: Signal) -> list[Scalar]:
    """Values that a signal may have: all words, and what it has in the start states."""
    prop = SCHEMA[INDEX[signal.world]].prop if signal.world in INDEX else None
    match prop:
        case FlagProperty():
            return [True, False]
        case ChoiceProperty(choices=choices) | OptionalChoiceProperty(choices=choices):
            return list(choices)
    return list(dict.fromkeys(paths.read(world, signal.world) for world in started()))


@cache
def started() -> list[World]:
    """Cars in the start states, to be read only."""
    return [World(scenarios()[start]) for start in STARTS]


VALUES: Mapping[str, list[Scalar]] = {
    name: values_of(signal) for name, signal in SIGNALS.items() if signal not in CANNOT_BE_WRITTEN and not signal.transient
}


def test_what_is_written_is_held_by_the_car(car: Car) -> None:
    car.begin()
    for name, values in VALUES.items():
        signal = SIGNALS[name]
        for value in (*values, *reversed(values)):
            car.access.write(signal, value)
            assert (car.access.read(signal), car.holds(signal)) == (value, value), name


def numbers_of(signal: Signal, rng: Random) -> list[float]:
    """Ends and some numbers between, with a digit after the point where the car has any."""
    prop = SCHEMA[INDEX[signal.world]].prop if signal.world in INDEX else None
    if not isinstance(prop, NumberProperty) or isinstance(prop, WholeNumberProperty):
        return []
    return [prop.low, prop.high, *(round(rng.uniform(prop.low, prop.high), 1) for _ in range(6))]


def test_numbers_between_are_held_as_in_this_process(car: Car) -> None:
    rng, twin = Random(1), World()
    car.begin()
    for signal in SIGNALS.values():
        for value in numbers_of(signal, rng):
            try:
                paths.write(twin, signal.world, value, SETUP)
            except StateError:
                continue
            car.access.write(signal, value)
            assert (car.access.read(signal), car.holds(signal)) == (paths.read(twin, signal.world),) * 2, (signal.name, value)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(max_size=80)
    | st.sampled_from(['O\'Brien "x" $(reboot) `x` \\n', "-s", "; reboot", "null", "东京\n🚗", "a, string: b}"])
)
def test_any_text_is_held(car: Car, text: str) -> None:
    car.access.write(s.CALL_CONTACT, text)
    assert (car.access.read(s.CALL_CONTACT), car.holds(s.CALL_CONTACT)) == (text, text)
    assert car.access.everything()[s.CALL_CONTACT.world] == text


def test_what_cannot_be_written_is_refused_with_what_was_asked_and_answered(car: Car) -> None:
    for signal in CANNOT_BE_WRITTEN:
        with pytest.raises(DeviceFault, match=rf"{signal.name.replace('.', '[.]')}.*--set"):
            car.access.write(signal, "Mum")


class Twice:
    """Two cars that are told the same."""

    def __init__(self, access: SignalAccess, other: HeadlessController) -> None:
        self.access, self.other = access, other

    def write(self, signal: Signal, value: Scalar) -> None:
        self.other.write(signal, value)
        self.access.write(signal, value)

    def read(self, signal: Signal) -> Scalar:
        assert self.access.read(signal) == self.other.read(signal), signal.name
        return self.access.read(signal)

    def supports(self, signal: Signal) -> bool:
        assert self.access.supports(signal) == self.other.supports(signal), signal.name
        return self.access.supports(signal)

    def happen(self, event: str, details: Mapping[str, str | float]) -> None:
        self.other.happen(event, details)
        assert self.access.happen(event, details) == ()

    def advance(self, seconds: float) -> None:
        self.happen("time passes", {"seconds": seconds})


@pytest.mark.parametrize("name", EACH_TASK)
def test_a_set_up_leaves_the_same_car(car: Car, name: str) -> None:
    car.begin()
    instance = instantiate(TASKS[name], instance_seed(0, name, 0))
    assert instance is not None
    twice = Twice(car.access, HeadlessController())
    both: Controller = twice  # type: ignore[assignment]
    TASKS[name].setup(CarSetup(both), instance)
    assert twice.other.world.diff(car.device.world.snapshot()) == {}


def test_changes_are_those_of_the_state_core(car: Car) -> None:
    car.begin()
    car.access.changes()
    assert car.access.changes() == []
    before = car.device.world.snapshot()
    for event in EVENTS:
        assert car.access.happen(event, {}) == ()
    car.device.world.call("music.music_history_play", {})
    told = {change.path: (change.before, change.after) for change in car.access.changes()}
    assert told == car.device.world.diff(before)
    assert len(told) > 10
    assert car.access.changes() == []


def test_everything_is_the_whole_car(car: Car) -> None:
    car.begin("start-100")
    everything = car.access.everything()
    assert everything == {slot.path: value for slot, value in zip(SCHEMA, car.device.world.values, strict=True)}


def test_an_event_that_does_not_fit_is_refused(car: Car) -> None:
    with pytest.raises(DeviceFault, match="event low fuel"):
        car.access.happen("low fuel", {"level": "much"})


def test_a_moment_is_that_of_the_car_and_takes_one_round_trip(car: Car) -> None:
    car.begin("start-020")
    world = car.device.world
    car.access.write(s.SPEED, 52)
    car.access.write(s.GEAR, "drive")
    car.access.write(s.ICY_ROAD, True)
    car.shell.lines.clear()
    moment = car.access.moment()
    assert len(car.shell.lines) == 1
    assert moment.vehicle == vehicle_facts(world)
    assert moment.vehicle["sensors"] == "icy road"
    assert moment.network == network(world)
    assert (moment.driving_state, moment.time, moment.app) == ("moving", world.environment.timestamp, "home")
    assert (moment.gps.latitude, moment.gps.bearing, moment.gps.altitude) == (52.52, 90, 34)


def test_without_root_a_device_is_refused() -> None:
    made = device(14)
    made.root = False
    with pytest.raises(DeviceFault, match="adb root"):
        SignalAccess(DeviceShell(made))
