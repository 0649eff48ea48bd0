"""TRL: classes for the `environment_factory` of its trainers, and the rows of their data sets.

An environment is made without arguments, begun by `reset(**row)`, and judged by `get_reward()`; every other public method is a
tool. Nothing of TRL is imported for that, so that other trainers can play them, too.

>>> car = environment_class("automotive")()
>>> seen = car.reset(task="hvac.fan_speed_max", seed=1)
>>> print(car.status(goal_status="complete").splitlines()[0], car.get_reward())
done 0.0
"""

from automotive_env.kate.training.rollouts.environments import ENVIRONMENTS, environment_class, rollout_rows
from automotive_env.kate.training.rollouts.screen import screen_class, system_prompt
from automotive_env.kate.training.rollouts.tool_class import RollOut

__all__ = ["ENVIRONMENTS", "RollOut", "environment_class", "rollout_rows", "screen_class", "system_prompt"]
