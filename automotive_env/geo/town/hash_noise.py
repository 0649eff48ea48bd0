"""Deterministic pseudo-random noise from a hash: the same key has the same number in every process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")


def hash_noise(*key: object) -> float:
    """Pseudo-random number in [0, 1) for a key, such as the coordinates of a cell and a word."""
    return crc32(repr(key).encode()) / 2**32


def pick(options: Sequence[T], *key: object) -> T:
    """Pseudo-random choice for a key."""
    return options[int(hash_noise(*key) * len(options))]
