"""`automotive-env prove`: whether tasks can be trusted."""

from __future__ import annotations

from typing import Annotated

import typer

FAULTY = 1
SHOWN = 10
"""Faults of a task that are shown, at most; the first ones usually explain the rest."""
SHOWN_CHARACTERS = 400
"""Characters of a fault."""


def prove(
    tasks: Annotated[str, typer.Argument(help="Names, patterns or MODULE:NAME, with commas; MODULE for all that it holds.")],
) -> None:
    """Hold tasks to the gates of this benchmark: solutions pass, cheats fail, no fixed row of actions is enough.

    Exit status 1: a task does not pass; each fault is named.
    """
    from automotive_env.cli import out
    from automotive_env.headless import HeadlessController
    from automotive_env.planning import select
    from automotive_env.printable import printable
    from automotive_env.proving.gates import faults

    car, faulty = HeadlessController(), False
    for task in select(tuple(word.strip() for word in tasks.split(",") if word.strip())):
        found = faults(task, car)
        faulty = faulty or bool(found)
        out(f"{task.name}: {'does not pass' if found else 'passes'}")
        for fault in found[:SHOWN]:
            out(f"  {printable(fault)[:SHOWN_CHARACTERS]}")
        if len(found) > SHOWN:
            out(f"  and {len(found) - SHOWN} more")
    if faulty:
        raise typer.Exit(FAULTY)
