"""Touching: fingers, keys and text through uiautomator2, and what the screen says came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from automotive_env.android.link import DeviceLink
from automotive_env.android.screen import DeviceScreen, at_rest
from automotive_env.android.shell import ConnectionLost
from automotive_env.episode.action import Direction
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Box, Element

ElementsSeen = tuple[Element, ...]
LONG_PRESS = 1_000
"""Milliseconds."""
STROKE_STEPS = 100
"""Steps of 5 ms in which a finger is drawn: slow enough that nothing flies on when it is lifted."""
SLOP = 8
"""Pixels that a finger may move and still taps: Android's touch slop at 160 dpi."""
MARGIN = 48
"""Pixels at both ends of a list that a scrolling finger keeps off, so that two lines of the page before are still seen."""
TOAST = "Toast"
"""Title of the windows in which Android says a line about what was just done."""
KEYBOARD = "InputMethod"
"""Title of the keyboard's window."""
TOAST_EDGE = 48
"""Pixels around the text of a toast that it may cover."""
NO_FOCUS = "no text field has the focus; tap one first"
NOTHING_THERE = "there is nothing to touch at this point"
TOO_SHORT = "the stroke is too short: a finger that hardly moves only taps"
NOTHING_MOVES = "there is nothing to drag at this point"
NO_LIST = "there is nothing to scroll that way"
LIST_ENDS = "the list ends here"


