"""Operates a control that is on the screen until it is as wished."""

from __future__ import annotations

from typing import TypeAlias

from automotive_env.models.builtin.lexicon import op_of
from automotive_env.models.builtin.planned_action import PlannedAction, tap, tap_at
from automotive_env.models.builtin.screen import MAX_TOUCHES, Screen
from automotive_env.models.builtin.things import Thing
from automotive_env.models.builtin.wish import OPPOSITE, Op, Wish
from automotive_env.models.builtin.words import number, spoken
from automotive_env.observation import Element
from automotive_env.world.temperature import celsius_of, set_point, unit_of

Progress: TypeAlias = "PlannedAction | bool | None"
"""What to do next; True where it is as wished, False where it cannot be, None where no control is in sight."""

MPH = 1.609344
"""Kilometres per mile."""
_MAX_STEPS = 40
_TAPS = {"little": 1, "": 2, "much": 4}
_SHARE = {"little": 0.1, "": 0.2, "much": 0.4}
_OPENED = frozenset(("window", "sunroof", "sunshad", "door"))
"""Words of what is pulled down to be opened, or stands open."""


def operate(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    """The next touch of a control, if one is due."""
    if thing.kind == "switch":
        return _switch(wish, thing, screen)
    if thing.kind == "option":
        return _option(wish, thing, screen)
    if thing.kind == "button":
        return _button(wish, thing, screen)
    if not _enabled(thing):
        return _unlock(thing, screen) if wish.op not in ("off", "min", "close") else True
    return {"slider": _slide, "steps": _step, "row": _row}[thing.kind](wish, thing, screen)


def _enabled(thing: Thing) -> bool:
    return any(part.enabled for part in thing.parts) if thing.parts else thing.element.enabled


def _touch(element: Element, screen: Screen, reason: str) -> Progress:
    """Touch an element, unless it is of no use."""
    tried = screen.touches(element)
    if not element.enabled:
        return _unlock(Thing("button", element), screen)
    if len(tried) >= MAX_TOUCHES or any(step.failed for step in tried):
        return False
    return tap(element, reason)


def _unlock(thing: Thing, screen: Screen) -> Progress:
    """What makes a disabled control work: the power of its page, or the end of what regulates it."""
    switches = [one for one in screen.things if one.kind == "switch" and one.element.enabled and not screen.touches(one.element)]
    for one in switches:
        automatic = one.on and ("auto" in one.element.name or "automatic" in one.label.lower())
        power = not one.on and ("power" in one.label.lower() or (one.words | one.named) & (thing.words | thing.named))
        if automatic or power:
            return tap(one.element, f'"{thing.label}" is disabled, so I tap "{one.label}" first')
    return False


def _switch(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    levels = [one for one in screen.things if one.kind == "option" and one.element.name.startswith(f"{thing.element.name}_")]
    own = {op_of(word) for word in spoken(thing.element.text)}
    off = wish.op in ("off", "close") and not (wish.op == "close" and "close" in own)
    if levels and (wish.op in ("set", "more", "less", "max", "min") or {"low", "medium", "high"} & {*wish.heard}) and not off:
        if not thing.on and not levels[0].element.enabled:
            return _touch(thing.element, screen, f"{thing.label} is off, so I switch it on")
        return _level(wish, thing, levels, screen)
    wanted = not off and not (wish.op == "open" and "close" in own)
    if thing.on == wanted:
        return True
    return _touch(thing.element, screen, f'"{thing.label}" is {"off" if wanted else "on"}, so I tap it')


def _level(wish: Wish, thing: Thing, levels: list[Thing], screen: Screen) -> Progress:
    """One of the levels of a switch: the one that is named, the nth, or the next one."""
    now = next((at for at, one in enumerate(levels) if one.on), -1) if thing.on else -1
    named = next((at for at, one in enumerate(levels) if one.element.text.lower() in wish.heard), None)
    last = len(levels) - 1
    if named is None and wish.op in ("more", "less"):
        if any(screen.touches(one.element) for one in levels) or screen.touches(thing.element):
            return True
        if now <= 0 and wish.op == "less":
            return _touch(thing.element, screen, "less than the lowest level is off") if thing.on else True
        named = min(last, now + 1) if wish.op == "more" else now - 1
    if named is None:
        value = wish.value if wish.op == "set" and wish.value is not None else 1 if wish.op == "min" else len(levels)
        named = min(last, max(0, round(value if wish.unit != "percent" else value * len(levels) / 100) - 1))
    if levels[named].on and thing.on:
        return True
    return _touch(levels[named].element, screen, f'"{levels[named].label}" is not chosen yet')


def _option(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    if wish.op == "off" and "off" not in thing.ops:
        other = next((one for one in thing.parts if one.name != thing.element.name), None)
        return _touch(other, screen, f'"{thing.label}" is chosen') if thing.on and other else True
    if thing.on or (screen.touches(thing.element) and not screen.touches(thing.element)[-1].failed):
        return True
    return _touch(thing.element, screen, f'"{thing.label}" is not chosen yet, so I tap it')


def _button(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    one = thing.element
    if "play_pause" in one.name and wish.op != "less":  # its label says what a touch would do
        pauses = "paus" in wish.words or wish.op == "off"
        if ("pause" in one.label.lower()) != pauses:
            return True
    if one.selected or any(not step.failed for step in screen.touches(one)):
        return True
    return _touch(one, screen, f'I tap "{thing.label}"')


def _way(wish: Wish, thing: Thing) -> Op:
    """More or less, for a thing that opens downwards."""
    flips = bool(_OPENED & (thing.words | thing.named)) and wish.op in ("more", "less") and not {"more", "less", "further"} & {*wish.heard}
    way: Op = OPPOSITE[wish.op] if flips else wish.op
    if flips and not wish.size and wish.value is None:
        return "max" if way == "more" else "min"
    return {"open": "max", "close": "min"}.get(way, way) if not (wish.size == "little" and way == "open") else "more"  # type: ignore[return-value]


def _aim(wish: Wish, thing: Thing, low: float, high: float, now: float) -> float:
    """The value that is wished, within its bounds."""
    op = _way(wish, thing)
    if op in ("more", "less"):
        change = _SHARE[wish.size] * (high - low) if wish.value is None else _scaled(wish, low, high)
        aim = now + change if op == "more" else now - change
    elif op == "set" and wish.value is not None:
        aim = low + wish.value * (high - low) / 100 if wish.unit == "percent" and high - low <= 20 else wish.value
        aim = aim * 60 if wish.unit == "minutes" and high >= 120 else aim
    elif op in ("on", ""):
        aim = now if now > low else high if high - low == 100 and _OPENED & thing.words else low + (high - low) / 2
    else:
        aim = high if op == "max" else low
    return min(high, max(low, aim))


def _scaled(wish: Wish, low: float, high: float) -> float:
    value = wish.value or 0
    return value * (high - low) / 100 if wish.unit == "percent" and high - low != 100 else value


def _slide(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    slider = thing.element
    assert slider.range is not None
    low, high, now = slider.range
    before = [
        step.point
        for step in screen.steps
        if step.verb == "click" and not step.name and (slider.track or slider.box).contains(step.point[0], slider.box.center[1])
        and slider.box.contains(*step.point)
    ]  # fmt: skip
    if before and _way(wish, thing) in ("more", "less", "on", ""):
        return True
    aim = _aim(wish, thing, low, high, now)
    near = 0.005 if len(before) < MAX_TOUCHES else 0.03 if high - low > 20 else 0.13  # coarse steps go no nearer
    if abs(now - aim) <= near * (high - low):
        return True
    if len(before) > MAX_TOUCHES or screen.refusal:
        return False
    track = slider.track or slider.box
    first, last = track.left, track.right - 1
    x = first + (last - first) * (aim - low) / (high - low)
    if before:  # the track is shorter than its box: go on from where the last touch ended
        x = before[-1][0] + 0.9 * (last - first) * (aim - now) / (high - low)
    x = min(max(first, last), max(min(first, last), round(x)))
    return tap_at(x, track.center[1], f'"{thing.label}" shows {now:g} and is to show {aim:g}')


def _step(wish: Wish, thing: Thing, screen: Screen) -> Progress:
    lower, raiser = thing.parts
    shown = thing.element.text
    now = number(shown)
    taps = [step for part in thing.parts for step in screen.touches(part)]
    if any(step.failed for step in taps) or len(taps) > _MAX_STEPS:
        return False
    op = _way(wish, thing)
    if op in ("more", "less") or now is None or (op == "set" and wish.value is None):
        wanted = _TAPS[wish.size] if wish.value is None else round(2 * wish.value if "°" in shown and now and now < 45 else wish.value)
        if len(taps) >= min(_MAX_STEPS, wanted):
            return True
        return tap(lower if op == "less" else raiser, f'"{thing.label}" is to show {op}')
    if op in ("on", "off", ""):
        return True
    aim = {"max": 1e9, "min": -1e9}.get(op, _in_unit(wish, shown))
    if abs(now - aim) < (0.26 if "°" in shown and now < 45 else 0.51):
        return True
    picked = [one for one in screen.elements if one.role == "RadioButton" and one.text and number(one.text) == aim]
    if picked and any(step.name == thing.element.name for step in screen.steps):
        return True if picked[0].selected or picked[0].checked else _touch(picked[0], screen, f"{aim:g} is to be chosen")
    button = lower if aim < now else raiser
    if not button.enabled or (len(taps) > 1 and taps[-1].name != button.name and taps[-2].name == button.name):
        return op in ("max", "min") or abs(now - aim) < 6
    return tap(button, f'"{thing.label}" shows {now:g} and is to show {aim:g}')


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
    low, high = 1, len(thing.parts)
    now = next((at for at, part in enumerate(thing.parts, 1) if part.selected), 0)
    tried = [part for part in thing.parts if screen.touches(part)]
    if tried and _way(wish, thing) in ("more", "less"):
        return True
    if wish.op in ("on", "") and wish.value is None and now:
        return True
    aim = now + (1 if wish.op == "more" else -1) * round(wish.value or 1) if wish.op in ("more", "less") else None
    place = round(_aim(wish, thing, low, high, now)) if aim is None else min(high, max(low, aim))
    part = thing.parts[place - 1]
    return True if now == place else _touch(part, screen, f"{thing.label} is to be {place}")
