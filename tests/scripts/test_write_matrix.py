"""The page of the matrix says what was played, what went wrong, and how much of it no longer counts."""

from pathlib import Path

from registered import PLAIN, THREE_TURNS

from automotive_env.scripts.write_matrix import document
from automotive_env.tasks.kit.proving.ledger import Ledger, Sources, Visit, source_of
from automotive_env.tasks.registry import TASKS

FAN, HEAT = PLAIN, THREE_TURNS
OLD = "0" * 16


def sources(fan: str, *, backend: str = "headless", commit: str = "abcdef012345", other: str = HEAT) -> Sources:
    return Sources(backend=backend, commit=commit, tasks={FAN: fan, other: OLD})


def visit(of: Sources, counts: str, place: str = "Oslo", day: str = "2025-04-13", **faults: tuple[str, ...]) -> Visit:
    told = {{"fan": FAN, "heat": HEAT}[name]: texts for name, texts in faults.items()}
    return Visit(sources=of.hash, place=place, seed=3, day=day, megabytes=200, seconds=1.5, counts=counts, faults=told)


def test_the_page_counts_the_last_word_on_each_cell(tmp_path: Path) -> None:
    kept, old, new = Ledger(tmp_path / "ledger"), sources(OLD), sources(source_of(TASKS[FAN], "headless"), commit="1" * 40)
    kept.add(old, [visit(old, "2-", fan=("solution 1: fail | `no`",)), visit(old, "-4", heat=("near miss 1: pass | `x`",))])
    kept.add(new, [visit(new, "1-", day="2025-04-15")])
    page = document([kept])
    assert "| instances | 5 |" in page
    assert "| 3 | 1 | 2 | 5 | 1 | `1111111`, `abcdef0` | 2025-04-13 to 2025-04-15 |" in page
    assert "| cells whose source is still the same | 1 of 2 |" in page
    assert f"| `{HEAT}` | 1 | Oslo, seed 3: `near miss 1: pass / 'x'` |" in page
    assert f"`{FAN}` |" not in page


def test_backends_stand_apart_and_tasks_that_are_gone_do_not_count(tmp_path: Path) -> None:
    kept, here, there = Ledger(tmp_path / "a"), sources(OLD, other="hvac.gone"), sources(OLD, backend="virtual")
    kept.add(here, [visit(here, "17")])
    kept.add(there, [visit(there, "1-")])
    page = document([kept])
    assert page.count("| instances | 1 |") == 2
    assert page.index("headless car") < page.index("virtual car")
