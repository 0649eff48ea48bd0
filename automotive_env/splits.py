"""Splits of the tasks for whoever trains on them: by template, so that no wording or state of a test task is seen before.

>>> [split_of(name) for name in ("hvac.fan_speed_max", "maps.navigate_to")]
['dev', 'train']
"""

from __future__ import annotations

import hashlib
from typing import Literal, TypeAlias, get_args

Split: TypeAlias = Literal["train", "dev", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)
_FIFTHS: tuple[Split, ...] = ("train", "train", "train", "dev", "test")


def split_of(name: str) -> Split:
    """The split of a task: 60 % train, 20 % dev, 20 % test, by a hash of its name, so that new tasks move no other."""
    return _FIFTHS[int.from_bytes(hashlib.sha256(f"split:{name}".encode()).digest()[:8]) % len(_FIFTHS)]
