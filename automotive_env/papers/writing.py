"""Writes the papers' tables and figures of some runs into a folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from automotive_env.errors import UsageError
from automotive_env.papers.figures import effort_figure, place_figure, success_figure
from automotive_env.papers.tables import accuracy_table, module_table, success_table
from automotive_env.results.contestants import Contestant
from automotive_env.results.figures import Table
from automotive_env.results.files import write_atomically, writing
from automotive_env.results.table_formats import FORMATS

MakeTable: TypeAlias = Callable[[Sequence[Contestant]], Table]
MakeFigure: TypeAlias = Callable[[Sequence[Contestant]], bytes]

TABLES: Mapping[str, Mapping[str, MakeTable]] = {
    "automotive": {"success": success_table, "modules": module_table},
    "vehicleworld": {"accuracy": accuracy_table},
}
"""Suite -> name of a file -> the table in it."""
FIGURES: Mapping[str, Mapping[str, MakeFigure]] = {
    "automotive": {"success": success_figure, "place": place_figure},
    "vehicleworld": {"effort": effort_figure},
}
"""Suite -> name of a file -> the figure in it."""


def write_paper(contestants: Sequence[Contestant], folder: Path) -> list[Path]:
    """Write all tables as Markdown, CSV and LaTeX, and all figures as SVG; returns the files.

    Raises:
        UsageError: the runs are of no suite, or of several, of which a paper has tables; or matplotlib is missing.
        RecordsFault: a file cannot be written.
    """
    suites = {record.suite for one in contestants for record in one.records}
    if len(suites) != 1 or not suites <= TABLES.keys():
        known = " or ".join(TABLES)
        raise UsageError(f"the papers' tables are of runs of one suite, {known}; not of {', '.join(sorted(suites)) or 'none'}")
    (suite,) = suites
    content: dict[str, bytes] = {}
    for name, table in TABLES[suite].items():
        made = table(contestants)
        content |= {f"{name}.{ending}": write(made).encode("utf-8", "replace") for ending, write in FORMATS.items()}
    content |= {f"{name}.svg": draw(contestants) for name, draw in FIGURES[suite].items()}
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name, data in content.items():
        write_atomically(folder / name, data)
    return [folder / name for name in content]
