"""The page of the matrix says what was played, what went wrong, and how much of it no longer counts."""

from pathlib import Path

from automotive_env.proving.ledger import Cell, Ledger, Visit, source_of
from automotive_env.scripts.write_matrix import document
from automotive_env.tasks.registry import TASKS

FAN, HEAT = "hvac.fan_speed_max", "hvac.too_hot"


def ledger(path: Path, *visits: Visit) -> Ledger:
    kept = Ledger(path)
    for visit in visits:
        kept.add(visit)
    return kept


def visit(*cells: Cell, place: str = "Oslo", backend: str = "headless", commit: str = "abcdef012345") -> Visit:
    return Visit(place=place, seed=3, backend=backend, commit=commit, megabytes=200, seconds=1.5, cells=cells)


def test_the_page_counts_the_last_word_on_each_cell(tmp_path: Path) -> None:
    old = Cell(task=FAN, source="0" * 64, instances=2, faults=("solution 1: fail | `no`",))
    new = Cell(task=FAN, source=source_of(TASKS[FAN], "headless"), instances=1)
    wrong = Cell(task=HEAT, source="0" * 64, instances=4, faults=("cheat 1: pass | `x`",))
    page = document([ledger(tmp_path / "ledger", visit(old), visit(new, wrong))])
    assert "| instances | 5 |" in page
    assert "| 3 | 1 | 2 | 5 | 1 |" in page
    assert "| cells whose source is still the same | 1 of 2 |" in page
    assert "| played from commits | `abcdef0` |" in page
    assert f"| `{HEAT}` | 1 | Oslo, seed 3: `cheat 1: pass / 'x'` |" in page
    assert f"`{FAN}` |" not in page


def test_backends_stand_apart_and_tasks_that_are_gone_do_not_count(tmp_path: Path) -> None:
    gone = Cell(task="hvac.gone", source="0" * 64, instances=7)
    one = Cell(task=FAN, source="0" * 64, instances=1)
    page = document([ledger(tmp_path / "a", visit(gone, one)), ledger(tmp_path / "b", visit(one, backend="virtual"))])
    assert page.count("| instances | 1 |") == 2
    assert page.index("headless car") < page.index("virtual car")
