"""What a run plays: drawn when it begins, and read from its folder when it goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anyio import to_thread

from automotive_env.errors import UsageError
from automotive_env.runs.execution.drawing import draw_all
from automotive_env.runs.execution.plan_file import MAX_LINE_BYTES, items_of, plan_digest, plan_file
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.spares import PrestartedProcesses
from automotive_env.runs.execution.team import contestants
from automotive_env.runs.records.folder import RunFolder
from automotive_env.suites.registry import find_suite
from automotive_env.suites.suite import Contestant, InstanceDraft, PlanItem, Suite, check_options, repeated
from automotive_env.text.lists import any_of


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What is to be played, by whom.

    Attributes:
        options: of the run.
        suite: what is played.
        specs: who plays, by name.
        items: what is played, in order.
        file: content of the file of the plan; empty for a suite that plans quickly.
        is_kept: whether that file is in the folder already.
    """

    options: ResolvedOptions
    suite: Suite
    specs: Mapping[str, Contestant]
    items: Sequence[PlanItem]
    file: bytes = b""
    is_kept: bool = False

    @property
    def digest(self) -> str | None:
        """SHA-256 of the file; None without one."""
        return plan_digest(self.file) if self.file else None


async def make_plan(options: ResolvedOptions, resumed: RunFolder | None, spares: PrestartedProcesses) -> RunPlan:
    """The plan of a run; further processes help to draw it, which then are workers.

    Raises:
        UsageError: something was asked for that does not exist, or that the suite has no use for.
    """
    suite, specs, drafts = await to_thread.run_sync(_chosen, options)  # beside the loop: a suite may need a loop of its own
    kept = _kept(resumed, drafts) if resumed and drafts else None
    if kept is not None:
        file, items = kept
        return RunPlan(options, suite, specs, repeated(items, options.selection), file, is_kept=True)
    await spares.start(options, most=_players(options) * options.trials * len(drafts) or options.workers)
    if not drafts:
        return RunPlan(options, suite, specs, await to_thread.run_sync(suite.plan, options.selection))
    drawn = await draw_all(options.suite, suite, drafts, spares)
    return RunPlan(options, suite, specs, repeated(drawn, options.selection), plan_file(drafts, drawn))


def _chosen(options: ResolvedOptions) -> tuple[Suite, Mapping[str, Contestant], Sequence[InstanceDraft]]:
    """The suite, who plays, and what is to be drawn."""
    suite = find_suite(options.suite)
    if options.backend not in suite.backends:
        raise UsageError(f"the suite {suite.name} runs only on the backend {any_of(suite.backends)}, not on {options.backend}")
    check_options(suite, options)
    return suite, contestants(suite, options), suite.drafts(options.selection)


def _players(options: ResolvedOptions) -> int:
    """How many play each item on all faces, at most."""
    return len(options.agents) * len(options.models) * len(options.face)


def _kept(folder: RunFolder, drafts: Sequence[InstanceDraft]) -> tuple[bytes, list[PlanItem | None]] | None:
    """The plan in a folder, as file and items; None where it is missing, or not the one that the run began with."""
    content = folder.read_plan(MAX_LINE_BYTES * len(drafts))
    if not content or plan_digest(content) != folder.manifest.plan_file:
        return None
    items = items_of(content, drafts)
    return (content, items) if items is not None else None
