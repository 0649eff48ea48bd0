"""The benchmark of the Gymnasium environments: it measures what it says. Times are not tested."""

import pytest

pytest.importorskip("gymnasium")

from automotive_env.benchmarks import gui, gym


def test_every_way_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"WALK_STEPS": 2, "CARS": 2, "ROUNDS": 1}.items():
        monkeypatch.setattr(gym, name, value)
    monkeypatch.setattr(gui, "WALK_STEPS", 2)
    figures = gym.measure()
    walks = {"walk_tree", "walk_pixels", "walk_by_hand", *(f"gym_{part}" for part in gym.PARTS)}
    many = {f"many_{part}_{way}" for part in gym.PARTS for way in ("single", "sync", "batch")}
    assert figures.keys() == walks | {f"{walk}_mean" for walk in walks} | many
    assert min(figures.values()) > 0
