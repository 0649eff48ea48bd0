"""Playing in actors of Ray, on this machine or in a cluster; each has its cars and its adb server."""

from __future__ import annotations

import asyncio
import os
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import anyio

from automotive_env.errors import AutomotiveEnvError, EnvironmentFault, UsageError
from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.execution.link import UnexpectedError, WorkerCall, WorkerMethod, WorkerReply
from automotive_env.runs.execution.model_watch import ModelAvailability, ModelWatch
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.setup import RemoteWorker, WorkerSetup, answer, set_up
from automotive_env.runs.execution.worker import MissingSignals, StartWorker, Worker, WorkerLost
from automotive_env.runs.execution.worker_process import GRACE
from automotive_env.runs.records.encoded import EncodedEpisode
from automotive_env.suites.suite import PlanItem
from automotive_env.text.extras import install

if TYPE_CHECKING:
    from ray.actor import ActorHandle

LOOPBACK_ONLY = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Set to 0, Ray of one machine listens on loopback on every system; otherwise on the machine's address where that is Linux."""
EMULATOR = "emulator"
"""The resource of which a node of the cluster has as many as it can play emulators at a time."""


class RayEpisodeActor:
    """The actor: a worker that has been set up, in a process of Ray."""

    def __init__(self, setup: WorkerSetup) -> None:
        self._setup = setup
        self._worker: RemoteWorker | None = None
        self._news: asyncio.Queue[ModelAvailability] = asyncio.Queue()
        self._ended = asyncio.Event()
        self._life: asyncio.Task[None] | None = None

    async def begin(self) -> WorkerReply:
        """Set it up; what it holds is released by the task that took it."""
        ready: asyncio.Future[WorkerReply] = asyncio.get_running_loop().create_future()
        self._life = asyncio.create_task(self._live(ready))
        return await ready

    async def _live(self, ready: asyncio.Future[WorkerReply]) -> None:
        try:
            async with set_up(self._setup, self._news.put_nowait) as self._worker:
                ready.set_result(WorkerReply(0))
                await self._ended.wait()
        except Exception as error:
            if ready.done():
                raise
            fault = error if isinstance(error, AutomotiveEnvError) else UnexpectedError(traceback.format_exc())
            ready.set_result(WorkerReply(0, fault=fault))

    async def call(self, method: WorkerMethod, arguments: tuple[Any, ...]) -> WorkerReply:
        """Do what the run asks for."""
        assert self._worker
        return await answer(self._worker, WorkerCall(0, method, arguments))

    async def news(self) -> ModelAvailability:
        """What is to be said of the model next; waits for it."""
        return await self._news.get()

    async def end(self) -> None:
        """Release everything."""
        self._ended.set()
        if self._life:
            await self._life


@contextmanager
def connected(options: ResolvedOptions) -> Iterator[None]:
    """Ray, of this machine or of a cluster.

    Raises:
        UsageError: it is not installed.
        EnvironmentFault: it does not start, or cannot be reached.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would tell its makers over the network
    if not options.ray_address:
        os.environ.setdefault(LOOPBACK_ONLY, "0")
        os.environ.setdefault("RAY_worker_niceness", "0")  # its own 15 lets actors starve beside whatever else runs here
    try:
        import ray
    except ImportError:
        raise UsageError(f"--executor ray needs Ray: {install('ray')}") from None
    try:
        ray.init(logging_level="ERROR", log_to_driver=True, **(_cluster(options) if options.ray_address else _machine(options)))
    except Exception as error:
        raise EnvironmentFault(f"Ray cannot be used: {type(error).__name__}: {error}"[:300]) from None
    try:
        yield
    finally:
        ray.shutdown()


def _cluster(options: ResolvedOptions) -> dict[str, Any]:
    return {"address": options.ray_address}


def _machine(options: ResolvedOptions) -> dict[str, Any]:
    """Ray for this run alone; nobody else can reach it. Actors find the modules that this process finds."""
    found = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return {
        "address": "local",
        "_node_ip_address": "127.0.0.1",
        "include_dashboard": False,
        "num_cpus": max(options.workers, os.cpu_count() or 1),
        "resources": {EMULATOR: options.workers * options.concurrency},
        "runtime_env": {"env_vars": {"PYTHONPATH": found}},
    }


def ray_workers(setup: WorkerSetup, watch: ModelWatch) -> StartWorker:
    """Workers that are actors, of a Ray that is connected.

    Args:
        setup: what they are told.
        watch: told what a worker has to say of its model.
    """

    @asynccontextmanager
    async def start(number: int) -> AsyncIterator[Worker]:
        watch.begins()
        worker = RayWorker(_actor(setup), setup)
        async with anyio.create_task_group() as group:
            try:
                await worker.begin()
                group.start_soon(worker.listen, lambda news: watch(number, news))
                yield worker
            finally:
                watch.ended(number)
                group.cancel_scope.cancel()
                with anyio.CancelScope(shield=True):
                    await worker.end()

    return start


def _actor(setup: WorkerSetup) -> ActorHandle[RayEpisodeActor]:
    import ray

    options = setup.options
    needed = {EMULATOR: options.concurrency} if options.backend == "emulator" else {}
    made = ray.remote(RayEpisodeActor).options(num_cpus=1, resources=needed, max_concurrency=options.concurrency + 8)
    return made.remote(setup)


class RayWorker:
    """A worker that is an actor; see `automotive_env.runs.execution.worker.Worker`."""

    def __init__(self, actor: ActorHandle[RayEpisodeActor], setup: WorkerSetup) -> None:
        self.slots = setup.options.concurrency
        self.goes_ahead = True
        self._actor = actor
        self._has_sound_cars = setup.has_sound_cars

    async def begin(self) -> None:
        """Wait until it can play.

        Raises:
            AutomotiveEnvError: it cannot.
        """
        _value_of(await _of(self._actor.begin.remote()))

    async def make_ready(self, slot: int) -> None:
        """Have a car in good order."""
        if not self._has_sound_cars:
            await self._call("make_ready", slot)

    async def play(self, slot: int, job: EpisodeJob) -> EncodedEpisode:
        """Play an episode."""
        episode: EncodedEpisode = await self._call("play", slot, job.item, job.player.key)
        return episode

    async def missing(self, items: Sequence[PlanItem]) -> MissingSignals:
        """The tasks that its cars cannot play."""
        missing: MissingSignals = await self._call("missing", items)
        return missing

    async def listen(self, heard: Callable[[ModelAvailability], None]) -> None:
        """Hear what it says of its model, until it ends."""
        while True:
            try:
                heard(await _of(self._actor.news.remote()))
            except WorkerLost:
                return

    async def end(self) -> None:
        """End it in good order, or at once where that takes too long."""
        import ray

        with anyio.move_on_after(GRACE):
            try:
                await _of(self._actor.end.remote())
            except WorkerLost:
                return
        ray.kill(self._actor)

    async def _call(self, method: WorkerMethod, *arguments: Any) -> Any:
        return _value_of(await _of(self._actor.call.remote(method, arguments)))


async def _of(reference: Any) -> Any:
    """What an actor returns.

    Raises:
        WorkerLost: it has ended.
    """
    from ray.exceptions import RayActorError

    try:
        return await reference
    except RayActorError as error:
        raise WorkerLost(f"an actor of Ray ended: {str(error).strip().splitlines()[0]}"[:300]) from None


def _value_of(reply: WorkerReply) -> Any:
    if reply.fault:
        raise reply.fault
    return reply.value
