"""Operates a control that is on the screen until it is as wished."""

from __future__ import annotations

from typing import TypeAlias

from automotive_env.car.driving.temperature import celsius_of, set_point, unit_of
from automotive_env.episode.observation import Element
from automotive_env.models.builtin.screen import MAX_TOUCHES, ReadScreen, ReasonedAction, act, tap
from automotive_env.models.builtin.things import ScreenControl
from automotive_env.models.builtin.wish import LEVELS, ParsedWish
from automotive_env.models.builtin.words import number, op_of, spoken

OperationProgress: TypeAlias = "ReasonedAction | bool"
"""What to do next; True where it is as wished, False where it cannot be."""
_TAPS, _SHARE = {"little": 1, "": 2, "much": 4}, {"little": 0.1, "": 0.2, "much": 0.4}
_MPH = 1.609344
_OPS = {"open": "max", "close": "min"}


def operate(wish: ParsedWish, thing: ScreenControl, screen: ReadScreen) -> OperationProgress:
    """The next touch of a control, if one is due."""
    ways = {"switch": _switch, "slider": _slide, "steps": _step, "row": _row, "option": _option}
    level = thing.kind in ("slider", "steps", "row")
    if level and not any(part.enabled for part in thing.parts or (thing.element,)):
        return wish.op in ("off", "min", "close") or _unlock(thing, screen)
    return ways.get(thing.kind, _button)(wish, thing, screen)


def touch(element: Element, screen: ReadScreen, reason: str) -> OperationProgress:
    """Touch an element, unless it is of no use."""
    tried = screen.touches(element)
    if not element.enabled:
        return _unlock(ScreenControl("button", element), screen)
    return len(tried) < MAX_TOUCHES and not any(step.failed for step in tried) and tap(element, reason)


def _unlock(thing: ScreenControl, screen: ReadScreen) -> OperationProgress:
    """What makes a disabled control work: the power of its page, or the end of what regulates it."""
    for one in screen.things:
        if one.kind == "switch" and one.element.enabled and not screen.touches(one.element):
            automatic = one.on and "auto" in f"{one.element.name} {one.label}".lower()
            related = (one.words | one.named) & (thing.words | thing.named)
            if automatic or (not one.on and ("power" in one.label.lower() or related)):
                return tap(one.element, f'"{thing.label}" is disabled, so I tap "{one.label}" first')
    return False


def _switch(wish: ParsedWish, thing: ScreenControl, screen: ReadScreen) -> OperationProgress:
    own = {op_of(word) for word in spoken(thing.element.text)}
    wanted = wish.op == "close" if "close" in own and wish.op in ("open", "close") else wish.op not in ("off", "close")
    stands = thing.on == wanted or wish.op in ("less", "min")
    return stands or touch(thing.element, screen, f'"{thing.label}" is {"off" if wanted else "on"}, so I tap it')


def _option(wish: ParsedWish, thing: ScreenControl, screen: ReadScreen) -> OperationProgress:
    other = next((part for part in thing.parts if part.name != thing.element.name), None)
    if wish.op in ("off", "close") and other and not {"off", "close"} & thing.ops:
        return not thing.on or touch(other, screen, f'"{thing.label}" is on, so I choose another')
    if wish.op in ("more", "less", "max", "min") and len(thing.parts) > 1:
        return _row(wish, thing, screen)
    return _button(wish, thing, screen)


def _button(wish: ParsedWish, thing: ScreenControl, screen: ReadScreen) -> OperationProgress:
    shown, plays = thing.element.label.lower(), wish.op != "off" and "play" in wish.words
    if "play" in thing.element.name and shown in ("play", "pause", "stop") and (shown != "play") == plays:
        return True  # its label says what a touch would do
    done = thing.on or any(not step.failed for step in screen.touches(thing.element))
    return done or touch(thing.element, screen, f'I tap "{thing.label}"')


