"""Points as models write them: pairs, boxes, texts with numbers in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from automotive_env.episode.action import ActionError

MAX_CHARACTERS = 200
"""Characters of a text that is read as a point."""
MAX_DEPTH = 4
"""Lists within each other."""
_NUMBER = re.compile(r"(?<![A-Za-z_\d.])-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})")
"""A digit that ends a name, as in <point x1='500'>, is part of no number."""


def read_point(value: Any) -> tuple[float, float]:
    """The point that a value means: two numbers, or four of a box, of which the middle is meant.

    >>> read_point([100, 200]), read_point("<|box_start|>(100,200)<|box_end|>"), read_point([["80", 180], [120, 220]])
    ((100.0, 200.0), (100.0, 200.0), (100.0, 200.0))

    Raises:
        ActionError: it holds another number of numbers.
    """
    numbers = list(_numbers(value, MAX_DEPTH))
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    if len(numbers) == 4:
        return (numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2
    raise ActionError(f"a point is [x, y], or a box [left, top, right, bottom]; not {value!r:.80}")


def _numbers(value: Any, depth: int) -> Iterator[float]:
    if isinstance(value, bool) or value is None or depth == 0:
        return
    if isinstance(value, int | float):
        yield float(value) if abs(value) < 1e9 else 1e9
    elif isinstance(value, str):
        yield from map(float, _NUMBER.findall(value[:MAX_CHARACTERS]))
    elif isinstance(value, dict):
        for inner in list(value.values())[:5]:
            yield from _numbers(inner, depth - 1)
    elif isinstance(value, list | tuple):
        for inner in value[:5]:
            yield from _numbers(inner, depth - 1)
