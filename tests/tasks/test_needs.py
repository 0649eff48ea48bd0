"""What tasks need: the table is up to date, and says what solutions do."""

from importlib import import_module
from linecache import checkcache
from pathlib import Path

import pytest
from command_line import run_here
from registered import MUSIC, PAIR, PLAIN, SIDE

from automotive_env import tasks as package
from automotive_env.episode.headless import HeadlessController
from automotive_env.errors import UsageError
from automotive_env.scripts import write_tasks
from automotive_env.suites.automotive.proving.measuring import measure
from automotive_env.suites.automotive.proving.skeleton import check_command, write_skeleton
from automotive_env.suites.splits import SPLITS, split_of
from automotive_env.tasks.kit import needs
from automotive_env.tasks.registry import TASKS


def test_the_table_and_the_document_are_up_to_date() -> None:
    assert [task.name for task in needs.stale(TASKS.values())] == [], "run `python -m automotive_env.scripts.write_tasks`"
    assert set(needs.table()) == set(TASKS)
    assert write_tasks.DOCUMENT.read_text(encoding="utf-8") == write_tasks.document()
    written = write_tasks.CARD.read_text(encoding="utf-8")
    assert written == write_tasks.card(written)


@pytest.mark.parametrize(
    ("name", "has", "moves"),
    [
        (PLAIN, {"toggle"}, False),
        pytest.param(MUSIC, {"tap"}, False, marks=pytest.mark.sweep),
        (SIDE, {"tap"}, True),
    ],
)
def test_needs_are_those_of_the_first_solutions(name: str, has: set[str], moves: bool) -> None:
    found = measure(TASKS[name], HeadlessController())
    assert has <= set(found.primitives)
    assert bool(found.facts) is moves
    assert 0 < found.depth <= TASKS[name].steps
    assert found == needs.needs_of(name)


def test_every_split_has_tasks_and_a_name_has_one_split_for_good() -> None:
    assert {split_of(name) for name in TASKS} == set(SPLITS)
    many = [split_of(f"maps.task_{number}") for number in range(1_000)]
    assert [abs(many.count(split) - share) < 60 for split, share in zip(SPLITS, (600, 200, 200), strict=True)] == [True] * 3
    listed = run_here("tasks", "list", "--split", "test").stdout
    assert [name in listed for name in TASKS] == [split_of(name) == "test" for name in TASKS]
    assert run_here("tasks", "list", "--split", "moon").returncode == 2


def test_instances_are_drawn(tmp_path: Path) -> None:
    drawn = run_here("tasks", "sample", PAIR, "--n", "2", "--place", "Oslo").stdout
    assert drawn.count(PAIR) == 4
    assert drawn.count("Oslo") == 4


def test_a_new_task_says_what_to_fill_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("automotive_env.tasks.registry._typed", {})
    begun = ("tasks", "new", "comms_begun", "Begun", "--dimension", "implicit_intent", "--folder", str(tmp_path))
    assert run_here(*begun, cwd=tmp_path).stdout.endswith(": automotive-env tasks check comms_begun:Begun\n")
    assert "already exists" in run_here(*begun, cwd=tmp_path).stderr
    checked = run_here("tasks", "check", "comms_begun:Begun", cwd=tmp_path)
    assert checked.returncode == 1
    lines = [line.strip() for line in checked.stdout.splitlines()]
    assert "filled_in: what must be true after, such as then.on(s.WIFI)" in lines
    assert not any('"' in line for line in lines if line.startswith("filled_in"))
    assert run_here("tasks", "new", "moon", "Begun", cwd=tmp_path).returncode == 2


def test_a_task_outside_the_package_is_checked_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ours = Path(package.__path__[0], "maps_stops.py")
    assert check_command(ours, "maps.stop", "Stop") == "automotive-env tasks check maps.stop"
    for file, there in (("maps_stops.py", ""), ("my tasks/maps_stops.py", "cd 'my tasks' && ")):
        assert check_command(Path(file), "maps.stop", "Stop") == f"{there}automotive-env tasks check maps_stops:Stop"


@pytest.mark.parametrize("name", ["None", "True", "Task", "Any", "TaskInstance", "Dimension"])
def test_a_name_that_means_something_else_is_no_name_of_a_task(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="already uses the name"):
        write_skeleton(tmp_path, "maps_begun", name, "explicit_control")
    assert not list(tmp_path.iterdir())


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    (tmp_path / "maps_bytes.py").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="cannot be read"):
        write_skeleton(tmp_path, "maps_begun", "Begun", "explicit_control")
    (tmp_path / "road_begun.py").mkdir()
    with pytest.raises(UsageError, match="cannot be read"):
        write_skeleton(tmp_path, "road_begun", "Begun", "explicit_control")


def test_a_changed_helper_of_the_module_makes_its_tasks_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    path, _ = write_skeleton(tmp_path, "media_helped", "Helped", "explicit_control")
    task = import_module("media_helped").Helped()
    before = needs.source_of(task)
    path.write_text(path.read_text() + "\n\nHELPER = 2\n")
    checkcache()
    assert needs.source_of(task) != before
