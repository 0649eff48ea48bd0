"""What a person sees of a run: each finished episode as a line, a bar below, tables at the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from automotive_env.execution.local import Job
from automotive_env.execution.run import Finished
from automotive_env.results.records import EpisodeRecord, OutcomeName
from automotive_env.results.table import print_tables

MARKS: dict[OutcomeName, str] = {
    "pass": "[green]pass[/]",
    "fail": "[red]fail[/]",
    "step_limit": "[yellow]limit[/]",
    "agent_error": "[magenta]agent![/]",
    "env_error": "[bold magenta]car![/]",
    "model_error": "[bold magenta]model![/]",
}


class Progress:
    """Follows a run on stderr."""

    def __init__(self, model: str) -> None:
        self._console = Console(stderr=True)
        self._model = model
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
        )
        self._passed = 0

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._bar.stop()

    def planned(self, jobs: Sequence[Job], folder: Path) -> None:
        """The run begins."""
        agents = ", ".join(dict.fromkeys(job.agent for job in jobs))
        self._console.print(f"[bold]{len(jobs)} episodes[/] · {escape(agents)} · model {escape(self._model)} · {escape(str(folder))}")
        self._total = self._bar.add_task("starting", total=len(jobs))

    def started(self, job: Job) -> None:
        """An episode begins."""
        self._bar.update(self._total, description=escape(f"{job.agent} {job.instance.task}"))

    def finished(self, record: EpisodeRecord) -> None:
        """An episode is over."""
        goal = escape(record.goal if len(record.goal) <= 60 else record.goal[:59] + "…")
        why = escape(record.error or ", ".join(record.side_effects))
        self._console.print(
            f"{MARKS[record.outcome]:<24} [bold]{record.task:<34}[/] {goal:<62} {record.steps:>3} steps"
            + (f"  [dim]{why[:80]}[/]" if why and not record.success else ""),
            highlight=False,
            no_wrap=True,
            overflow="ellipsis",
        )
        self._bar.advance(self._total)


def show_summary(finished: Finished) -> None:
    """Print the tables and where everything is."""
    console = Console()
    print_tables(finished.summary, console)
    console.print(f"report  {finished.report}", highlight=False, soft_wrap=True)
    console.print(f"records {finished.folder.path}", highlight=False, soft_wrap=True)
