"""All tasks by name. A task module's `Task` subclasses with a category and a dimension are found by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType, ModuleType

from automotive_env.task import Task
from automotive_env.tasks import apps, comms, hvac, maps, media, phenomenon, road, system

MODULES: tuple[ModuleType, ...] = (apps, comms, hvac, maps, media, phenomenon, road, system)


def _tasks(module: ModuleType) -> list[Task]:
    kinds = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Task)]
    return [kind() for kind in kinds if kind.__module__ == module.__name__ and hasattr(kind, "name")]


TASKS: Mapping[str, Task] = MappingProxyType({task.name: task for module in MODULES for task in _tasks(module)})
"""Every task by its name, such as "hvac.fan_speed_max"."""
