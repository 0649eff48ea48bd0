"""`automotive-env tasks`: what can be played, drawn and proven, and the skeleton of a new one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from automotive_env.cli.options import JsonOption, option_of
from automotive_env.cli.usage import OneLineErrorApp
from automotive_env.text.option import words

if TYPE_CHECKING:
    from rich.console import Console

    from automotive_env.tasks.kit.task import Task, TaskInstance

FAULTY = 1
SHOWN = 10
"""Faults of a task that are shown, at most; the first ones usually explain the rest."""
SHOWN_CHARACTERS = 400
"""Characters of a fault."""

PatternsArgument = Annotated[str, typer.Argument(help="Names or patterns, separated by commas, such as 'hvac.*'.")]
TasksArgument = Annotated[
    str, typer.Argument(help="Names, patterns or MODULE:NAME, separated by commas; MODULE stands for all its tasks.")
]
SeedOption = Annotated[int, option_of("seed")]
PlaceOption = Annotated[str, option_of("place")]

tasks = OneLineErrorApp(help="List, show, sample and check tasks, or start a new one. Without a command, list all tasks.")


@tasks.callback(invoke_without_command=True)
def _alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_()


@tasks.command("list")
def list_(
    pattern: PatternsArgument = "",
    split: Annotated[
        str, typer.Option(help="List only this split: train | dev | test (about 60, 20 and 20 % of the templates).")
    ] = "",
    face: Annotated[
        str,
        typer.Option(
            help="List tasks that can be played through this face: screen | calls | both. All tasks can be played through "
            "the screen."
        ),
    ] = "screen",
    json: JsonOption = False,
) -> None:
    """List tasks with the steps that a person needs and the parts of the interface that they use."""
    import json as encoder

    from automotive_env.cli import out
    from automotive_env.episode.faces import FACES
    from automotive_env.errors import UsageError
    from automotive_env.suites.splits import SPLITS, split_of
    from automotive_env.tasks.kit.by_calls import takes_calls

    if face not in FACES:
        raise UsageError(f"unknown face {face[:40]!r}; choose from {', '.join(FACES)}")
    if split and split not in SPLITS:
        raise UsageError(f"unknown split {split[:40]!r}; choose from {', '.join(SPLITS)}")
    found = [task for task in _chosen(pattern) if split in ("", split_of(task.name))]
    chosen = [task for task in found if face == "screen" or takes_calls(task)]
    out(encoder.dumps([_data(task) for task in chosen], indent=2)) if json else _list(chosen)


@tasks.command()
def show(name: PatternsArgument, seed: SeedOption = 0, place: PlaceOption = "random") -> None:
    """Show everything about a task: phrasings, endings, invariants, and an instance with its scene for each ending."""
    from rich.console import Console

    for task in _chosen(name):
        _show(task, seed, place, Console())


@tasks.command()
def sample(
    name: PatternsArgument,
    n: Annotated[int, typer.Option(help="Draw N instances of each task.")] = 5,
    seed: SeedOption = 0,
    place: PlaceOption = "random",
    json: JsonOption = False,
) -> None:
    """Draw instances: what the user says in each turn, the right ending, the place and the scene."""
    import json as encoder

    from automotive_env.cli import out
    from automotive_env.tasks.kit.planning import plan

    for one in plan(_chosen(name), instances=n, seed=seed, place=place):
        said = [text for text in (one.goal, *one.later) if text]
        if json:
            out(
                encoder.dumps(
                    {"task": one.task, "ending": one.ending, "turns": said, "place": one.place, "params": dict(one.params)}
                )
            )
            continue
        drawn = ", ".join(f"{key} = {value}" for key, value in one.params.items())
        turns = "".join(f"\n    then: {text or '(the car notices something)'}" for text in one.later)
        where = f"{one.place}, {one.scene.time[:16]}, {one.scene.weather}"
        out(f"{one.task}  {one.ending:<8}{one.goal}{turns}\n    {where}; {drawn}")


@tasks.command()
def check(tasks: TasksArgument) -> None:
    """Check tasks against the gates of this benchmark: solutions pass; near misses, doing nothing and a constant reply fail.

    Exit status 1: a task does not pass; each fault is named.
    """
    import sys

    from automotive_env.cli import out
    from automotive_env.episode.headless import HeadlessController
    from automotive_env.suites.automotive.proving.gates import faults
    from automotive_env.text.printable import printable

    def progress(gate: str) -> None:
        if sys.stderr.isatty():
            typer.echo(f"\r{task.name}: {gate:<24}", nl=False, err=True)

    car, faulty = HeadlessController(), False
    for task in _chosen(tasks):
        found = faults(task, car, progress)
        progress("\r")
        faulty = faulty or bool(found)
        out(f"{task.name}: {'does not pass' if found else 'passes'}")
        for fault in found[:SHOWN]:
            out(f"  {printable(fault)[:SHOWN_CHARACTERS]}")
        if len(found) > SHOWN:
            out(f"  and {len(found) - SHOWN} more")
    if faulty:
        raise typer.Exit(FAULTY)


@tasks.command()
def new(
    module: Annotated[str, typer.Argument(help="File in tasks/ without .py; its name begins with a category, as in maps_stops.")],
    name: Annotated[str, typer.Argument(help="Name of the class, such as StopOnTheWay.")],
    dimension: Annotated[
        str, typer.Option(help="Dimension: explicit_control | implicit_intent | driving_alignment | environment_alerts.")
    ] = "explicit_control",
    folder: Annotated[Path, typer.Option(help="Folder of the file.")] = Path("tasks"),
) -> None:
    """Write the skeleton of a task; `automotive-env tasks check` says what to fill in."""
    from automotive_env.cli import out
    from automotive_env.suites.automotive.proving.skeleton import check_command, write_skeleton

    path, task = write_skeleton(folder, module, name, dimension)
    out(f"{path} now holds {task}; fill it in, then run: {check_command(path, task, name)}")


def _chosen(patterns: str) -> list[Task]:
    from automotive_env.tasks.kit.planning import select

    return select(words(patterns, "the pattern") or ("*",))


def _data(task: Task) -> dict[str, Any]:
    from dataclasses import asdict

    from automotive_env.episode.faces import FACES
    from automotive_env.suites.automotive.proving.playing import instance
    from automotive_env.suites.splits import split_of
    from automotive_env.tasks.kit.by_calls import takes_calls
    from automotive_env.tasks.kit.needs import needs_of

    needs = needs_of(task.name)
    return {
        "name": task.name,
        "category": task.category,
        "dimension": task.dimension,
        "split": split_of(task.name),
        "steps": task.steps,
        "level": task.level,
        "turns": [list(turn.says) or turn.notice for turn in task.turns(instance(task, 0))],
        "about": _about(task),
        "endings": list(task.endings),
        "faces": list(FACES if takes_calls(task) else FACES[:1]),
        "needs": {key: value for key, value in asdict(needs).items() if key != "source"} if needs else None,
    }


def _about(task: Task) -> str:
    return " ".join((task.__doc__ or "").split())


def _list(chosen: list[Task]) -> None:
    """A line for each task in a file or a pipe; on a terminal a block of lines that fits it."""
    import sys

    from automotive_env.cli import out
    from automotive_env.suites.automotive.proving.playing import instance
    from automotive_env.suites.splits import split_of
    from automotive_env.tasks.kit.needs import needs_of

    rows = [("task", "dimension", "split", "steps", "endings", "needs", "the user says, for example")]
    for task in chosen:
        needs = needs_of(task.name)
        steps, words = (str(needs.depth), ", ".join(needs.primitives)) if needs else ("", "")
        rows.append(
            (task.name, task.dimension, split_of(task.name), steps, ", ".join(task.endings), words, instance(task, 0).goal)
        )
    if sys.stdout.isatty():
        _in_blocks(rows[1:])
    else:
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            out("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    out(f"{len(chosen)} task{'s' * (len(chosen) != 1)}")


def _in_blocks(rows: Iterable[tuple[str, ...]]) -> None:
    """Print a block of lines for each task."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console()
    for name, dimension, split, steps, endings, needs, goal in rows:
        told = (dimension, split, f"steps: {steps}" if steps else "", endings, f"needs {needs}" if needs else "")
        console.print(Text(name, "bold"))
        console.print(Padding(Text(f"“{goal}”"), (0, 0, 0, 2)))
        console.print(Padding(Text(" · ".join(filter(None, told)), "dim"), (0, 0, 0, 2)))


