"""Where a run is played: in this process, in several on this machine, or by Ray."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TypeAlias

from automotive_env.runs.execution.controller_pool import open_pool
from automotive_env.runs.execution.local import LocalWorker, local_worker
from automotive_env.runs.execution.model_watch import ModelWatch
from automotive_env.runs.execution.processes import process_workers
from automotive_env.runs.execution.ray_workers import connected, ray_workers
from automotive_env.runs.execution.setup import WorkerSetup
from automotive_env.runs.execution.slot import WorkerResources
from automotive_env.runs.execution.spares import PrestartedProcesses
from automotive_env.runs.execution.team import RunModels, person_of
from automotive_env.runs.execution.worker import StartWorker
from automotive_env.suites.suite import Suite

OpenExecutor: TypeAlias = Callable[[WorkerSetup, Suite, RunModels, ModelWatch, PrestartedProcesses, ExitStack], StartWorker]
"""Opens an executor; see `open_executor`."""


def open_executor(
    setup: WorkerSetup, suite: Suite, models: RunModels, watch: ModelWatch, spares: PrestartedProcesses, held: ExitStack
) -> StartWorker:
    """How the workers that were asked for are started.

    Args:
        setup: what workers are told.
        suite: what is played.
        models: for a worker that this process is.
        watch: told what workers say of the model.
        spares: processes that have been started already.
        held: when it closes, nothing is left of what was started.

    Raises:
        EnvironmentFault: the backend cannot be started.
    """
    options = setup.options
    if options.executor == "ray":
        held.enter_context(connected(options))
        return ray_workers(setup, watch)
    if options.workers > 1:
        return process_workers(setup, watch, spares)
    pool = held.enter_context(open_pool(options))
    person = person_of(models, setup.probed)
    crew = WorkerResources(
        suite, pool, options.images, options.shortcuts, person, limits=options.limits, model_is_down=models.is_down
    )
    return local_worker(LocalWorker(crew, options.concurrency))
