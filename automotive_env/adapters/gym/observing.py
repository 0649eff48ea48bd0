"""What is seen, as Gymnasium's spaces hold it: texts, arrays of the tree, pixels."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from struct import Struct
from typing import Any, TypeAlias, TypeVar, get_type_hints
from zlib import crc32

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, MultiBinary, Space

from automotive_env.adapters.gym.any_text import AnyText
from automotive_env.adapters.gym.pixels import PixelSpace
from automotive_env.adapters.telling import vehicle_text
from automotive_env.episode.observation import Element, Observation, line_of
from automotive_env.errors import UsageError

PARTS = ("text", "arrays", "pixels")
"""What can be observed beside the goal."""
MAX_ELEMENTS = 128
"""Rows of the arrays; the largest tree there is, a map under a keyboard, has about 100 elements."""
FLAGS = tuple(name for name, kind in get_type_hints(Element).items() if kind is bool)
"""What the columns of "flags" mean."""
NAMES = 4_096
"""How many numbers stand for names of elements; 0 stands for none."""
WORDS = 512
"""How many numbers stand for words of a goal."""
MAX_CHARACTERS = {"goal": 2_000, "tree": 16_384, "vehicle": 2_000, "outcome": 8_000}
"""Of each text; what is longer is cut."""

ObservationArrays: TypeAlias = Mapping[str, npt.NDArray[Any]]
T = TypeVar("T")

_flags_of = itemgetter(*(Element._fields.index(name) for name in FLAGS))
_WORD = re.compile(r"\w+")
_packed = Struct(f"=4iif{len(FLAGS)}b").pack
_ROW = np.dtype([("boxes", np.int32, 4), ("names", np.int32), ("values", np.float32), ("flags", np.int8, len(FLAGS))])
"""What the arrays hold of an element, as `_row_of` packs it."""


def observation_space(parts: Collection[str], screen: tuple[int, int]) -> Dict:
    """The space of what is observed.

    Args:
        parts: which of `PARTS`.
        screen: width and height in pixels.

    Raises:
        UsageError: a part is unknown.
    """
    if isinstance(parts, str) or not set(parts) <= set(PARTS):
        raise UsageError(f"choose what to observe from {', '.join(PARTS)}, not {parts!r:.60}")
    spaces: dict[str, Space[Any]] = {"goal": AnyText(MAX_CHARACTERS["goal"])}
    if "text" in parts:
        spaces |= {name: AnyText(MAX_CHARACTERS[name]) for name in ("tree", "vehicle", "outcome")}
    if "arrays" in parts:
        spaces |= {
            "boxes": Box(0, max(screen), (MAX_ELEMENTS, 4), np.int32),
            "flags": MultiBinary((MAX_ELEMENTS, len(FLAGS))),
            "mask": MultiBinary(MAX_ELEMENTS),
            "names": Box(0, NAMES - 1, (MAX_ELEMENTS,), np.int32),
            "values": Box(0, 1, (MAX_ELEMENTS,), np.float32),
            "words": MultiBinary(WORDS),
            "gps": Box(-180, 180, (2,), np.float64),
        }
    if "pixels" in parts:
        width, height = screen
        spaces["screenshot"] = PixelSpace((height, width, 3))
    return Dict(spaces)


def empty_arrays(space: Dict) -> dict[str, npt.NDArray[Any]]:
    """Zeros for what a space holds as arrays: name -> array."""
    held = {name: part for name, part in space.spaces.items() if not isinstance(part, AnyText)}
    return {name: np.zeros(part.shape or (), part.dtype) for name, part in held.items()}


class ObservationEncoder:
    """Writes what one car shows into its arrays, all but pixels, and only what is not there yet.

    Attributes:
        arrays: name -> array of one environment; written to by `encode`, and holding the latest observation.
        texts: name -> the latest text.
    """

    def __init__(self, space: Dict, arrays: ObservationArrays) -> None:
        """Make an encoder of observations of a space into arrays that are all zeros; those that are missing are left out."""
        self.arrays = arrays
        self.texts: dict[str, str] = {name: "" for name, part in space.spaces.items() if isinstance(part, AnyText)}
        self._elements: tuple[Element, ...] = ()
        self._lines: list[str] = []
        self._rows: list[bytes] = []

    def encode(self, goal: str, seen: Observation, outcome: str) -> None:
        """Make rows and texts those of an observation, always of the same car."""
        if "tree" in self.texts or "boxes" in self.arrays:
            self._encode_tree(seen.elements)
        if "tree" in self.texts:
            self.texts["vehicle"] = _cut("vehicle", vehicle_text(seen))
            self.texts["outcome"] = _cut("outcome", outcome)
        self._encode_goal(_cut("goal", goal))
        if "gps" in self.arrays:
            self.arrays["gps"][:] = seen.gps.latitude, seen.gps.longitude

    def _encode_goal(self, goal: str) -> None:
        if "words" in self.arrays and goal != self.texts["goal"]:
            self.arrays["words"][:] = 0
            self.arrays["words"][[_number_of(word, WORDS) for word in _WORD.findall(goal.casefold())]] = 1
        self.texts["goal"] = goal

    def _encode_tree(self, elements: tuple[Element, ...]) -> None:
        before = self._elements
        if elements is before:
            return
        self._elements = elements
        changed = [place for place, (now, was) in enumerate(zip(elements, before, strict=False)) if now is not was]
        changed += range(len(before), len(elements))
        if "tree" in self.texts:
            _follow(self._lines, elements, changed, line_of)
            self.texts["tree"] = _cut("tree", "\n".join(self._lines))
        if "boxes" in self.arrays:
            _follow(self._rows, elements, changed, _row_of)
            self._write_rows(self._rows[:MAX_ELEMENTS])

    def _write_rows(self, rows: Sequence[bytes]) -> None:
        table, mask, count = np.frombuffer(b"".join(rows), _ROW), self.arrays["mask"], len(rows)
        for name in _ROW.fields or ():
            array = self.arrays[name]
            array[:count], array[count:] = table[name], 0
        mask[:count], mask[count:] = 1, 0


def _follow(made: list[T], elements: Sequence[Element], changed: Sequence[int], make: Callable[[Element], T]) -> None:
    """Bring what was made of each element up to date where one has changed; the last ones may have come or gone."""
    del made[len(elements) :]
    for place in changed:
        made[place : place + 1] = [make(elements[place])]


def _cut(name: str, text: str) -> str:
    return text[: MAX_CHARACTERS[name]]


def _number_of(text: str, count: int) -> int:
    """A number below `count` that is the same for a text in every process."""
    return crc32(text.encode("utf-8", "surrogatepass")) % count


@lru_cache(16_384)
def _row_of(element: Element) -> bytes:
    """What the arrays hold of an element, in the form of `_ROW`."""
    return _packed(*element.box, _name_of(element.resource_id), _value_of(element), *_flags_of(element))


def _name_of(resource_id: str) -> int:
    """The number of an element's name, 0 for none; it is the same in every language."""
    name = resource_id.rsplit("/", 1)[-1]
    return 1 + _number_of(name, NAMES - 1) if name else 0


def _value_of(element: Element) -> float:
    """Where the knob of a slider stands, from 0 to 1; 0 for all other elements."""
    if element.range is None or element.range.high == element.range.low:
        return 0.0
    low, high, value = element.range
    return min(1.0, max(0.0, (value - low) / (high - low)))
