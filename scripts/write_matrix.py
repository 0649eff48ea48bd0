"""Write docs/matrix.md from what `play_everywhere --note docs/matrix.jsonl` has appended: the sweeps of the current task set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from automotive_env.place.places import PLACES
from automotive_env.runs.records.files import read_lines
from automotive_env.scripts.play_everywhere import Sweep
from automotive_env.tasks.registry import TASKS
from automotive_env.version import TASK_SET_VERSION

DOCS = Path(__file__).resolve().parent.parent / "docs"
DOCUMENT, NOTES = DOCS / "matrix.md", DOCS / "matrix.jsonl"
HEAD = f"""# The matrix: every task in every place

There are {len(TASKS)} tasks and {len(PLACES)} places. A place has an instance of a task for each right ending that its law,
climate and map allow.
Each row is a sweep over task set {TASK_SET_VERSION}: it draws an instance for each seed and plays it.

- *first solutions*: the first solution of each instance must pass without harm, within the steps of a person.
- *all gates*: all solutions, by touch and by calls, must pass likewise; the first near miss and doing nothing must fail.
"""
RENEW = """
To add a row, play a sweep and write this page again:

    python -m automotive_env.scripts.play_everywhere --places all --seeds 1 --note docs/matrix.jsonl
    python -m automotive_env.scripts.write_matrix
"""


def document(sweeps: Sequence[Sweep]) -> str:
    """The whole page; sweeps of other task sets are left out."""
    rows = [_row(one) for one in sweeps if one.task_set == TASK_SET_VERSION]
    heads = ("car", "played", "tasks", "places", "seeds", "instances", "fewest of a task", "faults", "commit", "day", "CPU")
    table = ["", f"| {' | '.join(heads)} |", f"|---|---|{'--:|' * 6}---|---|--:|", *rows]
    return HEAD + "\n".join(table if rows else ["", "Nothing has been played yet."]) + "\n" + RENEW


def _row(one: Sweep) -> str:
    seeds = f"{one.first} to {one.first + one.seeds - 1}" if one.seeds > 1 else f"{one.first}"
    played = "first solutions" if one.first_solutions else "all gates"
    counts = (one.tasks, one.places, seeds, f"{one.instances:,}", _known(one.fewest), one.faults)
    measured = (f"`{one.commit}`" if one.commit else "", one.day, _known(one.seconds, " s"))
    return f"| {' | '.join(map(str, (one.backend, played, *counts, *measured)))} |"


def _known(count: int | None, unit: str = "") -> str:
    return "" if count is None else f"{count:,}{unit}"


def main(notes: Annotated[Path, typer.Argument(help="File written by `play_everywhere --note`.")] = NOTES) -> None:
    """Write the page."""
    DOCUMENT.write_text(document(read_lines(notes, Sweep).records), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    typer.run(main)
