"""Tasks of AppWorld, as its data folder lists and describes them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from automotive_env.errors import UsageError
from automotive_env.suites.splits import Split
from automotive_env.tasks.kit.task import TaskInstance
from automotive_env.text.foreign_text import read_json

SUITE = "appworld"
DATASETS: Mapping[str, Split] = {"train": "train", "dev": "dev", "test_normal": "test", "test_challenge": "test"}
"""AppWorld's datasets, and which split of ours each is."""
MAX_BYTES = 1_000_000
"""Of a file that is read."""


@dataclass(frozen=True)
class AppWorldTask:
    """A task: AppWorld's dataset and id, what the person wants, and the folder that holds AppWorld's `data`."""

    dataset: str
    id: str
    instruction: str
    root: Path
    category = "apps"

    @property
    def name(self) -> str:
        """What records call it."""
        return f"{self.dataset}.{DATASETS[self.dataset]}.{self.id}"

    @property
    def dimension(self) -> str:
        """The dataset."""
        return self.dataset

    @cached_property
    def instance(self) -> TaskInstance:
        """The data half of the task."""
        return TaskInstance(self.name, 0, self.instruction)


def read_tasks(data: Path | None) -> dict[str, AppWorldTask]:
    """All tasks by name, dataset by dataset.

    Args:
        data: folder that holds AppWorld's `data`; without one, APPWORLD_ROOT names it.

    Raises:
        UsageError: there are none, or one cannot be read; the message says how to get them.
    """
    root = (data or Path(os.environ.get("APPWORLD_ROOT") or ".")).resolve()
    found = {task.name: task for dataset in DATASETS for task in _tasks(root, dataset)}
    if not found:
        raise UsageError(
            f"{root} holds no data of AppWorld: run `appworld install` and `appworld download data` in its environment, then "
            "name the folder that holds data/ with --data DIR or APPWORLD_ROOT (docs/bfcl.md)"
        )
    return found


def _tasks(root: Path, dataset: str) -> Iterator[AppWorldTask]:
    listed = root / "data" / "datasets" / f"{dataset}.txt"
    for id in _read(listed).split() if listed.is_file() else ():
        if not re.fullmatch("[A-Za-z0-9_]{1,60}", id):
            raise UsageError(f"{listed} lists {id[:60]!r}, which is not a task name")
        file = root / "data" / "tasks" / id / "specs.json"
        try:
            yield AppWorldTask(dataset, id, str(read_json(_read(file))["instruction"]), root)
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{file} holds no task: {error!r:.200}") from None


def _read(file: Path) -> str:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise UsageError(f"{file} is larger than {MAX_BYTES} bytes")
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
