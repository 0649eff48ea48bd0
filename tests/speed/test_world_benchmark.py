"""The benchmark of the state core: what it measures does what it says. Times are not tested."""

import pytest

from automotive_env.car.core.world import World
from automotive_env.speed import world


def test_everything_is_measured_and_has_an_effect(monkeypatch):
    done = []
    monkeypatch.setattr(world, "median_us", lambda call: done.append(call()) or 1.0)
    figures = dict(world.measure())
    assert {"call", "new", "snapshot", "restore", "diff", "json", "score_turn", "replay_task"} <= set(figures)
    carried_out = [result.success for result in done if hasattr(result, "success")]
    assert carried_out == [True, True, True, False]
    (score,) = [result for result in done if hasattr(result, "f1_positive")]
    assert len(score.harmed) == 1
    assert not score.missed


def test_a_replayed_task_calls_and_scores(monkeypatch):
    results, scores = [], []
    call, score_turn = World.call, world.score_turn
    monkeypatch.setattr(World, "call", lambda car, *asked: results.append(call(car, *asked)))
    monkeypatch.setattr(world, "score_turn", lambda *states: scores.append(score_turn(*states)))
    replay = world.replayed_task()
    for _ in range(2):
        replay()
    assert [result.success for result in results] == [True] * 6
    assert [score.perfect for score in scores] == [True] * 4
    assert results[:3] == results[3:]


def test_a_further_car_takes_some_kilobytes():
    assert 2 < world.memory_kb_per_world() < 30


@pytest.mark.parametrize("name", ["call", "memory_kb_per_world"])
def test_names_are_those_that_programs_read(name, monkeypatch):
    monkeypatch.setattr(world, "median_us", lambda call: 1.0)
    assert dict(world.measure())[name] > 0
