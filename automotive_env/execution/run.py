"""A whole run: check what was asked, plan, probe the model, play, sum up, write the report."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from anyio import to_thread

from automotive_env.controller import Controller
from automotive_env.errors import AutomotiveEnvError, UsageError
from automotive_env.execution.controller_pool import ControllerPool, open_pool
from automotive_env.execution.local import Crew, Job, Player, run_local, take_controller
from automotive_env.execution.network_context import NetworkContext
from automotive_env.execution.options import Options
from automotive_env.execution.resuming import check_manifest, check_options
from automotive_env.geo.context import ContextProvider
from automotive_env.geo.specification import make_context
from automotive_env.model import Abilities, Model, Sampling
from automotive_env.models.metered import MeteredModel
from automotive_env.models.outage import OutageGuard
from automotive_env.models.specification import make_model, model_plugin
from automotive_env.plugins import Plugin, calling, find_prompts, used_sources
from automotive_env.private_seed import MANIFEST_NAME, seed_hash
from automotive_env.results.folder import RunFolder
from automotive_env.results.manifest import Manifest, make_manifest, now
from automotive_env.results.records import EpisodeRecord
from automotive_env.results.report import write_report
from automotive_env.results.summary import Summary
from automotive_env.suite import Contestant, Item, Suite
from automotive_env.suites.registry import find_suite, suite_plugin

PERSON_SAMPLING = Sampling(max_tokens=300)
"""How the replies of a model that plays a person are drawn; options of the run are those of agents."""
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
    resumed = RunFolder.open(options.resume) if options.resume else None
    if resumed:
        check_options(resumed, options)
    options.check()
    plan = await to_thread.run_sync(_planned, options)  # beside the loop: a plan may need a loop of its own
    with ExitStack() as held:
        if resumed:
            _own(resumed, held, watcher)
        asked = any(spec.needs_model for spec in plan.specs.values())
        async with _model(asked and options.model, options, watcher) as model, _model(options.person, options, watcher) as person:
            manifest = _manifest(plan, model)
            if resumed:
                check_manifest(resumed, manifest.model_copy(update={"unsupported": resumed.manifest.unsupported}))
            provider = make_context(options.context)
            speaker = await _speaker(person) if person else None
            abilities = await model.probe(options.sampling) if model else Abilities()
            players = [_player(spec, options, provider, model, abilities) for spec in plan.specs.values()]
            pool = held.enter_context(open_pool(options))
            missing = await _missing(plan, pool)
            manifest = manifest.model_copy(update={"unsupported": {task: tuple(lacks) for task, lacks in missing.items()}})
            if resumed:
                check_manifest(resumed, manifest)
            folder = resumed or _new_folder(plan, manifest)
            if not resumed:
                _own(folder, held, watcher)
            finished = folder.finished_ids()
            jobs = [Job(item, player) for player in players for item in plan.items if item.task not in missing]
            left = [job for job in jobs if job.id not in finished]
            watcher.planned(left, folder.path, missing)
            crew = Crew(plan.suite, pool, folder, options.images, options.lasting_memory, options.shortcuts, speaker)
            return await _play_and_sum_up(left, crew, plan, watcher)


def _planned(options: Options) -> _Plan:
    suite = find_suite(options.suite)
    if options.backend not in suite.backends:
        raise UsageError(f"the suite {suite.name} is played on {', '.join(suite.backends)}, not on {options.backend}")
    if strange := [face for face in options.face if face not in suite.faces]:
        raise UsageError(f"the suite {suite.name} is not played on the face {strange[0]}; leave --face out")
    if options.private_seed is not None and not suite.has_hidden_set:
        raise UsageError(f"the suite {suite.name} has no hidden set: leave --private-seed out")
    if options.person and not suite.has_person:
        raise UsageError(f"the suite {suite.name} has no person to be played: leave --person out")
    specs = {spec.name: spec for spec in map(suite.player, options.agents)}
    return _Plan(options, suite, specs, suite.plan(options.selection))


def _own(folder: RunFolder, held: ExitStack, watcher: Watcher) -> None:
    """Own a run folder until the stack closes."""
    mended = held.enter_context(folder.owned())
    if mended:
        watcher.warned(mended)


@asynccontextmanager
async def _model(name: str | Literal[False], options: Options, watcher: Watcher) -> AsyncIterator[Model | None]:
    """A model, which nobody has asked yet; None where there is no name of one."""
    if not name:
        yield None
        return
    model = make_model(name)
    guarded = OutageGuard(
        model,
        options.patience,
        paused=lambda why: watcher.warned(f"the run waits for the model: {why}"),
        resumed=lambda: watcher.warned("the model answers again, the run goes on"),
    )
    try:
        yield guarded
    finally:
        await model.close()


async def _speaker(model: Model) -> Callable[[], MeteredModel]:
    """What makes the model that plays the person, for each worker.

    Raises:
        UsageError: it is none that can.
        ModelFault: it does not answer.
    """
    if model.name == "builtin":
        raise UsageError("the built-in model plays no person: name another, or leave --person out for the script")
    abilities = await model.probe(PERSON_SAMPLING)
    return partial(MeteredModel, model, PERSON_SAMPLING, schema=abilities.schema, pictures=False)


def _player(spec: Contestant, options: Options, provider: ContextProvider, model: Model | None, abilities: Abilities) -> Player:
    """Who plays for an agent; its options are tried out on a first one, before any episode."""

    def make(car: Controller | None, metered: MeteredModel | None) -> Any:
        context = NetworkContext(car, provider) if car else None
        with calling(f"the agent {spec.name} cannot be made"):
            return spec.make(metered, context, options.agent_options)

    if not spec.needs_model or model is None:
        make(None, None)
        return Player(spec.name, make)
    schema = abilities.schema and not options.free_form
    metered = partial(MeteredModel, model, options.sampling, schema=schema, pictures=abilities.pictures)
    make(None, metered())
    return Player(spec.name, make, model.name, metered)


async def _play_and_sum_up(jobs: Sequence[Job], crew: Crew, plan: _Plan, watcher: Watcher) -> Finished:
    try:
        await play_all(jobs, crew, plan, watcher)
    except BaseException:
        with suppress(AutomotiveEnvError):  # what ended the run is told, not what follows from it
            _sum_up(crew)
        raise
    return _sum_up(crew)


def _sum_up(crew: Crew) -> Finished:
    folder, summarise = crew.folder, crew.suite.summarise
    return Finished(folder, folder.finish(now(), summarise), write_report(folder, summarise=summarise))


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


def _manifest(plan: _Plan, model: Model | None) -> Manifest:
    """The manifest of the run, as if it began now."""
    options = plan.options
    made = make_manifest(
        suite=options.suite,
        agents=plan.specs,
        model=model.name if model else "",
        backend=options.backend,
        seed=options.seed,
        options=options.to_json(),
    )
    secret = {} if options.private_seed is None else {MANIFEST_NAME: seed_hash(options.private_seed)}
    hashes = made.hashes | dict(plan.suite.hashes(plan.items)) | secret
    return made.model_copy(update={"hashes": hashes, "plugins": used_sources(_plugins(plan, model))})


def _new_folder(plan: _Plan, manifest: Manifest) -> RunFolder:
    """The folder of a run that begins."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return RunFolder.create(plan.options.out or _unused(Path("runs") / f"{stamp}-{'-'.join(plan.specs)}"), manifest)


def _plugins(plan: _Plan, model: Model | None) -> Iterator[Plugin[Any] | None]:
    """What of other packages a run depends on."""
    options = plan.options
    yield suite_plugin(options.suite)
    yield from plan.suite.plugins(plan.items, options.agents)
    yield from map(find_prompts, options.prompts)
    if model:
        yield model_plugin(options.model)
    if options.person:
        yield model_plugin(options.person)


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
