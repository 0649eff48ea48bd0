"""Speed of the state core."""

from __future__ import annotations

from itertools import cycle

from automotive_env.benchmarks.measure import median_us
from automotive_env.world.documents import to_text, to_tree
from automotive_env.world.world import World


def measure() -> dict[str, float]:
    """Median CPU microseconds of calls, worlds, snapshots, differences and documents."""
    car = World()
    car.airConditioner.switch(position=["all"], switch=True)
    before = car.snapshot()
    temperatures, switches, volumes = cycle([20, 21.5]), cycle([True, False]), cycle([30, 40])
    seat = ["driver's seat"]
    figures = {
        "call": median_us(lambda: car.airConditioner.temperature_set(position=seat, value=next(temperatures), unit="celsius")),
        "call_switch": median_us(lambda: car.airConditioner.auto_mode_switch(switch=next(switches))),
        "call_volume": median_us(lambda: car.music.music_soundVolume_set(value=next(volumes))),
        "call_refused": median_us(lambda: car.airConditioner.temperature_set(position=seat, value=99)),
        "new": median_us(World),
        "snapshot": median_us(car.snapshot),
        "restore": median_us(lambda: car.restore(before)),
    }
    car.restore(before)
    car.airConditioner.temperature_set(value=24)
    car.music.music_soundVolume_set(value=77)
    return {
        **figures,
        "diff": median_us(lambda: car.diff(before)),
        "json": median_us(lambda: to_tree(car)),
        "json_text": median_us(lambda: to_text(car)),
    }
