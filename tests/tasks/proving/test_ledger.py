"""The ledger of the matrix: what was played is not played again, until its source changes or where it failed."""

from pathlib import Path

import pytest
from registered import MUSIC, PLAIN

from automotive_env.errors import UsageError
from automotive_env.tasks.kit.proving import ledger as kept
from automotive_env.tasks.kit.proving.ledger import Cell, Ledger, Sources, Visit, source_of
from automotive_env.tasks.registry import TASKS

ONE, OTHER = "1" * 16, "2" * 16
NOW = Sources(backend="headless", tasks={"a": ONE, "b": ONE})
BEFORE = Sources(backend="headless", tasks={"a": OTHER, "b": OTHER})


def visit(counts: str, *faults: str, place: str = "Oslo", sources: Sources = NOW) -> Visit:
    return Visit(sources=sources.hash, place=place, seed=0, counts=counts, faults={"b": faults} if faults else {})


def missing(ledger: Ledger, place: str = "Oslo", seed: int = 0, backend: str = "headless") -> list[str]:
    return ledger.missing(place, seed, NOW.model_copy(update={"backend": backend}))


def test_only_the_cell_itself_counts_as_played(tmp_path: Path) -> None:
    Ledger(tmp_path / "ledger").add(NOW, [visit("2-")])
    again = Ledger(tmp_path / "ledger")
    assert missing(again) == ["b"]
    others = missing(again, place="Paris"), missing(again, seed=1), missing(again, backend="virtual")
    assert others == (["a", "b"], ["a", "b"], ["a", "b"])


def test_what_changed_or_failed_is_played_again_and_the_last_word_counts(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    ledger.add(BEFORE, [visit("2-", sources=BEFORE)])
    ledger.add(NOW, [visit("-2", "solution 1: fail")])
    assert missing(Ledger(tmp_path / "ledger")) == ["a", "b"]
    ledger.add(NOW, [visit("2-"), visit("-2")])
    assert missing(Ledger(tmp_path / "ledger")) == missing(ledger) == []


def test_what_was_added_is_read_back_and_sources_are_written_once(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    for place in ("Oslo", "Paris"):
        ledger.add(NOW, [visit("30", "x", place=place)])
    assert (tmp_path / "ledger").read_text().count(ONE) == len(NOW.tasks)
    again = Ledger(tmp_path / "ledger")
    assert again.visits == ledger.visits
    assert [again.sources(one) for one in again.visits] == [NOW, NOW]
    assert list(again.cells(again.visits[1])) == [Cell("a", ONE, 3, ()), Cell("b", ONE, 0, ("x",))]
    assert again.visits[1].instances == 3


def test_ledgers_of_several_machines_can_be_joined(tmp_path: Path) -> None:
    Ledger(tmp_path / "one").add(BEFORE, [visit("11", sources=BEFORE)])
    Ledger(tmp_path / "other").add(NOW, [visit("11")])
    (tmp_path / "both").write_bytes((tmp_path / "one").read_bytes() + (tmp_path / "other").read_bytes())
    assert missing(Ledger(tmp_path / "both")) == []


def test_a_line_that_a_kill_left_unfinished_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    Ledger(path).add(NOW, [visit("1-")])
    with path.open("ab") as file:
        file.write(b'{"visit": {"place": "Par')
    ledger = Ledger(path)
    ledger.add(NOW, [visit("-1")])
    assert missing(Ledger(path)) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [("one\ntwo\n", "notes line 1 is damaged"), (f'{{"visit":{visit("11").line()}}}\n', "notes is damaged.* Oslo, seed 0")],
)
def test_another_file_is_no_ledger(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "notes").write_text(text)
    with pytest.raises(UsageError, match=why):
        Ledger(tmp_path / "notes")


def test_a_source_is_that_of_the_module_and_of_the_tasks_that_it_imports() -> None:
    music, fan = type(TASKS[MUSIC]).__module__, type(TASKS[PLAIN]).__module__
    files = {f"{path.parent.name}.{path.stem}" for path in kept._files(music)}
    assert {music.removeprefix("automotive_env."), "shared.media"} <= files
    assert fan.removeprefix("automotive_env.") not in files
    assert source_of(TASKS[PLAIN], "headless") == source_of(TASKS[PLAIN], "headless")
    three = ((PLAIN, "headless"), (PLAIN, "virtual"), (MUSIC, "headless"))
    assert len({source_of(TASKS[name], backend) for name, backend in three}) == 3
