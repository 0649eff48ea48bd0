"""Train a small policy on two tasks by a few solutions and then by the car's verdicts, and play held-out seeds in between."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeAlias

import numpy as np
import torch
import typer
from cars import car, training_cars
from imitation import imitate
from policy import ScreenPolicy
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

IMITATION_STEPS = 40
TASKS = ("hvac.ac_off", "system.wifi_off")
PLACE = "Munich"
SHOWN = range(4)
"""Seeds of the solutions of each task that the policy imitates at first."""
TRAINED = range(300)
"""Seeds of the episodes that it learns from by itself."""
HELD_OUT = range(100_000, 100_050)
"""Seeds of the episodes that are counted."""
Choose: TypeAlias = Callable[[Any, Any], int]
"""Chooses an action by an observation and its mask."""


def main(
    steps: Annotated[int, typer.Option(min=1, help="How many steps to train for.")] = 20_000,
    seed: Annotated[int, typer.Option(help="Of weights, exploration and the order of episodes.")] = 0,
    episodes: Annotated[int, typer.Option(min=1, max=len(HELD_OUT), help="Held-out seeds of each task.")] = len(HELD_OUT),
) -> None:
    """Train a policy and print its success on held-out seeds, beside that of random actions."""
    torch.set_num_threads(1)
    began, held_out = time.process_time(), HELD_OUT[:episodes]
    model = learner(training_cars(TASKS, PLACE, TRAINED, each=4), seed)
    report("random", held_out, at_random(seed))
    report("untrained", held_out, best_of(model))
    imitating = time.process_time()
    imitate(model, TASKS, PLACE, SHOWN, IMITATION_STEPS, seed)
    imitated = time.process_time()
    report("imitation", held_out, best_of(model))
    learning = time.process_time()
    model.learn(steps)
    learnt = time.process_time()
    report("trained", held_out, best_of(model))
    typer.echo(
        f"imitation {imitated - imitating:.0f} s, {model.num_timesteps} steps {learnt - learning:.0f} s,"
        f" all with evaluations {time.process_time() - began:.0f} s of CPU"
    )


def learner(cars: VecEnv, seed: int) -> MaskablePPO:
    """An untrained policy and what trains it."""
    return MaskablePPO(
        ScreenPolicy,
        cars,
        seed=seed,
        device="cpu",
        learning_rate=1e-3,
        n_steps=64,
        batch_size=256,
        n_epochs=4,
        gamma=0.95,
        ent_coef=0.01,
    )


def report(name: str, seeds: Sequence[int], choose: Choose) -> None:
    """Print the share of seeds on which each task is a success."""
    typer.echo(f"{name:9}" + "".join(f"  {task} {success(task, PLACE, seeds, choose):4.0%}" for task in TASKS))


def success(task: str, place: str, seeds: Sequence[int], choose: Choose) -> float:
    """The share of seeds on which a task is a success."""
    env, met = car(task, place), 0
    for seed in seeds:
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            seen, _, terminated, truncated, info = env.step(choose(seen, info["action_mask"]))
            over = terminated or truncated
        met += info["success"]
    env.close()
    return met / len(seeds)


def at_random(seed: int) -> Choose:
    """Any action that is not masked out."""
    draw = np.random.default_rng(seed)
    return lambda seen, mask: int(draw.choice(np.flatnonzero(mask)))


def best_of(model: MaskablePPO) -> Choose:
    """The action that a policy finds best."""
    return lambda seen, mask: int(model.predict(seen, deterministic=True, action_masks=mask)[0])


if __name__ == "__main__":
    typer.run(main)
