"""The controllers of a run, one for each worker: in this process, on virtual devices behind ADB, or on emulators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.controller import Controller
from automotive_env.errors import EnvironmentFault
from automotive_env.execution.options import Options
from automotive_env.headless import HeadlessController
from automotive_env.headunit.display_size import display_size

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.host import VirtualHost

START = "automotive_env_start"
"""Name of the snapshot of a virtual device as it was first."""
ControllerPool: TypeAlias = Callable[[int], Controller]
"""Worker number -> a controller of a car that works; called again after the environment failed, it repairs or replaces that car.

The car is as it was at the first call: what a broken episode left behind is gone.

Raises EnvironmentFault where no car can be had. It may take minutes: call it in a thread.
"""


@contextmanager
def open_pool(options: Options) -> Iterator[ControllerPool]:
    """The controllers for a run; when it closes nothing is left running.

    Raises:
        EnvironmentFault: the backend cannot be started.
    """
    with ExitStack() as stack:
        yield _BACKENDS[options.backend](options, stack)


def _headless(options: Options, stack: ExitStack) -> ControllerPool:
    size = display_size(options.display)
    return lambda worker: HeadlessController(size=size)


def _virtual(options: Options, stack: ExitStack) -> ControllerPool:
    from automotive_env.emulator.virtual.host import VirtualHost

    host = stack.enter_context(VirtualHost(devices=options.workers, release=options.android, size=display_size(options.display)))
    return stack.enter_context(virtual_pool(host))


@contextmanager
def virtual_pool(host: VirtualHost, **options: float) -> Iterator[ControllerPool]:
    """The devices of a host, one for each worker; `options` are passed to their controllers."""
    from automotive_env.android.controller import AndroidController

    with ExitStack() as stack:
        for device in host.devices:
            host.call(partial(device.save, START))

        def car(worker: int) -> Controller:
            host.repair(host.serials[worker])
            host.call(partial(host.devices[worker].load, START))
            controller = AndroidController.virtual(host, worker, **options)
            stack.callback(controller.close)
            return controller

        yield car


def _emulator(options: Options, stack: ExitStack) -> ControllerPool:
    from automotive_env.android.controller import AndroidController
    from automotive_env.emulator.emulator import Emulator

    emulators = [Emulator(shared=options.workers > 1) for _ in range(options.workers)]
    for one in emulators:
        stack.callback(one.stop)

    starts: dict[int, object] = {}

    def car(worker: int) -> Controller:
        emulators[worker].ensure_healthy()  # boots it the first time
        try:
            return connected(worker)
        except EnvironmentFault:
            if worker not in starts:
                raise
            emulators[worker].relaunch()  # which puts back what signals do not
            return connected(worker)

    def connected(worker: int) -> Controller:
        controller = AndroidController.emulator(emulators[worker])
        stack.callback(controller.close)
        try:
            if worker in starts:
                controller.restore(starts[worker])
            else:
                starts[worker] = controller.snapshot()
        except EnvironmentFault:
            controller.close()
            raise
        return controller

    return car


_BACKENDS = {"headless": _headless, "virtual": _virtual, "emulator": _emulator}
