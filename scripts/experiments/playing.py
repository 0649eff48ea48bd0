"""Plays the runs of experiments one after the other, within one budget. Runs that were begun are continued."""

from __future__ import annotations

from math import fsum
from pathlib import Path

import anyio

from automotive_env.cli.progress import ProgressReporter
from automotive_env.runs.execution.resuming import check_options, resumed_options
from automotive_env.runs.execution.run import FinishedRun, run
from automotive_env.runs.execution.signals import until_stopped
from automotive_env.runs.records.folder import RunFolder
from automotive_env.scripts.experiments.planning import EvidencePlan, PlannedRun


def play_all(plan: EvidencePlan, max_price: float, prices: Path | None) -> str:
    """Play what is still to be played; returns why that ended early, or nothing.

    Args:
        plan: the runs.
        max_price: US dollars that all runs may cost together, including what they have cost already.
        prices: a list of prices, or None for the one of this package.

    Raises:
        AutomotiveEnvError: a run cannot begin or go on; the same command continues later.
    """
    runs = list(plan.runs())
    for one in runs:
        left = max_price - fsum(_spent(other) for other in runs if other is not one)
        if is_finished(one):
            continue
        if left <= 0:
            return f"the runs have used {max_price:g} US dollars (--max-price)"
        if stopped := _play(one, left, prices).stopped:
            return stopped
    return ""


def check_begun(plan: EvidencePlan) -> None:
    """Refuse to continue runs with other options than they were begun with, finished ones included.

    Raises:
        UsageError: the message names the options, such as a `--limit` that a pilot had.
    """
    for one in filter(is_begun, plan.runs()):
        folder = RunFolder.open(one.folder)
        check_options(folder, one.options(knowledge_base=folder.manifest.options.get("knowledge_base")))


def _play(planned: PlannedRun, left: float, prices: Path | None) -> FinishedRun:
    options = planned.options(max_price=left, prices=prices, out=planned.folder)
    if is_begun(planned):
        folder = RunFolder.open(planned.folder)
        kept = {"model": options.model, "max_price": left, "prices": prices, "resume": planned.folder}
        kept |= {"knowledge_base": options.knowledge_base} if options.knowledge_base else {}
        options = resumed_options(folder, {**kept, **{name: getattr(options, name) for name in planned.plan.shared}})
    with ProgressReporter(planned.model) as progress:
        return anyio.run(until_stopped, lambda stop: run(options, progress, stop=stop), progress.warned)


def is_begun(planned: PlannedRun) -> bool:
    """Whether a run has a folder."""
    return planned.folder.joinpath("manifest.json").is_file()


def is_finished(planned: PlannedRun) -> bool:
    """Whether all episodes of a run were played."""
    if not is_begun(planned):
        return False
    folder = RunFolder.open(planned.folder)
    return folder.manifest.planned is not None and len(folder.finished_ids()) >= folder.manifest.planned


def _spent(planned: PlannedRun) -> float:
    """What a run has cost so far, episodes that were played again included."""
    if not is_begun(planned):
        return 0.0
    return fsum(record.price or 0.0 for record in RunFolder.open(planned.folder).read_episodes().records)