class DeviceTouch:
    """A finger on the screen. Whether something was done is judged by the screen: nothing else is known of an app."""

    def __init__(self, link: DeviceLink, screen: DeviceScreen) -> None:
        self._link = link
        self._screen = screen

    def tap(self, x: int, y: int, before: ElementsSeen, *, times: int = 1) -> ActionOutcome:
        """Touch a point, `times` times."""
        nothing = "" if reacts(before, x, y) else NOTHING_THERE

        def tap() -> None:
            for _ in range(times):
                self._link.rpc("click", x, y)

        return self.carry_out(tap, before, nothing)

    def long_press(self, x: int, y: int, before: ElementsSeen) -> ActionOutcome:
        """Touch a point for a second."""
        nothing = "" if reacts(before, x, y) else NOTHING_THERE
        return self.carry_out(lambda: self._link.rpc("click", x, y, LONG_PRESS), before, nothing)

    def swipe(self, points: tuple[int, int, int, int], before: ElementsSeen) -> ActionOutcome:
        """Draw a finger from a point to another; a slider is touched where a stroke too short for a swipe would end."""
        x1, y1, x2, y2 = points = self._on_screen(points)
        slides = _slides(before, x1, y1)
        if abs(x1 - x2) < SLOP and abs(y1 - y2) < SLOP:
            return self.tap(x2, y2, before) if slides else ActionOutcome(False, TOO_SHORT)
        if slides:
            return self.draw(points, before)  # it may stand at its end
        return self.draw(points, before, LIST_ENDS if abs(y1 - y2) > abs(x1 - x2) and list_at(before, x1, y1) else NOTHING_MOVES)

    def draw(self, points: tuple[int, int, int, int], before: ElementsSeen, nothing: str = "") -> ActionOutcome:
        """Draw a finger from one point to another; `nothing` is what it means that the screen stays as it is."""
        ends = self._on_screen(points)
        return self.carry_out(lambda: self._link.rpc("swipe", *ends, STROKE_STEPS), before, nothing)

    def _on_screen(self, points: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        width, height = self._screen.size
        x1, y1, x2, y2 = points
        return _between(x1, width), _between(y1, height), _between(x2, width), _between(y2, height)

    def scroll(self, direction: Direction, point: tuple[int, int] | None, before: ElementsSeen) -> ActionOutcome:
        """Show what lies further in a direction, in the list at a point, or in the topmost one."""
        found = list_at(before, *point) if point else topmost_list(before)
        if found is None:
            return ActionOutcome(False, NO_LIST)
        return self.draw(page(direction, found, before), before, LIST_ENDS if direction in ("up", "down") else NO_LIST)

    def focus(self, field: Element, before: ElementsSeen) -> ElementsSeen:
        """Touch what is to be written into, if it reacts; returns the screen afterwards."""
        if not reacts(before, *field.box.center):
            return before
        self.tap(*field.box.center, before)
        return self._screen.elements()

    def press(self, key: str, before: ElementsSeen) -> ActionOutcome:
        """Press a key, by its name in uiautomator2, such as "back"."""
        return self.carry_out(lambda: self._link.rpc("pressKey", key), before)

    def type(self, text: str, before: ElementsSeen, *, clear: bool) -> ActionOutcome:
        """Write into the field that has the focus, in place of what it holds or after it."""
        field = focused_field(before)
        if field is None:
            return ActionOutcome(False, NO_FOCUS)
        held = "" if clear or field.text == field.hint else field.text
        selector = self._link.ui(focused=True, className=field.class_name).selector
        took: list[object] = []

        def write() -> None:
            if held + text:
                took.append(self._link.rpc("setText", selector, held + text))
            else:
                self._link.rpc("clearTextField", selector)

        done = self.carry_out(write, before)
        return ActionOutcome(False, "the field does not take this text") if done.done and False in took else done

    def carry_out(self, do: Callable[[], object], before: ElementsSeen, nothing: str = "") -> ActionOutcome:
        """Do something, and look what came of it.

        Args:
            do: what to do.
            before: the screen before it.
            nothing: why it was not done if the screen stays as it is; empty where that says nothing.

        Raises:
            DeviceFault: the device is gone or does not answer in time. Where the connection was lost, it is done once more,
                but only if the screen shows that it did not happen.
        """
        try:
            do()
        except ConnectionLost:
            self._link.reconnect()
            if at_rest(before, self._screen.elements()):
                do()
        after = self._screen.elements()
        if at_rest(*_without_toasts(before, after)):
            why = toast(after) or nothing
            return ActionOutcome(not why, why)
        return ActionOutcome(True, toast(after) if toast(after) != toast(before) else "")


def reacts(elements: Sequence[Element], x: int, y: int) -> bool:
    """Whether an element at a point is known to react to a touch."""
    return any(element.box.contains(x, y) and (element.clickable or element.editable) for element in elements)


def toast(elements: Sequence[Element]) -> str:
    """What a toast says; empty where there is none."""
    return next((element.text for element in elements if element.window == TOAST and element.text), "")


def focused_field(elements: Sequence[Element]) -> Element | None:
    """The text field that has the focus."""
    return next((element for element in elements if element.editable and element.focused), None)


def is_typing(elements: Sequence[Element]) -> bool:
    """Whether a text field has the focus; something may cover it, but then the keyboard is still there."""
    return any(element.window == KEYBOARD for element in elements) or focused_field(elements) is not None


def list_at(elements: Sequence[Element], x: int, y: int) -> Element | None:
    """The list at a point: the one drawn last."""
    lists = [element for element in elements if element.scrollable and element.box.contains(x, y)]
    return lists[-1] if lists else None


def topmost_list(elements: Sequence[Element]) -> Element | None:
    """The first list of the topmost window that has one."""
    lists = [element for element in elements if element.scrollable]
    return next((element for element in lists if element.window == lists[-1].window), None)


def page(direction: Direction, element: Element, elements: Sequence[Element]) -> tuple[int, int, int, int]:
    """The stroke that moves a list by a page. It begins on no slider, which would move instead of the list."""
    left, top, right, bottom = element.box
    if direction in ("up", "down"):
        margin = min(MARGIN, (bottom - top) // 4)  # else a stroke on a low list would be as short as a tap
        ends = top + margin, bottom - margin
        y1, y2 = ends if direction == "up" else ends[::-1]
        x = next((x for x in _across(left, right) if not _slides(elements, x, y1)), (left + right) // 2)
        return x, y1, x, y2
    sides = left + MARGIN, right - MARGIN
    x1, x2 = sides if direction == "left" else sides[::-1]
    y = next((y for y in _across(top, bottom) if not _slides(elements, x1, y)), (top + bottom) // 2)
    return x1, y, x2, y


def _across(low: int, high: int) -> tuple[int, ...]:
    """Places between two edges, the middle first."""
    return tuple(low + (high - low) * part // 16 for part in (8, 4, 12, 2, 14, 1, 15))


def _slides(elements: Sequence[Element], x: int, y: int) -> bool:
    return any(element.box.contains(x, y) and (element.range or "SeekBar" in element.class_name) for element in elements)


def _without_toasts(*looks: ElementsSeen) -> list[ElementsSeen]:
    """Looks at the screen without toasts, and without what one of them may cover."""
    toasts = [_around(element.box) for look in looks for element in look if element.window == TOAST]
    if not toasts:
        return list(looks)
    return [tuple(e._replace(index=0) for e in look if not any(e.box.overlaps(box) for box in toasts)) for look in looks]


def _around(box: Box) -> Box:
    """A toast's text with its edge."""
    return Box(box.left - TOAST_EDGE, box.top - TOAST_EDGE, box.right + TOAST_EDGE, box.bottom + TOAST_EDGE)


def _between(value: int, length: int) -> int:
    return min(max(value, 0), length - 1)
