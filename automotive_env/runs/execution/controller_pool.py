"""The controllers of a worker, one for each slot: in this process, on virtual devices behind ADB, or on emulators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.episode.controller import Controller
from automotive_env.episode.headless import HeadlessController
from automotive_env.errors import EnvironmentFault
from automotive_env.headunit.kit.display_size import display_size
from automotive_env.runs.execution.resolved_options import ResolvedOptions

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.host import VirtualHost

START = "automotive_env_start"
"""Name of the snapshot of a virtual device as it was first."""
ControllerPool: TypeAlias = Callable[[int], Controller]
"""Slot -> a controller of a car that works; called again after the environment failed, it repairs or replaces that car.

The car is as it was at the first call: what a broken episode left behind is gone.

Raises EnvironmentFault where no car can be had. It may take minutes: call it in a thread.
"""


@contextmanager
def open_pool(options: ResolvedOptions) -> Iterator[ControllerPool]:
    """The controllers for a run; when it closes nothing is left running.

    Raises:
        EnvironmentFault: the backend cannot be started.
    """
    with ExitStack() as stack:
        yield _BACKENDS[options.backend](options, stack)


def _headless(options: ResolvedOptions, stack: ExitStack) -> ControllerPool:
    size = display_size(options.display)
    return lambda slot: HeadlessController(size=size)


def _virtual(options: ResolvedOptions, stack: ExitStack) -> ControllerPool:
    from automotive_env.emulator.virtual.host import VirtualHost

    size = display_size(options.display)
    host = stack.enter_context(VirtualHost(devices=options.concurrency, release=options.android, size=size))
    return stack.enter_context(virtual_pool(host))


@contextmanager
def virtual_pool(host: VirtualHost, **options: float) -> Iterator[ControllerPool]:
    """The devices of a host, one for each slot; `options` are passed to their controllers."""
    from automotive_env.android.controller import AndroidController

    with ExitStack() as stack:
        for device in host.devices:
            host.call(partial(device.save, START))

        def car(slot: int) -> Controller:
            host.repair(host.serials[slot])
            host.call(partial(host.devices[slot].load, START))
            controller = AndroidController.virtual(host, slot, **options)
            stack.callback(controller.close)
            return controller

        yield car


def _emulator(options: ResolvedOptions, stack: ExitStack) -> ControllerPool:
    from automotive_env.android.controller import AndroidController
    from automotive_env.emulator.emulator import Emulator

    shared = options.workers * options.concurrency > 1
    emulators = [Emulator(shared=shared) for _ in range(options.concurrency)]
    for one in emulators:
        stack.callback(one.stop)

    starts: dict[int, object] = {}

    def car(slot: int) -> Controller:
        emulators[slot].ensure_healthy()  # boots it the first time
        try:
            return connected(slot)
        except EnvironmentFault:
            if slot not in starts:
                raise
            emulators[slot].relaunch()  # which puts back what signals do not
            return connected(slot)

    def connected(slot: int) -> Controller:
        controller = AndroidController.emulator(emulators[slot])
        stack.callback(controller.close)
        try:
            if slot in starts:
                controller.restore(starts[slot])
            else:
                starts[slot] = controller.snapshot()
        except EnvironmentFault:
            controller.close()
            raise
        return controller

    return car


_BACKENDS = {"headless": _headless, "virtual": _virtual, "emulator": _emulator}
