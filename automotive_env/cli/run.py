"""`automotive-env run`: let agents play tasks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from automotive_env.headunit.display_size import DECLARED, SIZES, written

if TYPE_CHECKING:
    from automotive_env.execution.options import Options

MODELS = (
    "builtin | openai:NAME\\[@BASE_URL] | gemini:NAME\\[@BASE_URL] | gemini-legacy:NAME\\[@BASE_URL] | replay:FILE | "
    "record:FILE:MODEL | MODULE:NAME\\[:REST]"
)
CONTEXTS = "Who tells of places: offline | live | recorded:FILE | record:FILE | MODULE:NAME."
DIMENSIONS = "explicit_control | implicit_intent | driving_alignment | environment_alerts"


WHO, WHAT, SEES, SAMPLING, RECORDS = "Who plays", "What is played", "What agents see and keep", "How replies are drawn", "Records"


def run(
    context: typer.Context,
    agent: Annotated[
        str, typer.Option(help="Names with commas, or MODULE:NAME; see `automotive-env agents`.", rich_help_panel=WHO)
    ] = "asurada",
    model: Annotated[str, typer.Option(help=MODELS, rich_help_panel=WHO)] = "builtin",
    backend: Annotated[
        str, typer.Option(help="Where the car is played: headless | virtual | emulator.", rich_help_panel=WHO)
    ] = "headless",
    android: Annotated[
        int, typer.Option(help="The Android that a virtual device behaves as: 13 | 14 | 15.", rich_help_panel=WHO)
    ] = 14,
    display: Annotated[
        str, typer.Option(help=f"The car's display: {' | '.join(map(written, SIZES))}.", rich_help_panel=WHO)
    ] = DECLARED,
    workers: Annotated[
        int, typer.Option(help="Episodes at a time; more than one pays with a remote model.", rich_help_panel=WHO)
    ] = 1,
    patience: Annotated[
        float, typer.Option(help="Seconds for which a run waits for a model that is down.", rich_help_panel=WHO)
    ] = 300.0,
    suite: Annotated[
        str, typer.Option(help="Task set: automotive | vehicleworld | MODULE:NAME.", rich_help_panel=WHAT)
    ] = "automotive",
    data: Annotated[
        Path | None, typer.Option(help="Folder with your own checkout of VehicleWorld, for that suite.", rich_help_panel=WHAT)
    ] = None,
    tasks: Annotated[
        str, typer.Option(help="Names or patterns with commas, such as 'hvac.*'; all without it.", rich_help_panel=WHAT)
    ] = "",
    dimension: Annotated[str, typer.Option(help=DIMENSIONS, rich_help_panel=WHAT)] = "",
    instances: Annotated[int, typer.Option(help="Instances drawn of each task.", rich_help_panel=WHAT)] = 1,
    trials: Annotated[int, typer.Option(help="How often each instance is played.", rich_help_panel=WHAT)] = 1,
    seed: Annotated[int, typer.Option(help="What instances are drawn from.", rich_help_panel=WHAT)] = 0,
    place: Annotated[str, typer.Option(help="CITY | LAT,LON | random", rich_help_panel=WHAT)] = "random",
    see: Annotated[
        str,
        typer.Option(
            help="With commas: elements, screenshot, marks, sensors, windscreen; as designed without it.", rich_help_panel=SEES
        ),
    ] = "",
    geo: Annotated[str, typer.Option(help="What it knows of the place: off | gps | context.", rich_help_panel=SEES)] = "",
    context_provider: Annotated[
        str,
        typer.Option(
            "--context",
            help=CONTEXTS,
            rich_help_panel=SEES,
        ),
    ] = "offline",
    reflection: Annotated[
        bool, typer.Option("--reflection/--no-reflection", help="Think about each step.", rich_help_panel=SEES)
    ] = True,
    memory: Annotated[
        bool, typer.Option("--memory/--no-memory", help="Remember beyond the history of steps.", rich_help_panel=SEES)
    ] = True,
    lasting_memory: Annotated[
        bool, typer.Option("--lasting-memory", help="Keep that memory over the episodes of the run.", rich_help_panel=SEES)
    ] = False,
    shortcuts: Annotated[
        bool, typer.Option("--shortcuts/--no-shortcuts", help="Open apps by name, not from the app grid.", rich_help_panel=SEES)
    ] = True,
    prompts: Annotated[
        str, typer.Option(help="Folders of prompt templates that take precedence, with commas.", rich_help_panel=SEES)
    ] = "",
    samples: Annotated[int, typer.Option(help="Replies to each request; agents act on the first.", rich_help_panel=SAMPLING)] = 1,
    temperature: Annotated[float, typer.Option(help="0 for the most likely reply.", rich_help_panel=SAMPLING)] = 0.0,
    top_p: Annotated[
        float | None, typer.Option(help="Mass of the most likely tokens that are drawn from.", rich_help_panel=SAMPLING)
    ] = None,
    max_tokens: Annotated[
        int, typer.Option(help="Bound of a reply; one that is cut off is asked for once more.", rich_help_panel=SAMPLING)
    ] = 1_000,
    stop: Annotated[
        list[str] | None, typer.Option(help="Text before which a reply ends; may be repeated.", rich_help_panel=SAMPLING)
    ] = None,
    model_seed: Annotated[
        int | None, typer.Option(help="What the seeds of requests are drawn from.", rich_help_panel=SAMPLING)
    ] = None,
    logprobs: Annotated[
        int | None, typer.Option(help="Tell log probabilities, with so many alternatives a token.", rich_help_panel=SAMPLING)
    ] = None,
    extra_body: Annotated[
        str, typer.Option(help="JSON object: further members of each request's body.", rich_help_panel=SAMPLING)
    ] = "",
    free_form: Annotated[
        bool, typer.Option("--free-form", help="Do not hold replies to the actions' JSON schema.", rich_help_panel=SAMPLING)
    ] = False,
    images: Annotated[bool, typer.Option(help="Keep the pictures of each step.", rich_help_panel=RECORDS)] = True,
    out: Annotated[
        Path | None, typer.Option(help="New folder for the records; runs/<time>-<agent> without it.", rich_help_panel=RECORDS)
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Folder of an earlier run to go on with, with its options.", rich_help_panel=RECORDS)
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object on stdout, progress on stderr.", rich_help_panel=RECORDS)
    ] = False,
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
    from automotive_env.agents.registry import as_named
    from automotive_env.execution.options import Options
    from automotive_env.results.folder import RunFolder

    resume = context.params["resume"]
    told: dict[str, Any] = {
        name: value for name, value in context.params.items() if name != "json" and (not resume or _was_typed(context, name))
    }
    for typed, name in _RENAMED.items():
        if typed in told:
            told[name] = told.pop(typed)
    told |= {name: _words(told[name]) for name in ("agents", "tasks", "prompts") if name in told}
    told |= {"agents": tuple(map(as_named, told["agents"]))} if "agents" in told else {}
    told |= {name: told[name] or None for name in ("dimension", "geo") if name in told}
    told |= {"see": _words(told["see"]) or None} if "see" in told else {}
    told |= {"stop": tuple(told["stop"] or ())} if "stop" in told else {}
    return Options.of_run(RunFolder.open(resume).manifest.options, **told) if resume else Options(**told)


_RENAMED = {"agent": "agents", "context_provider": "context"}
"""Parameters whose names differ from those of the options."""


def _was_typed(context: typer.Context, name: str) -> bool:
    """Whether an option was typed, not left to its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
