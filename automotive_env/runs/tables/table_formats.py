"""Tables as Markdown, CSV and LaTeX. Names in them are strangers' text: each format escapes what it would act on."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from io import StringIO
from types import MappingProxyType
from typing import TypeAlias

from automotive_env.runs.tables.figures import Table
from automotive_env.text.printable import printable

WriteTable: TypeAlias = Callable[[Table], str]

_MARKDOWN = re.compile(r"([\\`*_\[\]|~$])")
_LATEX: Mapping[str, str] = MappingProxyType(
    {char: f"\\{char}" for char in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}"}
    | {">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}", "–": "--", "°": r"\textdegree{}", "±": r"\textpm{}"}
)
_FORMULA = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula."""


def markdown(table: Table) -> str:
    """A table of GitHub's Markdown under a heading; quoted rows are in italics."""
    columns = [markdown_text(column) for column in table.columns]
    aligned = ["--:" if _is_figure(table, number) else "---" for number in range(len(columns))]
    rows = [
        [f"*{text}*" if number in table.quoted and text else text for text in map(markdown_text, _texts(table, number))]
        for number in range(len(table.rows))
    ]
    lines = [f"| {' | '.join(cells)} |" for cells in (columns, aligned, *rows)]
    caption = f"\n{markdown_text(table.caption)}\n" if table.caption else ""
    return f"## {markdown_text(table.title)}\n{caption}\n" + "\n".join(lines) + "\n"


def markdown_text(text: str) -> str:
    """A text in which nothing is markup: neither of Markdown nor of HTML, and on one line."""
    return _MARKDOWN.sub(r"\\\1", printable(text)).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def comma_separated(table: Table) -> str:
    """A table as CSV: figures as numbers, each followed by its bounds and deviation if it has some, and whether it is quoted."""
    columns = range(len(table.columns))
    bounded = [any(row[number] for row in table.intervals) for number in columns]
    spread = [any(row[number] is not None for row in table.deviations) for number in columns]
    heads = [
        head
        for column, has, varies in zip(table.columns, bounded, spread, strict=True)
        for head in (column, *([f"{column} low", f"{column} high"] if has else []), *([f"{column} sd"] if varies else []))
    ]
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*map(csv_text, heads), "quoted"])
    for number, row in enumerate(table.rows):
        cells: list[object] = []
        for column, cell in enumerate(row):
            interval = table.intervals[number][column] if table.intervals else None
            cells.append(csv_text(cell) if isinstance(cell, str) else cell)
            cells += list(interval or ("", "")) if bounded[column] else []
            cells += [table.deviations[number][column]] if spread[column] else []
        writer.writerow([*cells, "yes" if number in table.quoted else "no"])
    return file.getvalue()


def csv_text(text: str) -> str:
    """A text that no spreadsheet takes for a formula: one that begins like one gets an apostrophe before it."""
    return not_a_formula(printable(text))


def not_a_formula(text: str) -> str:
    """A text, which may have several lines, with an apostrophe before it where it begins like a formula and is no number."""
    return f"'{text}" if text.lstrip().startswith(_FORMULA) and not _is_number(text) else text


def latex(table: Table) -> str:
    """A table for LaTeX with the package booktabs; quoted rows are in italics."""
    align = "".join("r" if _is_figure(table, number) else "l" for number in range(len(table.columns)))
    rows = [
        [f"\\textit{{{text}}}" if number in table.quoted and text else text for text in map(latex_text, _texts(table, number))]
        for number in range(len(table.rows))
    ]
    first = min(table.quoted, default=len(rows))
    lines = [" & ".join(cells) + r" \\" for cells in rows]
    body = [*lines[:first], *([r"\midrule"] if 0 < first < len(rows) else []), *lines[first:]]
    head = " & ".join(map(latex_text, table.columns)) + r" \\"
    parts = [r"\begin{table}", r"\centering", f"\\caption{{{latex_text(f'{table.title}. {table.caption}'.strip())}}}"]
    parts += [f"\\begin{{tabular}}{{{align}}}", r"\toprule", head, r"\midrule", *body, r"\bottomrule", r"\end{tabular}"]
    return "\n".join([*parts, r"\end{table}"]) + "\n"


def latex_text(text: str) -> str:
    """A text in which nothing is a command of LaTeX."""
    return "".join(_LATEX.get(char, char) for char in printable(text))


def _texts(table: Table, number: int) -> list[str]:
    return ["" if text == "–" and number in table.quoted else text for text in table.texts()[number]]


def _is_figure(table: Table, column: int) -> bool:
    """Whether a column holds figures, so that it is set to the right."""
    cells = [row[column] for row in table.rows if row[column] not in (None, "", "–")]
    return bool(cells) and all(not isinstance(cell, str) or _is_number(cell) for cell in cells)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d[\d,]*(\.\d+)?", text) is not None


FORMATS: Mapping[str, WriteTable] = MappingProxyType({"md": markdown, "csv": comma_separated, "tex": latex})
"""Ending of a file -> what writes a table into it."""
