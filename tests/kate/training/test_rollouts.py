"""Roll-outs: what is right earns 1, everything else 0, and whatever is called, the car answers."""

import copy
import inspect
import json
import pickle
from collections import Counter
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from registered import DEGREES, PAIR, PLAIN

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.limits import Limits
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.kate.training.rollouts.environments import environment_class, rollout_rows, tools_of
from automotive_env.kate.training.rollouts.screen import screen_class
from automotive_env.kate.training.rollouts.tool_class import with_tools
from automotive_env.kate.training.rollouts.vehicleworld import TurnRollOut, turn_class
from automotive_env.kate.training.teacher_model import planned_calls
from automotive_env.models.model import Tool
from automotive_env.suites.registry import find_suite
from automotive_env.suites.suite import Selection
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios
from automotive_env.tasks.kit.planning import instantiate
from automotive_env.tasks.registry import TASKS

TRAIN = [name for name in shipped_scenarios() if ".train." in name]


def rows_of(suite: str, *tasks: str, instances: int = 1):
    async def collect():
        selection = Selection(tasks=tasks, instances=instances)
        return [row async for row in rollout_rows(find_suite(suite), selection, "train", Counter())]

    return anyio.run(collect)


@pytest.mark.parametrize("name", TRAIN[:6])
def test_the_right_calls_of_a_turn_earn_the_reward_and_nothing_else_does(name: str) -> None:
    for row in rows_of("vehicleworld", name):
        roll_out = environment_class(row.environment)()
        right = shipped_scenarios()[name].turns[row.turn].calls()
        for _ in range(2):  # an instance is used again
            assert roll_out.reset(**row.to_json()) is None
            before = roll_out.get_reward()
            for tool, arguments in planned_calls(right).calls:
                getattr(roll_out, tool)(**arguments)
            assert roll_out.get_reward() == 1.0
            assert before == float(not right) or not json.loads(row.tools)


def test_an_extra_change_earns_nothing() -> None:
    name = next(name for name in TRAIN if shipped_scenarios()[name].beginning.modules == ("positionLight",))
    row = rows_of("vehicleworld", name)[0]
    roll_out = environment_class(row.environment)()
    roll_out.reset(**row.to_json())
    for tool, arguments in planned_calls(shipped_scenarios()[row.task].turns[row.turn].calls()).calls:
        getattr(roll_out, tool)(**arguments)
        getattr(roll_out, tool)(switch=not arguments["switch"])
    assert roll_out.get_reward() == 0.0


@pytest.mark.parametrize("environment", ["vehicleworld:fogLight+radio", "automotive", "automotive:calls", "automotive:both"])
def test_methods_are_described_as_the_tools_are(environment: str) -> None:
    kind = environment_class(environment)
    for tool in kind.tools:
        method = getattr(kind, tool.name)
        named = inspect.signature(method).parameters
        assert set(named) - {"self"} == set(tool.parameters["properties"])
        assert {name for name, one in named.items() if one.default is one.empty} - {"self"} == set(tool.parameters["required"])
        assert all(f"{name}: " in method.__doc__ for name in tool.parameters["properties"])
    public = {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}
    assert public == {tool.name for tool in kind.tools} | {"reset", "get_reward"}


@given(
    st.dictionaries(st.sampled_from(["switch", "position", "x"]), st.recursive(st.none() | st.booleans() | st.text(), st.lists))
)
def test_whatever_a_call_says_it_is_answered(arguments: dict) -> None:
    roll_out = environment_class("vehicleworld:fogLight")()
    assert isinstance(json.loads(roll_out.carcontrol_fogLight_switch(**arguments))["success"], bool)


def test_calls_are_bounded() -> None:
    roll_out = environment_class("vehicleworld:fogLight")()
    said = [json.loads(roll_out.carcontrol_fogLight_switch(switch=True)) for _ in range(51)]
    assert (said[49]["success"], said[50]["success"]) == (True, False)


