"""A scene that is set up again is the same car, though it is taken from memory."""

from __future__ import annotations

from random import Random

import pytest

from automotive_env.car.core.change import Change
from automotive_env.episode.action import OpenApp
from automotive_env.episode.headless import HeadlessController
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.place.places import place_by_name
from automotive_env.tasks.kit import scene_memory
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene import Draw, Scene


def some_scene(seed: int) -> Scene:
    return Draw(Random(seed), place_by_name("Oslo")).scene()


def told(car: HeadlessController) -> tuple[object, ...]:
    seen = car.observe()
    return car.snapshot(), seen.id, seen.elements, dict(seen.vehicle), seen.time


@pytest.fixture(autouse=True)
def empty_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene_memory, "_known", type(scene_memory._known)())


@pytest.mark.parametrize("seed", range(4))
def test_the_second_car_is_the_first(seed: int) -> None:
    cars = HeadlessController(), HeadlessController()
    for car in cars:
        CarSetup(car).scene(some_scene(seed))
    assert told(cars[0]) == told(cars[1])
    later: list[list[Change]] = []
    for car in cars:
        car.drain_changes()
        CarSetup(car).climate_runs(temperature=19)
        car.act(OpenApp(app_name="maps"), None)
        car.advance(40)
        later.append(car.drain_changes())
    assert later[0] == later[1]
    assert told(cars[0]) == told(cars[1])


def test_a_car_that_was_different_before_is_set_up_anew() -> None:
    scene, usual, small, muted = some_scene(1), HeadlessController(), HeadlessController(size=SIZES[-1]), HeadlessController()
    muted.world.set("system.muted", True)
    for car in (usual, small, muted):
        CarSetup(car).scene(scene)
    assert not usual.world.system.muted
    assert muted.world.system.muted
    assert usual.observe().screen != small.observe().screen
    assert small.observe().elements != usual.observe().elements


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene_memory, "MAX_KEPT_SCENES", 2)
    car = HeadlessController()
    before = car.snapshot()
    for seed in range(3):
        CarSetup(car).scene(some_scene(seed))
        car.restore(before)
    assert len(scene_memory._known) == 2
