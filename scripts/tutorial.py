"""docs/tutorial.md, whose Python blocks are run from top to bottom, and the notebook that says the same."""

from __future__ import annotations

import contextlib
import io
import json
import re
import tempfile
from typing import Any

CELL = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<output>.*?)^```\n)?", re.DOTALL | re.MULTILINE)
"""A block of Python and, below it, what it prints."""


def with_outputs(page: str) -> str:
    """The page with what its blocks print below them; they run in one namespace, as a notebook's do, in a folder of their own."""
    names: dict[str, Any] = {"__name__": "__main__"}

    def run(cell: re.Match[str]) -> str:
        with contextlib.redirect_stdout(printed := io.StringIO()):
            exec(compile(cell["code"], "tutorial", "exec"), names)  # noqa: S102 - our own page, as tests of documents do
        output = f"\n```text\n{printed.getvalue()}```\n" if printed.getvalue() else ""
        return f"```python\n{cell['code']}```\n{output}"

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return CELL.sub(run, page)


def notebook(page: str) -> str:
    """The page as a Jupyter notebook, format 4.5, with outputs."""
    cells, end = [], 0
    for cell in CELL.finditer(page):
        cells += [_text(page[end : cell.start()]), _code(cell["code"], cell["output"] or "")]
        end = cell.end()
    cells.append(_text(page[end:]))
    kept = [{"id": f"cell-{number}", **cell} for number, cell in enumerate(filter(None, cells), 1)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": kept, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _text(markdown: str) -> dict[str, Any]:
    lines = markdown.strip().splitlines(keepends=True)
    return {"cell_type": "markdown", "metadata": {}, "source": lines} if lines else {}


def _code(code: str, output: str) -> dict[str, Any]:
    streams = [{"name": "stdout", "output_type": "stream", "text": output.splitlines(keepends=True)}] if output else []
    source = code.rstrip("\n").splitlines(keepends=True)
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": streams, "source": source}
