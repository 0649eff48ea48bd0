"""Chance that is always the same: numbers that follow from where something is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")


def luck(*key: object) -> float:
    """A number from 0 to 1 (excluded) for a key."""
    return crc32(repr(key).encode()) / 2**32


def pick(options: Sequence[T], *key: object) -> T:
    """One of some options for a key."""
    return options[int(luck(*key) * len(options))]
