"""Training goes through all of its parts, and equal seeds train equal policies; how much it learns takes longer than a test."""

import pytest

pytest.importorskip("sb3_contrib")

import torch
from cars import training_cars
from imitation import imitate, shown
from train import HELD_OUT, PLACE, SHOWN, TASKS, TRAINED, learner, main


def test_a_few_hundred_steps_train_and_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    main(steps=512, episodes=2)
    *rows, spent = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["random", "untrained", "imitation", "trained"]
    assert all(task in row for task in TASKS for row in rows)
    assert "512 steps" in spent


def test_equal_seeds_train_equal_weights() -> None:
    weights = []
    for _ in range(2):
        model = learner(training_cars(TASKS, PLACE, TRAINED[:4], each=1), seed=3)
        imitate(model, TASKS, PLACE, SHOWN[:2], steps=3, seed=3)
        model.learn(128)
        weights.append(model.policy.state_dict())
    assert all(torch.equal(value, weights[1][name]) for name, value in weights[0].items())


def test_held_out_seeds_are_not_trained_on() -> None:
    assert not set(HELD_OUT) & {*SHOWN, *TRAINED}


@pytest.mark.parametrize("task", TASKS)
def test_what_is_imitated_is_offered_by_the_mask(task: str) -> None:
    rows = list(shown(task, PLACE, SHOWN))
    assert len(rows) > len(SHOWN)
    assert all(mask[number] for _, mask, number in rows)
