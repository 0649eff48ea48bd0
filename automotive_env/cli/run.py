"""`automotive-env run`: let agents play tasks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from automotive_env.execution.options import Options

MODELS = "builtin | openai:NAME\\[@BASE_URL] | gemini:NAME\\[@BASE_URL] | replay:FILE"
DIMENSIONS = "explicit_control | implicit_intent | driving_alignment | environment_alerts"


def run(
    context: typer.Context,
    agent: Annotated[str, typer.Option(help="Who plays: names with commas; see `automotive-env agents`.")] = "asurada",
    model: Annotated[str, typer.Option(help=MODELS)] = "builtin",
    backend: Annotated[str, typer.Option(help="Where the car is played: headless | virtual | emulator.")] = "headless",
    android: Annotated[int, typer.Option(help="The Android that a virtual device behaves as: 13 | 14 | 15.")] = 14,
    suite: Annotated[str, typer.Option(help="Task set: automotive | vehicleworld.")] = "automotive",
    data: Annotated[Path | None, typer.Option(help="Folder with your own checkout of VehicleWorld, for that suite.")] = None,
    tasks: Annotated[str, typer.Option(help="Names or patterns with commas, such as 'hvac.*'; all without it.")] = "",
    dimension: Annotated[str, typer.Option(help=DIMENSIONS)] = "",
    instances: Annotated[int, typer.Option(help="Instances drawn of each task.")] = 1,
    seed: Annotated[int, typer.Option(help="What instances are drawn from.")] = 0,
    place: Annotated[str, typer.Option(help="CITY | LAT,LON | random")] = "random",
    workers: Annotated[int, typer.Option(help="Episodes at a time; more than one pays with a remote model.")] = 1,
    images: Annotated[bool, typer.Option(help="Keep the pictures of each step.")] = True,
    out: Annotated[Path | None, typer.Option(help="New folder for the records; runs/<time>-<agent> without it.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Folder of an earlier run to go on with, with its options.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout, progress on stderr.")] = False,
) -> None:
    """Let agents play tasks, and report how they did.

    Without options, the agent ASURADA plays every task headless with the built-in model: no key, no network, no GPU.
    """
    import anyio

    from automotive_env.cli.progress import Progress, show_json, show_summary
    from automotive_env.execution.run import run as run_all

    options = _options(context)
    with Progress(options.model) as progress:
        finished = anyio.run(run_all, options, progress)
    (show_json if json else show_summary)(finished)


def _options(context: typer.Context) -> Options:
    """What was asked for: all options of a new run, and those that were typed in place of those of an earlier run."""
    from automotive_env.execution.options import Options
    from automotive_env.results.folder import RunFolder

    resume = context.params["resume"]
    told: dict[str, Any] = {
        name: value for name, value in context.params.items() if name != "json" and (not resume or _was_typed(context, name))
    }
    if "agent" in told:
        told["agents"] = _words(told.pop("agent"))
    if "tasks" in told:
        told["tasks"] = _words(told["tasks"])
    if "dimension" in told:
        told["dimension"] = told["dimension"] or None
    return Options.of_run(RunFolder.open(resume).manifest.options, **told) if resume else Options(**told)


def _was_typed(context: typer.Context, name: str) -> bool:
    """Whether an option was typed, not left to its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