def _show(task: Task, seed: int, place: str, console: Console) -> None:
    """Everything about a task that does not give its solutions away."""
    from rich.text import Text

    from automotive_env.episode.faces import FACES
    from automotive_env.episode.limits import Limits
    from automotive_env.suites.automotive.proving.playing import instance
    from automotive_env.suites.splits import split_of
    from automotive_env.tasks.kit.by_calls import takes_calls
    from automotive_env.tasks.kit.planning import instance_seed, instantiate
    from automotive_env.validators.harm import EVERYWHERE

    console.print(Text.assemble((task.name, "bold"), f"  {task.category} · {task.dimension} · {split_of(task.name)}"))
    console.print(Text(_about(task)))
    steps = f"in each turn, a person needs at most {task.steps}, and an agent gets {Limits.for_task(task.steps).steps}"
    invariants = ", ".join(invariant.name for invariant in (*EVERYWHERE, *task.harm))
    faces = ", ".join(FACES if takes_calls(task) else FACES[:1])
    told = {
        "level": str(task.level),
        "endings": ", ".join(task.endings),
        "faces": faces,
        "steps": steps,
        "invariants": invariants,
    }
    declared = f"{type(task).__module__}.{type(task).__qualname__}"
    turns = list(task.turns(instance(task, 0)))
    says = {f"turn {number}": "\n".join(turn.says) or turn.notice for number, turn in enumerate(turns, 1)}
    _rows(console, (says if len(says) > 1 else {"says": says["turn 1"]}) | {**told, "class": declared})
    for ending in task.endings:
        drawn = instantiate(task, instance_seed(seed, task.name, 0), place, ending)
        console.print(Text(f"\nAn instance: {ending}", "bold"))
        _rows(console, _instance(drawn) if drawn else {"": f"{place} cannot have one"})


def _instance(instance: TaskInstance) -> dict[str, str]:
    scene = {name: str(value) for name, value in instance.scene.to_json().items() if name != "messages"}
    messages = "\n".join(f"{contact}: {text}" for contact, text in instance.scene.messages)
    owner = instance.scene.content.owner
    return {
        "goal": instance.goal,
        **({"later": "\n".join(text or "(the car notices something)" for text in instance.later)} if instance.later else {}),
        "parameters": ", ".join(f"{name} = {value}" for name, value in instance.params.items()) or "none",
        **scene,
        "messages": messages or "none",
        "owner": f"{owner.name}, {owner.age}, {owner.household}; {owner.kilometres} km in {owner.days} days",
        "id": instance.id,
    }


def _rows(console: Console, rows: dict[str, str]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    for name, value in rows.items():
        table.add_row(Text(name, "dim"), Text(value))
    console.print(table)
