"""All tasks by name. A task module's `Task` subclasses with a category and a dimension are found by themselves."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType, ModuleType

from automotive_env import tasks as package
from automotive_env.task import Task


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__):
        if not found.ispkg and found.name != "registry":
            yield import_module(f"{package.__name__}.{found.name}")


def _tasks(module: ModuleType) -> list[Task]:
    kinds = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Task)]
    return [kind() for kind in kinds if kind.__module__ == module.__name__ and hasattr(kind, "name")]


TASKS: Mapping[str, Task] = MappingProxyType({task.name: task for module in _modules() for task in _tasks(module)})
"""Every task by its name, such as "hvac.fan_speed_max"."""
