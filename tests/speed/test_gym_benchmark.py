"""The benchmark of the Gymnasium environments: it measures what it says. Times are not tested."""

import gc

import pytest

pytest.importorskip("gymnasium")

from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.task_environment import make
from automotive_env.speed import gui, gym


@pytest.mark.sweep
def test_every_way_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"WALK_STEPS": 2, "CARS": 2, "ROUNDS": 1}.items():
        monkeypatch.setattr(gym, name, value)
    monkeypatch.setattr(gui, "WALK_STEPS", 2)
    gc.freeze()  # it collects garbage often, and what other tests have left would take a second each time
    figures = dict(gym.measure())
    walks = {"walk_tree", "walk_pixels", "walk_by_hand", *(f"{walk}_{part}" for walk in gym.STARTS for part in gym.PARTS)}
    many = {f"many_{part}_{way}" for part in gym.MANY for way in ("single", "sync")}
    assert figures.keys() == {f"{walk}{figure}" for walk in walks for figure in ("", "_mean", "_p99", "_max")} | many
    assert min(figures.values()) > 0


def test_its_walk_begins_as_that_of_the_head_unit_alone() -> None:
    alone, played = HeadlessController(), HeadlessController()
    task, place, seed = gym.STANDING
    with make(task, seed=seed, place=place, controller=played) as env:
        env.reset()
        shown = [
            (seen.app, seen.driving_state, len(seen.elements), car.head_unit.is_dark, car.world.environment.language)
            for car in (alone, played)
            for seen in (car.observe(),)
        ]
    assert shown[0] == shown[1]


def test_a_walk_is_told_with_its_mean_and_its_tail() -> None:
    spent = [1.0] * 98 + [50.0, 1000.0]
    assert dict(gui.distribution("walk", spent)) == {"walk": 1, "walk_mean": 11.48, "walk_p99": 50, "walk_max": 1000}
