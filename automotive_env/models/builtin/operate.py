"""Operates a control that is on the screen until it is as wished."""

from __future__ import annotations

from typing import TypeAlias

from automotive_env.models.builtin.planned_action import PlannedAction, act, tap
from automotive_env.models.builtin.screen import MAX_TOUCHES, Screen
from automotive_env.models.builtin.things import Thing
from automotive_env.models.builtin.wish import OPPOSITE, Wish
from automotive_env.models.builtin.words import number, op_of, spoken
from automotive_env.observation import Element
from automotive_env.world.temperature import celsius_of, set_point, unit_of

Progress: TypeAlias = "PlannedAction | bool"
"""What to do next; True where it is as wished, False where it cannot be."""
MPH = 1.609344
"""Kilometres per mile."""
_MAX_STEPS, _FAR, _LIST = 40, 20, 5
_TAPS, _SHARE = {"little": 1, "": 2, "much": 4}, {"little": 0.1, "": 0.2, "much": 0.4}
_OPENED = frozenset(("window", "sunroof", "sunshad", "door"))
"""Words of what is pulled down to be opened, or stands open."""


def operate(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    """The next touch of a control, if one is due."""
    ways = {"switch": _switch, "option": _option, "slider": _slide, "steps": _step, "row": _row}
    level = thing.kind in ("slider", "steps", "row")
    if level and not any(part.enabled for part in thing.parts or (thing.element,)):
        return wish.op in ("off", "min", "close") or _unlock(thing, screen)
    return ways.get(thing.kind, _button)(wish, thing, screen)


def _touch(element: Element, screen: Screen, reason: str) -> Progress:
    """Touch an element, unless it is of no use."""
    tried = screen.touches(element)
    if not element.enabled:
        return _unlock(Thing("button", element), screen)
    return len(tried) < MAX_TOUCHES and not any(step.failed for step in tried) and tap(element, reason)


def _unlock(thing: Thing, screen: Screen) -> Progress:
    """What makes a disabled control work: the power of its page, or the end of what regulates it."""
    for one in screen.things:
        if one.kind == "switch" and one.element.enabled and not screen.touches(one.element):
            automatic = one.on and "auto" in f"{one.element.name} {one.label}".lower()
            related = (one.words | one.named) & (thing.words | thing.named)
            if automatic or (not one.on and ("power" in one.label.lower() or related)):
                return tap(one.element, f'"{thing.label}" is disabled, so I tap "{one.label}" first')
    return False


def _switch(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    own = {op_of(word) for word in spoken(thing.element.text)}
    off = wish.op in ("off", "close") and not (wish.op == "close" and "close" in own)
    levels = [one for one in screen.things if one.kind == "option" and one.element.name.startswith(f"{thing.element.name}_")]
    if levels and not off and (wish.op in ("set", *_WAYS) or {"low", "medium", "high"} & {*wish.heard}):
        return _level(wish, thing, levels, screen)
    wanted = not off and not (wish.op == "open" and "close" in own)
    return thing.on == wanted or _touch(thing.element, screen, f'"{thing.label}" is {"off" if wanted else "on"}, so I tap it')


_WAYS = ("more", "less", "max", "min")


def _level(wish: Wish, thing: Thing, levels: list[Thing], screen: Screen) -> Progress:
    """One of the levels of a switch: the one that is named, the nth, or the next one."""
    if not thing.on and not levels[0].element.enabled:
        return _touch(thing.element, screen, f"{thing.label} is off, so I switch it on")
    now = next((at for at, one in enumerate(levels) if one.on), -1) if thing.on else -1
    aim = next((at for at, one in enumerate(levels) if one.element.text.lower() in wish.heard), None)
    if aim is None and wish.op in ("more", "less"):
        if any(screen.touches(one.element) for one in (thing, *levels)) or (wish.op == "less" and now < 0):
            return True
        if wish.op == "less" and now == 0:
            return _touch(thing.element, screen, "less than the lowest level is off")
        aim = now + 1 if wish.op == "more" else now - 1
    if aim is None:
        share = wish.value if wish.op == "set" and wish.value is not None else 1 if wish.op == "min" else len(levels)
        aim = round(share * len(levels) / 100 if wish.unit == "percent" else share) - 1
    one = levels[min(len(levels) - 1, max(0, aim))]
    return (one.on and thing.on) or _touch(one.element, screen, f'"{one.label}" is not chosen yet')


def _option(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    chosen = thing.element
    if wish.op == "off" and "off" not in thing.ops:
        others = [one for one in thing.parts if one.name != chosen.name]
        return not thing.on or not others or _touch(others[0], screen, f'"{thing.label}" is chosen')
    done = thing.on or any(not step.failed for step in screen.touches(chosen))
    return done or _touch(chosen, screen, f'"{thing.label}" is not chosen yet, so I tap it')


def _button(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    one = thing.element
    shown, plays = one.label.lower(), wish.op != "off" and "play" in wish.words
    if "play" in one.name and shown in ("play", "pause", "stop") and (shown != "play") == plays:
        return True  # its label says what a touch would do
    return one.selected or any(not step.failed for step in screen.touches(one)) or _touch(one, screen, f'I tap "{thing.label}"')


def _way(wish: Wish, thing: Thing) -> str:
    """More or less, for a thing that opens downwards."""
    op = {"open": "max", "close": "min"}.get(wish.op, wish.op)
    if op in ("more", "less") and _OPENED & (thing.words | thing.named) and not {"more", "less", "further"} & {*wish.heard}:
        op = OPPOSITE[op]
        return op if wish.size or wish.value is not None else "max" if op == "more" else "min"
    return "more" if wish.size == "little" and wish.op == "open" else op


def _aim(wish: Wish, thing: Thing, low: float, high: float, now: float) -> float:
    """The value that is wished, within its bounds."""
    op, value = _way(wish, thing), wish.value
    if op in ("more", "less"):
        change = (
            _SHARE[wish.size] * (high - low) if value is None else value * (high - low) / 100 if wish.unit == "percent" else value
        )
        aim = now + change if op == "more" else now - change
    elif op == "set" and value is not None:
        aim = low + value * (high - low) / 100 if wish.unit == "percent" and high - low <= 20 else value
        aim *= 60 if wish.unit == "minutes" and high >= 120 else 1
    elif op in ("on", "", "set"):
        aim = now if now > low else high if _OPENED & thing.words else (low + high) / 2
    else:
        aim = high if op == "max" else low
    return min(high, max(low, aim))


def _slide(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    slider = thing.element
    assert slider.range is not None
    low, high, now = slider.range
    before = [step.point for step in screen.steps if step.verb == "click" and not step.name and slider.box.contains(*step.point)]
    aim = _aim(wish, thing, low, high, now)
    near = 0.005 if len(before) < MAX_TOUCHES else 0.03 if high - low > 20 else 0.13  # coarse steps go no nearer
    if abs(now - aim) <= near * (high - low) or (before and _way(wish, thing) in ("more", "less", "on", "")):
        return True
    if len(before) > MAX_TOUCHES or screen.refusal:
        return False
    track = slider.track or slider.box
    first, last = track.left, track.right - 1
    x = first + (last - first) * (aim - low) / (high - low)
    if before:  # the track is shorter than its box: go on from where the last touch ended
        x = before[-1][0] + 0.9 * (last - first) * (aim - now) / (high - low)
    x = min(max(first, last), max(min(first, last), round(x)))
    return act("click", f'"{thing.label}" shows {now:g} and is to show {aim:g}', x=x, y=track.center[1])


def _step(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    (lower, raiser), shown, op = thing.parts, thing.element.text, _way(wish, thing)
    now, taps = number(shown), [step for part in thing.parts for step in screen.touches(part)]
    if any(step.failed for step in taps) or len(taps) > _MAX_STEPS:
        return False
    if op in ("on", "off", "") or (op == "set" and wish.value is None):
        return True
    celsius = "°" in shown and unit_of(now or 0) == "celsius"
    if op in ("more", "less") or now is None:
        wanted = _TAPS[wish.size] if wish.value is None else round(2 * wish.value if celsius else wish.value)
        return len(taps) >= wanted or tap(lower if op == "less" else raiser, f'"{thing.label}" is to show {op}')
    aim = {"max": 1e9, "min": -1e9}.get(op, _in_unit(wish, shown))
    button = lower if aim < now else raiser
    if abs(now - aim) > _FAR and thing.element.clickable and not screen.touches(thing.element):
        return tap(thing.element, f"{aim:g} is far from {now:g}, so I look for a list")
    turned = len(taps) > 1 and taps[-1].name != button.name and taps[-2].name == button.name
    if abs(now - aim) < (0.26 if celsius else 0.51) or not button.enabled or turned:
        return op in ("max", "min") or abs(now - aim) < 6
    return tap(button, f'"{thing.label}" shows {now:g} and is to show {aim:g}')


def picked(wish: Wish, thing: Thing, screen: Screen) -> PlannedAction | None:
    """The choice in a list of numbers that was opened by a touch of the value; nothing where none is open."""
    numbers = [one for one in screen.elements if one.role == "RadioButton" and one.text.isdigit()]
    if len(numbers) < _LIST or not screen.did("click", thing.element.name):
        return None
    aim = {"max": 1e9, "min": -1e9}.get(wish.op, _in_unit(wish, thing.element.text))
    near = min(numbers, key=lambda one: abs(float(one.text) - aim))
    close = next((one for one in screen.elements if one.clickable and "close" in one.name), None)
    chosen = near.selected or near.checked or screen.touches(near)
    return tap(close if chosen and close else near, f"{aim:g} is to be chosen")


def _in_unit(wish: Wish, shown: str) -> float:
    """The value that is wished in the unit that is shown; a number without a unit is taken for one that makes sense."""
    value, now = wish.value or 0, number(shown) or 0
    if "°" in shown:
        said = wish.unit if wish.unit in ("celsius", "fahrenheit") else unit_of(value)
        return value if said == unit_of(now) else set_point(celsius_of(value, said), unit_of(now))
    if wish.unit == "mph" and "km/h" in shown:
        return round(value * MPH)
    return round(value / MPH) if wish.unit == "km/h" and "mph" in shown else value


def _row(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    now = next((at for at, part in enumerate(thing.parts, 1) if part.selected), 0)
    step = round(wish.value or 1) * {"more": 1, "less": -1}.get(wish.op, 0)
    if any(screen.touches(part) for part in thing.parts) and step:
        return True
    last = len(thing.parts)
    place = min(last, max(1, now + step)) if step else round(_aim(wish, thing, 1, last, now))
    return now == place or _touch(thing.parts[place - 1], screen, f"{thing.label} is to be {place}")
