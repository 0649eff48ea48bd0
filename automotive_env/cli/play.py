"""`automotive-env play`: people play tasks in a browser, as an agent does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from automotive_env.cli.run import DIMENSIONS, asked_for

if TYPE_CHECKING:
    from automotive_env.runs.execution.job import Job
    from automotive_env.runs.execution.worker import Missing

STEPS = 60
"""Actions that a person has in each turn: far more than any wish needs on a car that one does not know yet."""
SECONDS = 1_800.0
"""Seconds that a person has for a wish."""


def play(
    context: typer.Context,
    tasks: Annotated[str, typer.Option(help="Names or patterns with commas, such as 'hvac.*'; all without it.")] = "",
    dimension: Annotated[str, typer.Option(help=DIMENSIONS)] = "",
    instances: Annotated[int, typer.Option(help="Instances drawn of each task.")] = 1,
    trials: Annotated[int, typer.Option(help="How often each instance is played.")] = 1,
    seed: Annotated[int, typer.Option(help="What instances are drawn from.")] = 0,
    place: Annotated[str, typer.Option(help="CITY | LAT,LON | random")] = "random",
    people: Annotated[int, typer.Option(help="How many people play at a time.", min=1, max=64)] = 1,
    results: Annotated[bool, typer.Option("--results", help="Tell people after each wish what came of it.")] = False,
    port: Annotated[int, typer.Option(help="Port; 0 for any that is free.", min=0, max=65_535)] = 0,
    lan: Annotated[bool, typer.Option("--lan", help="Let other machines of the network open the pages.")] = False,
    out: Annotated[Path | None, typer.Option(help="New folder for the records; runs/<time>-human without it.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Folder of an earlier run of people to go on with.")] = None,
) -> None:
    """Let people play tasks in a browser: the same cars, actions and verdicts as agents have.

    Each person opens an address of their own, agrees, and gets one wish after the other; what they do becomes
    episodes of the agent `human` in an ordinary run. No name, address or other fact about a person is asked or kept.
    """
    import anyio

    from automotive_env.agents.human import human
    from automotive_env.cli import out as say
    from automotive_env.cli.progress import Progress, show_summary
    from automotive_env.errors import UsageError

    try:
        from automotive_env.serving.people.executor import PeopleExecutor
        from automotive_env.serving.people.sitting import sit
    except ModuleNotFoundError as missing:
        raise UsageError(f"the pages need {missing.name}: pip install '.[web]'") from None
    from automotive_env.serving.people.tester import Tester

    class Counting(Progress):
        def planned(self, jobs: Sequence[Job], folder: Path, missing: Missing) -> None:
            super().planned(jobs, folder, missing)
            executor.left = len(jobs)

    def ready(addresses: Sequence[str]) -> None:
        say("\n".join(f"person {number}: {address}" for number, address in enumerate(addresses, 1)))
        say("Each person opens one of these; Ctrl+C ends it, and what was finished is kept.")

    executor = PeopleExecutor([Tester() for _ in range(people)], tells=results)
    options = replace(asked_for(context), agents=(human.name,))
    if resume is None:
        options = replace(options, max_steps=STEPS, max_episode_seconds=SECONDS)
    with Counting("none") as progress:
        finished = anyio.run(lambda: sit(options, executor, progress, port=port, lan=lan, ready=ready))
    show_summary(finished)
