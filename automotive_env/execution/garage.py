"""Where the cars of a run come from: this process, virtual devices behind ADB, or emulators. One car for each worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.controller import Controller
from automotive_env.errors import EnvironmentFault
from automotive_env.execution.options import Options
from automotive_env.headless import HeadlessController

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.host import VirtualHost

START = "automotive_env_garage"
"""Name of the snapshot of a virtual device as the garage had it first."""
Garage: TypeAlias = Callable[[int], Controller]
"""Worker number -> a car in good order; asked again after the environment failed, it repairs or replaces that worker's car.

That car is as it was when it was first asked for: what a broken episode left behind is none of the next one's business.

Raises EnvironmentFault where there is none to be had. It may take minutes: call it in a thread.
"""


@contextmanager
def open_garage(options: Options) -> Iterator[Garage]:
    """The cars for a run; when it closes nothing is left running.

    Raises:
        EnvironmentFault: the backend cannot be started.
    """
    with ExitStack() as stack:
        yield _GARAGES[options.backend](options, stack)


def _headless(options: Options, stack: ExitStack) -> Garage:
    return lambda worker: HeadlessController()


def _virtual(options: Options, stack: ExitStack) -> Garage:
    from automotive_env.emulator.virtual.host import VirtualHost

    host = stack.enter_context(VirtualHost(devices=options.workers, release=options.android))
    return stack.enter_context(virtual_garage(host))


@contextmanager
def virtual_garage(host: VirtualHost, **options: float) -> Iterator[Garage]:
    """The devices of a host, one for each worker; `options` are those of the controllers."""
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


def _emulator(options: Options, stack: ExitStack) -> Garage:
    from automotive_env.android.controller import AndroidController
    from automotive_env.emulator.emulator import Emulator

    emulators = [Emulator(worker, shared=options.workers > 1) for worker in range(options.workers)]
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


_GARAGES = {"headless": _headless, "virtual": _virtual, "emulator": _emulator}
