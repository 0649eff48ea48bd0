"""The ledger of the matrix: what was played is not played again, until its source changes or where it failed."""

from pathlib import Path

import pytest

from automotive_env.errors import UsageError
from automotive_env.proving import ledger as kept
from automotive_env.proving.ledger import Cell, Ledger, Visit, source_of
from automotive_env.tasks.registry import TASKS

ONE, OTHER = "1" * 64, "2" * 64


def visit(task: str, source: str = ONE, *faults: str, place: str = "Oslo") -> Visit:
    cell = Cell(task=task, source=source, instances=2, faults=faults)
    return Visit(place=place, seed=0, backend="headless", cells=(cell,))


def missing(ledger: Ledger, place: str = "Oslo", seed: int = 0, backend: str = "headless") -> list[str]:
    return ledger.missing(["a", "b"], place, seed, backend, {"a": ONE, "b": ONE})


def test_only_the_cell_itself_counts_as_played(tmp_path: Path) -> None:
    Ledger(tmp_path / "ledger").add(visit("a"))
    again = Ledger(tmp_path / "ledger")
    assert missing(again) == ["b"]
    others = missing(again, place="Paris"), missing(again, seed=1), missing(again, backend="virtual")
    assert others == (["a", "b"], ["a", "b"], ["a", "b"])


def test_what_changed_or_failed_is_played_again_and_the_last_word_counts(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    ledger.add(visit("a", OTHER))
    ledger.add(visit("b", ONE, "solution 1: fail"))
    assert missing(Ledger(tmp_path / "ledger")) == ["a", "b"]
    ledger.add(visit("a"))
    ledger.add(visit("b"))
    assert missing(Ledger(tmp_path / "ledger")) == []


def test_a_line_that_a_kill_left_unfinished_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    Ledger(path).add(visit("a"))
    with path.open("ab") as file:
        file.write(b'{"place": "Par')
    ledger = Ledger(path)
    ledger.add(visit("b"))
    assert missing(Ledger(path)) == []


def test_another_file_is_no_ledger(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("one\ntwo\n")
    with pytest.raises(UsageError, match="notes line 1 is damaged"):
        Ledger(tmp_path / "notes")


def test_a_source_is_that_of_the_module_and_of_the_tasks_that_it_imports() -> None:
    files = {path.stem for path in kept._files("automotive_env.tasks.maps_stops")}
    assert {"maps", "maps_search", "maps_stops"} <= files
    assert "hvac" not in files
    fan, ends = TASKS["hvac.fan_speed_max"], TASKS["maps.end_route"]
    assert source_of(fan, "headless") == source_of(fan, "headless")
    assert len({source_of(fan, "headless"), source_of(fan, "virtual"), source_of(ends, "headless")}) == 3