def play(roll_out, name: str, row) -> None:
    async def act() -> None:
        instance = instantiate(TASKS[name], row.seed, "random", row.ending)
        oracle = OracleAgent()
        oracle.brief(TASKS[name], instance)
        oracle.reset(row.query, EpisodeContext(0, roll_out._car.apps))
        while not roll_out._task.ended:
            action = (await oracle.act(roll_out._seen)).action.to_json()
            getattr(roll_out, action.pop("action_type"))(**action)

    anyio.run(act)


def test_a_task_on_the_screen_is_won_by_its_solution_and_by_nothing_less() -> None:
    rows = rows_of("automotive", "hvac.*")
    roll_out = environment_class("automotive")()
    assert roll_out.get_reward() == 0.0
    tried = rows[:4] + [row for row in rows if TASKS[row.task].converses][:1]
    assert len({row.task for row in tried}) > 2
    for row in tried:
        seen = roll_out.reset(**row.to_json())
        assert "## Elements" in seen
        play(roll_out, row.task, row)
        assert roll_out.get_reward() == 1.0
        assert "has ended" in roll_out.click(index=0)
        roll_out.reset(**row.to_json())
        assert roll_out.get_reward() == 0.0


def test_instances_of_a_task_are_rows_of_their_own_that_are_won_side_by_side() -> None:
    every = rows_of("automotive", DEGREES, instances=3)
    assert len({row.id for row in every}) == len({(row.seed, row.ending) for row in every}) == len(every) >= 3
    rows = every[:3]
    cars = [environment_class(row.environment)() for row in rows]
    for car, row in zip(cars, rows, strict=True):
        car.reset(**row.to_json())
    for number, row in enumerate(rows):
        assert [car.get_reward() for car in cars] == [float(other < number) for other in range(3)]
        play(cars[number], row.task, row)
    assert [car.get_reward() for car in cars] == [1.0, 1.0, 1.0]
    cars[0].reset(**rows[1].to_json())  # what was won before is not won again, and another instance is not the same
    assert [car.get_reward() for car in cars] == [0.0, 1.0, 1.0]


def test_samples_of_one_turn_are_judged_each_for_itself() -> None:
    name = next(name for name in TRAIN if shipped_scenarios()[name].beginning.modules == ("positionLight",))
    row = rows_of("vehicleworld", name)[0]
    ((tool, arguments),) = planned_calls(shipped_scenarios()[name].turns[row.turn].calls()).calls
    said = [[arguments], [], [arguments | {"switch": not arguments["switch"]}], [arguments, arguments]]
    cars = [environment_class(row.environment)() for _ in said]
    for car in cars:
        car.reset(**row.to_json())
    for car, calls in zip(cars, said, strict=True):
        for one in calls:
            getattr(car, tool)(**one)
    assert [car.get_reward() for car in cars] == [1.0, 0.0, 0.0, 1.0]


ROW = {"task": PLAIN, "seed": 1}


@pytest.mark.parametrize(
    "wrong",
    [{"task": "nothing"}, {"task": None}, {"seed": "1"}, {"place": 7}, {"place": ["a"]}, {"place": "x" * 9_999}, {"ending": [1]}],
)
def test_a_row_that_is_refused_leaves_what_is_played(wrong: dict) -> None:
    roll_out = environment_class("automotive")()
    roll_out.reset(**ROW)
    with pytest.raises(UsageError):
        roll_out.reset(**ROW | wrong)
    assert "FAILED" not in roll_out.status(goal_status="complete")
    assert roll_out.over
    assert roll_out.get_reward() == 0.0


def test_after_a_car_that_failed_there_is_no_episode_and_the_next_row_begins_one(monkeypatch: pytest.MonkeyPatch) -> None:
    roll_out = environment_class("automotive")()
    seen = roll_out.reset(**ROW)
    with monkeypatch.context() as broken:
        broken.setattr(type(roll_out._car), "restore", failing)
        with pytest.raises(EnvironmentFault):
            roll_out.reset(**ROW)
    assert roll_out.get_reward() == 0.0
    assert roll_out.wait().startswith("FAILED")
    assert roll_out.reset(**ROW) == seen


def failing(*_: object) -> None:
    raise EnvironmentFault("the car is gone")


