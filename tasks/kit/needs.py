"""What a task needs of the interface and of an agent, measured by playing its first solutions; kept in needs.json.

>>> needs_of("hvac.fan_speed_max").primitives
('tap', 'toggle')
"""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from automotive_env.tasks.kit.task import Task

TABLE = Path(__file__).with_name("needs.json")
PRIMITIVES = (
    *("tap", "toggle", "slider", "scroll", "typing", "long press", "picker", "dialog", "notification", "several apps"),
    *("waiting", "answer", "alert", "API"),
)
"""What solutions are made of."""

MODALITIES: Mapping[str, tuple[str, ...]] = {
    "touch": ("tap", "toggle", "slider", "scroll", "long press", "picker", "dialog", "notification"),
    "text": ("typing",),
    "speech": ("answer",),
    "API": ("alert", "API"),
}
"""Ways in which solutions reach the car or the user -> the primitives that go that way."""


@dataclass(frozen=True, slots=True)
class TaskNeeds:
    """What the first solutions of a task need.

    Attributes:
        depth: actions of the longest of them, the end not counted.
        primitives: names of `PRIMITIVES`, in their order.
        apps: those that they pass through, in order.
        event: whether something happens in mid-episode.
        facts: of a place that the task consults and that differ between places: the right answer moves with them.
        calls: whether it can be played by calls of the vehicle's APIs alone.
        stock: whether an image of Android Automotive without our vendor properties can play it: signals, events and apps.
        source: hash of the module that was measured.
    """

    depth: int
    primitives: tuple[str, ...]
    apps: tuple[str, ...]
    event: bool
    facts: tuple[str, ...]
    calls: bool
    stock: bool
    source: str

    @property
    def modalities(self) -> tuple[str, ...]:
        """Names of `MODALITIES`, in their order."""
        return tuple(name for name, primitives in MODALITIES.items() if set(primitives) & set(self.primitives))


def source_of(task: Task) -> str:
    """A hash of the source of a task's module, in which its helpers and families stand, too."""
    return hashlib.sha256(inspect.getsource(sys.modules[type(task).__module__]).encode()).hexdigest()[:12]


@cache
def table() -> Mapping[str, TaskNeeds]:
    """What was measured: name of a task -> its needs."""
    kept = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    whole = {name: row for name, row in kept.items() if set(row) == set(TaskNeeds.__slots__)}  # others are of another version
    return {name: TaskNeeds(**{field: _frozen(value) for field, value in row.items()}) for name, row in whole.items()}


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def needs_of(name: str) -> TaskNeeds | None:
    """What a task of this benchmark needs; None for one that was not measured."""
    return table().get(name)


def write(needs: Mapping[str, TaskNeeds]) -> None:
    """Keep what was measured, one line a task."""
    lines = [f"{json.dumps(name)}: {json.dumps(asdict(needs[name]))}" for name in sorted(needs)]
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")
    table.cache_clear()


def stale(tasks: Iterable[Task]) -> list[Task]:
    """Those that were not measured as they are now."""
    known = table()
    return [task for task in tasks if task.name not in known or known[task.name].source != source_of(task)]
