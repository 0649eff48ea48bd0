"""The skeleton of a new task: it passes a type checker, and each gate says what is still to be filled in."""

from __future__ import annotations

import keyword
import re
import shlex
from pathlib import Path

from automotive_env import tasks as package
from automotive_env.errors import UsageError
from automotive_env.tasks.kit.task import Category, Dimension, snake_case

_HEADER = '''"""FILL IN: what the tasks of this file are about, one line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.validators import Criterion, Episode
'''
_CLASS = '''

class {name}(Task, category=Category.{category}, dimension=Dimension.{dimension}, level=1):  # FILL IN: 1 plain, 2, 3 long
    """FILL IN: the need, one line."""

    says = ("FILL IN: six phrasings as people speak: two plain, one short, one polite, one colloquial, one with a reason.",)
    steps = 5  # FILL IN: the actions of a person who knows the car
    conditions = Conditions()  # FILL IN: what the scene has to fit, such as moving=True, outside=(-5, 14), weather=("rain",)
    may_change = ()  # FILL IN: what may be different at the end: patterns of state paths

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {{}}  # FILL IN: what differs from one instance to the next

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        """FILL IN: what is true before: car.write(signal, value), car.event("message", ...), car.routes_to(...)."""

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return Criterion("fill_in", "FILL IN: what must be true after, such as then.on(s.WIFI)", "a skeleton", met=False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.home()  # FILL IN: the ways of a person, the most natural one first, two where there are two

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        return ()  # FILL IN: one or more: the neighbouring control, the wrong side, said but not done
'''


def write_skeleton(folder: Path, module: str, name: str, dimension: str) -> tuple[Path, str]:
    """Add the skeleton of a task to a file, which is made where there is none.

    Args:
        folder: where the files of tasks lie.
        module: name of the file without ".py"; it begins with a category, such as "maps_stops".
        name: of the class, such as "StopOnTheWay".
        dimension: one of `Dimension`.

    Returns:
        The file, and the name of the task.

    Raises:
        UsageError: a name does not fit, or is taken; nothing was written.
    """
    category = module.partition("_")[0]
    if category not in set(Category) or not re.fullmatch("[a-z][a-z0-9_]*", module):
        raise UsageError(
            f"the name of a task file must begin with a category ({', '.join(Category)}) and have only "
            f"lower-case letters, digits and underscores, as in maps_stops; {module[:60]!r} does not"
        )
    if dimension not in set(Dimension):
        raise UsageError(f"unknown dimension {dimension[:40]!r}; choose from {', '.join(Dimension)}")
    if not (name.isidentifier() and name.isascii() and name[0].isupper() and "_" not in name):
        raise UsageError(
            "the name of a task class must begin with a capital letter and have only ASCII letters and digits, "
            f"as in StopOnTheWay; {name[:60]!r} does not"
        )
    if keyword.iskeyword(name) or re.search(rf"\b{name}\b", _HEADER):
        raise UsageError(f"the file already uses the name {name}; give the task another name")
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}; run the command in the folder that holds tasks/, or give --folder")
    path, taken = folder / f"{module}.py", f"class {name}("
    try:
        if any(taken in file.read_text(encoding="utf-8") for file in folder.glob(f"{category}*.py")):
            raise UsageError(f"the task {name} already exists; choose another name")
        held = path.read_text(encoding="utf-8") if path.exists() else _HEADER
        path.write_text(
            held.rstrip() + "\n" + _CLASS.format(name=name, category=category.upper(), dimension=dimension.upper()),
            encoding="utf-8",
            newline="\n",
        )
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the tasks in {folder} cannot be read or written: {error}") from None
    return path, f"{category}.{snake_case(name)}"


def check_command(path: Path, task: str, name: str) -> str:
    """The command that checks a new task: by its name in this package, else as `module:class` in its folder.

    Args:
        path: the file.
        task: its name.
        name: that of its class.
    """
    folder = path.parent.resolve()
    if folder in [Path(one).resolve() for one in package.__path__]:
        return f"automotive-env tasks check {task}"
    there = "" if folder == Path.cwd() else f"cd {shlex.quote(str(path.parent))} && "
    return f"{there}automotive-env tasks check {path.stem}:{name}"
