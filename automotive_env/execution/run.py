"""A whole run: check what was asked, plan, probe the model, play, sum up, write the report."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from anyio import to_thread

from automotive_env.controller import Controller
from automotive_env.errors import AutomotiveEnvError, UsageError
from automotive_env.execution.controller_pool import ControllerPool, open_pool
from automotive_env.execution.local import Crew, Job, Player, run_local, take_controller
from automotive_env.execution.network_context import NetworkContext
from automotive_env.execution.options import Options
from automotive_env.geo.context import ContextProvider
from automotive_env.geo.specification import make_context
from automotive_env.model import Abilities, Model
from automotive_env.models.metered import MeteredModel
from automotive_env.models.outage import OutageGuard
from automotive_env.models.specification import make_model, model_plugin
from automotive_env.plugins import Plugin, find_prompts, used_sources
from automotive_env.results.folder import RunFolder
from automotive_env.results.manifest import Manifest, make_manifest, now
from automotive_env.results.records import EpisodeRecord
from automotive_env.results.report import write_report
from automotive_env.results.summary import Summary
from automotive_env.suite import Contestant, Item, Suite
from automotive_env.suites.registry import find_suite, suite_plugin

_SINGULAR = {"agents": "agent"}
"""Options whose names on the command line differ from their fields'."""
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
    """What is to be played, by whom."""

    options: Options
    suite: Suite
    specs: Mapping[str, Contestant]
    items: Sequence[Item]


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
        async with _asked_model(plan, watcher) as (model, abilities):
            pool = held.enter_context(open_pool(options))
            missing = await _missing(plan, pool)
            folder = _folder(plan, model, missing)
            if not options.resume:
                _own(folder, held, watcher)
            finished = folder.finished_ids()
            provider = make_context(options.context)
            players = [_player(spec, options, provider, model, abilities) for spec in plan.specs.values()]
            jobs = [Job(item, player) for player in players for item in plan.items if item.task not in missing]
            left = [job for job in jobs if job.id not in finished]
            watcher.planned(left, folder.path, missing)
            crew = Crew(plan.suite, pool, folder, options.images, options.lasting_memory)
            return await _play_and_sum_up(left, crew, plan, watcher)


def _planned(options: Options) -> _Plan:
    suite = find_suite(options.suite)
    if options.backend not in suite.backends:
        raise UsageError(f"the suite {suite.name} is played on {', '.join(suite.backends)}, not on {options.backend}")
    specs = {spec.name: spec for spec in map(suite.player, options.agents)}
    return _Plan(options, suite, specs, suite.plan(options.selection))


def _own(folder: RunFolder, held: ExitStack, watcher: Watcher) -> None:
    """Own a run folder until the stack closes."""
    mended = held.enter_context(folder.owned())
    if mended:
        watcher.warned(mended)


@asynccontextmanager
async def _asked_model(plan: _Plan, watcher: Watcher) -> AsyncIterator[tuple[Model | None, Abilities]]:
    """The model, which has answered once, and what it can do; None where no agent needs one."""
    if not any(spec.needs_model for spec in plan.specs.values()):
        yield None, Abilities()
        return
    model = make_model(plan.options.model)
    guarded = OutageGuard(
        model,
        plan.options.patience,
        paused=lambda why: watcher.warned(f"the run waits for the model: {why}"),
        resumed=lambda: watcher.warned("the model answers again, the run goes on"),
    )
    try:
        yield guarded, await model.probe()
    finally:
        await model.close()


def _player(spec: Contestant, options: Options, provider: ContextProvider, model: Model | None, abilities: Abilities) -> Player:
    """Who plays for an agent; its options are tried out on a first one, before any episode."""

    def make(car: Controller | None, metered: MeteredModel | None) -> Any:
        context = NetworkContext(car, provider) if car else None
        return spec.make(metered, context, options.agent_options)

    if not spec.needs_model or model is None:
        make(None, None)
        return Player(spec.name, make)
    metered = partial(MeteredModel, model, options.sampling, schema=abilities.schema and not options.free_form)
    make(None, metered())
    return Player(spec.name, make, model.name, metered)


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
    """The tasks that the cars of this run cannot play, and what they lack."""
    if plan.options.backend == "headless":
        return {}
    car = await take_controller(pool, 0)
    try:
        missing = await to_thread.run_sync(plan.suite.lacking, plan.items, car)
    finally:
        await to_thread.run_sync(car.close)
    if all(item.task in missing for item in plan.items):
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
        await run_local(jobs, crew, workers=workers, started=watcher.started, finished=watcher.finished)
    except (AutomotiveEnvError, ExceptionGroup) as raised:
        fault = raised.exceptions[0] if isinstance(raised, ExceptionGroup) else raised
        if not isinstance(fault, AutomotiveEnvError):
            raise
        raise type(fault)(f"{fault}; go on later with --resume {crew.folder.path}") from None


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
    hashes = made.hashes | dict(plan.suite.hashes(plan.items))
    plugins = used_sources(_plugins(plan, model))
    unsupported = {task: tuple(lacks) for task, lacks in missing.items()}
    manifest = made.model_copy(update={"hashes": hashes, "plugins": plugins, "unsupported": unsupported})
    if options.resume is None:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        return RunFolder.create(options.out or _unused(Path("runs") / f"{stamp}-{'-'.join(plan.specs)}"), manifest)
    folder = RunFolder.open(options.resume)
    if different := folder.manifest.differences(manifest):
        raise UsageError(_not_resumed(folder, manifest, different))
    return folder


def _plugins(plan: _Plan, model: Model | None) -> Iterator[Plugin[Any] | None]:
    """What of other packages a run depends on."""
    options = plan.options
    yield suite_plugin(options.suite)
    yield from plan.suite.plugins(plan.items, options.agents)
    yield from map(find_prompts, options.prompts)
    if model:
        yield model_plugin(options.model)


def _not_resumed(folder: RunFolder, asked: Manifest, different: Sequence[str]) -> str:
    """Why a run cannot be resumed as asked: the options with both values, or what has changed since."""
    had, has = folder.manifest.deciding(), asked.deciding()
    if typed := [f"{_typed(name, had.get(name))}, not {_typed(name, has.get(name))}" for name in different if name in had | has]:
        return f"{folder.path} cannot be resumed like this: it was begun {' and '.join(typed)}; leave such options out"
    return f"{folder.path} cannot be resumed: it was begun with another {', '.join(different)}; begin a new run"


def _typed(name: str, value: object) -> str:
    """An option as it was typed."""
    option = f"--{_SINGULAR.get(name, name).replace('_', '-')}"
    if isinstance(value, bool):
        return f"with {option}" if value else f"without {option}"
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
