"""How a person does a task on the head unit, written as a script and played against what is seen.

    >>> script = UiScript().open("climate").switch("auto_button", False).tap("fan_max")

A plan never reads the car, only observations; it goes through the same actions as every agent.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import lru_cache
from typing import Any, Self, TypeAlias

from automotive_env.car.core.errors import suggest
from automotive_env.car.driving.temperature import set_point, unit_of
from automotive_env.episode.action import (
    Action,
    Answer,
    Call,
    Click,
    Direction,
    InputText,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Scroll,
    Status,
    Wait,
)
from automotive_env.episode.observation import Box, Element, Observation, RangeInfo
from automotive_env.errors import AgentFault
from automotive_env.headunit.language.translate import TABLES, translate
from automotive_env.headunit.registry import apps
from automotive_env.tasks.kit.call_plan import MAX_WAIT

ScriptMoves: TypeAlias = Generator[Action, Observation, Observation]
"""Yields actions, gets what is seen after each, returns the last of it."""

MAX_SCROLLS = 14
MAX_TAPS = 40


class UiScript:
    """A plan in the making; every method adds a move and returns the plan."""

    def __init__(self) -> None:
        self._moves: list[Callable[[Observation], ScriptMoves]] = []
        self._end: Action = Status(goal_status="complete")
        self._shortcuts = True

    def play(self, seen: Observation, *, shortcuts: bool = True) -> Generator[Action, Observation, None]:
        """Play the plan, beginning with what is seen; ends with a status.

        Args:
            seen: what is seen now.
            shortcuts: whether apps are opened by name; through the launcher otherwise.
        """
        self._shortcuts = shortcuts
        for move in self._moves:
            seen = yield from move(seen)
        yield self._end

    def follow(self, plan: UiScript) -> Self:
        """Make the moves of another plan, and end as it does."""
        self._moves += plan._moves
        self._end = plan._end
        return self

    def _do(self, action: Action) -> Self:
        def move(seen: Observation) -> ScriptMoves:
            return (yield action)

        self._moves.append(move)
        return self

    def open(self, app: str) -> Self:
        """Bring an app to the front, if it is not there yet."""

        def move(seen: Observation) -> ScriptMoves:
            if seen.app == app:
                return seen
            return (yield OpenApp(app_name=app)) if self._shortcuts else (yield from _launch(seen, app))

        self._moves.append(move)
        return self

    def tap(self, name: str, label: str = "") -> Self:
        """Tap the element with this resource name (and label), scrolling to it."""

        def move(seen: Observation) -> ScriptMoves:
            element, seen = yield from _find(seen, name, label)
            return (yield Click(index=element.index))

        self._moves.append(move)
        return self

    def nth(self, name: str, number: int) -> Self:
        """Tap the element of this number, from 1, of those with this resource name that are in sight."""

        def move(seen: Observation) -> ScriptMoves:
            _, seen = yield from _find(seen, name, "")
            found = [element for element in seen.elements if element.name == name]
            if number > len(found):
                raise AgentFault(f"there are {len(found)} {name}, not {number}")
            return (yield Click(index=found[number - 1].index))

        self._moves.append(move)
        return self

    def scroll_to(self, name: str, label: str = "") -> Self:
        """Bring the element with this resource name (and label) into sight, and leave it alone: something is read there."""

        def move(seen: Observation) -> ScriptMoves:
            _, seen = yield from _find(seen, name, label)
            return seen

        self._moves.append(move)
        return self

    def long_press(self, name: str, label: str = "") -> Self:
        """Press the element with this resource name (and label) for a second, scrolling to it."""

        def move(seen: Observation) -> ScriptMoves:
            element, seen = yield from _find(seen, name, label)
            return (yield LongPress(index=element.index))

        self._moves.append(move)
        return self

    def if_shown(self, name: str) -> Self:
        """Tap the element with this resource name if it is in sight, and go on if it is not."""

        def move(seen: Observation) -> ScriptMoves:
            found = [element for element in seen.elements if element.name == name]
            return (yield Click(index=found[0].index)) if found else seen

        self._moves.append(move)
        return self

    def dismiss(self) -> Self:
        """Take a warning and a message that lie on top of everything off the screen, as far as there are any."""
        return self.if_shown("alert_dismiss").if_shown("headsup_dismiss")

    def confirm(self) -> Self:
        """Say yes to the dialog that is open."""
        return self._answer_dialog("confirm")

    def cancel(self) -> Self:
        """Leave the dialog that is open without doing it."""
        return self._answer_dialog("keep", "cancel", "close")

    def _answer_dialog(self, *words: str) -> Self:
        """Tap the button of a dialog whose resource name has one of these words."""

        def move(seen: Observation) -> ScriptMoves:
            found = [e for e in seen.elements if e.clickable and any(word in e.name.split("_") for word in words)]
            if not found:
                raise AgentFault(f"no dialog is open in {seen.app} that can be answered with {words[0]}")
            return (yield Click(index=found[-1].index))  # what lies on top is last

        self._moves.append(move)
        return self

    def search(self, field: str, text: str, result: str, label: str = "") -> Self:
        """Type into a search field, and tap a result: the one with this label, or the first."""
        self.type(field, text)
        return self.tap(result, label)

    def notification(self, title: str) -> Self:
        """Open an entry of the notification centre."""
        return self.tap("notifications").tap("notification_body_title", title)

    def choose(self, label: str) -> Self:
        """Tap the element with this label, scrolling to it."""
        return self.tap("", label)

    def switch(self, name: str, on: bool, label: str = "") -> Self:
        """Tap a switch unless it is already as wanted."""

        def move(seen: Observation) -> ScriptMoves:
            element, seen = yield from _find(seen, name, label)
            is_on = element.checked if element.checkable else element.selected
            return seen if is_on == on else (yield Click(index=element.index))

        self._moves.append(move)
        return self

    def slide(self, name: str, value: float, tolerance: float | None = None) -> Self:
        """Touch a slider where a value is, then nearby until it shows the value.

        It must show the value to within `tolerance`; by default a 250th of its range, at most 0.4, so less than half a step.
        A stock screen's dump does not say what a slider shows: it is touched once, as if it went from 0 to 100.
        """

        def move(seen: Observation) -> ScriptMoves:
            aim = value
            for _ in range(MAX_SCROLLS):
                element, seen = yield from _find(seen, name, "")
                if element.range is None:
                    if element.role != "SeekBar":
                        raise AgentFault(f"{name} is not a slider")
                    x, y = _point(element.box, RangeInfo(0, 100, 0), value)
                    return (yield Click(x=x, y=y))
                miss = value - element.range.value
                if abs(miss) <= (_half_a_step(element.range) if tolerance is None else tolerance):
                    return seen
                x, y = _point(element.track or element.box, element.range, aim)
                seen = yield Click(x=x, y=y)
                element, seen = yield from _find(seen, name, "")
                aim += value - (element.range.value if element.range else value)
            raise AgentFault(f"{name} cannot be brought to {value:g}")

        self._moves.append(move)
        return self

    def step(self, more: str, less: str, reading: str, value: float) -> Self:
        """Tap a stepper's buttons, given by resource name, until the number it shows is the value."""
        return self._step(more, less, reading, value)

    def temperature(self, side: str, celsius: float) -> Self:
        """Tap the temperature buttons of a side ("driver" or "passenger") until it shows the value, in the unit that it shows."""
        names = "hvac_increase_button", "hvac_decrease_button", "hvac_temperature_text"
        return self._step(*names, celsius, f"{side} temperature", lambda shown: set_point(celsius, unit_of(shown)))

    def seat_temperature(self, celsius: float) -> Self:
        """Tap the temperature buttons on the page of one seat's air until it shows the value, in the unit that it shows."""
        names = "seat_temperature_more", "seat_temperature_less", "seat_temperature_value"
        return self._step(*names, celsius, "", lambda shown: set_point(celsius, unit_of(shown)))

    def _step(
        self, more: str, less: str, reading: str, value: float, noun: str = "", aim: Callable[[float], float] | None = None
    ) -> Self:
        """Tap a stepper (of several alike that of a `noun`) until it shows the value, or what `aim` makes of the shown number."""

        def move(seen: Observation) -> ScriptMoves:
            for _ in range(MAX_TAPS):
                shown, seen = yield from _find(seen, reading, noun.capitalize())
                number = _number(shown.text or shown.label)
                miss = (aim(number) if aim else value) - number
                if abs(miss) < 0.01:
                    return seen
                name, verb = (more, "Raise") if miss > 0 else (less, "Lower")
                button, seen = yield from _find(seen, name, f"{verb} {noun}" if noun else "")
                seen = yield Click(index=button.index)
            raise AgentFault(f"{reading} cannot be brought to {value:g}")

        self._moves.append(move)
        return self

    def type(self, name: str, text: str) -> Self:
        """Type into a text field, and submit it."""

        def move(seen: Observation) -> ScriptMoves:
            element, seen = yield from _find(seen, name, "")
            return (yield InputText(index=element.index, text=text, submit=True))

        self._moves.append(move)
        return self

    def call(self, api: str, **arguments: Any) -> Self:
        """Call a vehicle API."""
        return self._do(Call(api=api, arguments=arguments))

    def alert(self, kind: str, message: str) -> Self:
        """Warn the driver."""
        return self.call("system.safety_alert", kind=kind, message=message)

    def back(self) -> Self:
        """Go back one screen."""
        return self._do(NavigateBack())

    def home(self) -> Self:
        """Go to the home screen."""
        return self._do(NavigateHome())

    def wait(self, seconds: int = 1) -> Self:
        """Let seconds pass, any number of them."""
        for begun in range(0, seconds, MAX_WAIT):
            self._do(Wait(seconds=min(MAX_WAIT, seconds - begun)))
        return self

    def turn(self, reason: str = "") -> Self:
        """End the turn that is under way, and go on in the next: as complete, or as infeasible where there is a reason.

        What follows is what the next turn asks for.
        """
        return self._do(Status(goal_status="infeasible", reason=reason) if reason else Status(goal_status="complete"))

    def answer(self, text: str) -> Self:
        """Say something to the user."""
        return self._do(Answer(text=text))

    def infeasible(self, reason: str) -> Self:
        """End the plan by saying that it cannot or must not be done, and why."""
        self._end = Status(goal_status="infeasible", reason=reason)
        return self


