"""Which signals and events a task needs, so that a run can say before it starts which tasks a device cannot play.

They are recorded: the task sets up a headless car, and its check is evaluated on variations of that car, with other values of
some signals, so that it reads every signal that it may read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random
from typing import Protocol, Self

import anyio

from automotive_env.agents.oracle import OracleAgent
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty, LocalTimeProperty, NumberProperty, OptionalChoiceProperty
from automotive_env.car.core.values import Scalar
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.limits import Limits
from automotive_env.suites.automotive.play import play
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.kit.task import Task, TaskInstance
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.episode_log import EpisodeLog
from automotive_env.validators.signals import Signal

INSTANCES = 4
"""Instances of a task that are recorded; in some tasks the parameters decide which signals are read."""
MAX_STEPS = 80
"""Actions that a right way may take."""
ANOTHER_DRIVER = "another driver"
"""The event that puts the life of an owner into a car."""
CARS = 200
"""Variations of a car on which the check of an instance is evaluated."""


class CapableDevice(Protocol):
    """What tells whether it has signals and can play events, such as a `SignalAccess`."""

    def supports(self, signal: Signal) -> bool:
        """Whether it has a signal."""
        ...

    def takes(self, signal: Signal, value: Scalar) -> bool:
        """Whether it can be told to hold a value."""
        ...

    def plays(self, event: str) -> bool:
        """Whether it can play an event."""
        ...


@dataclass(frozen=True, slots=True)
class TaskRequirements:
    """What a task needs of a car.

    Attributes:
        signals: written by its set-up or read by its check.
        written: what its set-up writes.
        events: that its set-up lets happen.
    """

    signals: frozenset[Signal]
    written: frozenset[tuple[Signal, Scalar]]
    events: frozenset[str]

    def missing(self, device: CapableDevice) -> list[str]:
        """Names of what a device lacks, in order."""
        lacking = {signal.name for signal in self.signals if not device.supports(signal)}
        fixed = {f"{signal.name} as set up" for signal, value in self.written if not device.takes(signal, value)}
        fixed -= {f"{name} as set up" for name in lacking}
        return sorted([*lacking, *fixed, *(event for event in self.events if not device.plays(event))])


CONTACTED = {s.CALL_STATE, s.CALL_CONTACT, s.MESSAGE_COUNT, s.LAST_MESSAGE_TO, s.LAST_MESSAGE_TEXT}
"""What a session reads to tell whom the agent called or wrote to."""


@dataclass
class _Watched:
    """What has been seen."""

    signals: set[Signal] = field(default_factory=set)
    written: set[tuple[Signal, Scalar]] = field(default_factory=set)
    events: set[str] = field(default_factory=set)


class _Car(HeadlessController):
    """A car that records which signals and events are used."""

    def __init__(self, watched: _Watched) -> None:
        super().__init__()
        self._watched = watched

    def read(self, signal: Signal) -> Scalar:
        self._watched.signals.add(signal)
        return super().read(signal)

    def write(self, signal: Signal, value: Scalar) -> None:
        self._watched.signals.add(signal)
        self._watched.written.add((signal, value))
        super().write(signal, value)

    def happen(self, event: str, details: Mapping[str, str | float]) -> None:
        self._watched.events.add(event)
        super().happen(event, details)


@cache
def required(task: Task) -> TaskRequirements:
    """What a task needs."""
    watched = _Watched()
    for number in range(INSTANCES):
        instance = instantiate(task, instance_seed(0, task.name, number))
        assert instance is not None
        car = _Car(watched)
        setup = CarSetup(car)
        setup.surround(instance.scene)
        task.setup(setup, instance)
        if task.contacts(instance):
            watched.signals |= CONTACTED
        _look_around(task, instance, car)
        for happens in (*(one.happens for one in task.events(instance)), *(one.event for one in task.turns(instance))):
            if happens is not None:
                happens(setup)
    return TaskRequirements(frozenset(watched.signals), frozenset(watched.written), frozenset(watched.events))


def _look_around(task: Task, instance: TaskInstance, car: _Car) -> None:
    rng = Random(instance.seed)
    for turn in task.turns(instance):
        turn.check(Episode(car.read, EpisodeLog()))
        for _ in range(CARS):
            turn.check(Episode(lambda signal: rng.choice(_possible(signal, car.read(signal), instance)), EpisodeLog()))


def _possible(signal: Signal, held: Scalar, instance: TaskInstance) -> list[Scalar]:
    """Values that a signal may have: as it was set up, its extremes, and what the task speaks of."""
    prop = SCHEMA[INDEX[signal.world]].prop if signal.world in INDEX else None
    match prop:
        case FlagProperty():
            return [True, False]
        case LocalTimeProperty():
            return [held]
        case ChoiceProperty(choices=choices) | OptionalChoiceProperty(choices=choices):
            return [held, *choices]
        case NumberProperty(low=low, high=high):
            told = [value for value in instance.params.values() if isinstance(value, (int, float))]
            return [held, low, high, *(value for value in told if low <= value <= high)]
    if isinstance(held, int | float):  # a number inside a record, or how many there are
        return [held, held + 1]
    return [held, *(value for value in instance.params.values() if isinstance(value, str))]


class _AnybodysCar(HeadlessController):
    """A car that is never made another one's: of its owner it has what signals tell."""

    blocking = True  # so that it is set up anew: scenes that are remembered have an owner

    def plays(self, event: str) -> bool:
        return event != ANOTHER_DRIVER and super().plays(event)


