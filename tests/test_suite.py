"""Planning: order-free seeds, places, and clear refusals."""

import subprocess
import sys

import pytest

from automotive_env.errors import UsageError
from automotive_env.suite import instance_seed, plan, select
from automotive_env.tasks.registry import TASKS


def test_a_seed_belongs_to_its_instance_alone() -> None:
    everything = {i.id for i in plan(list(TASKS.values()), instances=2, seed=7)}
    alone = {i.id for i in plan([TASKS["hvac.too_hot"]], instances=2, seed=7)}
    assert alone <= everything
    assert instance_seed(7, "hvac.too_hot", 0) != instance_seed(7, "hvac.too_hot", 1) != instance_seed(8, "hvac.too_hot", 1)


def test_another_process_draws_the_same_plan() -> None:
    code = "from automotive_env.suite import *; print([i.id for i in plan(select(), instances=2, seed=3)])"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert runs == {f"{[i.id for i in plan(select(), instances=2, seed=3)]}\n"}


def test_a_named_place_is_used_and_unsuited_tasks_are_left_out() -> None:
    planned = plan(list(TASKS.values()), place="Paris")
    assert {instance.place for instance in planned} == {"Paris"}
    assert "hvac.extreme_heat" not in {instance.task for instance in planned}


def test_a_position_is_kept() -> None:
    (instance,) = plan([TASKS["hvac.too_hot"]], place="48.9,2.3")
    assert instance.place == "Paris"
    assert instance.position == (48.9, 2.3)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: select(["hvac.to_hot"]), "did you mean 'hvac.too_hot'"),
        (lambda: select(["zzz*"]), "no task matches 'zzz\\*'"),
        (lambda: select([], "implicit"), "there is no dimension 'implicit'; there are: explicit_control"),
        (lambda: select(["hvac.too_hot"], "explicit_control"), "none of the chosen tasks"),
        (lambda: plan(select(), instances=0), "instances must be from 1"),
        (lambda: plan(select(), place="Pariss"), "Paris"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(call: object, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        call()  # type: ignore[operator]


def test_patterns_select_and_keep_their_order() -> None:
    names = [task.name for task in select(["media.*", "hvac.too_hot", "media.*"])]
    assert names[-1] == "hvac.too_hot"
    assert len(names) == len(set(names)) > 3
