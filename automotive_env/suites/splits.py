"""Splits of the tasks for whoever trains on them: by template, so that no wording or state of a test task is seen before.

>>> [split_of(name) for name in ("hvac.fan_speed_max", "hvac.ac_off")]
['dev', 'train']
"""

from __future__ import annotations

import hashlib
from typing import Literal, TypeAlias, get_args

from automotive_env.errors import UsageError

Split: TypeAlias = Literal["train", "dev", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)


def checked_split(name: str) -> Split:
    """A split that was typed.

    Raises:
        UsageError: there is no such split.
    """
    found = next((split for split in SPLITS if split == name), None)
    if found is None:
        raise UsageError(f"unknown split {name[:40]!r}; choose from {', '.join(SPLITS)}")
    return found


_FIFTHS: tuple[Split, ...] = ("train", "train", "train", "dev", "test")


def split_of(name: str) -> Split:
    """The split of a task: 60 % train, 20 % dev, 20 % test, by a hash of its name, so that new tasks move no other."""
    return _FIFTHS[int.from_bytes(hashlib.sha256(f"split:{name}".encode()).digest()[:8]) % len(_FIFTHS)]
