"""Speed of the head unit, its pictures and marks, at 1408x792, and the memory that it takes."""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from random import Random

from automotive_env.episode.action import Click
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.imaging import png, webp
from automotive_env.episode.set_of_mark import draw_marks
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.rendering.theme import DAY
from automotive_env.headunit.pictures.town.view import MapPictureState, picture
from automotive_env.place.places import PLACES
from automotive_env.speed.measure import median_us

WALK_STEPS, WALK_BACK = 800, 40
"""Touches of a walk, and after how many of them the car is put back."""
NEW_PLACES, MAP_SIZE = 25, (1408, 640)
"""How many places never seen are drawn, and how large their maps are, in pixels."""
MARKED = 56
"""Elements that `marks` are drawn on, as many as a full screen has."""
_PEAK = """
import sys
from pathlib import Path
{}
status = Path("/proc/self/status").read_text()
sys.stdout.write(status.split("VmHWM:")[1].split()[0])
"""
_CAR = """
from automotive_env.place.places import PLACES
from automotive_env.episode.headless import HeadlessController
car = HeadlessController()
for app in car.apps:
    car.head_unit.open_app(app)
    car.observe().screenshot
"""


def measure() -> Iterator[tuple[str, float]]:
    """Median CPU microseconds of steps, trees, frames, marks and encodings; `memory_mb` in megabytes above the interpreter."""
    car = HeadlessController()
    car.head_unit.open_app("climate")
    car.world.airConditioner.switch(position=["all"], switch=True)
    seen = car.observe()
    button = Click(index=next(element.index for element in seen.elements if element.name == "rear_defroster_button"))
    values = cycle([True, False])

    def step() -> None:
        car.act(button, car.observe())
        car.observe()

    def tree() -> None:
        car.world.airConditioner.defroster.rear = next(values)
        car.head_unit.elements()

    def small_change() -> None:
        car.world.airConditioner.defroster.rear = next(values)
        car.head_unit.frame()

    yield "step", median_us(step)
    yield "tree", median_us(tree)
    yield "tree_unchanged", median_us(car.head_unit.elements)
    yield "observe_unchanged", median_us(car.observe)
    yield "frame_small_change", median_us(small_change)
    yield "frame_full", median_us(car.head_unit.redrawn)
    yield from _large_tree(car.head_unit)
    yield from walk("walk_tree", pixels=False)
    yield from walk("walk_pixels", pixels=True)
    yield from _new_places()
    yield from _pictures(car)
    yield from _memory()


def _large_tree(head_unit: HeadUnit) -> Iterator[tuple[str, float]]:
    """The largest tree there is: a map with a keyboard over it, while the clock goes on."""
    head_unit.open_app("maps")
    head_unit.tap(*next(element for element in head_unit.elements() if element.editable).box.center)
    minutes = cycle([30, 40])

    def tree() -> None:
        head_unit.world.environment.timestamp = f"2025-04-13 12:{next(minutes)}:00"
        head_unit.elements()

    yield f"tree_{len(head_unit.elements())}_elements", median_us(tree)


def walk(name: str, pixels: bool) -> Iterator[tuple[str, float]]:
    """A step of a walk of touches anywhere on the display, the same every time: touch and observe."""
    car, random = HeadlessController(), Random(3)
    width, height = car.observe().screen
    start = car.snapshot()
    spent = []
    for step in range(2 * WALK_STEPS):  # the first half makes what is made once
        if step % WALK_BACK == 0:
            car.restore(start)
        seen = car.observe()
        touch = Click(x=random.randrange(width), y=random.randrange(height))
        if pixels:
            _ = seen.screenshot
        started = time.process_time_ns()
        car.act(touch, seen)
        seen = car.observe()
        if pixels:
            _ = seen.screenshot
        spent.append((time.process_time_ns() - started) / 1000)
    yield from distribution(name, spent[WALK_STEPS:])


def distribution(name: str, spent: Sequence[float]) -> Iterator[tuple[str, float]]:
    """The figures of a walk: the median, the mean, the time that 99 of 100 steps stay below, and the longest step."""
    yield name, round(statistics.median(spent), 3)
    yield f"{name}_mean", round(statistics.mean(spent), 3)
    yield f"{name}_p99", round(sorted(spent)[math.ceil(0.99 * len(spent)) - 1], 3)
    yield f"{name}_max", round(max(spent), 3)


def _new_places() -> Iterator[tuple[str, float]]:
    """A map of a part of the world that was never seen, from above and in perspective; all of its town is made anew."""
    random = Random(5)
    for name, look in (("map_new_place", "2D view"), ("map_new_place_3d", "3D view")):
        spent = []
        for city in random.sample(PLACES, 5 + NEW_PLACES):
            view = MapPictureState(city.latitude + random.uniform(0, 0.1), city.longitude, random.uniform(0, 360), look=look)
            started = time.process_time_ns()
            picture(view, *MAP_SIZE, (0.5, 0.5), DAY)
            spent.append((time.process_time_ns() - started) / 1000)
        yield name, round(statistics.median(spent[5:]), 3)  # the first ones make what is made once


def _pictures(car: HeadlessController) -> Iterator[tuple[str, float]]:
    car.head_unit.open_app("climate")
    seen = car.observe()
    picture = seen.screenshot.copy()
    yield f"marks_{len(seen.elements)}_elements", median_us(lambda: draw_marks(picture, seen.elements))
    yield "marks", median_us(lambda: draw_marks(picture, seen.elements[:MARKED]))
    yield "png", median_us(lambda: png(picture))
    yield "webp", median_us(lambda: webp(picture))


def _memory() -> Iterator[tuple[str, float]]:
    """What a car takes with a picture of each app's first screen, above what an interpreter takes; only Linux tells."""
    if sys.platform == "linux":
        used, empty = (_peak(_PEAK.format(code)) for code in (_CAR, ""))
        yield "memory_mb", round((used - empty) / 1024, 1)


def _peak(code: str) -> int:
    """Largest resident size of an interpreter that runs some code, in KiB."""
    return int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, encoding="utf-8").stdout)
