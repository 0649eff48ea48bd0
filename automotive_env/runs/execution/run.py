"""A whole run: check what was asked, plan, probe the model, play, sum up, write the report."""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from collections.abc import Container, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from anyio import get_cancelled_exc_class, to_thread

from automotive_env.errors import AutomotiveEnvError, EnvironmentFault, ModelFault, UsageError
from automotive_env.headunit.kit.display_size import display_size
from automotive_env.kate.activation.contestant import bare_name, told_hashes
from automotive_env.models.specification import model_plugin
from automotive_env.place.specification import context_plugin
from automotive_env.plugins.registry import Plugin, find_prompts, used_sources
from automotive_env.runs.execution.budget import RunBudget
from automotive_env.runs.execution.dispatch import Dispatcher
from automotive_env.runs.execution.executors import OpenExecutor, open_executor
from automotive_env.runs.execution.job import EpisodeJob, JobPlayer
from automotive_env.runs.execution.learning import LearningRun, with_base
from automotive_env.runs.execution.ledger import EpisodeRecorder
from automotive_env.runs.execution.lost_episode import lost_episode
from automotive_env.runs.execution.model_watch import HERE, ModelWatch
from automotive_env.runs.execution.origins import origins_of
from automotive_env.runs.execution.plan import RunPlan, make_plan
from automotive_env.runs.execution.reply_watch import ReplyWatch
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.resuming import check_manifest, check_options
from automotive_env.runs.execution.setup import WorkerSetup
from automotive_env.runs.execution.spares import PrestartedProcesses, open_spares
from automotive_env.runs.execution.stop import StopToken
from automotive_env.runs.execution.team import RunModels, open_models, players_of
from automotive_env.runs.execution.worker import MissingSignals, StartWorker
from automotive_env.runs.index.episode_index import EpisodeIndex
from automotive_env.runs.records.folder import RunFolder, check_unused
from automotive_env.runs.records.manifest import RunManifest, make_manifest, now
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.summary import RunSummary
from automotive_env.runs.viewer.report import page_data, write_page
from automotive_env.runs.viewer.viewed_run import ViewedRun
from automotive_env.suites.private_seed import MANIFEST_NAME, seed_hash
from automotive_env.suites.registry import suite_plugin
from automotive_env.suites.suite import PlanItem, Suite


class RunListener(Protocol):
    """Whoever follows a run while it goes on."""

    def planned(self, jobs: Sequence[EpisodeJob], folder: Path, missing: MissingSignals) -> None:
        """The run begins; `missing` are the tasks that are left out because the car lacks signals."""
        ...

    def warned(self, message: str) -> None:
        """Something about the run folder should be known, though the run goes on."""
        ...

    def started(self, job: EpisodeJob) -> None:
        """An episode begins."""
        ...

    def finished(self, record: EpisodeRecord) -> None:
        """An episode is over and recorded."""
        ...


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """What a run came to.

    Attributes:
        episodes: all of the folder.
        stopped: why it ended before its plan did; empty where it did not.
    """

    folder: RunFolder
    summary: RunSummary
    report: Path
    episodes: EpisodeIndex
    stopped: str = ""


