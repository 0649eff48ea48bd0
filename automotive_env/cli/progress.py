"""What a person sees of a run: a bar while it goes on, then tables, a few failures in plain words, and what to do next."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
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
from automotive_env.cli.running import EpisodeCounter
from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.execution.run import FinishedRun
from automotive_env.runs.execution.worker import MissingSignals
from automotive_env.runs.records.picture_log import REDRAWN
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.runs.tables.everyday import why_plainly
from automotive_env.runs.tables.items import counted_items
from automotive_env.runs.tables.labels import labelled
from automotive_env.runs.tables.table import plain_sentence, print_tables
from automotive_env.suites.automotive.floors import floors
from automotive_env.text.printable import printable

REPORTS = 10
"""How often a run says how it stands, where there is no terminal to show that all the time."""
MAX_TROUBLES = 5
"""Episodes that the car or the model broke off, of which a run says at once what happened."""
FAILURES = 5
"""Failures that are told at the end of a run."""


class _Standing(ProgressColumn):
    """How the run stands; it is asked for when it is drawn, since many episodes may end between two drawings."""

    max_refresh = 0.5

    def __init__(self, running: EpisodeCounter) -> None:
        super().__init__(Column(no_wrap=True))
        self._running = running

    def render(self, task: Task) -> Text:
        return Text(self._running.text)


class ProgressReporter:
    """Follows a run on stderr: with a bar on a terminal; plain, with a line now and then, without one or with NO_COLOR."""

    def __init__(self, model: str, about_model: str = "") -> None:
        """Follow a run.

        Args:
            model: who answers the prompts.
            about_model: what a reader has to know of it.
        """
        plain = not Console(stderr=True).is_terminal or bool(os.environ.get("NO_COLOR"))
        self._console = Console(stderr=True, color_system=None) if plain else Console(stderr=True)
        self._plain = plain
        self._running = EpisodeCounter()
        self._model = model
        self._about_model = about_model
        self._folder: Path | None = None
        self._bar = Bar(
            BarColumn(20),
            _Standing(self._running),
            TextColumn("[dim]{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1)),
            console=self._console,
            transient=True,
            expand=True,
            disable=plain,
        )
        self._troubles = 0
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
        how = f"; continue later with --resume {printable(self._folder)}" if self._folder else ""
        self._console.print(Text(f"{why}{how}", "yellow"), soft_wrap=True)

    def planned(self, jobs: Sequence[EpisodeJob], folder: Path, missing: MissingSignals) -> None:
        """The run begins."""
        self._folder = folder
        for task, signals in missing.items():
            self.warned(f"left out {task}: the device lacks {', '.join(signals)}")
        asked = {job.player.asks for job in jobs if job.player.asks}
        self._several_models = len(asked) > 1
        agents = ", ".join(dict.fromkeys(self._who(job.agent, job.player.asks) for job in jobs))
        line = Text(f"{len(jobs)} episode{'' if len(jobs) == 1 else 's'}", style="bold")
        model = f" · model {printable(self._model)}" if asked else ""
        line.append(f" · {agents}{model} · {printable(folder)}", style="not bold")
        self._console.print(line, soft_wrap=True)
        if self._about_model and asked:
            self._console.print(Text(self._about_model, "dim"), soft_wrap=True)
        self._running.begin(len(jobs))
        self._total = self._bar.add_task("starting", total=len(jobs))

    def warned(self, message: str) -> None:
        """Something about the run folder should be known."""
        self._console.print(Text(printable(message), "yellow"), soft_wrap=True)

    def started(self, job: EpisodeJob) -> None:
        """An episode begins."""
        self._bar.update(self._total, description=escape(f"{job.agent} {job.item.task}"))

    def finished(self, record: EpisodeRecord) -> None:
        """An episode is over."""
        if record.interrupted:
            self._troubled(record)
        self._running.add(record)
        self._bar.advance(self._total)
        if self._plain and self._reports():
            self._console.print(self._running.text, soft_wrap=True)

    def _troubled(self, record: EpisodeRecord) -> None:
        """Tell of an episode that was broken off; of many the first ones."""
        self._troubles += 1
        if self._troubles <= MAX_TROUBLES:
            more = "; further ones are only counted" if self._troubles == MAX_TROUBLES else ""
            who = self._who(record.agent, record.model)
            self.warned(f"{who} {record.task}: {why_plainly(record)}{more}")

    def _who(self, agent: str, model: str) -> str:
        """An agent, with its model where several are asked."""
        return printable(f"{agent} ({model})" if self._several_models and model else agent)

    def _reports(self) -> bool:
        """Whether another part of the run is over since the last report."""
        done, total = self._running.done, self._running.total
        return total >= REPORTS and done * REPORTS // total > (done - 1) * REPORTS // total and done < total


def show_summary(finished: FinishedRun) -> None:
    """Print the tables, a few failures, where everything is, and how to look at it."""
    console = Console()
    folder = printable(finished.folder.path)
    print_tables(finished.summary, console)
    show_failures(finished.episodes.rows(), console)
    console.print(Text(f"report  {printable(finished.report)}"), soft_wrap=True)
    console.print(Text(f"records {folder}"), soft_wrap=True)
    manifest = finished.folder.manifest
    if manifest.backend in REDRAWN and manifest.options.get("images") and manifest.suite == "automotive":
        console.print(Text(f"pictures automotive-env render {folder}"), soft_wrap=True)
    console.print(Text(f"viewer  automotive-env view {folder}", "bold"), soft_wrap=True)


def show_failures(rows: Iterable[EpisodeRow], console: Console) -> None:
    """Print a few of the items that failed, from all over the run: what was said, and why it failed."""
    failed = [item for item in counted_items(labelled(rows)) if not item.success]
    told = [failed[len(failed) * number // FAILURES] for number in range(FAILURES)] if len(failed) > FAILURES else failed
    if not told:
        return
    several = len({item.agent for item in failed}) > 1
    heading = f"{len(told)} of {len(failed)} failures" if len(failed) > len(told) else "Failures"
    console.print(Text(heading, "bold"))
    for item in told:
        who = f"{item.agent}: " if several else ""
        console.print(Padding(Text(printable(f"{who}{plain_sentence(item)}")), (0, 0, 0, 2)))
    console.print()


def about_model(model: str, suite: str) -> str:
    """What a reader has to know of the model that needs no key; empty where only others are asked."""
    if "builtin" not in model.split(","):
        return ""
    known = floors() if suite == "automotive" else None
    rates = [one.whole.passed / one.whole.n for one in known.rows if one.model == "builtin" and one.whole.n] if known else []
    expected = f"about {100 * rates[0]:.0f} % of the tasks" if rates else "few tasks"
    return f"builtin is a set of rules, not a language model; expect it to pass {expected}. Choose another with --model."


def show_json(finished: FinishedRun) -> None:
    """Print what programs read, on one line."""
    out(json.dumps({"run": str(finished.folder.path), **finished.summary.model_dump(mode="json")}))
