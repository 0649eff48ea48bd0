"""The script that plays everywhere tells what goes wrong, and nothing of a good task."""

import json
from functools import partial
from pathlib import Path

import pytest
from registered import PLAIN, THREE_TURNS

from automotive_env.episode.headless import HeadlessController
from automotive_env.runs.records.files import read_lines
from automotive_env.scripts import play_everywhere
from automotive_env.scripts.play_everywhere import Sweep, cases, faults, visit
from automotive_env.tasks.registry import TASKS


def swapped() -> type:
    task = type(TASKS[PLAIN])

    class Wrong(task, category=task.category, dimension=task.dimension):  # type: ignore[misc,valid-type]
        """Its solutions and its near misses have changed places."""

        solutions, near_misses = task.near_misses, task.solutions

    return Wrong


@pytest.mark.parametrize(("first_solutions", "told"), [(False, {"solution 1", "near miss 1"}), (True, {"solution 1"})])
def test_a_near_miss_that_stands_as_a_solution_is_reported(first_solutions: bool, told: set[str]) -> None:
    wrong = swapped()()
    [drawn] = cases(wrong, ["Paris"], [0])
    found = faults(wrong, drawn, HeadlessController(), first_solutions=first_solutions)
    assert told <= {fault.partition(":")[0] for fault in found}


def test_processes_are_replaced_after_some_places_and_all_seeds_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_everywhere, "MOST_PLACES", 1)
    play = partial(visit, names=[PLAIN, THREE_TURNS], seeds=range(2), backend="headless", first_solutions=True)
    played = [(one.place, one.instances[PLAIN], one.faults) for one in play_everywhere._visits(["Oslo", "Paris"], play, 1)]
    assert played == [("Oslo", 2, []), ("Paris", 2, [])]


def test_it_prints_counts_and_nothing_else_for_good_tasks_and_notes_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        play_everywhere.main(PLAIN, "Oslo", workers=1, note=tmp_path / "notes")
    assert end.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["instances"], told["faults"], told["fewest"]) == (1, 0, 1)
    assert read_lines(tmp_path / "notes", Sweep).records == (Sweep(**told),)
