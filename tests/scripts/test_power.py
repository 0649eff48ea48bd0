"""Sizes of experiments, and the page that quotes them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.scripts.power import effective, items_needed, remaining, smallest_difference, tables
from automotive_env.tasks import CANARY

DOCS = Path(__file__).parents[2] / "docs"


def test_items_of_a_worked_example() -> None:
    # (1.96 * sqrt(0.2) + 0.8416 * sqrt(0.2 - 0.0025)) ** 2 / 0.0025 = 625.9
    assert items_needed(0.05, 0.2) == 626
    assert effective(5, 0.25, tasks=100) == 250
    assert remaining(0.2, trials=2, within=0.5) == pytest.approx(0.15)


@given(st.floats(0.01, 0.99), st.data())
def test_the_smallest_difference_is_told_by_its_items_and_no_smaller_one(discordant: float, data: st.DataObject) -> None:
    difference = data.draw(st.floats(0.005, discordant))
    found = smallest_difference(items_needed(difference, discordant), discordant)
    assert found <= difference + 1e-9
    assert items_needed(found, discordant) == items_needed(difference, discordant)


@pytest.mark.parametrize("difference", [0.0, -0.1, 0.3])
def test_an_impossible_difference_is_refused(difference: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        items_needed(difference, 0.2)


def test_the_page_has_the_tables() -> None:
    page = (DOCS / "power.md").read_text(encoding="utf-8")
    for table in tables(0.05).values():
        assert table in page, "run `python -m automotive_env.scripts.power`, and copy its tables"


def test_the_canary_stands_in_the_data_sheet_and_beside_the_tasks() -> None:
    assert CANARY in (DOCS / "datasheet.md").read_text(encoding="utf-8")
    assert CANARY in (DOCS.parent / "tasks" / "README.md").read_text(encoding="utf-8")
