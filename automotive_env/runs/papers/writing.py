"""Writes the papers' tables and figures of some runs into a folder: those of a suite's paper, and those of all suites."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from automotive_env.errors import UsageError
from automotive_env.runs.error_types.runs import ErrorTypeOf
from automotive_env.runs.error_types.table import error_table, judged_table
from automotive_env.runs.papers.ablation import ablation_table
from automotive_env.runs.papers.figures import place_figure, success_figure
from automotive_env.runs.papers.goals import goal_table
from automotive_env.runs.papers.kate_studies import KATE_STUDIES, kate_figure
from automotive_env.runs.papers.learning_figure import learning_figure
from automotive_env.runs.papers.row_figures import ablation_figure, effort_figure, error_figure
from automotive_env.runs.papers.tables import accuracy_table, module_table, success_table
from automotive_env.runs.papers.variant_figures import variant_figure
from automotive_env.runs.papers.variants import STUDIES, VariantStudy
from automotive_env.runs.records.files import write_atomically, writing
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.runs.tables.figures import Table
from automotive_env.runs.tables.learning_curve import learning_table
from automotive_env.runs.tables.table_formats import FORMATS

MakeTable: TypeAlias = Callable[[Sequence[ContestantGroup]], Table]
MakeFigure: TypeAlias = Callable[[Sequence[ContestantGroup]], bytes]

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
COMPARED: Mapping[str, Mapping[str, VariantStudy]] = {"vehicleworld": STUDIES}
"""Suite -> name of files -> the table and figure in them, if the runs have what they compare."""


def write_paper(
    contestants: Sequence[ContestantGroup],
    folder: Path,
    repeated: Sequence[ContestantGroup] = (),
    type_of: ErrorTypeOf | None = None,
    judged: tuple[str, ErrorTypeOf] | None = None,
) -> list[Path]:
    """Write all tables as Markdown, CSV and LaTeX, and all figures as SVG; returns the files.

    Args:
        contestants: rows of the tables of a suite's own paper.
        folder: for the files.
        repeated: contestants over seeds, with their repetitions: rows of the tables that all suites have.
        type_of: tells types of error; without it there are no tables of them.
        judged: name of a model that has judged them, and what it says.

    Raises:
        UsageError: the runs are of no suite, or of several; or matplotlib is missing.
        RecordsFault: a file cannot be written.
    """
    suites = {record.suite for one in contestants for record in one.records}
    if len(suites) != 1:
        raise UsageError(f"the papers' tables need runs of one suite, not of {' and '.join(sorted(suites)) or 'none'}")
    (suite,) = suites
    tables = {name: make(contestants) for name, make in TABLES.get(suite, {}).items()}
    figures = {name: draw(contestants) for name, draw in FIGURES.get(suite, {}).items()}
    for name, study in COMPARED.get(suite, {}).items():
        if results := study.results(contestants):
            tables[name], figures[name] = study.table(results), variant_figure(study, results)
    for name, compared in KATE_STUDIES.items():
        if results := compared.results(repeated):
            tables[name], figures[name] = compared.table(results), kate_figure(compared, repeated)
    if repeated:
        tables["ablation"], figures["ablation"] = ablation_table(repeated), ablation_figure(repeated)
    if repeated and suite == "appworld":
        tables["goals"] = goal_table(repeated)
    if learning := learning_table(repeated):
        tables["learning"], figures["learning"] = learning, learning_figure(repeated)
    records = [record for one in repeated for record in one.labelled]
    if type_of and (errors := error_table(records, type_of)):
        tables["errors"], figures["errors"] = errors, error_figure(repeated, type_of)
    if type_of and judged and (errors := judged_table(records, judged[1], judged[0], type_of)):
        tables["errors-judged"], figures["errors-judged"] = errors, error_figure(repeated, judged[1])
    content = {
        f"{name}.{ending}": write(table).encode("utf-8", "replace")
        for name, table in tables.items()
        for ending, write in FORMATS.items()
    }
    content |= {f"{name}.svg": drawn for name, drawn in figures.items()}
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name, data in content.items():
        write_atomically(folder / name, data)
    return [folder / name for name in content]
