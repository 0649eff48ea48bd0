"""A whole run: check what was asked, plan, probe the model, play, sum up, write the report."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Protocol, TypeAlias

from anyio import to_thread

from automotive_env.agent import AgentSpec
from automotive_env.agents.registry import find_agent
from automotive_env.controller import Controller
from automotive_env.errors import AutomotiveEnvError, UsageError
from automotive_env.execution.controller_pool import ControllerPool, open_pool
from automotive_env.execution.local import Crew, Job, MakeAgent, run_local, take_controller
from automotive_env.execution.network_context import NetworkContext
from automotive_env.execution.options import Options
from automotive_env.execution.scenarios import chosen_scenarios, hash_of, run_scenarios
from automotive_env.model import Model
from automotive_env.models.specification import make_model
from automotive_env.results.folder import RunFolder
from automotive_env.results.manifest import DECIDING_OPTIONS, make_manifest, now
from automotive_env.results.records import EpisodeRecord
from automotive_env.results.report import write_report
from automotive_env.results.summary import Summary
from automotive_env.suite import plan, select
from automotive_env.task import TaskInstance
from automotive_env.tasks.registry import find_task
from automotive_env.tasks.vehicleworld.scenario import Scenario

Missing: TypeAlias = Mapping[str, Sequence[str]]
"""Task -> names of the signals that it needs and the car lacks."""


class Watcher(Protocol):
    """Whoever follows a run while it goes on."""

    def planned(self, jobs: Sequence[Job], folder: Path, missing: Missing) -> None:
        """The run begins; `missing` are the tasks that are left out because the car lacks signals."""
        ...

    def warned(self, message: str) -> None:
        """Something about the run folder should be known, though the run goes on."""
        ...

    def started(self, job: Job) -> None:
        """An episode begins."""
        ...

    def finished(self, record: EpisodeRecord) -> None:
        """An episode is over and recorded."""
        ...


@dataclass(frozen=True, slots=True)
class Finished:
    """What a run came to."""

    folder: RunFolder
    summary: Summary
    report: Path


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be played, by whom; `scenarios` by task name, empty but in the suite vehicleworld."""

    options: Options
    specs: Mapping[str, AgentSpec]
    instances: Sequence[TaskInstance]
    scenarios: Mapping[str, Scenario]


async def run(options: Options, watcher: Watcher) -> Finished:
    """Carry out a run.

    Raises:
        UsageError: something was asked for that does not exist, or another process plays this run.
        ModelFault: the model does not answer; no episode was played.
        EnvironmentFault: the backend cannot be started.
        RecordsFault: the run folder cannot be written; the run can be resumed.
    """
    options.check()
    plan = _planned(options)
    with ExitStack() as held:
        if options.resume:
            _own(RunFolder.open(options.resume), held, watcher)
        async with _asked_model(plan) as model:
            pool = held.enter_context(open_pool(options))
            missing = await _missing(plan, pool)
            folder = _folder(plan, model, missing)
            if not options.resume:
                _own(folder, held, watcher)
            finished = folder.finished_ids()
            jobs = [Job(instance, agent) for agent in plan.specs for instance in plan.instances if instance.task not in missing]
            left = [job for job in jobs if job.id not in finished]
            watcher.planned(left, folder.path, missing)
            crew = Crew(_makers(plan.specs, model), pool, model.name if model else "", folder, options.images)
            return await _play_and_sum_up(left, crew, plan, watcher)


def _planned(options: Options) -> _Plan:
    specs = {spec.name: spec for spec in map(find_agent, options.agents)}
    if options.suite == "vehicleworld":
        scenarios = chosen_scenarios(options)
        return _Plan(options, specs, [scenario.instance for scenario in scenarios.values()], scenarios)
    tasks = select(options.tasks, options.dimension)
    return _Plan(options, specs, plan(tasks, instances=options.instances, seed=options.seed, place=options.place), {})


def _own(folder: RunFolder, held: ExitStack, watcher: Watcher) -> None:
    """Own a run folder until the stack closes."""
    mended = held.enter_context(folder.owned())
    if mended:
        watcher.warned(mended)


@asynccontextmanager
async def _asked_model(plan: _Plan) -> AsyncIterator[Model | None]:
    """The model, which has answered once; None where no agent needs one."""
    model = make_model(plan.options.model) if any(spec.needs_model for spec in plan.specs.values()) else None
    try:
        if model:
            await model.probe()
        yield model
    finally:
        if model:
            await model.close()


