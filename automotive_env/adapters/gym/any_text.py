"""A space of texts of any characters, which Gymnasium's own lacks: names of streets and contacts are written in many scripts."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Text
from gymnasium.spaces.utils import flatten, flatten_space, unflatten
from gymnasium.vector.utils import create_shared_memory, read_from_shared_memory, write_to_shared_memory

END = 0x110000
"""What stands behind a text in an array: one more than the last character there is."""


class AnyText(Text):
    """Texts of up to `max_length` characters, whichever they are; samples are printable ASCII.

    As an array, for shared memory and `flatten`, a text is the numbers of its characters and then `END`.
    """

    def __init__(self, max_length: int, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(max_length, min_length=0, charset=string.ascii_letters + string.digits + string.punctuation, seed=seed)

    def contains(self, x: Any) -> bool:
        """Whether it is a text that is not too long."""
        return isinstance(x, str) and len(x) <= self.max_length

    def __repr__(self) -> str:
        return f"AnyText({self.max_length})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyText) and self.max_length == other.max_length

    __hash__ = None  # type: ignore[assignment]  # as of all spaces, which are mutable


def _numbers(space: AnyText, text: str) -> npt.NDArray[np.int32]:
    numbers = np.full(space.max_length, END, np.int32)
    written = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<i4")[: space.max_length]
    numbers[: len(written)] = written
    return numbers


def _text(space: AnyText, numbers: npt.NDArray[Any]) -> str:
    written = numbers[numbers < END].astype("<i4")
    return written.tobytes().decode("utf-32-le", "surrogatepass")


class SharedMemoryTexts(Sequence[str]):
    """The texts that stand in shared memory now; a copy is a tuple of them.

    `AsyncVectorEnv` asks for them once, before there are any, and copies what it got after every step.
    """

    def __init__(self, space: AnyText, shared_memory: Any, n: int = 1) -> None:
        self._space = space
        self._rows = np.frombuffer(shared_memory.get_obj(), np.int32).reshape(n, space.max_length)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: Any) -> Any:
        return tuple(self)[place] if isinstance(place, slice) else _text(self._space, self._rows[place])

    def __deepcopy__(self, memo: object) -> tuple[str, ...]:
        return tuple(self)


def _read(space: AnyText, shared_memory: Any, n: int = 1) -> Any:
    return SharedMemoryTexts(space, shared_memory, n)


def _write(space: AnyText, index: int, values: str, shared_memory: Any) -> None:
    rows = np.frombuffer(shared_memory.get_obj(), np.int32).reshape(-1, space.max_length)
    rows[index] = _numbers(space, values)


def _create(space: AnyText, n: int = 1, ctx: Any = None) -> Any:
    return ctx.Array("i", n * space.max_length)


flatten.register(AnyText, _numbers)
unflatten.register(AnyText, _text)
flatten_space.register(AnyText, lambda space: Box(0, END, (space.max_length,), np.int32))
create_shared_memory.register(AnyText, _create)
read_from_shared_memory.register(AnyText, _read)
write_to_shared_memory.register(AnyText, _write)
