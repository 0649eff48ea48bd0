"""All tasks by name. A task module's `Task` subclasses with a category and a dimension are found by themselves."""

from __future__ import annotations

import fnmatch
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType, ModuleType

from automotive_env import tasks as package
from automotive_env.car.core.errors import suggest
from automotive_env.errors import UsageError
from automotive_env.plugins.registry import NoSuchModule, Plugin, PluginGroup, WrongPluginType
from automotive_env.tasks.kit import Task


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if found.name != __name__ and not found.ispkg:
            yield import_module(found.name)


def _kinds(module: ModuleType) -> list[type[Task]]:
    """The tasks that a module, or a package, declares itself."""
    kinds = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Task)]
    inside = f"{module.__name__}."
    return [kind for kind in kinds if f"{kind.__module__}.".startswith(inside) and hasattr(kind, "name")]


TASKS: Mapping[str, Task] = MappingProxyType({kind.name: kind() for module in _modules() for kind in _kinds(module)})
"""Every task of this benchmark by its name, such as "hvac.fan_speed_max"."""


def _read(label: str, value: object) -> Mapping[str, Task]:
    listed = _kinds(value) if isinstance(value, ModuleType) else value if isinstance(value, Iterable) else [value]
    kinds = list(dict.fromkeys(listed))
    if not kinds or not all(isinstance(kind, type) and issubclass(kind, Task) and hasattr(kind, "name") for kind in kinds):
        raise WrongPluginType("a Task class with a category and a dimension is needed, several, or a module of such")
    for kind in kinds:
        if kind.turns is Task.turns and not _is_texts(getattr(kind, "says", None)):
            raise WrongPluginType(
                f"{kind.__name__} does not say what the user says; set `says` to a tuple of texts, or define `turns`"
            )
    return {kind.name: kind() for kind in kinds}


def _is_texts(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and bool(value) and all(isinstance(v, str) for v in value)


OTHERS: PluginGroup[Task] = PluginGroup("tasks", "task", _read, lambda: TASKS)
"""Tasks of other packages."""
_typed: dict[str, Plugin[Task]] = {}
"""Tasks that were named as `module:name`, by their own names, under which episodes and records know them."""
_targets: set[str] = set()
"""What was typed for them."""


def is_loaded(pattern: str) -> bool:
    """Whether no module has to be loaded to find the tasks of a pattern: whoever has loaded a module has loaded its classes."""
    imported = not _targets.isdisjoint((pattern, pattern.partition(":")[0]))
    return imported or bool(fnmatch.filter([*TASKS, *OTHERS.installed], pattern))


def match_tasks(pattern: str) -> dict[str, Task]:
    """The tasks that a user named: by a name or a pattern such as "hvac.*", as `module:name`, or all of a module.

    Raises:
        UsageError: there are none.
    """
    if pattern in TASKS:
        return {pattern: TASKS[pattern]}
    known = {**TASKS, **{name: plugin.value for name, plugin in OTHERS.installed.items()}}
    matching = fnmatch.filter(known, pattern)
    if matching:
        return {name: known[name] for name in matching}
    try:
        return _load(pattern)
    except UsageError as fault:
        if ":" in pattern:
            raise
        hint = suggest(pattern, known) or "; `automotive-env tasks` lists them. Name a task of your own file as MODULE:NAME"
        why = "" if isinstance(fault, NoSuchModule) else f", and {fault}"
        raise UsageError(f"no task matches {pattern[:80]!r}{hint}{why}") from None


def _load(target: str) -> dict[str, Task]:
    plugins = OTHERS.load(target)
    for name, plugin in plugins.items():
        other = _typed.get(name) or OTHERS.installed.get(name)
        if other and type(other.value) is not type(plugin.value):
            raise UsageError(f"{target[:80]!r} has the name {name!r}, which a task of {other.origin} already uses; rename it")
    _typed.update(plugins)
    _targets.add(target)
    return {name: plugin.value for name, plugin in plugins.items()}


def find_task(name: str) -> Task:
    """The task of that name: one of this benchmark, of an installed package, or one that was named as `module:name` before.

    Raises:
        UsageError: there is none.
    """
    plugin = task_plugin(name)
    return plugin.value if plugin else TASKS[name]


def task_plugin(name: str) -> Plugin[Task] | None:
    """Where a task of another package comes from; None for one of this benchmark.

    Raises:
        UsageError: there is no such task.
    """
    if name in TASKS:
        return None
    plugin = _typed.get(name) or OTHERS.installed.get(name)
    if plugin is None:
        raise UsageError(f"no task {name[:80]!r}{suggest(name, [*TASKS, *OTHERS.installed])}")
    return plugin
