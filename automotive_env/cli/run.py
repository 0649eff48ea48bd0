"""`automotive-env run`: let agents play tasks."""

from __future__ import annotations

from typing import Annotated

import typer

from automotive_env.cli import STOPPED
from automotive_env.cli.options import asked_for, with_options
from automotive_env.runs.options import keeps, who


@with_options()
def run(
    command: typer.Context,
    as_paper: Annotated[
        str,
        typer.Option(
            help="Set all options of a paper and print them: automotive | vehicleworld | kate; "
            "options that you type take precedence.",
            rich_help_panel=who.title,
        ),
    ] = "",
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object on stdout, progress on stderr.", rich_help_panel=keeps.title)
    ] = False,
) -> None:
    """Let agents play tasks, and report how they did.

    Without options, the agent ASURADA plays every task headless with the built-in model: no key, no network, no GPU.
    """
    from automotive_env.runs.execution.garbage_collection import collect_seldom

    collect_seldom()
    import anyio

    from automotive_env.cli.progress import ProgressReporter, about_model, show_json, show_summary
    from automotive_env.runs.execution.run import run as run_all
    from automotive_env.runs.execution.signals import RunInterrupted, until_stopped

    options = asked_for(command)
    with ProgressReporter(",".join(options.label) or options.model, about_model(options.model, options.suite)) as progress:
        try:
            finished = anyio.run(until_stopped, lambda stop: run_all(options, progress, stop=stop), progress.warned)
        except RunInterrupted as interrupted:
            progress.stopped(str(interrupted))
            raise SystemExit(interrupted.status) from None
    (show_json if json else show_summary)(finished)
    if finished.stopped:
        progress.stopped(finished.stopped)
        raise SystemExit(STOPPED)
