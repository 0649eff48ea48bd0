"""`automotive-env run`: let agents play tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def run(
    context: typer.Context,
    agent: Annotated[str, typer.Option(help="Who plays: names with commas; see `automotive-env agents`.")] = "asurada",
    model: Annotated[
        str, typer.Option(help="builtin | openai:NAME\\[@BASE_URL] | gemini:NAME\\[@BASE_URL] | replay:FILE")
    ] = "builtin",
    backend: Annotated[str, typer.Option(help="Where the car is played: headless | virtual | emulator.")] = "headless",
    android: Annotated[int, typer.Option(help="The Android that a virtual device behaves as: 13 | 14 | 15.")] = 14,
    suite: Annotated[str, typer.Option(help="Task set: automotive | vehicleworld.")] = "automotive",
    data: Annotated[Path | None, typer.Option(help="Folder with your own checkout of VehicleWorld, for that suite.")] = None,
    tasks: Annotated[str, typer.Option(help="Names or patterns with commas, such as 'hvac.*'; all without it.")] = "",
    dimension: Annotated[
        str, typer.Option(help="explicit_control | implicit_intent | driving_alignment | environment_alerts")
    ] = "",
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

    from automotive_env.cli import out as write
    from automotive_env.cli.progress import Progress, show_summary
    from automotive_env.execution.options import Options
    from automotive_env.execution.run import run as run_all
    from automotive_env.results.folder import RunFolder

    asked: dict[str, Any] = {
        "agents": _words(agent),
        "model": model,
        "backend": backend,
        "android": android,
        "suite": suite,
        "data": data,
        "tasks": _words(tasks),
        "dimension": dimension or None,
        "instances": instances,
        "seed": seed,
        "place": place,
        "workers": workers,
        "images": images,
        "out": out,
        "resume": resume,
    }
    if resume:
        given = {name: value for name, value in asked.items() if _is_given(context, "agent" if name == "agents" else name)}
        options = Options.of_run(RunFolder.open(resume).manifest.options, **given)
    else:
        options = Options(**asked)
    with Progress(options.model) as progress:
        finished = anyio.run(run_all, options, progress)
    if json:
        import json as encoder

        summary = finished.summary.model_dump(mode="json")
        write(encoder.dumps({"run": str(finished.folder.path), **summary}))
    else:
        show_summary(finished)


def _is_given(context: typer.Context, name: str) -> bool:
    """Whether an option was typed, not left to its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
