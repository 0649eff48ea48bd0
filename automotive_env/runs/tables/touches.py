"""What an episode's touches reached, counted from its steps.

A touch reaches the control that is drawn last at its point. A touch that names an element means that element. A touch of a point
means a control only where the agent's own words decide it: its reasoning names the label of exactly one control on the screen.
What is meant by any other point is not known, and is in no hit rate.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Literal, NamedTuple, TypeAlias

from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.display_size import MILLIMETRES_PER_PIXEL
from automotive_env.runs.records.records import StepRecord, TouchCount
from automotive_env.runs.tables.target_sizes import size_name

TouchWay: TypeAlias = Literal["index", "point"]

_TOUCHES = frozenset({"click", "long_press", "double_tap"})
_QUOTED = re.compile(r'"([^"]*)"')
_PLACE = re.compile(r"\((-?\d+),(-?\d+)\)$")
_SIZE = re.compile(r"(\d+)x(\d+)")
LEAST_LETTERS = 3
"""A shorter label may stand in a sentence by chance."""


class ListedControl(NamedTuple):
    """A control, as a record lists it."""

    labels: tuple[str, ...]
    box: Box

    @property
    def side(self) -> str:
        """The group of its shorter side."""
        return size_name(min(self.box.width, self.box.height) * MILLIMETRES_PER_PIXEL)


def touch_counts(steps: Iterable[StepRecord]) -> tuple[TouchCount, ...]:
    """The touches of an episode by app, size of target and way of touching; a target is what was meant, or else reached."""
    counted: Counter[tuple[str, str, TouchWay, bool, bool, bool]] = Counter()
    for step in steps:
        touch = _touch(step)
        if touch is None:
            continue
        way, reached, meant = touch
        target = meant or reached
        side = target.side if target else ""
        told = step.observation.app, side, way, reached is not None, meant is not None, meant is not None and reached == meant
        counted[told] += 1
    return tuple(
        TouchCount(app=app, side=side, way=way, on_control=on, known=known, as_meant=same, number=number)
        for (app, side, way, on, known, same), number in sorted(counted.items())
    )


def touch_scores(touches: Iterable[TouchCount]) -> dict[str, float]:
    """Shares of an episode's touches of points: those on a control, and of those with a known meaning those as meant."""
    points = [touch for touch in touches if touch.way == "point"]
    known = [touch for touch in points if touch.known]
    shares = {
        "points_on_control": _share([touch.number for touch in points], [touch.on_control for touch in points]),
        "points_as_meant": _share([touch.number for touch in known], [touch.as_meant for touch in known]),
    }
    return {name: share for name, share in shares.items() if share is not None}


def _share(numbers: Sequence[int], met: Sequence[bool]) -> float | None:
    return round(sum(compress(numbers, met)) / sum(numbers), 4) if numbers else None


def _touch(step: StepRecord) -> tuple[TouchWay, ListedControl | None, ListedControl | None] | None:
    """How a step touches the screen, what it reaches and what it means; None where it does not touch."""
    action = step.action or {}
    if action.get("action_type") not in _TOUCHES:
        return None
    index, x, y = (action.get(name) for name in ("index", "x", "y"))
    lines, sizes = step.observation.elements, step.observation.sizes
    if isinstance(index, int):
        named = _control(lines[index], sizes[index]) if 0 <= index < min(len(lines), len(sizes)) else None
        return "index", named, named
    if not isinstance(x, int) or not isinstance(y, int):
        return None
    shown = [control for line, size in zip(lines, sizes, strict=False) if (control := _control(line, size))]
    reached = next((control for control in reversed(shown) if control.box.contains(x, y)), None)
    return "point", reached, _named_in(step.reasoning, shown)


def _named_in(reasoning: str, shown: Sequence[ListedControl]) -> ListedControl | None:
    """The control that a reasoning names; None where it names none, or several."""
    words = reasoning.casefold()
    named = [(label, control) for control in shown for label in control.labels if _says(words, label)]
    longest = [one for one in named if not any(one[0] != other[0] and one[0] in other[0] for other in named)]
    found = list(dict.fromkeys(control for _, control in longest))
    return found[0] if len(found) == 1 else None


def _says(words: str, label: str) -> bool:
    return len(label) >= LEAST_LETTERS and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", words) is not None


def _control(line: str, size: str) -> ListedControl | None:
    """The control of a line of a list of elements; None for what cannot be touched."""
    plain, place, extent = _QUOTED.sub("", line), _PLACE.search(line), _SIZE.fullmatch(size)
    flags = set(plain.split())
    is_list = "scrollable" in flags and "editable" not in flags
    if not place or not extent or flags & {"not-clickable", "disabled"} or is_list:
        return None
    (x, y), (width, height) = map(int, place.groups()), map(int, extent.groups())
    left, top = x - width // 2, y - height // 2
    labels = tuple(text.casefold() for text in _QUOTED.findall(line))
    return ListedControl(labels, Box(left, top, left + width, top + height))
