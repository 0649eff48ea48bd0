"""Speed and size of the state core."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from itertools import cycle

from automotive_env.car.core.documents import load, to_flat, to_text, to_tree
from automotive_env.car.core.world import World
from automotive_env.speed.measure import median_us
from automotive_env.suites.vehicleworld.score import score_turn

WORLDS = 500
"""Cars that are made to see how much memory each takes."""


def measure() -> Iterator[tuple[str, float]]:
    """Median CPU microseconds of calls, worlds, snapshots, differences, documents and scores, and kilobytes of a car."""
    car = World()
    car.airConditioner.switch(position=["all"], switch=True)
    before = car.snapshot()
    temperatures, switches, volumes = cycle([20, 21.5]), cycle([True, False]), cycle([30, 40])
    seat = ["driver's seat"]
    yield "call", median_us(lambda: car.airConditioner.temperature_set(position=seat, value=next(temperatures), unit="celsius"))
    yield "call_switch", median_us(lambda: car.airConditioner.auto_mode_switch(switch=next(switches)))
    yield "call_volume", median_us(lambda: car.music.music_soundVolume_set(value=next(volumes)))
    yield "call_refused", median_us(lambda: car.airConditioner.temperature_set(position=seat, value=99))
    yield "new", median_us(World)
    yield "snapshot", median_us(car.snapshot)
    yield "restore", median_us(lambda: car.restore(before))
    car.restore(before)
    car.airConditioner.temperature_set(value=24)
    gold = car.snapshot()
    car.music.music_soundVolume_set(value=77)
    own = car.snapshot()
    yield "diff", median_us(lambda: car.diff(before))
    yield "json", median_us(lambda: to_tree(car))
    yield "json_text", median_us(lambda: to_text(car))
    yield "score_turn", median_us(lambda: score_turn(before, gold, before, own))
    yield "replay_task", median_us(replayed_task())
    yield "memory_kb_per_world", memory_kb_per_world()


def replayed_task() -> Callable[[], object]:
    """A task as long as those of VehicleWorld: a state of about a hundred paths is loaded, two turns are played and scored."""
    start = to_flat(World({"door": "init1", "radio": "init1", "fogLight": "init1"}), ["door", "radio", "fogLight", "environment"])
    turns: list[list[tuple[str, dict[str, object]]]] = [
        [("radio.radio_soundVolume_increase", {"degree": "little"})],
        [("door.carcontrol_carDoor_lock_switch", {"switch": False, "position": ["all"]}), ("radio.radio_play_stop", {})],
    ]
    car = World()
    empty = car.snapshot()

    def replay() -> None:
        car.restore(empty)
        load(car, start)
        before = car.snapshot()
        for calls in turns:
            for name, arguments in calls:
                car.call(name, arguments)
            after = car.snapshot()
            car.diff(before, after)
            score_turn(before, after, before, after)
            before = after

    return replay


def memory_kb_per_world() -> float:
    """Kilobytes that each further car takes."""
    World()
    tracemalloc.start()
    try:
        already, _ = tracemalloc.get_traced_memory()
        cars = [World() for _ in range(WORLDS)]
        now, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return round((now - already) / len(cars) / 1024, 2)
