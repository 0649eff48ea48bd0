"""Write docs/matrix.md from ledgers of `play_everywhere`: what of all tasks, places and seeds was played, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from automotive_env.place.places import PLACES
from automotive_env.tasks.kit.proving.ledger import Cell, Ledger, Visit, source_of
from automotive_env.tasks.registry import TASKS
from automotive_env.version import TASK_SET_VERSION, __version__

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "matrix.md"
MOST_NAMED = 12
"""Tasks that are named where they have the fewest instances; of more, only their number is told."""
AIM = {"headless": (10, len(PLACES)), "virtual": (3, 5)}
"""Backend -> on how many seeds in how many places every task is to be played."""
HEAD = f"""# The matrix: every task in every place

Made by `python -m automotive_env.scripts.write_matrix LEDGER` from what
`python -m automotive_env.scripts.play_everywhere --ledger LEDGER` has played; version {__version__}, task set {TASK_SET_VERSION}.
In each instance all solutions and ways by calls must pass without harm and within the steps of a person; the first near miss
and doing nothing must fail. There are {len(TASKS)} tasks and {len(PLACES)} places; a place has an instance of a task
for each right ending that its law, climate and map allow.
"""


class Played(NamedTuple):
    """A cell, the visit in which it was played last, and the commit that it was played from."""

    visit: Visit
    cell: Cell
    commit: str


def played_on(ledgers: Sequence[Ledger], backend: str) -> list[Played]:
    """All cells of tasks that there are, each as it was played last."""
    last = {
        (cell.task, visit.place, visit.seed): Played(visit, cell, ledger.sources(visit).commit[:7])
        for ledger in ledgers
        for visit in ledger.visits
        if ledger.sources(visit).backend == backend
        for cell in ledger.cells(visit)
        if cell.task in TASKS
    }
    return list(last.values())


def section(backend: str, cells: Sequence[Played], visits: Sequence[Visit]) -> Iterator[str]:
    """What was played on a backend."""
    yield f"## On the {backend} car\n"
    yield from _table(_counts(backend, cells, visits))
    yield "\n| seed | places | cells | instances | faults | played from commits | played on |\n|--:|--:|--:|--:|--:|---|---|"
    seeds: dict[int, list[Played]] = {}
    for one in cells:
        seeds.setdefault(one.visit.seed, []).append(one)
    for seed, of_seed in sorted(seeds.items()):
        places, instances = {one.visit.place for one in of_seed}, sum(one.cell.instances for one in of_seed)
        faults, days = sum(len(one.cell.faults) for one in of_seed), sorted({one.visit.day for one in of_seed})
        when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
        yield f"| {seed} | {len(places)} | {len(of_seed)} | {instances} | {faults} | {_commits(of_seed)} | {when} |"
    yield from _faults(cells)


def _commits(cells: Sequence[Played]) -> str:
    return ", ".join(f"`{commit}`" for commit in dict.fromkeys(one.commit for one in cells))


def _counts(backend: str, cells: Sequence[Played], visits: Sequence[Visit]) -> dict[str, object]:
    instances = Counter(dict.fromkeys(TASKS, 0))
    for one in cells:
        instances[one.cell.task] += one.cell.instances
    sources = {name: source_of(task, backend) for name, task in TASKS.items()}
    fewest = min(instances.values())
    rarest = [f"`{name}`" for name in TASKS if instances[name] == fewest]
    named = ", ".join(rarest) if len(rarest) <= MOST_NAMED else f"{len(rarest)} tasks"
    current = sum(one.cell.source == sources[one.cell.task] for one in cells)
    seeds, places = AIM[backend]
    seconds, all_played = sum(visit.seconds for visit in visits), sum(visit.instances for visit in visits)
    return {
        "aim": f"{seeds} seeds in {places} places: {seeds * places * len(TASKS):,} cells of a task on a seed in a place",
        "cells that were played": f"{len(cells):,}",
        "instances": f"{instances.total():,}",
        "tasks": sum(map(bool, instances.values())),
        "places": len({one.visit.place for one in cells}),
        "fewest instances of a task": f"{fewest}, of {named}",
        "instances with a fault": sum(len(one.cell.faults) for one in cells),
        "cells whose source is still the same": f"{current} of {len(cells)}",
        "CPU time an instance": f"{1000 * seconds / max(1, all_played):.0f} ms",
        "most memory of a process": f"{max(visit.megabytes for visit in visits)} MB",
    }


def _table(counts: dict[str, object]) -> Iterator[str]:
    yield "| what | how much |\n|---|---|"
    yield from (f"| {name} | {value} |" for name, value in counts.items())


def _faults(cells: Sequence[Played]) -> Iterator[str]:
    """Each task with faults, how many, and one of them."""
    wrong = [one for one in cells if one.cell.faults]
    if wrong:
        yield "\n| task with faults | places and seeds | one of them |\n|---|--:|---|"
    for name, count in Counter(one.cell.task for one in wrong).items():
        first = next(one for one in wrong if one.cell.task == name)
        told = first.cell.faults[0][:160].replace("|", "/").replace("`", "'")
        yield f"| `{name}` | {count} | {first.visit.place}, seed {first.visit.seed}: `{told}` |"


def document(ledgers: Sequence[Ledger]) -> str:
    """The whole page."""
    parts = [HEAD]
    for backend in ("headless", "virtual"):
        if cells := played_on(ledgers, backend):
            visits = [visit for ledger in ledgers for visit in ledger.visits if ledger.sources(visit).backend == backend]
            parts.append("\n".join(section(backend, cells, visits)) + "\n")
    return "\n".join(parts)


def main(ledgers: Annotated[list[Path], typer.Argument(exists=True, help="Files of `play_everywhere --ledger`.")]) -> None:
    """Write the page."""
    DOCUMENT.write_text(document([Ledger(path) for path in ledgers]), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    typer.run(main)
