"""Steps against the shortest solution."""

from command_line import run_here
from hypothesis import given
from hypothesis import strategies as st
from registered import THREE_TURNS
from result_fakes import episode

from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.headless import HeadlessController
from automotive_env.runs.tables.step_ratio import step_ratio_table
from automotive_env.suites.automotive.proving.playing import instance, played
from automotive_env.suites.automotive.proving.shortest import ShortestSolutions
from automotive_env.tasks.registry import TASKS

SEVERAL_WAYS = THREE_TURNS


def test_only_what_passed_counts_and_each_ratio_as_much_as_another():
    records = [episode("1", steps=4), episode("2", steps=9, task=THREE_TURNS), episode("3", "fail", steps=99)]
    least = {"1": 4, "2": 3, "3": 1}
    (row,) = step_ratio_table(records, lambda record: least[record.id]).rows
    assert row == ("t3a", "2", 6.5, 3.5, 2.0)


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)), min_size=1, max_size=9))
def test_nobody_is_shorter_than_the_shortest(steps):
    records = [episode(str(number), steps=least + more) for number, (least, more) in enumerate(steps)]
    ((_, n, _, _, ratio),) = step_ratio_table(records, lambda record: steps[int(record.id)][0]).rows
    assert (n, ratio >= 1) == (str(len(steps)), True)


def test_the_shortest_of_all_solutions_is_found():
    task, car = TASKS[SEVERAL_WAYS], HeadlessController()
    drawn = instance(task, 1)
    ways = [played(task, drawn, car, OracleAgent(way)).record for way in task.solutions(drawn)]
    assert len(ways) > 1
    solutions = ShortestSolutions()
    assert solutions.steps(ways[-1]) == min(way.steps for way in ways)
    assert ShortestSolutions(shortcuts=False).steps(ways[0]) > solutions.steps(ways[0])


def test_the_report_tells_it(tmp_path):
    run_here("run", "--agent", "oracle,noop", "--tasks", SEVERAL_WAYS, "--no-images", "--out", "run", cwd=tmp_path)
    shown = run_here("report", "run", "--rows", "run", "--shortest", cwd=tmp_path, COLUMNS="120").stdout
    assert "step ratio" in shown
    manifest = tmp_path / "run" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"tasks": "', '"tasks": "0'))
    refused = run_here("report", "run", "--shortest", cwd=tmp_path)
    assert refused.returncode == 2
    assert "run was played on tasks of another version" in refused.stderr
