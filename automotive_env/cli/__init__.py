"""The commands of `automotive-env`, one file each. `--help` imports neither a model, a device nor the head unit."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, TextIO

import typer

from automotive_env.cli.usage import OneLineErrorApp
from automotive_env.errors import AutomotiveEnvError, UsageError
from automotive_env.plugins.registry import PluginWarning
from automotive_env.text.docstrings import check_docstrings
from automotive_env.text.option import words
from automotive_env.text.output import prepare_output
from automotive_env.text.printable import printable
from automotive_env.version import TASK_SET_VERSION, __version__

WRONG_USAGE = 2
COULD_NOT_RUN = 3
STOPPED = 4


@contextmanager
def exit_status() -> Iterator[None]:
    """Turn faults into one line on stderr and an exit status: 2 for wrong usage, 3 where something could not run."""
    prepare_output()
    try:
        check_docstrings()
        with _plain_warnings():
            yield
    except UsageError as fault:
        _say(fault)
        raise SystemExit(WRONG_USAGE) from None
    except AutomotiveEnvError as fault:
        _say(fault)
        raise SystemExit(COULD_NOT_RUN) from None


@contextmanager
def _plain_warnings() -> Iterator[None]:
    """Say on one line what is left out of other packages, without where in our source that was found out."""
    with warnings.catch_warnings():
        show = warnings.showwarning

        def say(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if issubclass(category, PluginWarning):
                typer.secho(f"warning: {printable(message)}", fg="yellow", err=True)
            else:
                show(message, category, filename, lineno, file, line)

        warnings.showwarning = say
        yield


def _say(fault: AutomotiveEnvError) -> None:
    typer.secho(f"error: {printable(fault)}", fg="red", err=True)


def make_app(*commands: Callable[..., None]) -> typer.Typer:
    """An application of these commands, which shells can complete; a single command is the application itself."""
    several = len(commands) > 1
    app = OneLineErrorApp(add_completion=several, no_args_is_help=several)
    for command in commands:
        app.command(command.__name__.rstrip("_"))(command)
    return app


def application() -> typer.Typer:
    """All commands."""
    from automotive_env.cli.agents import agents
    from automotive_env.cli.bench import bench
    from automotive_env.cli.compare import compare
    from automotive_env.cli.doctor import doctor
    from automotive_env.cli.export import export
    from automotive_env.cli.knowledge import knowledge
    from automotive_env.cli.leaderboard import leaderboard
    from automotive_env.cli.models import models
    from automotive_env.cli.play import play
    from automotive_env.cli.render import render
    from automotive_env.cli.report import report
    from automotive_env.cli.run import run
    from automotive_env.cli.screens import screens
    from automotive_env.cli.serve import serve
    from automotive_env.cli.tasks import tasks
    from automotive_env.cli.train import train
    from automotive_env.cli.verify import verify
    from automotive_env.cli.view import view

    playing = (run, play, agents, models)
    reading = (view, report, compare, export, render, verify, leaderboard)
    app = make_app(*playing, *reading, screens, serve, bench, doctor)
    app.add_typer(tasks, name="tasks")
    app.add_typer(knowledge, name="knowledge")
    app.add_typer(train, name="train")
    app.callback(help="A benchmark and environment for agents that operate a car.")(_common)
    return app


def _print_version(asked: bool) -> None:
    if asked:
        out(f"automotive-env {__version__}, tasks {TASK_SET_VERSION}")
        raise typer.Exit


def _common(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    """Options of the program itself."""


def main() -> None:
    """The console script `automotive-env`."""
    with exit_status():
        application()(prog_name="automotive-env")


def load_tasks(tasks: str) -> None:
    """Load the tasks of other packages that `--tasks` names, so that records of them can be judged.

    Raises:
        UsageError: there is no such task.
    """
    from automotive_env.tasks.registry import match_tasks

    for name in words(tasks, "--tasks"):
        match_tasks(name)


def out(text: str) -> None:
    """Write to stdout what programs and people read."""
    sys.stdout.write(text + "\n")
