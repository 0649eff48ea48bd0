"""Tasks as AndroidWorld's runner asks for them, played over ADB by an agent that knows nothing of this package.

The runner is a stub: AndroidWorld is on no package index.
"""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
from types import SimpleNamespace

import pytest
from registered import HEATWAVE, PAIR, TWO_TURNS

import automotive_env
from automotive_env.adapters import androidworld
from automotive_env.adapters.androidworld import task_class, task_classes
from automotive_env.car.core.documents import state_hash
from automotive_env.episode.action import Click, OpenApp, Status
from automotive_env.episode.task_environment import TaskEnvironment
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.registry import TASKS

TASK = PAIR


@pytest.fixture
def shell(host):
    def run(line: str) -> str:
        asked = [host.adb_path, "-P", str(host.adb_port), "-s", host.serials[0], "shell", line]
        return subprocess.run(asked, capture_output=True, text=True, timeout=60, check=True).stdout

    return run


@pytest.fixture
def kind(host):
    return task_class(TASK, host.serials[0])


@pytest.fixture
def env():
    return SimpleNamespace(interaction_cache="left over")


def taps(task: str, seed: int) -> list[tuple[int, int]]:
    """Where a person touches the display to do a task by its first solution."""
    with automotive_env.make(task, seed=seed) as played:
        seen, found = played.reset(), []
        moves = next(iter(TASKS[task].solutions(played.instance)))(UiScript()).play(seen)
        action = next(moves)
        while not isinstance(action, Status):
            if isinstance(action, OpenApp):
                (button,) = (one for one in seen.elements if one.name == "hvac")
                found.append(button.box.center)
            else:
                assert isinstance(action, Click), action
                found.append(seen.elements[action.index].box.center)
            seen, _ = played.step(action)
            try:
                action = moves.send(seen)
            except StopIteration:
                break
        return found


def test_an_agent_that_does_it_over_adb_succeeds_and_the_car_is_put_back(host, shell, kind, env):
    before = host.call(lambda: state_hash(host.devices[0].world))
    task = kind({"seed": 1, "ending": "act"})
    task.initialize_task(env)
    assert env.interaction_cache == ""
    assert "dumped" in shell("uiautomator dump")  # another way to the tree, of which Android lets one program have one at a time
    for x, y in taps(TASK, 1):
        shell(f"input tap {x} {y}")
    assert task.is_successful(env) == 1.0, task.said
    assert task.is_successful(env) == 1.0
    task.tear_down(env)
    task.tear_down(env)
    assert host.call(lambda: state_hash(host.devices[0].world)) == before


def test_an_agent_that_does_nothing_or_too_much_fails(host, shell, kind, env):
    for too_much in (False, True):
        task = kind({"seed": 1, "ending": "act"})
        task.initialize_task(env)
        if too_much:
            for x, y in taps(TASK, 1):
                shell(f"input tap {x} {y}")
            shell("input keyevent VOLUME_UP")
        assert task.is_successful(env) == 0.0
        assert task.said.startswith("not met")
        task.tear_down(env)


def test_a_task_that_was_left_behind_makes_room_for_the_next(kind, env):
    left, following = kind({"seed": 1}), kind({"seed": 2})
    left.initialize_task(env)
    following.initialize_task(env)
    assert not left.initialized
    with pytest.raises(RuntimeError, match="not initialized"):
        left.is_successful(env)
    with pytest.raises(RuntimeError, match="already"):
        following.initialize_task(env)
    following.tear_down(env)


@pytest.mark.parametrize(
    "said", ["\ud800", ["a", 7], *(pytest.param(said, marks=pytest.mark.sweep) for said in ("x" * 1_001, None, 7, b"a"))]
)
@pytest.mark.at_once(1)
def test_whatever_is_answered_there_is_a_verdict(kind, env, said):
    task = kind({"seed": 1})
    task.initialize_task(env)
    env.interaction_cache = said
    assert task.is_successful(env) == 0.0
    task.tear_down(env)


@pytest.mark.sweep
def test_a_car_that_a_killed_program_left_is_put_back_by_the_next(host, kind, env):
    clean = host.call(lambda: state_hash(host.devices[0].world))
    killed = kind({"seed": 3})
    killed.initialize_task(env)
    killed._over.set()
    androidworld._AT_WORK.clear()
    killed._car.close()
    following = kind({"seed": 1})
    following.initialize_task(env)
    following.tear_down(env)
    assert host.call(lambda: state_hash(host.devices[0].world)) == clean


@pytest.mark.parametrize("again", [copy.deepcopy, lambda task: pickle.loads(pickle.dumps(task))])
@pytest.mark.sweep
def test_a_copy_is_the_same_task_which_is_not_initialized(kind, env, again):
    task = kind({"seed": 1})
    task.initialize_task(env)
    other = again(task)
    assert (type(other), other.goal, other.initialized) == (kind, task.goal, False)
    task.tear_down(env)


def test_a_look_that_fails_in_any_way_is_a_fault(kind, env, monkeypatch):
    monkeypatch.setattr(androidworld, "LOOK_PERIOD", 0.05)
    task = kind({"seed": 1})
    with monkeypatch.context() as broken:
        broken.setattr(TaskEnvironment, "witness", lambda _: [][0])
        task.initialize_task(env)
        while not task._fault:
            task._over.wait(0.05)
    with pytest.raises(EnvironmentFault, match="cannot be looked at: IndexError"):
        task.is_successful(env)
    task.tear_down(env)


def test_a_clock_that_runs_by_itself_is_a_fault(host, kind, env, monkeypatch):
    monkeypatch.setattr(androidworld, "LOOK_PERIOD", 0.2)
    task = kind({"seed": 1})
    task.initialize_task(env)
    host.call(lambda: host.devices[0].pass_time(5))
    while not task._fault:
        task._over.wait(0.05)
    with pytest.raises(EnvironmentFault, match="--clock still"):
        task.is_successful(env)
    task.tear_down(env)


def test_params_and_goals_are_those_of_the_seed(kind):
    random.seed(7)
    first = kind.generate_random_params()
    random.seed(7)
    assert kind.generate_random_params() == first
    assert kind(first).goal == automotive_env.make(TASK, seed=first["seed"], ending="random").goal
    assert kind.template.format(goal=kind(first).goal) == kind(first).goal
    with pytest.raises(UsageError, match="seed"):
        kind({})


def test_classes_have_names_of_their_own_and_alerts_and_conversations_are_left_out():
    classes = task_classes()
    playable = {name for name, task in TASKS.items() if task.dimension != "environment_alerts" and not task.converses}
    assert {one.task.name for one in classes.values()} == playable
    assert len(classes) == len(playable)
    assert all(one.__name__ == name and 1 <= one.complexity <= 60 for name, one in classes.items())
    with pytest.raises(UsageError, match="alerts"):
        task_class(HEATWAVE)
    with pytest.raises(UsageError, match="conversation"):
        task_class(TWO_TURNS)
    with pytest.raises(UsageError, match="several"):
        task_class("hvac.*")
    with pytest.raises(UsageError, match="emulator-PORT"):
        task_class(TASK, "phone")({"seed": 1}).initialize_task(SimpleNamespace())
