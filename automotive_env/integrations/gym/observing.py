"""What is seen, as Gymnasium's spaces hold it: texts, arrays of the tree, pixels."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias, get_type_hints

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, MultiBinary, Space

from automotive_env.errors import UsageError
from automotive_env.integrations.gym.any_text import AnyText
from automotive_env.integrations.gym.pixels import Pixels
from automotive_env.integrations.telling import vehicle_text
from automotive_env.observation import Element, Observation

PARTS = ("text", "arrays", "pixels")
"""What can be observed beside the goal."""
MAX_ELEMENTS = 128
"""Rows of the arrays; the largest tree there is, a map under a keyboard, has about 100 elements."""
FLAGS = tuple(name for name, kind in get_type_hints(Element).items() if kind is bool)
"""What the columns of "flags" mean."""
MAX_SINGLE_ROWS = 8
"""Rows that are written one by one; beyond, to write all of them at once is faster."""
MAX_CHARACTERS = {"goal": 2_000, "tree": 16_384, "vehicle": 2_000, "outcome": 8_000}
"""Of each text; what is longer is cut."""

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]

_flags_of = itemgetter(*(Element._fields.index(name) for name in FLAGS))
_box_of = attrgetter("box")
_flag_bytes = cache(bytes)
_line_of = lru_cache(16_384)(Element.line)


def observation_space(parts: Collection[str], screen: tuple[int, int]) -> Dict:
    """The space of what is observed.

    Args:
        parts: which of `PARTS`.
        screen: width and height in pixels.

    Raises:
        UsageError: a part is unknown.
    """
    if isinstance(parts, str) or not set(parts) <= set(PARTS):
        raise UsageError(f"what is observed are some of {', '.join(PARTS)}, not {parts!r:.60}")
    spaces: dict[str, Space[Any]] = {"goal": AnyText(MAX_CHARACTERS["goal"])}
    if "text" in parts:
        spaces |= {name: AnyText(MAX_CHARACTERS[name]) for name in ("tree", "vehicle", "outcome")}
    if "arrays" in parts:
        spaces |= {
            "boxes": Box(0, max(screen), (MAX_ELEMENTS, 4), np.int32),
            "flags": MultiBinary((MAX_ELEMENTS, len(FLAGS))),
            "mask": MultiBinary(MAX_ELEMENTS),
            "gps": Box(-180, 180, (2,), np.float64),
        }
    if "pixels" in parts:
        width, height = screen
        spaces["screenshot"] = Pixels((height, width, 3))
    return Dict(spaces)


def empty_arrays(space: Dict, *count: int) -> dict[str, npt.NDArray[Any]]:
    """Zeros for what a space holds as arrays: name -> array, with an axis in front for each count."""
    held = {name: part for name, part in space.spaces.items() if not isinstance(part, AnyText)}
    return {name: np.zeros((*count, *(part.shape or ())), part.dtype) for name, part in held.items()}


class Encoder:
    """Writes what one car shows into its arrays, all but pixels, and only what is not there yet.

    Attributes:
        arrays: name -> array of one environment; written to by `encode`, and holding the latest observation.
        texts: name -> the latest text.
    """

    def __init__(self, space: Dict, arrays: Arrays) -> None:
        """Make an encoder of observations of a space into arrays that are all zeros; those that are missing are left out."""
        self.arrays = arrays
        self.texts: dict[str, str] = {name: "" for name, part in space.spaces.items() if isinstance(part, AnyText)}
        self._elements: tuple[Element, ...] = ()
        self._lines: list[str] = []

    def encode(self, goal: str, seen: Observation, outcome: str) -> None:
        """Make rows and texts those of an observation, always of the same car."""
        if "tree" in self.texts or "boxes" in self.arrays:
            self._encode_tree(seen.elements)
        if "tree" in self.texts:
            self.texts["vehicle"] = _cut("vehicle", vehicle_text(seen))
            self.texts["outcome"] = _cut("outcome", outcome)
        self.texts["goal"] = _cut("goal", goal)
        if "gps" in self.arrays:
            self.arrays["gps"][:] = seen.gps.latitude, seen.gps.longitude

    def _encode_tree(self, elements: tuple[Element, ...]) -> None:
        before = self._elements
        if elements is before:
            return
        self._elements = elements
        changed = [place for place, (now, was) in enumerate(zip(elements, before, strict=False)) if now is not was]
        changed += range(len(before), len(elements))
        if "tree" in self.texts:
            del self._lines[len(elements) :]
            self._lines += [""] * (len(elements) - len(self._lines))
            for place in changed:
                self._lines[place] = _line_of(elements[place])
            self.texts["tree"] = _cut("tree", "\n".join(self._lines))
        if "boxes" in self.arrays:
            self._encode_rows(elements[:MAX_ELEMENTS], [place for place in changed if place < MAX_ELEMENTS])

    def _encode_rows(self, elements: tuple[Element, ...], changed: list[int]) -> None:
        boxes, flags, mask, count = self.arrays["boxes"], self.arrays["flags"], self.arrays["mask"], len(elements)
        if len(changed) <= MAX_SINGLE_ROWS:
            for place in changed:
                boxes[place], flags[place] = elements[place].box, _flags_of(elements[place])
        else:
            boxes[:count] = np.fromiter(chain.from_iterable(map(_box_of, elements)), np.int32, 4 * count).reshape(-1, 4)
            numbers = b"".join(map(_flag_bytes, map(_flags_of, elements)))
            flags[:count] = np.frombuffer(numbers, np.int8).reshape(-1, len(FLAGS))
        boxes[count:], flags[count:] = 0, 0
        mask[:count], mask[count:] = 1, 0


def _cut(name: str, text: str) -> str:
    return text[: MAX_CHARACTERS[name]]
