"""Speed of the Gymnasium environments: on the walk of touches of `automotive-env bench gui`, and of many cars in a process."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from automotive_env.action import ACTION_TYPES, Click
from automotive_env.benchmarks.gui import WALK_BACK, WALK_STEPS
from automotive_env.door import make

TASK, PLACE = "hvac.too_hot", "Dubai"
PARTS = {"arrays": ("arrays",), "tree": ("text", "arrays"), "pixels": ("text", "arrays", "pixels")}
"""Name of a figure -> what is observed."""
MANY, ROUNDS = 64, 20
"""Cars that are stepped one after the other, and how often after as many rounds in which is made what is made once."""
STEPS = WALK_BACK + 2 * ROUNDS
"""Before an episode would be cut short."""


def measure() -> dict[str, float]:
    """CPU microseconds of a step, median and mean; those of many cars are the mean for one of them.

    `walk_door` is the walk by the public door, with the tree: what the other steps take beyond it is Gymnasium's and ours.
    """
    found = _walk("walk_door", *_door())
    for name, parts in PARTS.items():
        found |= _walk(f"gym_{name}", *_gymnasium(parts))
    for name, parts in PARTS.items():
        found |= _many(name, parts)
    return found


@contextmanager
def _without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _walk(name: str, start: Callable[[], object], step: Callable[[int, int], object]) -> dict[str, float]:
    """A step of touches anywhere on the display, the same every time."""
    random, spent = Random(3), []
    with _without_collector():
        for number in range(2 * WALK_STEPS):
            if number % WALK_BACK == 0:
                start()
            x, y = random.randrange(1408), random.randrange(792)
            started = time.process_time_ns()
            step(x, y)
            spent.append((time.process_time_ns() - started) / 1000)
    spent = spent[WALK_STEPS:]
    return {name: round(statistics.median(spent), 3), f"{name}_mean": round(statistics.mean(spent), 3)}


def _door() -> tuple[Callable[[], object], Callable[[int, int], object]]:
    env = make(TASK, seed=1, place=PLACE)
    return env.reset, lambda x, y: env.step(Click(x=x, y=y))[0].elements


def _gymnasium(parts: tuple[str, ...]) -> tuple[Callable[[], object], Callable[[int, int], object]]:
    env = _single(parts)
    return lambda: env.reset(seed=1), lambda x, y: env.step(_touch(x, y))


def _single(parts: tuple[str, ...], form: str = "structured") -> Any:
    import gymnasium

    from automotive_env.integrations.gym import id_of

    return gymnasium.make(id_of(TASK), place=PLACE, observe=parts, actions=form, max_steps=STEPS)


def _touch(x: int, y: int) -> dict[str, Any]:
    return {"type": ACTION_TYPES.index("click"), "element": -1, "point": (x, y)}


def _written(x: int, y: int) -> str:
    return f'{{"action_type": "click", "x": {x}, "y": {y}}}'


def _many(name: str, parts: tuple[str, ...]) -> dict[str, float]:
    """Cars that begin alike, in turns as single environments one after the other, as Gymnasium's vector and as a batch."""
    import gymnasium

    from automotive_env.integrations.gym import id_of

    singles = [_single(parts, "text") for _ in range(MANY)]
    for env in singles:
        env.reset(seed=1)
    told: dict[str, Any] = {"num_envs": MANY, "place": PLACE, "observe": parts, "actions": "text", "max_steps": STEPS}
    ways: dict[str, Callable[[list[str]], object]] = {
        "single": lambda touches: [env.step(touch) for env, touch in zip(singles, touches, strict=True)]
    }
    for way, mode in (("sync", "sync"), ("batch", None)):
        cars: Any = gymnasium.make_vec(id_of(TASK), vectorization_mode=mode, **told)
        cars.reset(seed=[1] * MANY)
        ways[way] = cars.step
    spent, random = dict.fromkeys(ways, 0), Random(3)
    with _without_collector():
        for number in range(2 * ROUNDS):
            touches = [_written(random.randrange(1408), random.randrange(792)) for _ in range(MANY)]
            for turn in range(len(ways)):  # whoever comes first draws what the others then find drawn
                way = list(ways)[(number + turn) % len(ways)]
                started = time.process_time_ns()
                ways[way](touches)
                spent[way] += time.process_time_ns() - started if number >= ROUNDS else 0
    return {f"many_{name}_{way}": round(total / ROUNDS / MANY / 1000, 3) for way, total in spent.items()}