def test_a_copy_goes_on_by_itself_as_the_first_would() -> None:
    first = environment_class("automotive")()
    first.reset(**ROW)
    first.open_app(app_name="climate")
    told, before = copy.deepcopy(first).wait(seconds=30), first.task.state_hash()
    assert (first.task.state_hash(), first.wait(seconds=30)) == (before, told)
    assert first.task.state_hash() != before


@pytest.mark.parametrize("environment", ["vehicleworld:fogLight+radio", "automotive", "automotive:calls"])
def test_a_class_can_be_sent_to_another_process(environment: str) -> None:
    kind = environment_class(environment)
    assert pickle.loads(pickle.dumps(kind)) is kind
    screen_class.cache_clear()
    turn_class.cache_clear()
    again = pickle.loads(pickle.dumps(kind))
    assert (again is kind, again.tools, again().over) == (False, kind.tools, False)
    assert pickle.loads(pickle.dumps(TurnRollOut)) is TurnRollOut


def test_a_refusal_is_short_whatever_a_model_names() -> None:
    roll_out = environment_class("automotive")()
    roll_out.reset(**ROW)
    assert len(roll_out.click(**{"x" * 100_000: 1})) < 300


@pytest.mark.parametrize("arguments", [{"index": 9_999}, {"index": None}, {"index": "a"}, {}, {"index": 0, "strange": 1}])
def test_a_touch_that_cannot_be_is_answered(arguments: dict) -> None:
    (row, *_) = rows_of("automotive", DEGREES)
    roll_out = environment_class("automotive")()
    assert roll_out.click(index=0).startswith("FAILED")
    roll_out.reset(**row.to_json())
    assert roll_out.click(**arguments).startswith("FAILED")


@pytest.mark.parametrize("suite", ["vehicleworld", "automotive"])
def test_a_row_has_the_tools_of_its_environment(suite: str) -> None:
    tasks = TRAIN[:20] if suite == "vehicleworld" else [DEGREES]
    for row in rows_of(suite, *tasks):
        assert tools_of(environment_class(row.environment)) == row.tools
        assert not row.completion


@pytest.mark.parametrize(
    "name", [None, "", "bfcl", "vehicleworld:", "vehicleworld:../..", "vehicleworld:radio+radios", "automotive:x"]
)
def test_an_environment_that_there_is_not_is_refused(name: Any) -> None:
    with pytest.raises(UsageError, match=r"choose from|there is no device"):
        environment_class(name)


@pytest.mark.parametrize("row", [{}, {"task": "x"}, {"task": TRAIN[0], "turn": 99}, {"task": TRAIN[0], "turn": "0"}])
def test_a_row_of_a_turn_that_there_is_not_is_refused(row: dict) -> None:
    with pytest.raises(UsageError):
        environment_class("vehicleworld:radio")().reset(**row)


def test_by_calls_the_tools_are_those_without_a_screen_and_answers_are_told_whole() -> None:
    roll_out = environment_class("automotive:calls")()
    assert {tool.name for tool in roll_out.tools} == {"wait", "answer", "status", "call"}
    assert "## Elements" not in roll_out.reset(task=PAIR, seed=1)
    told = roll_out.call(api="environment.search_api", arguments={"modules": ["airConditioner"]})
    assert "airConditioner.temperature_set" in told
    assert roll_out.call(api="nothing.at_all").startswith("FAILED")


def test_a_roll_out_is_over_after_the_steps_that_an_agent_has() -> None:
    roll_out = environment_class("automotive")()
    roll_out.reset(task=PAIR, seed=1)
    steps = Limits.for_task(TASKS[PAIR].steps).steps
    assert all("has ended" not in roll_out.wait() for _ in range(steps))
    assert roll_out.over
    assert "has ended" in roll_out.status(goal_status="complete")


@pytest.mark.parametrize("name", ["reset", "_call", "class", "a b", "tools", "over", "car"])
def test_a_tool_that_would_hide_something_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be a method"):
        with_tools("Strange", TurnRollOut, [Tool(name, "", {"properties": {}})])
