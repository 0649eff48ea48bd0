"""The APIs that most properties want, made from their declaration: switch it, choose it, turn it up, down or to a value.

A property is named by its pattern within the device, such as "auto_mode" or "ac_states.<seat>.temperature". Where the pattern
has a placeholder, the API has a `position` parameter. `needs` gets the places asked for and returns those that can be changed,
or raises `Refused`; `then` runs after each place was changed. Where a property stands once, its only place is "".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from automotive_env.world.api import Api
from automotive_env.world.device import Device
from automotive_env.world.errors import Refused
from automotive_env.world.level import PRESET_WORDS, STEP_WORDS, Level
from automotive_env.world.parameters import Amount, Parameter, Places, Switch, Word

Needs = Callable[[Any, Sequence[str]], Sequence[str]]
"""Gets the device and the places asked for; returns the places that can be changed or raises `Refused`."""
Then = Callable[[Any, str], None]
"""Gets the device and a place that was changed."""
ONCE = ("",)
"""The places of a property that stands once."""


def _all(device: Any, places: Sequence[str]) -> Sequence[str]:
    return places


def _nothing(device: Any, place: str) -> None:
    return


def _of(places: Sequence[str]) -> str:
    return "" if places == ONCE else f" of {', '.join(places)}"


def switches(
    pattern: str,
    summary: str,
    *,
    position: Places | None = None,
    needs: Needs = _all,
    then: Then = _nothing,
    place_first: bool = False,
) -> Api:
    """An API with a `switch` parameter that sets a flag."""

    def body(device: Device, switch: bool, position: Sequence[str] = ONCE) -> str:
        return _write(device, pattern, switch, position, needs, then)

    parameters: dict[str, Parameter] = {"switch": Switch("true to turn it on, false to turn it off")}
    if position:
        parameters = {"position": position, **parameters} if place_first else {**parameters, "position": position}
    return Api(summary, body, parameters)


def chooses(
    pattern: str,
    summary: str,
    choices: Sequence[str],
    *,
    parameter: str = "mode",
    position: Places | None = None,
    needs: Needs = _all,
    then: Then = _nothing,
) -> Api:
    """An API with one word that sets a choice."""

    def body(device: Device, position: Sequence[str] = ONCE, **chosen: str) -> str:
        return _write(device, pattern, chosen[parameter], position, needs, then)

    parameters: dict[str, Parameter] = {parameter: Word("which one", choices)}
    if position:
        parameters = {"position": position, **parameters}
    return Api(summary, body, parameters)


def _write(device: Device, pattern: str, value: Any, position: Sequence[str], needs: Needs, then: Then) -> str:
    offsets = device.offsets[pattern]
    world = device.world
    places = needs(device, position)
    for place in places:
        slot = device._base + offsets[place]
        world.schema[slot].prop.put(world, slot, value)
        then(device, place)
    said = ("on" if value else "off") if isinstance(value, bool) else value
    return f"{device.slots[offsets[places[0]]].prop.description}{_of(places)}: {said}"


def _level(device: Device, pattern: str, place: str) -> tuple[Level, int]:
    slot = device._base + device.offsets[pattern][place]
    level = device.world.schema[slot].prop
    assert isinstance(level, Level)
    return level, slot


def adjusts(
    pattern: str,
    noun: str,
    *,
    units: Sequence[str],
    position: Places | None = None,
    place_last: bool = False,
    needs: Needs = _all,
    then: Then = _nothing,
    words: tuple[str, str] = ("Raises", "Lowers"),
) -> tuple[Api, Api, Api]:
    """Three APIs of a level, in this order: increase, decrease, set.

    Each takes either `value` (with an optional `unit`, the level's base unit by default) or `degree`. An increase or a decrease
    stops at the end of the range; a set outside it is refused.

    Args:
        pattern: the level's pattern within the device.
        noun: what is adjusted, for the summaries, such as "the brightness of the projection".
        units: units the APIs understand, base unit first; () for no `unit` parameter.
        position: the `position` parameter where the level stands once per place.
        place_last: whether `position` comes after the other parameters, as in some modules of the public interface.
        needs: which of the places asked for can be changed.
        then: run after each place was changed.
        words: the verbs of the first two summaries.
    """

    def step(device: Device, sign: int, value: float | None, unit: str | None, degree: str | None, place: str) -> float:
        if value is not None and value <= 0:
            raise Refused(f"value must be more than 0, not {value:g}; to go the other way use the opposite call")
        level, slot = _level(device, pattern, place)
        low, high = level.units[level.base_unit]
        if value is None:
            amount = level.steps[degree or ""]
        else:
            unit_low, unit_high = level.units[unit or level.base_unit]
            amount = value * (high - low) / (unit_high - unit_low)
        target = level.read(device.world.values, slot) + sign * amount
        return level.turn(device.world, slot, min(high, max(low, target)), unit)

    def put(device: Device, value: float | None, unit: str | None, degree: str | None, place: str) -> float:
        level, slot = _level(device, pattern, place)
        if value is None:
            return level.turn(device.world, slot, level.presets[degree or ""], unit)
        level.adjust(device.world, slot, value, unit or level.base_unit)
        return level.read(device.world.values, slot)

    def each(one: Callable[..., float]) -> Callable[..., str]:
        def body(
            device: Device,
            value: float | None = None,
            unit: str | None = None,
            degree: str | None = None,
            position: Sequence[str] = ONCE,
        ) -> str:
            places = needs(device, position)
            now = 0.0
            for place in places:
                now = one(device, value, unit, degree, place)
                then(device, place)
            base_unit = _level(device, pattern, places[0])[0].base_unit
            return f"{noun}{_of(places)}: {now:g} {base_unit}"

        return body

    def parameters(degrees: Sequence[str], does: str) -> dict[str, Parameter]:
        own: dict[str, Parameter] = {"value": Amount(f"how much to {does}", None)}
        if units:
            own["unit"] = Word("unit of value", units, None)
        own["degree"] = Word(f"how much to {does}, in words, instead of value", degrees, None)
        if position is None:
            return own
        where: dict[str, Parameter] = {
            "position": Places(position.description, position.places, position.default, a_list=position.a_list)
        }
        return {**own, **where} if place_last else {**where, **own}

    exclusive = ("value", "degree")
    return (
        Api(
            f"{words[0]} {noun} by a value or a step.",
            each(lambda device, *rest: step(device, 1, *rest)),
            parameters(STEP_WORDS, "change it by"),
            exclusive=exclusive,
        ),
        Api(
            f"{words[1]} {noun} by a value or a step.",
            each(lambda device, *rest: step(device, -1, *rest)),
            parameters(STEP_WORDS, "change it by"),
            exclusive=exclusive,
        ),
        Api(f"Sets {noun} to a value or a preset.", each(put), parameters(PRESET_WORDS, "set it to"), exclusive=exclusive),
    )
