"""Measure what tasks need where their source has changed, and write docs/tasks.md, which lists all of them."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from automotive_env import needs
from automotive_env.headless import HeadlessController
from automotive_env.needs import PRIMITIVES, Needs
from automotive_env.proving.measuring import measure
from automotive_env.splits import split_of
from automotive_env.task import Dimension, Task
from automotive_env.tasks.registry import TASKS

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "tasks.md"
HEAD = """# All tasks

Made by `python -m automotive_env.scripts.write_tasks`, which plays the first solutions of every task; do not edit. The *steps*
are the actions of the longest of them; *place* says that the right ending or the target moves with the place, *event* that
something happens in mid-episode.
"""


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--all", action="store_true", help="measure all anew, not only those that have changed")
    asked = parser.parse_args()
    car = HeadlessController()
    measured = {name: needs.table()[name] for name in TASKS if name in needs.table()}
    for task in TASKS.values() if asked.all else needs.stale(TASKS.values()):
        measured[task.name] = measure(task, car)
    needs.write(measured)
    DOCUMENT.write_text(document(), encoding="utf-8")


def document() -> str:
    """All tasks, by category."""
    known = [(task, row) for task in TASKS.values() if (row := needs.needs_of(task.name)) is not None]
    categories = dict.fromkeys(task.category for task, _ in known)
    parts = [HEAD, *_counts(known)]
    for category in categories:
        rows = [(task, row) for task, row in known if task.category == category]
        parts += [f"\n## {category} ({len(rows)})\n", _TITLES, *(_row(task, row) for task, row in rows)]
    return "\n".join(parts) + "\n"


_TITLES = "| task | dimension | split | the driver says, for example | endings | steps | needs |\n|---|---|---|---|---|--:|---|"


def _row(task: Task, row: Needs) -> str:
    words = [*row.primitives, *(["event"] if row.event else []), *(["place"] if row.moves else [])]
    says = task.says[0].replace("|", "/")
    cells = [
        f"`{task.name}`",
        task.dimension.replace("_", " "),
        split_of(task.name),
        says,
        ", ".join(task.endings),
        str(row.depth),
    ]
    return f"| {' | '.join([*cells, ', '.join(words)])} |"


def _counts(known: Iterable[tuple[Task, Needs]]) -> Iterator[str]:
    rows = list(known)
    of = Counter(task.dimension for task, _ in rows)
    yield f"{len(rows)} tasks: " + ", ".join(f"{of[one]} {one.replace('_', ' ')}" for one in Dimension) + ".\n"
    yield "| needs | tasks |\n|---|--:|"
    for primitive in PRIMITIVES:
        yield f"| {primitive} | {sum(primitive in row.primitives for _, row in rows)} |"
    yield f"| event in mid-episode | {sum(row.event for _, row in rows)} |"
    yield f"| moves with the place | {sum(row.moves for _, row in rows)} |"
    yield f"| 8 steps or more | {sum(row.depth >= 8 for _, row in rows)} |"
    yield f"| answers, refrains or declines | {sum(bool({'answer', 'refrain', 'decline'} & set(t.endings)) for t, _ in rows)} |"


if __name__ == "__main__":
    main()