@cache
def needs_its_owner(task: Task) -> bool:
    """Whether a task is about what its owner has in the car, besides what signals tell: no right way passes without that."""
    for ending in task.endings:
        instance = instantiate(task, instance_seed(0, task.name, 0), ending=ending)
        assert instance is not None
        playing = partial(
            play, task, instance, _AnybodysCar(), OracleAgent(), limits=Limits(steps=MAX_STEPS), privileged=True, keep_steps=False
        )
        if anyio.run(playing).record.outcome != "pass":
            return True
    return False


class _Opened(UiScript):
    """A plan that notes which apps it opens."""

    def __init__(self) -> None:
        super().__init__()
        self.apps: set[str] = set()

    def open(self, app: str) -> Self:
        self.apps.add(app)
        return super().open(app)


@cache
def _ways(task: Task) -> tuple[tuple[frozenset[str], ...], ...]:
    """The apps that each right way opens, the ways of an instance of each ending together."""
    found = []
    for ending in task.endings:
        instance = instantiate(task, instance_seed(0, task.name, 0), ending=ending)
        assert instance is not None
        plans = [(way, _Opened()) for way in task.solutions(instance)]
        for way, plan in plans:
            way(plan)
        found.append(tuple(frozenset(plan.apps) for _, plan in plans))
    return tuple(found)


def lacking(task: Task, device: CapableDevice, apps: Collection[str] | None = None) -> list[str]:
    """Names of the signals and events that a task needs and a device lacks, in order, or of apps without which there is no way.

    Args:
        task: what is to be played.
        device: where.
        apps: those that it has, None where that is not known.
    """
    missing = required(task).missing(device)
    if not missing and apps is not None:
        left = [[way - set(apps) for way in ways] for ways in _ways(task)]
        missing = sorted({f"app {app}" for ways in left if all(ways) for app in ways[0]})
    if not missing and not device.plays(ANOTHER_DRIVER) and needs_its_owner(task):
        return [ANOTHER_DRIVER]
    return missing


def unplayable(tasks: Iterable[Task], device: CapableDevice, apps: Collection[str] | None = None) -> dict[str, list[str]]:
    """The tasks that a device cannot play: name -> the signals, events and apps that it lacks; see `lacking`."""
    found = {task.name: lacking(task, device, apps) for task in tasks}
    return {name: missing for name, missing in found.items() if missing}
