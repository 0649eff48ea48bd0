"""Floors and ceiling beside the runs that they can be compared with."""

import pytest
from result_fakes import episode

from automotive_env.runs.tables.summary import summarise
from automotive_env.suites.automotive.floors import MeasuredFloors, PlayedInstances, digest, floor_of, floor_table, floors
from automotive_env.suites.automotive.suite import AutomotiveSuite
from automotive_env.suites.suite import Selection
from automotive_env.version import TASK_SET_VERSION


def played(agent, outcome="pass", **fields):
    return [
        episode(
            f"{agent}-{number}", outcome, agent=agent, task=f"hvac.{number}", instance=str(number), level=1 + number, **fields
        )
        for number in range(2)
    ]


def measured(kind, agent, model, outcome):
    return floor_of(kind, agent, model, summarise(played(agent, outcome)).agents[agent])


def kept():
    rows = (
        measured("floor", "noop", "", "fail"),
        measured("floor", "t3a", "builtin", "fail"),
        measured("ceiling", "oracle", "", "pass"),
    )
    instances = digest((record.task, record.instance) for record in played("x"))
    return MeasuredFloors(task_set=7, instances=instances, seed=0, place="random", rows=rows)


def table(records):
    instances = PlayedInstances()
    return floor_table(instances, summarise(instances.noting(records)), kept())


def test_a_run_of_the_same_instances_stands_between_floor_and_ceiling():
    found = table(played("m3a"))
    assert found.columns == ("agent", "all", "explicit", "implicit", "alignment", "alerts", "level 1", "level 2")
    assert [row[0] for row in found.rows] == ["m3a", "floor: noop", "floor: builtin as t3a", "ceiling: oracle"]
    assert [row[1] for row in found.rows] == [100.0, 0.0, 0.0, 100.0]
    assert found.rows[0][2:] == (100.0, None, None, None, 100.0, 100.0)
    assert found.quoted == (1, 2, 3)
    assert "measured earlier" in found.caption


@pytest.mark.parametrize(
    "records",
    [
        [],
        played("m3a")[:1],
        [*played("m3a"), episode("more", agent="m3a")],
        played("m3a", face="calls"),
        [*played("m3a"), *played("t3a")[:1]],
    ],
    ids=["nothing", "fewer", "more", "another face", "an agent that played less"],
)
def test_a_run_of_anything_else_stands_alone(records):
    assert table(records) is None


def test_what_is_kept_was_measured_on_the_tasks_of_this_version():
    """Where this fails, run `python -m automotive_env.scripts.write_floors`."""
    found = floors()
    items = AutomotiveSuite().plan(Selection(seed=found.seed, place=found.place))
    assert (found.task_set, found.instances) == (TASK_SET_VERSION, digest((item.task, item.instance) for item in items))
    reached = {one.agent: (one.whole.passed, one.whole.n) for one in found.rows}
    templates = len({item.task for item in items})
    assert reached["noop"] == reached["constant"] == (0, templates)
    assert reached["oracle"] == (templates, templates)