async def run(
    options: ResolvedOptions, watcher: RunListener, open_executor: OpenExecutor = open_executor, stop: StopToken | None = None
) -> FinishedRun:
    """Carry out a run.

    Args:
        options: what is asked for.
        watcher: follows the run.
        open_executor: opens what it is played on.
        stop: asks it to stop.

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
    if options.out:
        check_unused(options.out)
    if options.learn and not resumed:
        options = with_base(options)
    async with open_spares() as spares:
        plan = await make_plan(options, resumed, spares)
        return await _run(plan, resumed, watcher, open_executor, spares, stop or StopToken())


async def _run(
    plan: RunPlan,
    resumed: RunFolder | None,
    watcher: RunListener,
    open_executor: OpenExecutor,
    spares: PrestartedProcesses,
    stop: StopToken,
) -> FinishedRun:
    """Carry out a run that is planned."""
    options = plan.options
    with ExitStack() as held:
        if resumed:
            _own(resumed, held, watcher)
        watch = ModelWatch(watcher.warned)
        async with open_models(options, plan.specs, partial(watch, HERE)) as models:
            manifest = _manifest(plan, models)
            if resumed:
                check_manifest(resumed, manifest.model_copy(update={"unsupported": resumed.manifest.unsupported}))
            probed = await models.probe(options.sampling)
            players = () if options.learn else players_of(options, plan.specs, models, probed)
            start = open_executor(WorkerSetup(options, probed), plan.suite, models, watch, spares, held)
            missing = await _missing(plan, start)
            manifest = manifest.model_copy(update={"unsupported": {task: tuple(lacks) for task, lacks in missing.items()}})
            if resumed:
                check_manifest(resumed, manifest)
            items = [item for item in plan.items if item.task not in missing]
            learning = LearningRun(plan, items, models, probed) if options.learn else None
            folder = resumed or _new_folder(plan, manifest)
            if not resumed:
                _own(folder, held, watcher)
            if plan.file and not plan.is_kept:
                await to_thread.run_sync(folder.write_plan, plan.file)
            finished = folder.finished_ids()
            left = learning.left(folder) if learning else [_left(finished, players, items)]
            folder.note_planned(len(finished) + sum(map(len, left)))
            watcher.planned([job for jobs in left for job in jobs], folder.path, missing)
            return await _play_and_sum_up(left, learning, start, plan, folder, watcher, stop)


def _left(finished: Container[str], players: Sequence[JobPlayer], items: Sequence[PlanItem]) -> list[EpisodeJob]:
    """What of a run is still to be played."""
    return [job for player in players for item in items if (job := EpisodeJob(item, player)).id not in finished]


def _own(folder: RunFolder, held: ExitStack, watcher: RunListener) -> None:
    """Own a run folder until the stack closes."""
    mended = held.enter_context(folder.owned())
    if mended:
        watcher.warned(mended)


async def _play_and_sum_up(
    rounds: Sequence[Sequence[EpisodeJob]],
    learning: LearningRun | None,
    start: StartWorker,
    plan: RunPlan,
    folder: RunFolder,
    watcher: RunListener,
    stop: StopToken,
) -> FinishedRun:
    try:
        recorded = await _play(rounds, learning, start, plan, folder, watcher, stop)
    except get_cancelled_exc_class():  # it is to end at once
        raise
    except BaseException:
        with suppress(AutomotiveEnvError):  # what ended the run is told, not what follows from it
            _sum_up(folder, plan.suite)
        raise
    finished = _sum_up(folder, plan.suite)
    return finished if recorded == sum(map(len, rounds)) else replace(finished, stopped=stop.reason)


def _sum_up(folder: RunFolder, suite: Suite) -> FinishedRun:
    """Write the summary and the page of a run; the steps are read once for both."""
    viewed = ViewedRun(folder, suite.summarise)
    try:
        steps = page_data(viewed)
    finally:
        summary = folder.finish(now(), viewed.summary())
    return FinishedRun(folder, summary, write_page(viewed, steps=steps), viewed.episodes())


async def _missing(plan: RunPlan, start: StartWorker) -> MissingSignals:
    """The tasks that the cars of this run cannot play, and what they lack."""
    if plan.options.backend == "headless":
        return {}
    async with start(0) as worker:
        missing = await worker.missing(plan.items)
    if all(item.task in missing for item in plan.items):
        lacks = ", ".join(sorted({name for names in missing.values() for name in names}))
        raise UsageError(f"the device can play none of these tasks: it lacks {lacks}")
    return missing


async def _play(
    rounds: Sequence[Sequence[EpisodeJob]],
    learning: LearningRun | None,
    start: StartWorker,
    plan: RunPlan,
    folder: RunFolder,
    watcher: RunListener,
    stop: StopToken,
) -> int:
    """Play all rounds, or what has begun when the run is asked to stop; returns how many episodes were recorded.

    Raises:
        AutomotiveEnvError: the fault that ended the run, with what to do about it.
    """
    ended: Counter[str] = Counter()
    errors: deque[str] = deque(maxlen=1)
    budget = RunBudget(plan.options, stop)
    for record in folder.read_episodes().records if budget else ():
        budget.add(record)

    def finished(record: EpisodeRecord) -> None:
        ended[record.outcome] += 1
        errors.append(record.error)
        watcher.finished(record)
        if learning:
            learning.heard(record)

    watch = ReplyWatch(watcher.warned)
    ledger = EpisodeRecorder(folder, started=watcher.started, played=budget.add, finished=finished, replied=watch)
    blame = partial(lost_episode, plan.suite, plan.options.backend)
    try:
        for number, jobs in enumerate(rounds):
            if jobs:
                await Dispatcher(jobs, start, ledger, blame, stop).play(plan.options.workers)
            if stop.reason:
                break
            if learning:
                await to_thread.run_sync(learning.learn, folder, number)
        if set(ended) == {"model_error"}:
            raise ModelFault(f"the model failed in every episode: {errors[-1]}")
        if set(ended) == {"env_error"} == {record.outcome for record in folder.read_episodes().records}:
            raise EnvironmentFault(f"the environment failed in every episode: {errors[-1]}")
    except AutomotiveEnvError as fault:
        raise type(fault)(f"{fault}; continue later with --resume {folder.path}") from None
    return ended.total()


def _manifest(plan: RunPlan, models: RunModels) -> RunManifest:
    """The manifest of the run, as if it began now."""
    options = plan.options
    made = make_manifest(
        suite=options.suite,
        agents=plan.specs,
        model=",".join(model.name for model in models.agents),
        backend=options.backend,
        seed=options.seed,
        options=options.to_json(),
    )
    secret = {} if options.private_seed is None else {MANIFEST_NAME: seed_hash(options.private_seed)}
    hashes = made.hashes | dict(plan.suite.hashes(plan.items)) | secret | told_hashes(plan.specs.values())
    if options.max_episode_price is not None:
        prices = sorted((name, price.model_dump_json()) for name, price in models.prices.items())
        hashes["prices"] = hashlib.sha256(repr(prices).encode()).hexdigest()
    plugins = used_sources(_plugins(plan, asked=bool(models.agents)))
    origins = origins_of(plan.specs, plugins, options.suite, made.options)
    told = {"hashes": hashes, "plan_file": plan.digest, "origins": origins, "plugins": plugins, "settings": _settings(plan)}
    return made.model_copy(update=told)


def _settings(plan: RunPlan) -> dict[str, dict[str, Any]]:
    """What the run makes of the design of agents whose options do not say it all."""
    options, display = plan.options.agent_options, display_size(plan.options.display)
    found = {name: getattr(getattr(spec, "inner", spec), "settings", None) for name, spec in plan.specs.items()}
    return {name: dict(settings(options, display)) for name, settings in found.items() if settings}


def _new_folder(plan: RunPlan, manifest: RunManifest) -> RunFolder:
    """The folder of a run that begins."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = f"{stamp}-{'-'.join(plan.specs).replace(':', '-')}"
    return RunFolder.create(plan.options.out or _unused(Path("runs") / name), manifest)


def _plugins(plan: RunPlan, *, asked: bool) -> Iterator[Plugin[Any] | None]:
    """What of other packages a run depends on."""
    options = plan.options
    yield suite_plugin(options.suite)
    yield from plan.suite.plugins(plan.items, map(bare_name, options.agents))
    yield from map(find_prompts, options.prompts)
    yield context_plugin(options.context)
    if asked:
        yield from map(model_plugin, options.models)
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
