"""`automotive-env run`: let agents play tasks."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from automotive_env.cli import STOPPED, words
from automotive_env.headunit.kit.display_size import DECLARED, SIZES, written
from automotive_env.models.kinds import HELP as MODELS

if TYPE_CHECKING:
    from automotive_env.runs.execution.options import Options

CONTEXTS = "Who tells of places: offline | live | recorded:FILE | record:FILE | MODULE:NAME."
DIMENSIONS = "explicit_control | implicit_intent | driving_alignment | environment_alerts"

PANELS = (
    "Who plays",
    "What is played",
    "What agents see and keep",
    "What kate:AGENT is told",
    "How replies are drawn",
    "Limits",
    "Records",
)
_who, _what, _sees, _told, _sampling, _limits, _records = (partial(typer.Option, rich_help_panel=panel) for panel in PANELS)


def run(
    context: typer.Context,
    agent: Annotated[
        str, _who(help="Names with commas, MODULE:NAME, or kate: and one of these; see `automotive-env agents`.")
    ] = "asurada",
    model: Annotated[str, _who(help=MODELS)] = "builtin",
    person: Annotated[str, _who(help="Conversations: the model that plays the person; a script without it.")] = "",
    backend: Annotated[str, _who(help="Where the car is played: headless | virtual | emulator.")] = "headless",
    android: Annotated[int, _who(help="The Android that a virtual device behaves as: 13 | 14 | 15.")] = 14,
    display: Annotated[str, _who(help=f"The car's display: {' | '.join(map(written, SIZES))}.")] = DECLARED,
    workers: Annotated[int, _who(help="Processes; as many as there are cores, where cars are what takes time.")] = 1,
    concurrency: Annotated[int, _who(help="Episodes at a time in each process; many, where a remote model takes time.")] = 1,
    executor: Annotated[str, _who(help="Where workers are: local | ray (pip install '.\\[ray]').")] = "local",
    ray_address: Annotated[str, _who(help="Of a cluster, such as auto or ray://HOST:10001; this machine without it.")] = "",
    patience: Annotated[float, _who(help="Seconds for which a run waits for a model that is down.")] = 300.0,
    suite: Annotated[str, _what(help="Task set: automotive | vehicleworld | conversations | MODULE:NAME.")] = "automotive",
    data: Annotated[
        Path | None, _what(help="Your checkout of VehicleWorld, or drafted scenarios, to play instead of ours.")
    ] = None,
    private_seed: Annotated[
        int | None, _what(help="Play a hidden set drawn from this number of 10 to 40 digits; only its hash is kept.")
    ] = None,
    tasks: Annotated[str, _what(help="Names or patterns with commas, such as 'hvac.*'; all without it.")] = "",
    dimension: Annotated[str, _what(help=DIMENSIONS)] = "",
    instances: Annotated[int, _what(help="Instances drawn of each task.")] = 1,
    trials: Annotated[int, _what(help="How often each instance is played.")] = 1,
    seed: Annotated[int, _what(help="What instances are drawn from.")] = 0,
    place: Annotated[str, _what(help="CITY | LAT,LON | random")] = "random",
    face: Annotated[str, _what(help="With commas: screen, calls, both: how the car is reached; each plays the same.")] = "screen",
    see: Annotated[
        str, _sees(help="With commas: elements, screenshot, marks, sensors, windscreen; as designed without it.")
    ] = "",
    geo: Annotated[str, _sees(help="What it knows of the place: off | gps | context.")] = "",
    context_provider: Annotated[str, _sees("--context", help=CONTEXTS)] = "offline",
    reflection: Annotated[bool, _sees(" /--no-reflection", help="Do not think about each step.")] = True,
    reflections: Annotated[
        int, _sees("--reflection", help="Scenarios: how often a turn's result may be looked at and corrected; 3 in the paper.")
    ] = 0,
    examples: Annotated[bool, _sees(" /--no-examples", help="Scenarios: leave the example out of the prompts.")] = True,
    plan: Annotated[bool, _sees("--plan", help="Scenarios: ask for a plan before each turn.")] = False,
    distractors: Annotated[int, _sees(help="Scenarios: devices that are shown besides the chosen ones.")] = 0,
    tools: Annotated[bool, _sees("--tools", help="Scenarios: calls as tools of the model's interface, not as text.")] = False,
    long_state: Annotated[bool, _sees("--long-state", help="Scenarios: state as the public release shows it.")] = False,
    memory: Annotated[bool, _sees("--memory/--no-memory", help="Remember beyond the history of steps.")] = True,
    shortcuts: Annotated[bool, _sees("--shortcuts/--no-shortcuts", help="Open apps by name, not from the app grid.")] = True,
    prompts: Annotated[str, _sees(help="Folders of prompt templates that take precedence, with commas.")] = "",
    knowledge_base: Annotated[Path | None, _told(help="Folder that `automotive-env knowledge build` made.")] = None,
    knowledge: Annotated[str, _told(help="With commas: st, es, sic, tic, or all; st without it.")] = "",
    no_knowledge: Annotated[bool, _told("--no-knowledge", help="Tell nothing.")] = False,
    knowledge_at: Annotated[str, _told(help="Look for it at each turn of the user's, or once: turn | start.")] = "turn",
    embedder: Annotated[str, _told(help="minilm | lexical; minilm where it is installed.")] = "",
    learn: Annotated[str, _told(help="Tell what has passed: train | stream, in which tested tasks teach, too.")] = "",
    learn_every: Annotated[
        int | None, _told(help="Episodes of a stream after which what they taught is told; 1 without it.")
    ] = None,
    hints: Annotated[str, _told(help="What to think of before each step, with commas: intent, reflection, state.")] = "",
    samples: Annotated[int | None, _sampling(help="Replies to each request; agents act on the first. kate: 4 of a step.")] = None,
    aggregate: Annotated[
        str, _sampling(help="kate: who chooses among replies that differ: self | model; model without it.")
    ] = "",
    sample: Annotated[bool, _sampling(" /--no-sampling", help="kate: draw one reply of a step.")] = True,
    temperature: Annotated[float | None, _sampling(help="0, the most likely reply, without it; kate: 1 for samples.")] = None,
    top_p: Annotated[float | None, _sampling(help="Mass of the most likely tokens that are drawn from.")] = None,
    max_tokens: Annotated[int, _sampling(help="Bound of a reply; one that is cut off is asked for once more.")] = 1_000,
    stop: Annotated[list[str] | None, _sampling(help="Text before which a reply ends; may be repeated.")] = None,
    model_seed: Annotated[int | None, _sampling(help="What the seeds of requests are drawn from.")] = None,
    logprobs: Annotated[int | None, _sampling(help="Tell log probabilities, with so many alternatives a token.")] = None,
    extra_body: Annotated[str, _sampling(help="JSON object: further members of each request's body.")] = "",
    free_form: Annotated[bool, _sampling("--free-form", help="Do not hold replies to the actions' JSON schema.")] = False,
    requests_per_minute: Annotated[float | None, _limits(help="Requests to a model within a minute.")] = None,
    tokens_per_minute: Annotated[float | None, _limits(help="Tokens of prompts and replies within a minute.")] = None,
    max_steps: Annotated[int | None, _limits(help="Decisions in an episode; one and a half times a person's without it.")] = None,
    max_episode_tokens: Annotated[int | None, _limits(help="Tokens of all requests of an episode.")] = None,
    max_episode_seconds: Annotated[float | None, _limits(help="Seconds of an episode, without waiting for the model.")] = None,
    max_episode_price: Annotated[float | None, _limits(help="US dollars for an episode.")] = None,
    max_run_steps: Annotated[int | None, _limits(help="Decisions in the run; then no further episode begins.")] = None,
    max_run_tokens: Annotated[int | None, _limits(help="Tokens of the run, likewise.")] = None,
    max_run_seconds: Annotated[float | None, _limits(help="Seconds of all its episodes, without waiting for models.")] = None,
    max_price: Annotated[float | None, _limits(help="US dollars for the run, likewise.")] = None,
    prices: Annotated[Path | None, _limits(help="Table of prices in place of ours, see docs/models.md.")] = None,
    images: Annotated[bool, _records(help="Keep the pictures of each step.")] = True,
    out: Annotated[Path | None, _records(help="New folder for the records; runs/<time>-<agent> without it.")] = None,
    resume: Annotated[Path | None, _records(help="Folder of an earlier run to go on with, with its options.")] = None,
    json: Annotated[bool, _records("--json", help="Print one JSON object on stdout, progress on stderr.")] = False,
) -> None:
    """Let agents play tasks, and report how they did.

    Without options, the agent ASURADA plays every task headless with the built-in model: no key, no network, no GPU.
    """
    from automotive_env.runs.execution.garbage_collection import collect_seldom

    collect_seldom()
    import anyio

    from automotive_env.cli.progress import Progress, about_model, show_json, show_summary
    from automotive_env.runs.execution.run import run as run_all
    from automotive_env.runs.execution.signals import Interrupted, until_stopped

    options = asked_for(context)
    with Progress(options.model, about_model(options.model, options.suite)) as progress:
        try:
            finished = anyio.run(until_stopped, lambda stop: run_all(options, progress, stop=stop), progress.warned)
        except Interrupted as interrupted:
            progress.stopped(str(interrupted))
            raise SystemExit(interrupted.status) from None
    (show_json if json else show_summary)(finished)
    if finished.stopped:
        progress.stopped(finished.stopped)
        raise SystemExit(STOPPED)


def asked_for(context: typer.Context) -> Options:
    """What was asked for: all options of a new run, and those that were typed in place of those of an earlier run."""
    from automotive_env.agents.registry import as_named
    from automotive_env.errors import UsageError
    from automotive_env.runs.execution.options import Options, as_typed
    from automotive_env.runs.execution.resuming import resumed_options
    from automotive_env.runs.records.folder import RunFolder

    resume = context.params["resume"]
    told: dict[str, Any] = {name: value for name, value in context.params.items() if not resume or was_typed(context, name)}
    for typed, name in _RENAMED.items():
        if typed in told:
            told[name] = told.pop(typed)
    known = {field.name for field in fields(Options)}
    told = {name: value for name, value in told.items() if name in known}
    told |= {name: words(told[name], as_typed(name)) for name in ("agents", "tasks", "prompts", "face", "hints") if name in told}
    told |= {"agents": tuple(map(as_named, told["agents"]))} if "agents" in told else {}
    told |= {name: told[name] or None for name in ("dimension", "geo", "aggregate", "learn") if name in told}
    told |= {name: words(told[name], as_typed(name)) or None for name in ("see", "knowledge") if name in told}
    if context.params.get("no_knowledge"):
        if told.get("knowledge"):
            raise UsageError("--knowledge and --no-knowledge exclude each other; give one of them")
        told["knowledge"] = ()
    told |= {"stop": tuple(told["stop"] or ())} if "stop" in told else {}
    return resumed_options(RunFolder.open(resume), told) if resume else Options(**told)


_RENAMED = {"agent": "agents", "context_provider": "context", "people": "concurrency"}
"""Parameters whose names differ from those of the options."""


def was_typed(context: typer.Context, name: str) -> bool:
    """Whether an option was typed, not left to its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