async def _play_and_sum_up(jobs: Sequence[Job], crew: Crew, plan: _Plan, watcher: Watcher) -> Finished:
    try:
        await play_all(jobs, crew, plan, watcher)
    except BaseException:
        with suppress(AutomotiveEnvError):  # what ended the run is told, not what follows from it
            _sum_up(crew.folder)
        raise
    return _sum_up(crew.folder)


def _sum_up(folder: RunFolder) -> Finished:
    return Finished(folder, folder.finish(now()), write_report(folder))


async def _missing(plan: _Plan, pool: ControllerPool) -> Missing:
    """The tasks that the cars of this run cannot play, and the signals that they lack."""
    if plan.options.backend == "headless":
        return {}
    from automotive_env.android.requirements import unplayable

    car = await take_controller(pool, 0)
    try:
        missing = await to_thread.run_sync(unplayable, [find_task(name) for name in {i.task: None for i in plan.instances}], car)
    finally:
        await to_thread.run_sync(car.close)
    if all(instance.task in missing for instance in plan.instances):
        lacks = ", ".join(sorted({name for names in missing.values() for name in names}))
        raise UsageError(f"the device can play none of these tasks: it lacks {lacks}")
    return missing


async def play_all(jobs: Sequence[Job], crew: Crew, plan: _Plan, watcher: Watcher) -> None:
    """Play all jobs.

    Raises:
        AutomotiveEnvError: the fault that ended the run, not in a group, with what to do about it.
    """
    workers = plan.options.workers
    try:
        if plan.scenarios:
            playing = run_scenarios(
                jobs, plan.scenarios, crew.folder, workers=workers, started=watcher.started, finished=watcher.finished
            )
        else:
            playing = run_local(jobs, crew, workers=workers, started=watcher.started, finished=watcher.finished)
        await playing
    except (AutomotiveEnvError, ExceptionGroup) as raised:
        fault = raised.exceptions[0] if isinstance(raised, ExceptionGroup) else raised
        if not isinstance(fault, AutomotiveEnvError):
            raise
        raise type(fault)(f"{fault}; go on later with --resume {crew.folder.path}") from None


def _makers(specs: Mapping[str, AgentSpec], model: Model | None) -> dict[str, MakeAgent]:
    def maker(spec: AgentSpec) -> Callable[[Controller], object]:
        return lambda controller: spec.make(model if spec.needs_model else None, NetworkContext(controller))

    return {name: maker(spec) for name, spec in specs.items()}  # type: ignore[misc]


def _folder(plan: _Plan, model: Model | None, missing: Missing) -> RunFolder:
    """The folder of the run that is resumed, or a new one."""
    options = plan.options
    made = make_manifest(
        suite=options.suite,
        agents=plan.specs,
        model=model.name if model else "",
        backend=options.backend,
        seed=options.seed,
        options=options.to_json(),
    )
    hashes = made.hashes | ({"scenarios": hash_of(plan.scenarios)} if plan.scenarios else {})
    manifest = made.model_copy(update={"hashes": hashes, "unsupported": {task: tuple(lacks) for task, lacks in missing.items()}})
    if options.resume is None:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        return RunFolder.create(options.out or _unused(Path("runs") / f"{stamp}-{'-'.join(plan.specs)}"), manifest)
    folder = RunFolder.open(options.resume)
    if different := folder.manifest.differences(manifest):
        raise UsageError(_not_resumed(folder, different))
    return folder


def _not_resumed(folder: RunFolder, different: Sequence[str]) -> str:
    """Why a run cannot be resumed as asked: the options that it had, or what has changed since."""
    manifest = folder.manifest
    fields = {"suite": manifest.suite, "agents": manifest.agents, "model": manifest.model, "backend": manifest.backend}
    had = {"seed": manifest.seed, **fields, **{f"option {name}": manifest.options.get(name) for name in DECIDING_OPTIONS}}
    if typed := [_typed(name.removeprefix("option "), had[name]) for name in different if name in had]:
        return f"{folder.path} cannot be resumed like this: it was begun {' and '.join(typed)}; leave such options out"
    return f"{folder.path} cannot be resumed: it was begun with another {', '.join(different)}; begin a new run"


def _typed(name: str, value: object) -> str:
    """An option as it was typed."""
    option = "--agent" if name == "agents" else f"--{name}"
    text = ",".join(map(str, value)) if isinstance(value, list | tuple) else "" if value is None else str(value)
    return f"with {option} {text}" if text else f"without {option}"


def _unused(path: Path) -> Path:
    """A new folder of this name, or with a number after it where a run that began in the same second has taken it."""
    for number in count(1):
        free = path if number == 1 else path.with_name(f"{path.name}-{number}")
        try:
            free.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError:
            pass  # RunFolder.create says why
        return free
    raise AssertionError("count() does not end")
