"""Tasks that can be played by calls are proven; what the gates are for shows on tasks that do not pass them."""

import re
from collections import Counter
from collections.abc import Iterable

import pytest

from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.call_plan import MAX_WAIT, CallPlan
from automotive_env.headless import HeadlessController
from automotive_env.limits import Limits
from automotive_env.proving.call_gates import calls_pass, wrong_calls_fail
from automotive_env.proving.playing import instance, played
from automotive_env.task import Category, Dimension, TaskInstance
from automotive_env.tasks.registry import TASKS

BY_CALLS = [task for task in TASKS.values() if task.takes_calls]
AIR = TASKS["hvac.recirculate_air"]
INSIDE = CallPlan().call("airConditioner.recycle_mode_switch", mode="internal circulation")
OUTSIDE = CallPlan().call("airConditioner.recycle_mode_switch", mode="external circulation")


@pytest.fixture(scope="module")
def car() -> HeadlessController:
    return HeadlessController()


def test_a_third_of_the_tasks_in_every_category_and_dimension_can_be_played_by_calls() -> None:
    assert len(BY_CALLS) >= 60
    assert {task.category for task in BY_CALLS} == set(Category)
    assert min(Counter(task.dimension for task in BY_CALLS)[dimension] for dimension in Dimension) >= 10


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.sweep)])
def test_every_way_by_calls_passes_and_doing_nothing_fails(every: int, car: HeadlessController) -> None:
    tasks = BY_CALLS[::every]
    faults = [f"{task.name}: {fault}" for task in tasks for fault in calls_pass(task, car, seeds=(0,))]
    for task in tasks:
        drawn = instance(task, 0)
        if played(task, drawn, car, NoopAgent(), face="calls").record.success:
            faults.append(f"{task.name}: doing nothing passes")
    assert faults == []


def test_a_way_by_calls_fits_into_the_steps_that_an_agent_has() -> None:
    long = {}
    for task in BY_CALLS:
        steps = [len(plan.actions) for ending in task.endings for plan in task.calls(instance(task, 0, ending))]
        if max(steps) + 2 > Limits.for_task(task.steps).steps:  # and two look-ups
            long[task.name] = max(steps)
    assert long == {}


@pytest.mark.parametrize("name", ["hvac.recirculate_air", "road.tail_of_the_jam", "comms.call_contact"])
def test_the_same_calls_pass_where_there_is_a_screen_as_well(name: str, car: HeadlessController) -> None:
    task = TASKS[name]
    for ending in task.endings:
        records = [played(task, instance(task, 0, ending), car, OracleAgent(), face=face).record for face in ("calls", "both")]
        assert [(record.outcome, record.face) for record in records] == [("pass", "calls"), ("pass", "both")]
        assert len({record.id for record in records}) == 2


def variation(*plans: CallPlan) -> type:
    """The task of the cabin's air with other ways by calls."""

    class Variation(type(AIR)):  # type: ignore[misc]
        endings = ("act",)

        def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
            return plans

    return Variation


@pytest.mark.parametrize(
    ("plans", "gate", "says"),
    [
        ((), calls_pass, "there is no way by calls"),
        ((OUTSIDE,), calls_pass, "does not pass"),
        (
            (INSIDE, CallPlan().call("airConditioner.recycle_mode_switch", mode="in")),
            calls_pass,
            "way 2 by calls of .* is refused",
        ),
        ((INSIDE.call("hazardLight.switch", switch=True),), calls_pass, "changed besides|nothing else changed"),
        ((INSIDE.call("hazardLight.switch", switch=False),), wrong_calls_fail, "hazardLight.switch is never needed"),
    ],
)
def test_a_gate_names_what_is_wrong(plans, gate, says, car: HeadlessController) -> None:  # type: ignore[no-untyped-def]
    faults = "\n".join(gate(variation(*plans)(), car, seeds=(0,)))
    assert re.search(says, faults), faults


def test_a_task_that_declares_none_is_not_played_by_calls(car: HeadlessController) -> None:
    task = TASKS["apps.open_notifications"]
    assert not task.takes_calls
    assert [*calls_pass(task, car), *wrong_calls_fail(task, car)] == []


def test_a_plan_waits_in_parts_and_names_its_apis() -> None:
    plan = CallPlan().wait(2 * MAX_WAIT + 5).call("hazardLight.switch", switch=True).infeasible("why")
    assert [getattr(move, "seconds", 0) for move in plan.moves] == [MAX_WAIT, MAX_WAIT, 5, 0]
    assert (plan.apis, plan.end.goal_status, len(plan.actions)) == ({"hazardLight.switch"}, "infeasible", 5)
    assert CallPlan().moves == ()
