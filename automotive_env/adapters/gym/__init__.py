"""Every task as a Gymnasium environment: importing this registers `AutomotiveEnv/<task>-v0`. It needs the extra `gym`."""

from __future__ import annotations

import gymnasium

from automotive_env.tasks.registry import TASKS

NAMESPACE = "AutomotiveEnv"


def id_of(task: str) -> str:
    """What Gymnasium calls a task: "AutomotiveEnv/hvac.feel_hot-v0"."""
    return f"{NAMESPACE}/{task}-v0"


for _name in TASKS:
    gymnasium.register(
        id_of(_name),
        entry_point=f"{__name__}.environment:AutomotiveEnvironment",
        kwargs={"task": _name},
    )
