"""`automotive-env tasks`: what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from automotive_env.task import Task, TaskInstance


def tasks(
    pattern: Annotated[
        str, typer.Argument(help="Names or patterns with commas, such as 'hvac.*'; one name shows it whole.")
    ] = "",
    seed: Annotated[int, typer.Option(help="What the instances of a task that is shown whole are drawn from.")] = 0,
    place: Annotated[str, typer.Option(help="CITY | LAT,LON | random: where they play.")] = "random",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the tasks, or show one whole: phrasings, endings, invariants, and an instance with its scene for each ending."""
    import json as encoder

    from rich.console import Console

    from automotive_env.cli import out
    from automotive_env.planning import select

    chosen = select(tuple(word for word in pattern.split(",") if word) or ("*",))
    if json:
        out(encoder.dumps([_data(task) for task in chosen], indent=2))
    elif len(chosen) == 1:
        _show(chosen[0], seed, place, Console())
    else:
        _list(chosen, Console())


def _data(task: Task) -> dict[str, Any]:
    return {
        "name": task.name,
        "category": task.category,
        "dimension": task.dimension,
        "steps": task.steps,
        "says": list(task.says),
        "about": _about(task),
        "endings": list(task.endings),
    }


def _about(task: Task) -> str:
    return " ".join((task.__doc__ or "").split())


def _list(chosen: list[Task], console: Console) -> None:
    from rich.table import Table

    table = Table("task", "dimension", "endings", "steps", "the user says, for example", title=f"{len(chosen)} tasks")
    table.columns[0].no_wrap = True
    for task in chosen:
        table.add_row(task.name, task.dimension, ", ".join(task.endings), str(task.steps), task.says[0])
    console.print(table)


def _show(task: Task, seed: int, place: str, console: Console) -> None:
    """Everything about a task that does not give its solutions away."""
    from rich.text import Text

    from automotive_env.planning import instance_seed, instantiate
    from automotive_env.task import STEP_FACTOR
    from automotive_env.validators.harm import EVERYWHERE

    console.print(Text.assemble((task.name, "bold"), f"  {task.category} · {task.dimension}"))
    console.print(Text(_about(task)))
    steps = f"a person needs at most {task.steps}, an agent gets {STEP_FACTOR * task.steps}"
    invariants = ", ".join(invariant.name for invariant in (*EVERYWHERE, *task.harm))
    _rows(console, {"says": "\n".join(task.says), "endings": ", ".join(task.endings), "steps": steps, "never": invariants})
    for ending in task.endings:
        instance = instantiate(task, instance_seed(seed, task.name, 0), place, ending)
        console.print(Text(f"\nAn instance: {ending}", "bold"))
        _rows(console, _instance(instance) if instance else {"": f"{place} cannot have one"})


def _instance(instance: TaskInstance) -> dict[str, str]:
    scene = {name: str(value) for name, value in instance.scene.to_json().items() if name != "messages"}
    messages = "\n".join(f"{contact}: {text}" for contact, text in instance.scene.messages)
    owner = instance.scene.content.owner
    return {
        "goal": instance.goal,
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