def _matches(element: Element, name: str, label: str) -> bool:
    """Whether an element has a resource name and a label, which is given in English, whatever the display's language."""
    if name and element.name != name:
        return False
    return not label or not _in_all_languages(label).isdisjoint((element.text, element.description))


@lru_cache(maxsize=1024, typed=True)
def _in_all_languages(label: str) -> frozenset[str]:
    """A label in all languages."""
    return frozenset((label, *(translate(label, language) for language in TABLES)))


def _find(seen: Observation, name: str, label: str) -> Generator[Action, Observation, tuple[Element, Observation]]:
    """Scroll to an element by its resource name and label; of several the first."""
    directions: tuple[tuple[Direction, int], ...] = (("down", MAX_SCROLLS), ("up", 2 * MAX_SCROLLS))
    lists = [element.name for element in seen.elements if element.scrollable] or [""]
    for number, scrolled in enumerate(lists):
        for direction, most in directions:  # all the way back, wherever the list stood
            for _ in range(most):
                found = [element for element in seen.elements if _matches(element, name, label)]
                if found:
                    touchable = [element for element in found if element.clickable or element.editable]
                    return (touchable or found)[0], seen
                shown = [element for element in seen.elements if element.scrollable and element.name == scrolled]
                if not shown:
                    break
                before = _rows(seen, shown[0])
                seen = yield Scroll(direction=direction, index=shown[0].index if number else None)  # without one it is the first
                if _rows(seen, shown[0]) == before:
                    break
    names = list(dict.fromkeys(element.name for element in seen.elements if element.name))
    there = ", ".join(names)[:400]
    raise AgentFault(f"nothing is called {name or label!r} in {seen.app}{suggest(name, names).rstrip('?')}; there are: {there}")


