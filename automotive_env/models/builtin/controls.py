"""Operating a control that is on the screen: switches, choices, buttons and numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeAlias

from automotive_env.models.builtin.intent import Intent
from automotive_env.models.builtin.planned_action import PlannedAction, tap, tap_at
from automotive_env.models.builtin.screen import Screen, coverage, is_on, words_of
from automotive_env.models.builtin.words import keys, normal, number
from automotive_env.observation import Element
from automotive_env.world.temperature import FAHRENHEIT, set_point, unit_of

Progress: TypeAlias = "PlannedAction | bool | None"
"""What to do next; True where the intent is fulfilled, False where it cannot be here, None where no control is in sight."""

MAX_TOUCHES = 3
"""Touches of one element without effect before it is given up."""
_MAX_STEPS = 40
_STEP_WORDS = {
    "more": keys("raise increase more plus add up warmer"),
    "less": keys("lower decrease less minus remove down cooler"),
}
_SHARE = {"little": 0.1, "": 0.2, "much": 0.4}
_TIMES = {"little": 1, "": 2, "much": 4}


def switch(intent: Intent, screen: Screen) -> Progress:
    """Bring a switch into the state wished, or choose the option that is called so."""
    wanted = intent.do == "on"
    option = screen.find(intent.thing, intent.place, only=lambda e: _is_option(e) and intent.do in keys(e.name))
    if option is not None:
        return _choose(option, screen)
    found = screen.find(intent.thing, intent.place, only=lambda e: e.checkable and e.role != "RadioButton") or _cycle(
        intent, screen
    )
    if found is None:
        return None
    if (_state(found) not in ("", "off") or is_on(found)) == wanted:
        return True
    return _touch(found, screen, f'"{found.label}" is {"off" if wanted else "on"}, so I tap it')


def choose(intent: Intent, screen: Screen) -> Progress:
    """Choose an option, or tap a button that goes through them until it shows the right one."""
    option = screen.find(intent.thing, intent.place, only=_is_option, extra=keys(intent.text), enough=0.4)
    if option is not None:
        return _choose(option, screen)
    if (cycle := _cycle(intent, screen)) is not None:
        return (
            True if _state(cycle) == intent.text else _touch(cycle, screen, f'"{cycle.label}" is shown, {intent.text} is wished')
        )
    return switch(replace(intent, do="on" if intent.text == "on" else "off"), screen) if intent.text in ("on", "off") else None


def _choose(option: Element, screen: Screen) -> Progress:
    if is_on(option) or (not option.checkable and screen.touched(option)):
        return True
    return _touch(option, screen, f'"{option.label}" is not chosen yet, so I tap it')


def _cycle(intent: Intent, screen: Screen) -> Element | None:
    """A button that says which of its states it is in and goes on to the next when tapped."""
    return screen.find(intent.thing, intent.place, only=lambda e: e.clickable and not e.checkable and bool(_state(e)))


def _state(element: Element) -> str:
    """The state that the description of a button ends with."""
    words = normal(element.description).split() if ":" in element.description else []
    return words[-1] if words and words[-1] in ("off", "on", "low", "medium", "high", "1", "2", "3") else ""


def press(intent: Intent, screen: Screen) -> Progress:
    """Press a button once."""
    words = [keys(name) for name in intent.thing.split("|")]
    if any(screen.done(word) for word in words):
        return True
    if intent.thing in ("play", "pause"):
        return _playback(intent, screen)
    found = screen.find(intent.thing, intent.place, only=_is_button)
    return None if found is None else _touch(found, screen, f'I tap "{found.label}"')


def _playback(intent: Intent, screen: Screen) -> Progress:
    """Play or pause: one button whose label tells what it would do."""
    other = "pause" if intent.thing == "play" else "play"
    for element in screen.elements:
        if _is_button(element) and {"play", "pause"} & keys(element.name):
            label = keys(element.label)
            if other in label and intent.thing not in label:
                return True
            return _touch(element, screen, f'I tap "{element.label}"')
    return None


def level(intent: Intent, screen: Screen) -> Progress:
    """Bring a number to where it is wished: with a slider, with two buttons, or with a row of numbered ones."""
    slider = screen.find(intent.thing, intent.place, only=lambda element: element.range is not None)
    raise_, lower = (_stepper(intent, screen, way) for way in ("more", "less"))
    if slider is not None:
        return _slide(slider, intent, screen)
    if raise_ is not None and lower is not None:
        return _step(intent, screen, raise_, lower)
    return _numbered(intent, screen)


def _slide(slider: Element, intent: Intent, screen: Screen) -> Progress:
    assert slider.range is not None
    low, high, value = slider.range
    touched = screen.touched(slider)
    if intent.do in ("more", "less") and touched:
        return True
    target = min(high, max(low, _target(intent, low, high, value)))
    near = 0.005 if touched < MAX_TOUCHES else 0.03 if high - low > 20 else 0.13  # coarse steps go no nearer
    if abs(value - target) <= near * (high - low):
        return True
    if not slider.enabled:
        return _unlock(slider, screen)
    if touched > MAX_TOUCHES:
        return False
    before = [step.data for step in screen.steps if step.verb == "click" and slider.box.contains(*_point(step.data))]
    track = slider.track or slider.box
    first, last = track.left, track.right - 1
    span = last - first
    aim = first + span * (target - low) / (high - low)
    if before:  # the track is shorter than its box: go on from where the last touch ended
        aim = _point(before[-1])[0] + 0.9 * span * (target - value) / (high - low)
    aim = min(max(first, last), max(min(first, last), round(aim)))
    return tap_at(aim, track.center[1], f'"{slider.description or slider.label}" shows {value:g} and is to show {target:g}')


def _point(data: dict[str, object]) -> tuple[int, int]:
    x, y = data.get("x"), data.get("y")
    return (x, y) if isinstance(x, int) and isinstance(y, int) else (-1, -1)


def _target(intent: Intent, low: float, high: float, value: float) -> float:
    if intent.do in ("more", "less"):
        change = _SHARE.get(intent.unit, 0.2) * (high - low) if intent.value is None else _scaled(intent, low, high)
        return value + change if intent.do == "more" else value - change
    if intent.do in ("on", "off") or intent.value is None:
        return low if intent.do == "off" or intent.unit == "min" else high
    return _scaled(intent, low, high) + (low if intent.unit == "percent" else 0)


def _scaled(intent: Intent, low: float, high: float) -> float:
    assert intent.value is not None
    return intent.value * (high - low) / 100 if intent.unit == "percent" else intent.value


def _stepper(intent: Intent, screen: Screen, way: str) -> Element | None:
    return screen.find(intent.thing, intent.place, only=lambda e: _is_button(e) and bool(_STEP_WORDS[way] & words_of(e)))


def _step(intent: Intent, screen: Screen, raise_: Element, lower: Element) -> Progress:
    shown = screen.find(intent.thing, intent.place, only=lambda e: _reads(e) and number(e.label) is not None)
    value = number(shown.label) if shown else None
    if intent.do in ("more", "less") or value is None or shown is None:
        button = lower if intent.do in ("less", "off") else raise_
        size = _size_of_step(shown.label if shown else "")
        times = _TIMES.get(intent.unit, 2) if intent.value is None else round(intent.value / size)
        return True if screen.touched(button) >= times else _touch(button, screen, f'I tap "{button.label}"', _MAX_STEPS)
    target = _in_unit(intent, shown.label)
    if abs(value - target) < 0.26:
        return True
    button = raise_ if target > value else lower
    if screen.touched(raise_) and screen.touched(lower):  # it went past: the steps are too coarse
        return abs(value - target) < 1
    reason = f"{shown.label} is shown and {target:g} is wished"
    if not button.enabled and intent.unit in ("max", "min"):
        return True
    return _touch(button, screen, reason, _MAX_STEPS)


def _size_of_step(shown: str) -> float:
    """How far one touch usually goes: half a degree where decimals are shown, five where speeds are."""
    return 0.5 if "." in shown else 5 if re.search("km/h|mph", shown) else 1


def _in_unit(intent: Intent, shown: str) -> float:
    """The value wished in the unit that is shown."""
    if intent.value is None:
        return -999.0 if intent.unit == "min" or intent.do == "off" else 999.0
    said, wanted = intent.unit, intent.value
    in_fahrenheit = "F" in shown or (intent.thing == "temperature" and unit_of(number(shown) or 0) == FAHRENHEIT)
    if in_fahrenheit and said == "degrees" and wanted < 45:
        return set_point(wanted, FAHRENHEIT)
    if said == "fahrenheit" or (said == "degrees" and wanted > 45 and "F" not in shown):
        return wanted if in_fahrenheit else round((wanted - 32) / 1.8 * 2) / 2
    if said == "mph" and "mph" not in shown:
        return round(wanted * 1.609344 / 5) * 5
    if said == "km/h" and "mph" in shown:
        return round(wanted / 1.609344 / 5) * 5
    return wanted


def _numbered(intent: Intent, screen: Screen) -> Progress:
    """Buttons of one thing that bear a number each."""
    rungs: dict[float, Element] = {}
    for name in intent.thing.split("|"):
        for element in screen.elements:
            words = words_of(element)
            numbers = [float(word) for word in words if word.isdigit()]
            if numbers and _is_button(element) and coverage(keys(name), words) >= 0.65:
                rungs.setdefault(numbers[0], element)
    if not rungs:
        return switch(intent, screen) if intent.do in ("on", "off") else None
    if (named := _named_rung(intent, screen)) is not None:
        return _choose(named, screen)
    ladder = sorted(rungs)
    now = max((value for value in ladder if is_on(rungs[value])), default=ladder[0])
    if intent.do in ("more", "less"):
        if any(screen.touched(element) for element in rungs.values()):
            return True
        change = (intent.value or 1) * (1 if intent.do == "more" else -1)
        target = now + change
    elif intent.unit == "percent" and intent.value is not None:
        target = intent.value / 100 * ladder[-1]
    else:
        target = intent.value if intent.value is not None else ladder[0 if intent.unit == "min" else -1]
    rung = min(ladder, key=lambda value: abs(value - target))
    return _choose(rungs[rung], screen)


def _named_rung(intent: Intent, screen: Screen) -> Element | None:
    word = "off" if intent.do == "off" else "max" if intent.do == "set" and intent.unit == "max" else ""
    return screen.find(intent.thing, only=_is_button, extra=frozenset((word,))) if word else None


def _reads(element: Element) -> bool:
    """Whether an element shows a value: a text, or a value that opens a picker."""
    return not element.clickable or element.name.endswith(("_value", "_text"))


def _is_option(element: Element) -> bool:
    return element.clickable and element.range is None and element.role != "Switch"


def _is_button(element: Element) -> bool:
    return element.clickable and element.range is None and not element.editable and element.role != "Switch"


def _touch(element: Element, screen: Screen, reason: str, patience: int = MAX_TOUCHES) -> Progress:
    if not element.enabled:
        return _unlock(element, screen)
    if screen.touched(element) >= patience:
        return False
    return tap(element, reason)


def _unlock(element: Element, screen: Screen) -> Progress:
    """A control that does not react waits for another switch: power that is off, or automatic mode that is on."""
    about = words_of(element)
    for other in screen.elements:
        if not (other.checkable and other.enabled and other.window == element.window) or other is element:
            continue
        words = words_of(other)
        power = {"power", "master"} & words or (words < about and other.role == "Switch")
        if power and not is_on(other) and screen.touched(other) < MAX_TOUCHES:
            return tap(other, f'"{element.label}" waits for "{other.label}", which is off')
        if "auto" in words and is_on(other) and screen.touched(other) < MAX_TOUCHES:
            return tap(other, f'"{element.label}" is ruled by "{other.label}", so I end that')
    return False
