"""What a person sees of a run: each finished episode as a line, a bar below, tables at the end."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, ProgressColumn, Task, TextColumn
from rich.progress import Progress as Bar
from rich.table import Column
from rich.text import Text

from automotive_env.cli import out
from automotive_env.cli.running import Running
from automotive_env.execution.job import Job
from automotive_env.execution.run import Finished
from automotive_env.execution.worker import Missing
from automotive_env.printable import printable
from automotive_env.results.picture_log import REDRAWN
from automotive_env.results.records import EpisodeRecord, OutcomeName
from automotive_env.results.table import print_tables

MARKS: dict[OutcomeName, tuple[str, str]] = {
    "pass": ("pass", "green"),
    "fail": ("fail", "red"),
    "step_limit": ("limit", "yellow"),
    "agent_error": ("agent!", "magenta"),
    "env_error": ("car!", "bold magenta"),
    "model_error": ("model!", "bold magenta"),
}
"""Outcome -> word and style; an exclamation mark names who is to blame."""
INDENT = " " * 7
"""Before why an episode ended as it did."""
REPORTS = 10
"""How often a run says how it stands, where there is no terminal to show that all the time."""


class _Standing(ProgressColumn):
    """How the run stands; it is asked for when it is drawn, since many episodes may end between two drawings."""

    max_refresh = 0.5

    def __init__(self, running: Running) -> None:
        super().__init__(Column(no_wrap=True))
        self._running = running

    def render(self, task: Task) -> Text:
        return Text(self._running.text)


class Progress:
    """Follows a run on stderr: with a bar on a terminal; plain, with a line now and then, without one or with NO_COLOR."""

    def __init__(self, model: str) -> None:
        plain = not Console(stderr=True).is_terminal or bool(os.environ.get("NO_COLOR"))
        self._console = Console(stderr=True, color_system=None) if plain else Console(stderr=True)
        self._plain = plain
        self._running = Running()
        self._model = model
        self._folder: Path | None = None
        self._bar = Bar(
            BarColumn(20),
            _Standing(self._running),
            TextColumn("[dim]{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis")),
            console=self._console,
            transient=True,
            disable=plain,
        )
        self._agents_width = 0
        self._several_models = False

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._bar.stop()
        if isinstance(error, KeyboardInterrupt):
            self.stopped("stopped")

    def stopped(self, why: str) -> None:
        """The run ended before its plan did."""
        how = f"; go on later with --resume {printable(self._folder)}" if self._folder else ""
        self._console.print(Text(f"{why}{how}", "yellow"), soft_wrap=True)

    def planned(self, jobs: Sequence[Job], folder: Path, missing: Missing) -> None:
        """The run begins."""
        self._folder = folder
        for task, signals in missing.items():
            self.warned(f"left out {task}: the device lacks {', '.join(signals)}")
        agents = ", ".join(dict.fromkeys(job.agent for job in jobs))
        self._several_models = len({job.player.asks for job in jobs if job.player.asks}) > 1
        self._agents_width = max((len(self._who(job.agent, job.player.asks)) for job in jobs), default=0)
        line = Text(f"{len(jobs)} episode{'' if len(jobs) == 1 else 's'}", style="bold")
        line.append(f" · {agents} · model {printable(self._model)} · {printable(folder)}", style="not bold")
        self._console.print(line)
        self._running.begin(len(jobs))
        self._total = self._bar.add_task("starting", total=len(jobs))

    def warned(self, message: str) -> None:
        """Something about the run folder should be known."""
        self._console.print(Text(printable(message), "yellow"), soft_wrap=True)

    def started(self, job: Job) -> None:
        """An episode begins."""
        self._bar.update(self._total, description=escape(f"{job.agent} {job.item.task}"))

    def finished(self, record: EpisodeRecord) -> None:
        """An episode is over."""
        word, style = MARKS[record.outcome]
        line = Text(f"{word:<7}", style=style)
        line.append(f"{self._who(record.agent, record.model):<{self._agents_width}}  ")
        line.append(f"{printable(record.task):<29}", style="bold")
        line.append(f"{record.steps:>3} step{' ' if record.steps == 1 else 's'}  ", style="dim")
        line.append(f"“{printable(record.goal)}”")
        why = printable(record.why)
        if self._plain:  # without rich, which takes ten times as long
            told = [line.plain, *wrap(why, self._console.width, initial_indent=INDENT, subsequent_indent=INDENT)]
            self._console.file.write("".join(f"{one}\n" for one in told))
        else:
            self._console.print(line, soft_wrap=True)
            if why:
                self._console.print(Padding(Text(why, "dim"), (0, 0, 0, len(INDENT))))
        self._running.add(record)
        self._bar.advance(self._total)
        if self._plain and self._reports():
            self._console.print(self._running.text, soft_wrap=True)

    def _who(self, agent: str, model: str) -> str:
        """An agent, with its model where several are asked."""
        return printable(f"{agent} ({model})" if self._several_models and model else agent)

    def _reports(self) -> bool:
        """Whether another part of the run is over since the last report."""
        done, total = self._running.done, self._running.total
        return total >= REPORTS and done * REPORTS // total > (done - 1) * REPORTS // total and done < total


def show_summary(finished: Finished) -> None:
    """Print the tables and where everything is."""
    console = Console()
    print_tables(finished.summary, console)
    console.print(Text(f"report  {printable(finished.report)}"), soft_wrap=True)
    console.print(Text(f"records {printable(finished.folder.path)}"), soft_wrap=True)
    manifest = finished.folder.manifest
    if manifest.backend in REDRAWN and manifest.options.get("images") and manifest.suite == "automotive":
        console.print(Text(f"pixels  automotive-env render {printable(finished.folder.path)}"), soft_wrap=True)


def show_json(finished: Finished) -> None:
    """Print what programs read, on one line."""
    out(json.dumps({"run": str(finished.folder.path), **finished.summary.model_dump(mode="json")}))
