"""Write docs/places.md: what is right in five places, for the tasks in which it moves with the place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import typer

from automotive_env import needs
from automotive_env.controller import Controller
from automotive_env.errors import EnvironmentFault
from automotive_env.headless import HeadlessController
from automotive_env.planning import instance_seed, instantiate
from automotive_env.scene import Ending
from automotive_env.session import Session
from automotive_env.task import Task
from automotive_env.tasks.registry import TASKS
from automotive_env.validators.criterion import Criterion

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "places.md"
PLACES = ("Paris", "Tokyo", "Dubai", "Oslo", "Phoenix")
MOST_CHARACTERS = 160
EVERYWHERE = {
    "status complete",
    "nothing else changed",
    "no word that nothing had to be done",
    "an answer of at most 8 sentences",
}
"""What nearly every task wants."""
HEAD = """# What is right where

Made by `python -m automotive_env.scripts.write_places`: the same seed in five places, for the {count} tasks that ask a rule or a
custom of the place. A row is a right ending; a cell holds what is wanted there and not in all of them, names of people among it.
*None*: this ending cannot be drawn there. Rows in which the seed wants the same in all five are left out.

| task | ending | {places} |
|---|---|{lines}
"""


def wanted(task: Task, ending: Ending, place: str, car: Controller) -> list[str] | None:
    """What an instance of a task wants, part by part; None where the place cannot have it."""
    drawn = instantiate(task, instance_seed(0, task.name, 0), place, ending)
    if drawn is None:
        return None
    session = Session(task, drawn, car)
    try:
        session.start()
        return list(dict.fromkeys(leaves(session.finish().criterion)))
    except EnvironmentFault:
        return []
    finally:
        session.close()


def leaves(criterion: Criterion) -> Iterator[str]:
    """What the parts of a criterion want."""
    if criterion.parts:
        for part in criterion.parts:
            yield from leaves(part)
    else:
        yield criterion.wanted


def row(task: Task, ending: Ending, here: Mapping[str, list[str] | None]) -> str:
    """A row of the table; empty where all places want the same."""
    known = [set(parts) for parts in here.values() if parts is not None]
    everywhere = EVERYWHERE | (set.intersection(*known) if len(known) > 1 else set[str]())
    cells = list[str]()
    for parts in here.values():
        told = "; ".join(part for part in parts if part not in everywhere) if parts is not None else "*None*"
        cells.append((told if len(told) <= MOST_CHARACTERS else f"{told[:MOST_CHARACTERS]}…").replace("|", "/"))
    if not any(cell not in ("", "*None*") for cell in cells):
        return ""
    return f"| `{task.name}` | {ending} | {' | '.join(cells)} |"


def main() -> None:
    """Draw, ask and write."""
    car, rows = HeadlessController(), list[str]()
    tasks = [task for task in TASKS.values() if (known := needs.needs_of(task.name)) and known.facts]
    for task in tasks:
        for ending in task.endings:
            here = {place: wanted(task, ending, place, car) for place in PLACES}
            rows += [told] if (told := row(task, ending, here)) else []
    head = HEAD.format(count=len(tasks), places=" | ".join(PLACES), lines="---|" * len(PLACES))
    DOCUMENT.write_text(head + "\n".join(rows) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    typer.run(main)
