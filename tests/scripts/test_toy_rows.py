"""What the toy is trained on: of the replies as many are right as was asked for, by the verdict of the car."""

import json

import pytest

from automotive_env.kate.training.rollouts.environments import environment_class
from automotive_env.scripts.toy_rows import ASKS, DONE, noisy_rows, rows, scenarios


@pytest.fixture(scope="module")
def turns(tmp_path_factory: pytest.TempPathFactory):
    return rows(scenarios()[:3], tmp_path_factory.mktemp("toy") / "prompts")


def earned(reply, roll_outs) -> float:
    roll_out = next(one for one in roll_outs if one.task == reply.task)
    car = environment_class(roll_out.environment)()
    car.reset(**roll_out.to_json())
    for call in reply.calls:
        getattr(car, call.name)(**json.loads(call.arguments))
    return car.get_reward()


@pytest.mark.parametrize("right", [0.0, 0.4, 1.0])
@pytest.mark.sweep
def test_so_many_replies_are_right_by_the_verdict_of_the_car(turns, right: float) -> None:
    made = list(noisy_rows(*turns, times=40, right=right))
    replies = [row for row in made if row.completion != (DONE,)]
    assert len(replies) == 40 * len(turns[0])
    found = sum(earned(row, turns[1]) for row in replies) / len(replies)
    assert found == right if right in (0.0, 1.0) else abs(found - right) < 0.15
    assert all(row.calls or row.completion == (ASKS,) for row in replies)


def test_after_a_call_and_its_answer_a_roll_out_ends_and_equal_seeds_draw_equally(turns) -> None:
    made = list(noisy_rows(*turns, times=4, right=0.5, seed=7))
    after = [row for row in made if row.completion == (DONE,)]
    assert after
    for row in after:
        asked, answer = row.prompt[-2:]
        assert (asked.role, answer.role) == ("assistant", "tool")
        assert "success" in json.loads(answer.content)
    assert made == list(noisy_rows(*turns, times=4, right=0.5, seed=7)) != list(noisy_rows(*turns, times=4, right=0.5, seed=8))


def test_no_turn_of_another_split_is_learnt() -> None:
    assert not set(scenarios()) & {*scenarios("dev"), *scenarios("test")}
