"""Speed of the Gymnasium environments: on the walk of touches of `automotive-env bench gui`, and of many cars in a process."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from automotive_env.episode.action import ACTION_TYPES, Click
from automotive_env.episode.task_environment import make
from automotive_env.speed.gui import WALK_BACK, WALK_STEPS, distribution, walk


class WalkStart(NamedTuple):
    """The instance of a task that each episode of a walk is."""

    task: str
    place: str
    seed: int


STANDING = WalkStart("hvac.fan_speed_max", "London", 6)
"""As the car of `automotive-env bench gui`: parked by day, in English, with the home screen in front."""
MOVING = WalkStart("hvac.too_hot", "Dubai", 55)
"""On its way, in Arabic, with the map in front: where a route is begun, all of the map is another one in each step."""
STARTS = {"gym": STANDING, "moving": MOVING}
"""Name of a walk -> how its episodes begin."""
PARTS = {"arrays": ("arrays",), "tree": ("text", "arrays"), "pixels": ("text", "arrays", "pixels")}
"""Name of a figure -> what is observed."""
MANY = ("tree", "pixels")
"""Which of them are measured of many cars."""
CARS, ROUNDS, PASSES = 64, 10, 3
"""Cars that are stepped one after the other, how often, and how often each way in its turn: the least of that is told."""
STEPS = 10 * WALK_BACK
"""Before an episode would be cut short."""


def measure() -> Iterator[tuple[str, float]]:
    """CPU microseconds of a step: median, mean, p99 and maximum; those of many cars are the mean for one of them.

    `walk_tree` and `walk_pixels` are the walk of `automotive-env bench gui` on the head unit alone, where no time passes.
    `walk_by_hand` is the walk by `automotive_env.make`, with the tree, of the car that the `gym_` figures are of: they are higher
    by what Gymnasium adds. `moving_` figures are of a car on its way, as those of the many cars are.
    """
    yield from walk("walk_tree", pixels=False)
    yield from walk("walk_pixels", pixels=True)
    yield from _walk("walk_by_hand", *_by_hand(STANDING))
    for walked, start in STARTS.items():
        for name, parts in PARTS.items():
            yield from _walk(f"{walked}_{name}", *_gymnasium(start, parts))
    for name in MANY:
        yield from _many(name, PARTS[name])


@contextmanager
def _without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _walk(name: str, start: Callable[[], object], step: Callable[[int, int], object]) -> Iterator[tuple[str, float]]:
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
    yield from distribution(name, spent[WALK_STEPS:])


def _by_hand(start: WalkStart) -> tuple[Callable[[], object], Callable[[int, int], object]]:
    env = make(start.task, seed=start.seed, place=start.place)
    return env.reset, lambda x, y: env.step(Click(x=x, y=y))[0].elements


def _gymnasium(start: WalkStart, parts: tuple[str, ...]) -> tuple[Callable[[], object], Callable[[int, int], object]]:
    env = _single(start, parts)
    return lambda: env.reset(seed=start.seed), lambda x, y: env.step(_touch(x, y))


def _single(start: WalkStart, parts: tuple[str, ...], form: str = "structured") -> Any:
    import gymnasium

    from automotive_env.adapters.gym import id_of

    return gymnasium.make(id_of(start.task), place=start.place, observe=parts, actions=form, max_steps=STEPS)


def _touch(x: int, y: int) -> dict[str, Any]:
    return {"type": ACTION_TYPES.index("click"), "element": -1, "point": (x, y)}


def _written(x: int, y: int) -> str:
    return f'{{"action_type": "click", "x": {x}, "y": {y}}}'


def _many(name: str, parts: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """Cars that begin alike, as single environments one after the other, and as Gymnasium's vector of them."""
    import gymnasium

    from automotive_env.adapters.gym import id_of

    task, place, seed = MOVING
    singles = [_single(MOVING, parts, "text") for _ in range(CARS)]
    told: dict[str, Any] = {"num_envs": CARS, "place": place, "observe": parts, "actions": "text", "max_steps": STEPS}
    sync: Any = gymnasium.make_vec(id_of(task), vectorization_mode="sync", **told)
    ways: dict[str, tuple[Callable[[], object], Callable[[list[str]], object]]] = {
        "single": (
            lambda: [env.reset(seed=seed) for env in singles],
            lambda touches: [env.step(touch) for env, touch in zip(singles, touches, strict=True)],
        ),
        "sync": (lambda: sync.reset(seed=[seed] * CARS), sync.step),
    }
    passes = [{way: _rounds(*played) for way, played in ways.items()} for _ in range(PASSES)]
    yield from ((f"many_{name}_{way}", min(spent[way] for spent in passes)) for way in ways)


def _rounds(start: Callable[[], object], step: Callable[[list[str]], object]) -> float:
    """CPU time of a car's step in microseconds, the mean of all rounds."""
    start()
    random, spent = Random(3), 0
    with _without_collector():
        for _ in range(ROUNDS):
            touches = [_written(random.randrange(1408), random.randrange(792)) for _ in range(CARS)]
            started = time.process_time_ns()
            step(touches)
            spent += time.process_time_ns() - started
    return round(spent / ROUNDS / CARS / 1000, 3)
