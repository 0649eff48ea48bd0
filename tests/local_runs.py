"""Playing some jobs in this process, as a run does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from automotive_env.runs.execution.dispatch import Dispatcher
from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.execution.ledger import EpisodeRecorder
from automotive_env.runs.execution.local import LocalWorker, local_worker
from automotive_env.runs.execution.lost_episode import lost_episode
from automotive_env.runs.execution.slot import WorkerResources
from automotive_env.runs.records.folder import RunFolder


async def run_local(jobs: Sequence[EpisodeJob], crew: WorkerResources, folder: RunFolder, concurrency: int = 1) -> None:
    """Play jobs, several at a time; each is recorded in the folder."""
    blame = partial(lost_episode, crew.suite, folder.manifest.backend)
    start = local_worker(LocalWorker(crew, concurrency))
    await Dispatcher(jobs, start, EpisodeRecorder(folder), blame).play(1)
