"""The tutorial says what its blocks print, and its notebook says the same."""

import json
from pathlib import Path

import pytest

from automotive_env.scripts.tutorial import notebook, with_outputs

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
MADE_BY = "run `python -m automotive_env.scripts.write_docs`"


@pytest.mark.sweep
def test_the_tutorial_prints_what_it_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_outputs(page) == page, MADE_BY


def test_the_notebook_is_the_tutorial() -> None:
    page = PAGE.read_text(encoding="utf-8")
    text = PAGE.with_suffix(".ipynb").read_text(encoding="utf-8")
    assert text == notebook(page), MADE_BY
    cells = json.loads(text)["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    assert {cell["cell_type"] for cell in cells} == {"code", "markdown"}


def test_outputs_are_those_of_one_namespace_and_old_ones_go() -> None:
    page = "A\n\n```python\nx = 2\n```\n\n```text\nold\n```\n\nB\n\n```python\nprint(x)\n```\n\nC\n"
    assert with_outputs(page) == "A\n\n```python\nx = 2\n```\n\nB\n\n```python\nprint(x)\n```\n\n```text\n2\n```\n\nC\n"