def _aim(wish: ParsedWish, thing: ScreenControl, low: float, high: float, now: float) -> float:
    """The value that is wished, within its bounds; a change of unknown size is a share of them."""
    op, value = _OPS.get(wish.op, wish.op), wish.value
    percent = (high - low) / 100 if wish.unit == "percent" else None
    if op in ("more", "less"):
        change = max(1, _SHARE[wish.size] * (high - low)) if value is None else value * (percent or 1)
        aim = now + change if op == "more" else now - change
    elif op == "set" and value is not None:
        aim = low + value * percent if percent and high - low <= 20 else value
    elif op in ("on", "", "set"):
        aim = now if now > low else (low + high) / 2
    else:
        aim = high if op == "max" else low
    return min(high, max(low, aim))


def _slide(wish: ParsedWish, thing: ScreenControl, screen: ReadScreen) -> OperationProgress:
    slider = thing.element
    assert slider.range is not None
    low, high, now = slider.range
    before = [step.point for step in screen.steps if step.verb == "click" and not step.name and slider.box.contains(*step.point)]
    aim = _aim(wish, thing, low, high, now)
    near = 0.005 if len(before) < MAX_TOUCHES else 0.1  # coarse steps go no nearer
    if abs(now - aim) <= near * (high - low) or (before and wish.op in ("more", "less", "on", "")):
        return True
    if len(before) > MAX_TOUCHES:
        return False
    track = slider.track or slider.box
    first, last = track.left, track.right - 1
    x = first + (last - first) * (aim - low) / (high - low)
    if before:  # the track is shorter than its box: go on from where the last touch ended
        x = before[-1][0] + 0.9 * (last - first) * (aim - now) / (high - low)
    x = min(max(first, last), max(min(first, last), round(x)))
    return act("click", f'"{thing.label}" shows {now:g} and is to show {aim:g}', x=x, y=track.center[1])


def _step(wish: ParsedWish, thing: ScreenControl, screen: ReadScreen) -> OperationProgress:
    (lower, raiser), shown, op = thing.parts, thing.element.text, _OPS.get(wish.op, wish.op)
    now, taps = number(shown), [step for part in thing.parts for step in screen.touches(part)]
    if any(step.failed for step in taps):
        return False
    if op not in LEVELS or (op == "set" and wish.value is None):
        return True
    celsius = "°" in shown and unit_of(now or 0) == "celsius"
    if op in ("more", "less") or now is None:
        wanted = _TAPS[wish.size] if wish.value is None else round(2 * wish.value if celsius else wish.value)
        return len(taps) >= wanted or tap(lower if op == "less" else raiser, f'"{thing.label}" is to show {op}')
    aim = {"max": 1e9, "min": -1e9}.get(op, _in_unit(wish, shown))
    button = lower if aim < now else raiser
    if abs(now - aim) < (0.26 if celsius else 0.51) or not button.enabled:
        return op in ("max", "min") or abs(now - aim) < 6
    if taps and taps[-1].name not in ("", button.name) and op == "set":
        return True  # the last step went past the value, so no step meets it
    return tap(button, f'"{thing.label}" shows {now:g} and is to show {aim:g}')


def _in_unit(wish: ParsedWish, shown: str) -> float:
    """The value in the unit that is shown; degrees without a unit are of the one that makes sense."""
    value, unit = wish.value or 0, unit_of(number(shown) or 0)
    said = wish.unit if wish.unit in ("celsius", "fahrenheit") else unit_of(value)
    if "mph" in wish.unit + shown and wish.unit in ("mph", "kmh"):
        shows = "mph" if "mph" in shown else "kmh"
        return value if shows == wish.unit else round(value / _MPH if shows == "mph" else value * _MPH)
    return set_point(celsius_of(value, said), unit) if "°" in shown and said != unit else value


def _row(wish: ParsedWish, thing: ScreenControl, screen: ReadScreen) -> OperationProgress:
    now = next((at for at, part in enumerate(thing.parts, 1) if part.selected), 0)
    if wish.op in ("more", "less") and any(screen.touches(part) for part in thing.parts):
        return True
    place = round(_aim(wish, thing, 1, len(thing.parts), now))
    return now == place or touch(thing.parts[place - 1], screen, f"{thing.label} is to be {place}")
