"""Measure what tasks need where they have changed; write docs/tasks.md, its pictures and the counts of docs/benchmark.md."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from automotive_env import needs
from automotive_env.by_calls import takes_calls
from automotive_env.headless import HeadlessController
from automotive_env.needs import PRIMITIVES, Needs
from automotive_env.proving.measuring import measure
from automotive_env.proving.playing import instance
from automotive_env.session import Session
from automotive_env.splits import split_of
from automotive_env.task import Dimension, Task
from automotive_env.tasks.registry import TASKS

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "tasks.md"
CARD = DOCUMENT.with_name("benchmark.md")
PICTURES = DOCUMENT.with_name("images") / "tasks"
PICTURE_SIZE = 240, 135
MARKS = "<!-- counts -->\n", "<!-- end of counts -->\n"
HEAD = """# All tasks

Made by `python -m automotive_env.scripts.write_tasks`, which plays the first solutions of every task; do not edit. The *steps*
are the actions of the longest of them; *place* says that the right answer moves with a rule or a custom of the place, *event*
that something happens in mid-episode, *calls* that it can be played without a screen, too ([faces.md](faces.md)).
[benchmark.md](benchmark.md) counts them. Sentence and picture are of the start of the instance that
`automotive-env tasks show NAME` shows.
"""


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--all", action="store_true", help="measure all anew, not only those that have changed")
    parser.add_argument("--pictures", action="store_true", help="draw all pictures anew, not only those that are missing")
    asked = parser.parse_args()
    car = HeadlessController()
    measured = {name: needs.table()[name] for name in TASKS if name in needs.table()}
    for task in TASKS.values() if asked.all else needs.stale(TASKS.values()):
        measured[task.name] = measure(task, car)
    needs.write(measured)
    for task in TASKS.values():
        if asked.pictures or not picture_of(task).exists():
            draw(task, car)
    DOCUMENT.write_text(document(), encoding="utf-8", newline="\n")
    CARD.write_text(card(CARD.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def picture_of(task: Task) -> Path:
    """The picture of a task's start in the documents."""
    return PICTURES / f"{task.name}.webp"


def draw(task: Task, car: HeadlessController) -> None:
    """Draw the start of a task, small."""
    session = Session(task, instance(task, 0), car)
    try:
        picture = Image.fromarray(session.start().screenshot).resize(PICTURE_SIZE, Image.Resampling.LANCZOS)
    finally:
        session.close()
    PICTURES.mkdir(exist_ok=True)
    picture.save(picture_of(task), quality=50, method=6)


def document() -> str:
    """All tasks, by category."""
    known = _known()
    categories = dict.fromkeys(task.category for task, _ in known)
    parts = [HEAD]
    for category in categories:
        rows = [(task, row) for task, row in known if task.category == category]
        parts += [f"\n## {category} ({len(rows)})\n", _TITLES, *(_row(task, row) for task, row in rows)]
    return "\n".join(parts) + "\n"


_TITLES = (
    "| task | begins like this | dimension | split | the driver says, for example | endings | steps | needs |\n"
    "|---|---|---|---|---|---|--:|---|"
)


def _row(task: Task, row: Needs) -> str:
    marks = {"event": row.event, "place": bool(row.facts), "calls": takes_calls(task)}
    words = [*row.primitives, *(mark for mark, has in marks.items() if has)]
    says = instance(task, 0).goal.replace("|", "/")
    cells = [
        f"`{task.name}`",
        f"![]({picture_of(task).relative_to(DOCUMENT.parent)})",
        task.dimension.replace("_", " "),
        split_of(task.name),
        says,
        ", ".join(task.endings),
        str(row.depth),
    ]
    return f"| {' | '.join([*cells, ', '.join(words)])} |"


def _known() -> list[tuple[Task, Needs]]:
    return [(task, row) for task in TASKS.values() if (row := needs.needs_of(task.name)) is not None]


def card(text: str) -> str:
    """The benchmark card with its counts written anew between the marks."""
    begin, end = MARKS
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return "\n".join([before + begin, *_counts(_known())]) + "\n\n" + end + after


def _counts(rows: Sequence[tuple[Task, Needs]]) -> Iterator[str]:
    yield _table("module", [(task.category, task.dimension) for task, _ in rows], [*Dimension])
    yield _table("split", [(split_of(task.name), task.dimension) for task, _ in rows], [*Dimension])
    yield _table("endings that are right", [(", ".join(task.endings), task.dimension) for task, _ in rows], [*Dimension])
    yield _table("steps", [(_band(row.depth), task.dimension) for task, row in rows], [*Dimension])
    pairs = sum(len(task.endings) > 1 for task, _ in rows)
    yield f"{pairs} templates draw contrast pairs. What their solutions need, and what else happens:\n"
    yield "| needs | tasks |\n|---|--:|"
    for primitive in PRIMITIVES:
        yield f"| {primitive} | {sum(primitive in row.primitives for _, row in rows)} |"
    yield f"| event in mid-episode | {sum(row.event for _, row in rows)} |"
    yield f"| can be played by calls, too | {sum(takes_calls(task) for task, _ in rows)} |"
    yield f"| moves with the place | {sum(bool(row.facts) for _, row in rows)} |"
    yield f"| 8 steps or more | {sum(row.depth >= 8 for _, row in rows)} |"
    yield f"| can end in an answer with information | {sum('answer' in task.endings for task, _ in rows)} |"
    yield f"| playable on a stock image of Android Automotive 14 | {sum(row.stock for _, row in rows)} |"
    yield f"| can end in refraining or declining | {sum(bool({'refrain', 'decline'} & set(task.endings)) for task, _ in rows)} |"


def _band(depth: int) -> str:
    return next(f"{low:>2} to {high}" for low, high in ((0, 1), (2, 3), (4, 7), (8, 12), (13, 25), (26, 99)) if depth <= high)


def _table(title: str, cells: Sequence[tuple[str, str]], columns: Sequence[str]) -> str:
    """Counts of (row, column), with sums."""
    of, rows = Counter(cells), sorted({row for row, _ in cells})
    lines = [
        f"| {title} | {' | '.join(column.replace('_', ' ') for column in columns)} | all |",
        "|---|" + "--:|" * (len(columns) + 1),
    ]
    for row in rows:
        counts = [of[row, column] for column in columns]
        lines.append(f"| {row.strip()} | {' | '.join(map(str, counts))} | {sum(counts)} |")
    sums = [sum(of[row, column] for row in rows) for column in columns]
    return "\n".join([*lines, f"| all | {' | '.join(map(str, sums))} | {len(cells)} |\n"])


if __name__ == "__main__":
    main()
