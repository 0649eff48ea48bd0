"""A run as files of tables: Parquet (by duckdb, of the extra `analysis`) or CSV, with a card that says what is in them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from automotive_env.errors import UsageError
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.sharing.card import card
from automotive_env.runs.sharing.rows import EPISODES, STEPS, ExportRow, episode_rows, step_rows
from automotive_env.runs.tables.table_formats import not_a_formula
from automotive_env.text.extras import install

MAX_ROW_BYTES = 2**28
"""Of a row as JSON."""


def write_csv(run: RunFolder, folder: Path) -> None:
    """Write `episodes.csv`, `steps.csv` and a card into a folder.

    Raises:
        UsageError: the records cannot be read.
        OSError: a file cannot be written.
    """
    for name, columns, rows in (("episodes", EPISODES, episode_rows(run)), ("steps", STEPS, step_rows(run))):
        with (folder / f"{name}.csv").open("w", encoding="utf-8", errors="replace", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows([_cell(row[column]) for column in columns] for row in rows)
    (folder / "README.md").write_text(card(run, "csv"), encoding="utf-8", newline="\n")


def _cell(value: object) -> object:
    """A cell of a CSV; of a text that a spreadsheet would take for a formula, the text itself."""
    return not_a_formula(value) if isinstance(value, str) else value


def write_parquet(run: RunFolder, folder: Path) -> None:
    """Write `episodes.parquet`, `steps.parquet` and a card into a folder.

    Raises:
        UsageError: duckdb is missing, or the records cannot be read.
        OSError: a file cannot be written.
    """
    for name, columns, rows in (("episodes", EPISODES, episode_rows(run)), ("steps", STEPS, step_rows(run))):
        write_parquet_file(folder / f"{name}.parquet", columns, rows)
    (folder / "README.md").write_text(card(run, "parquet"), encoding="utf-8", newline="\n")


def write_parquet_file(file: Path, columns: Mapping[str, str], rows: Iterable[ExportRow]) -> None:
    """Write rows as Parquet.

    Args:
        file: that is written; for a moment there are lines of JSON beside it.
        columns: names -> their types in SQL.
        rows: with these columns.

    Raises:
        UsageError: duckdb is missing.
        OSError: a file cannot be written.
    """
    try:
        import duckdb
    except ImportError:
        raise UsageError(f"Parquet needs duckdb: {install('analysis')}") from None
    draft = file.with_suffix(".jsonl")
    _write_lines(draft, rows)
    with duckdb.connect(config={"threads": 1, "autoinstall_known_extensions": False}) as database:
        database.execute(_copy(draft, file, columns))
    draft.unlink()


def _write_lines(path: Path, rows: Iterable[ExportRow]) -> None:
    with path.open("w", encoding="utf-8", newline="\n", errors="replace") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _copy(source: Path, target: Path, columns: Mapping[str, str]) -> str:
    """The statement that makes Parquet of lines of JSON; only paths of ours are in it, quoted as SQL wants them."""
    types = ", ".join(f"{name}: '{kind}'" for name, kind in columns.items())
    names = ", ".join(columns)
    rows = f"read_json({_quoted(source)}, format = 'newline_delimited', columns = {{{types}}}, "
    rows += f"maximum_object_size = {MAX_ROW_BYTES})"
    return f"COPY (SELECT {names} FROM {rows}) TO {_quoted(target)} (FORMAT parquet, COMPRESSION zstd)"


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
