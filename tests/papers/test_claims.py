"""docs/papers.md: every claim has a test that exists, every difference its reason, and the page is up to date."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from automotive_env.scripts import paper_checks
from automotive_env.scripts.papers.page import BEFORE, PAPERS, claims, document

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "papers.md"
CLAIMS = {"automotive": 58, "vehicleworld": 40, "kate": 32}


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests in a file below `tests/`."""
    tree = ast.parse((TESTS / file).read_bytes())
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize("paper", PAPERS)
def test_every_claim_has_a_test_that_exists_and_every_difference_a_reason(paper):
    found = claims(paper)
    assert len(found) == CLAIMS[paper] == sum(BEFORE[paper])
    for one in found:
        file, _, name = one.check.partition("::")
        assert name in names_in(file), one.check
        assert name.startswith("test_")
        assert bool(one.why) == (one.status != "exact"), one.says


def test_no_claim_is_listed_twice():
    said = [one.says for paper in PAPERS for one in claims(paper)]
    assert len(set(said)) == len(said) == 130


def test_every_row_of_the_page_has_five_cells():
    rows = [line for line in document(PAGE.read_text(encoding="utf-8")).splitlines() if "::test_" in line]
    assert len(rows) == 130
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {6}


def test_the_page_is_up_to_date():
    page = PAGE.read_text(encoding="utf-8")
    assert page == document(page), "run `python -m automotive_env.scripts.write_docs`"


def test_all_checks_can_be_run_at_once(capsys):
    paper_checks.main(["kate"])
    printed = capsys.readouterr().out.split()
    assert len(printed) == len(set(printed))
    assert set(printed) == {f"tests/{one.check}" for one in claims("kate")}
    with pytest.raises(SystemExit):
        paper_checks.main(["kat"])
