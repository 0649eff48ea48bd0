"""`automotive-env play`: people play tasks in a browser, as an agent does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from automotive_env.cli.options import asked_for, with_options
from automotive_env.text.extras import install

if TYPE_CHECKING:
    from automotive_env.runs.execution.job import EpisodeJob
    from automotive_env.runs.execution.worker import MissingSignals

STEPS = 60
"""Actions that a person has in each turn: far more than any wish needs on a car that one does not know yet."""
SECONDS = 1_800.0
"""Seconds that a person has for a wish."""


@with_options("tasks", "dimension", "instances", "limit", "trials", "seed", "place", "out", "resume")
def play(
    command: typer.Context,
    people: Annotated[int, typer.Option(help="Let this many people play at a time.", min=1, max=64)] = 1,
    results: Annotated[bool, typer.Option("--results", help="Show people the result after each task.")] = False,
    port: Annotated[int, typer.Option(help="Port; 0 picks a free one.", min=0, max=65_535)] = 0,
    lan: Annotated[bool, typer.Option("--lan", help="Let other machines on the network open the pages.")] = False,
) -> None:
    """Let people play tasks in a browser, with the same cars, actions and verdicts as agents.

    Each person opens their own address, agrees to take part, and gets one wish after another. What they do becomes episodes
    of the agent `human` in an ordinary run. No personal data is requested or stored: no name, no address.
    """
    import anyio

    from automotive_env.agents.human import human
    from automotive_env.cli import out as say
    from automotive_env.cli.progress import ProgressReporter, show_summary
    from automotive_env.errors import UsageError

    try:
        from automotive_env.serving.people.executor import PeopleExecutor
        from automotive_env.serving.people.sitting import sit
    except ModuleNotFoundError as missing:
        raise UsageError(f"the pages need {missing.name}: {install('web')}") from None
    from automotive_env.serving.people.tester import HumanTester

    class Counting(ProgressReporter):
        def planned(self, jobs: Sequence[EpisodeJob], folder: Path, missing: MissingSignals) -> None:
            super().planned(jobs, folder, missing)
            executor.left = len(jobs)

    def ready(addresses: Sequence[str]) -> None:
        say("\n".join(f"person {number}: {address}" for number, address in enumerate(addresses, 1)))
        say("Each person opens one of these. Press Ctrl+C to stop; finished episodes are kept.")

    executor = PeopleExecutor([HumanTester() for _ in range(people)], tells=results)
    options = replace(asked_for(command), agents=(human.name,), concurrency=people)
    if options.resume is None:
        options = replace(options, max_steps=STEPS, max_episode_seconds=SECONDS)
    with Counting("none") as progress:
        finished = anyio.run(lambda: sit(options, executor, progress, port=port, lan=lan, ready=ready))
    show_summary(finished)
