"""`automotive-env tasks`: what can be played."""

from __future__ import annotations

from typing import Annotated

import typer


def tasks(
    pattern: Annotated[str, typer.Argument(help="Names or patterns with commas, such as 'hvac.*'.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the tasks: name, category, dimension, steps, what is said."""
    import json as encoder

    from rich.console import Console
    from rich.table import Table

    from automotive_env.cli import out
    from automotive_env.suite import select

    chosen = select(tuple(word for word in pattern.split(",") if word))
    if json:
        rows = [
            {"name": t.name, "category": t.category, "dimension": t.dimension, "steps": t.steps, "says": list(t.says)}
            for t in chosen
        ]
        out(encoder.dumps(rows, indent=2))
        return
    table = Table("task", "dimension", "steps", "the user says, for example", title=f"{len(chosen)} tasks")
    for task in chosen:
        table.add_row(task.name, task.dimension, str(task.steps), task.says[0])
    Console().print(table)
