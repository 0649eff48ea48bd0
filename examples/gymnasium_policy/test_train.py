"""Training goes through all of its parts, and equal seeds train equal policies; how much it learns takes longer than a test."""

import pytest

pytest.importorskip("sb3_contrib")

import torch
from cars import Curriculum, HeadStart, car, solution, training_cars
from train import HELD_OUT, PLACE, TASKS, TRAINED, learner, main


def test_a_few_hundred_steps_train_and_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    main(steps=256, episodes=2)
    random, before, after, spent = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in (random, before, after)] == ["random", "before", "after"]
    assert all(task in line for task in TASKS for line in (random, before, after))
    assert spent.startswith("256 steps in ")


def test_equal_seeds_train_equal_weights() -> None:
    weights = []
    for _ in range(2):
        model = learner(training_cars(TASKS, PLACE, TRAINED[:4], each=1), seed=3)
        model.learn(64)
        weights.append(model.policy.state_dict())
    assert all(torch.equal(value, weights[1][name]) for name, value in weights[0].items())


def test_held_out_seeds_are_not_trained_on() -> None:
    assert not set(HELD_OUT) & set(TRAINED)


@pytest.mark.parametrize("task", TASKS)
def test_what_is_left_of_a_solution_is_a_success_and_the_start_is_earlier_after_it(task: str) -> None:
    curriculum = Curriculum()
    env = HeadStart(car(task, PLACE), task, PLACE, [7], curriculum)
    for episode in range(Curriculum.EPISODES):
        env.reset(seed=episode)
        *_, terminated, _, info = env.step(solution(task, PLACE, 7)[-1])
        assert terminated
        assert info["success"]
    assert curriculum.left == 2
