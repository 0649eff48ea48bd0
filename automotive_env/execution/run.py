"""A whole run: check what was asked, plan, probe the model, play, sum up, write the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TypeAlias

from anyio import to_thread

from automotive_env.agent import AgentSpec
from automotive_env.agents.registry import find_agent
from automotive_env.controller import Controller
from automotive_env.errors import AutomotiveEnvError, UsageError
from automotive_env.execution.garage import Garage, open_garage
from automotive_env.execution.local import Crew, Job, MakeAgent, from_garage, run_local
from automotive_env.execution.options import Options
from automotive_env.execution.scenarios import chosen_scenarios, hash_of, run_scenarios
from automotive_env.geo.network import NetworkContext
from automotive_env.model import Model
from automotive_env.models.specification import make_model
from automotive_env.results.folder import RunFolder
from automotive_env.results.manifest import make_manifest, now
from automotive_env.results.records import EpisodeRecord
from automotive_env.results.report import write_report
from automotive_env.results.summary import Summary
from automotive_env.suite import plan, select
from automotive_env.task import TaskInstance
from automotive_env.tasks.registry import TASKS

Missing: TypeAlias = Mapping[str, Sequence[str]]
"""Task -> names of the signals that it needs and the car lacks."""


class Watcher(Protocol):
    """Whoever follows a run while it goes on."""

    def planned(self, jobs: Sequence[Job], folder: Path, missing: Missing) -> None:
        """The run begins; `missing` are the tasks that are left out because the car lacks signals."""
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


async def run(options: Options, watcher: Watcher) -> Finished:
    """Carry out a run.

    Raises:
        UsageError: something was asked for that does not exist.
        ModelFault: the model does not answer; no episode was played.
        EnvironmentFault: the backend cannot be started.
    """
    options.check()
    specs = {name: find_agent(name) for name in options.agents}
    scenarios = chosen_scenarios(options) if options.suite == "vehicleworld" else {}
    instances = [scenario.instance for scenario in scenarios.values()] if scenarios else _planned(options)
    model = make_model(options.model) if any(spec.needs_model for spec in specs.values()) else None
    try:
        if model:
            await model.probe()
        with open_garage(options) as garage:
            missing = await _missing(options, garage, instances)
            hashes = {"scenarios": hash_of(scenarios)} if scenarios else {}
            folder = _folder(options, specs, model, hashes, missing)
            jobs = [Job(instance, agent) for agent in specs for instance in instances if instance.task not in missing]
            left = [job for job in jobs if job.id not in folder.finished_ids()]
            watcher.planned(left, folder.path, missing)
            crew = Crew(_makers(specs, model), garage, model.name if model else "", folder, options.images)
            try:
                if scenarios:
                    await run_scenarios(
                        left, scenarios, folder, workers=options.workers, started=watcher.started, finished=watcher.finished
                    )
                else:
                    await _unwrapped(left, crew, options, watcher)
            finally:
                summary = folder.finish(now())
                report = write_report(folder)
    finally:
        if model:
            await model.close()
    return Finished(folder, summary, report)


async def _missing(options: Options, garage: Garage, instances: Sequence[TaskInstance]) -> Missing:
    """The tasks that the cars of this run cannot play, and the signals that they lack."""
    if options.backend == "headless":
        return {}
    from automotive_env.android.requirements import unplayable

    car = await from_garage(garage, 0)
    try:
        missing = await to_thread.run_sync(unplayable, [TASKS[name] for name in {i.task: None for i in instances}], car)
    finally:
        await to_thread.run_sync(car.close)
    if all(instance.task in missing for instance in instances):
        lacks = ", ".join(sorted({name for names in missing.values() for name in names}))
        raise UsageError(f"the device can play none of these tasks: it lacks {lacks}")
    return missing


def _planned(options: Options) -> list[TaskInstance]:
    tasks = select(options.tasks, options.dimension)
    return plan(tasks, instances=options.instances, seed=options.seed, place=options.place)


async def _unwrapped(jobs: Sequence[Job], crew: Crew, options: Options, watcher: Watcher) -> None:
    """Play, and let a fault out of its task group by itself, with what to do about it."""
    try:
        await run_local(jobs, crew, workers=options.workers, started=watcher.started, finished=watcher.finished)
    except (AutomotiveEnvError, ExceptionGroup) as raised:
        fault = raised.exceptions[0] if isinstance(raised, ExceptionGroup) else raised
        if not isinstance(fault, AutomotiveEnvError):
            raise
        raise type(fault)(f"{fault}; go on later with --resume {crew.folder.path}") from None


def _makers(specs: dict[str, AgentSpec], model: Model | None) -> dict[str, MakeAgent]:
    def maker(spec: AgentSpec) -> Callable[[Controller], object]:
        return lambda controller: spec.make(model if spec.needs_model else None, NetworkContext(controller))

    return {name: maker(spec) for name, spec in specs.items()}  # type: ignore[misc]


def _folder(
    options: Options, specs: dict[str, AgentSpec], model: Model | None, hashes: dict[str, str], missing: Missing
) -> RunFolder:
    made = make_manifest(
        suite=options.suite,
        agents=specs,
        model=model.name if model else "",
        backend=options.backend,
        seed=options.seed,
        options=options.to_json(),
    )
    manifest = made.model_copy(
        update={"hashes": made.hashes | hashes, "unsupported": {task: tuple(lacks) for task, lacks in missing.items()}}
    )
    if options.resume is None:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        return RunFolder.create(options.out or _unused(Path("runs") / f"{stamp}-{'-'.join(specs)}"), manifest)
    folder = RunFolder.open(options.resume)
    if different := folder.manifest.differences(manifest):
        raise UsageError(_not_resumed(folder, different))
    return folder


def _not_resumed(folder: RunFolder, different: Sequence[str]) -> str:
    """Why a run cannot be resumed as asked, and which options it had where they are the reason."""
    manifest = folder.manifest
    options = {
        "suite": f"--suite {manifest.suite}",
        "agents": f"--agent {','.join(manifest.agents)}",
        "model": f"--model {manifest.model}" if manifest.model else "",
        "backend": f"--backend {manifest.backend}",
        "seed": f"--seed {manifest.seed}",
    }
    had = [options[name] for name in different if options.get(name)]
    if had:
        return f"{folder.path} cannot be resumed like this: it was begun with {' '.join(had)}; leave such options out"
    return f"{folder.path} cannot be resumed: its {', '.join(different)} differ from what is asked for now"


def _unused(path: Path) -> Path:
    """The path, or one with a number after it where it is taken."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free
