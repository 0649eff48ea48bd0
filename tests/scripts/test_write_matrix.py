"""The page of the matrix has a row for each sweep over the current task set."""

from automotive_env.runs.records.files import read_lines
from automotive_env.scripts.play_everywhere import Sweep
from automotive_env.scripts.write_matrix import DOCUMENT, NOTES, document
from automotive_env.version import TASK_SET_VERSION


def sweep(task_set: int = TASK_SET_VERSION, *, first: int = 3, seeds: int = 1) -> Sweep:
    return Sweep(task_set=task_set, commit="abcdef01", tasks=185, places=60, first=first, seeds=seeds, instances=11_678, faults=2)


def test_each_sweep_is_a_row() -> None:
    page = document([sweep(), sweep(first=7, seeds=3)])
    assert "| headless | all gates | 185 | 60 | 3 | 11,678 |  | 2 | `abcdef01` |" in page
    assert "| 60 | 7 to 9 | 11,678 |" in page


def test_sweeps_of_other_task_sets_are_left_out() -> None:
    assert document([sweep(TASK_SET_VERSION - 1)]) == document([])


def test_the_page_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(read_lines(NOTES, Sweep).records)
