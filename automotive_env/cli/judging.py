"""What `automotive-env report --judge` does: a model says how episodes failed."""

from __future__ import annotations

from collections.abc import Sequence

import anyio
from rich.console import Console
from rich.progress import Progress

from automotive_env.models.specification import make_model
from automotive_env.runs.error_types.judge import JudgedErrorTypes, judge_runs
from automotive_env.runs.records.folder import RunFolder


def judged_by(spec: str, runs: Sequence[RunFolder]) -> tuple[str, JudgedErrorTypes]:
    """The name of the judge, and the types that it gives to episodes that failed; shows its progress.

    Raises:
        UsageError: there is no such model, or it cannot judge.
        ModelFault: it could not be asked.
        RecordsFault: the folder of a run cannot be written.
    """
    model = make_model(spec)

    async def ask(progress: Progress) -> JudgedErrorTypes:
        bar = progress.add_task("judge", total=None)
        try:
            return await judge_runs(runs, model, lambda total: progress.update(bar, total=total), lambda: progress.advance(bar))
        finally:
            await model.close()

    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        return model.name, anyio.run(ask, progress)
