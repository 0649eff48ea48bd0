"""Deterministic pseudo-random noise from a hash: the same key has the same number in every process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar
from zlib import crc32

from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


T = TypeVar("T")
Integers: TypeAlias = "npt.NDArray[np.int64]"


def hash_noise(*key: object) -> float:
    """Pseudo-random number in [0, 1) for a key, such as the coordinates of a cell and a word."""
    return crc32(repr(key).encode()) / 2**32


def hash_noise_each(key: object, *words: str) -> list[float]:
    """`hash_noise(key, word)` for each word, at little more than the cost of one."""
    start = crc32(f"({key!r}".encode())
    return [crc32(_ending(word), start) / 2**32 for word in words]


@cache
def _ending(word: str) -> bytes:
    """How a key is written on whose last part is a word of the source: there are few."""
    return f", {word!r})".encode()


def hash_noises(word: str, *keys: Integers) -> npt.NDArray[np.float64]:
    """Pseudo-random numbers in [0, 1), one for each row of keys: the lowbias32 mix of 32-bit integers."""
    mixed = np.full(keys[0].shape, crc32(word.encode()), np.uint32)
    for key in keys:
        mixed ^= key.astype(np.uint32)
        for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
            mixed ^= mixed >> np.uint32(shift)
            mixed *= np.uint32(factor)
        mixed ^= mixed >> np.uint32(16)
    return mixed / 2**32


def pick(options: Sequence[T], *key: object) -> T:
    """Pseudo-random choice for a key."""
    return options[int(hash_noise(*key) * len(options))]
