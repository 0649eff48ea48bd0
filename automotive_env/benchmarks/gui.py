"""Speed of the head unit, its pictures and marks, at 1408x792."""

from __future__ import annotations

from itertools import cycle

from automotive_env.action import Click, Wait
from automotive_env.benchmarks.measure import median_us
from automotive_env.headless import HeadlessController
from automotive_env.imaging import png, webp
from automotive_env.set_of_mark import draw_marks


def measure() -> dict[str, float]:
    """Median CPU microseconds of steps, trees, frames, marks and encodings."""
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

    figures = {
        "step": median_us(step),
        "tree": median_us(tree),
        "tree_unchanged": median_us(car.head_unit.elements),
        "observe_unchanged": median_us(car.observe),
        "frame_small_change": median_us(small_change),
        "frame_full": median_us(car.head_unit.redrawn),
    }
    seen = car.observe()
    car.act(Wait(), seen)
    picture = seen.screenshot
    marked = [element for element in seen.elements if element.clickable][:45]
    return {
        **figures,
        f"marks_on_{len(marked)}_elements": median_us(lambda: draw_marks(picture, marked)),
        "marks": median_us(lambda: draw_marks(picture, seen.elements)),
        "png": median_us(lambda: png(picture)),
        "webp": median_us(lambda: webp(picture)),
    }