def _rows(seen: Observation, scrolled: Element) -> list[tuple[str, str, Box]]:
    """What stands in a list, and where: the same after a scroll where it ends, whatever a car that drives changes around it."""
    return [(one.name, one.text, one.box) for one in seen.elements if scrolled.box.contains(*one.box.center)]


def _launch(seen: Observation, app: str) -> ScriptMoves:
    """Open an app as a finger does: by its button in the bar, if it has one, or else from the app grid."""
    for name in _LAUNCHER.get(app, ("grid_nav", "app_item")):
        element, seen = yield from _find(seen, name, apps()[app].title if name == "app_item" else "")
        seen = yield Click(index=element.index)
    return seen


_LAUNCHER = {"home": ("home",), "maps": ("map_nav",), "media": ("media_nav",), "phone": ("phone_nav",)}
"""App -> resource names of what is tapped for it, where it has a button of its own."""


def _point(box: Box, range: RangeInfo, value: float) -> tuple[int, int]:
    """Where a slider with these bounds has a value."""
    share = min(1.0, max(0.0, (value - range.low) / (range.high - range.low)))
    return box.left + round(share * (box.width - 1)), box.center[1]


def _half_a_step(range: RangeInfo) -> float:
    """Less than half of what a slider with this range moves by; it does not say its step."""
    return min(0.4, (range.high - range.low) / 250)


def _number(text: str) -> float:
    """The first number of a reading; a comma is the decimal point of languages that write one, as readings have no thousands."""
    digits = "".join(letter if letter in "0123456789.-" else " " for letter in text.replace(",", ".")).split()
    if not digits:
        raise AgentFault(f"no number is shown in {text!r}")
    return float(digits[0])
