"""Numbered actions for policies that choose from a fixed list: a kind of touch on each element, and what needs no element."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from automotive_env.adapters.gym.observing import MAX_ELEMENTS
from automotive_env.episode.action import (
    Action,
    ActionError,
    Click,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Scroll,
    Status,
    Swipe,
)
from automotive_env.episode.observation import Element

KNOB_STEP = 0.1
"""How far a swipe drags the knob of a slider: a part of its track."""
_TOUCHES: Mapping[str, tuple[Callable[[int], Action], Callable[[Element], bool]]] = {
    "click": (lambda place: Click(index=place), lambda element: element.clickable),
    "long_press": (lambda place: LongPress(index=place), lambda element: element.long_clickable),
    "scroll_up": (lambda place: Scroll(index=place, direction="up"), lambda element: element.scrollable),
    "scroll_down": (lambda place: Scroll(index=place, direction="down"), lambda element: element.scrollable),
    "swipe_left": (
        lambda place: Swipe(index=place, direction="left", amount=KNOB_STEP),
        lambda element: element.track is not None,
    ),
    "swipe_right": (
        lambda place: Swipe(index=place, direction="right", amount=KNOB_STEP),
        lambda element: element.track is not None,
    ),
}
"""Kind of touch -> what makes the action of an element's place, and which enabled elements take it."""
TOUCHES = tuple(_TOUCHES)
"""The kinds of touch, in the order in which actions of one element are numbered."""
_FIRST_GLOBAL = MAX_ELEMENTS * len(TOUCHES)
GLOBAL: tuple[Action, ...] = (
    NavigateBack(),
    NavigateHome(),
    Status(goal_status="complete", reason="Everything is as you asked."),
    Status(goal_status="infeasible", reason="This cannot or must not be done."),
)
"""The actions that need no element; opening each app follows them. Their words are fixed."""


class DiscreteActions:
    """The numbered actions of a car, as the latest screen offers them.

    Action `element * len(TOUCHES) + touch` is a touch of one of the first `MAX_ELEMENTS` elements. `GLOBAL` and the apps follow.
    """

    def __init__(self, apps: Sequence[str], elements: Callable[[], Sequence[Element]]) -> None:
        """Number the actions.

        Args:
            apps: names of the apps that can be opened.
            elements: returns what the screen shows.
        """
        self._global = (*GLOBAL, *(OpenApp(app_name=name) for name in apps))
        self._elements = elements
        self._masked: tuple[Sequence[Element] | None, npt.NDArray[np.int8]] = None, np.zeros(0, np.int8)

    @property
    def count(self) -> int:
        """How many actions there are."""
        return _FIRST_GLOBAL + len(self._global)

    def mask(self) -> npt.NDArray[np.int8]:
        """Which actions the screen offers: 1 or 0 for each; not to be written to."""
        elements = self._elements()
        if elements is not self._masked[0]:
            self._masked = elements, self._mask_of(elements[:MAX_ELEMENTS])
        return self._masked[1]

    def _mask_of(self, elements: Sequence[Element]) -> npt.NDArray[np.int8]:
        mask = np.zeros(self.count, np.int8)
        mask[_FIRST_GLOBAL:] = 1
        offered = [element.enabled and takes(element) for element in elements for _, takes in _TOUCHES.values()]
        mask[: len(offered)] = offered
        return mask

    def read(self, chosen: Any) -> Action:
        """The action of a number.

        Raises:
            ActionError: it is not the number of an action, or masked out.
        """
        try:
            number = index(chosen)
        except TypeError:
            raise ActionError(f"an action must be a whole number, not {type(chosen).__name__}") from None
        if not 0 <= number < self.count:
            raise ActionError(f"an action must be from 0 to {self.count - 1}")
        if number >= _FIRST_GLOBAL:
            return self._global[number - _FIRST_GLOBAL]
        element, touch = divmod(number, len(TOUCHES))
        if not self.mask()[number]:
            raise ActionError(
                f"action {number} is masked out: element {element} does not accept {TOUCHES[touch]} now; see action_mask"
            )
        return _TOUCHES[TOUCHES[touch]][0](element)

    def number(self, action: Action) -> int | None:
        """The number of an action, such as one of a script, whatever words a status has; None where it has none."""
        place: int | None = getattr(action, "index", None)
        if place is not None and place < MAX_ELEMENTS:
            for touch, (make, _) in enumerate(_TOUCHES.values()):
                if make(place) == action:
                    return place * len(TOUCHES) + touch
        wordless = [_wordless(one) for one in self._global]
        return _FIRST_GLOBAL + wordless.index(_wordless(action)) if _wordless(action) in wordless else None


def _wordless(action: Action) -> Action:
    return replace(action, reason="") if isinstance(action, Status) else action
