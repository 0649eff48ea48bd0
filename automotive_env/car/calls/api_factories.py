"""Factories of common APIs, made from the declaration of a property: switch, choose, increase, decrease, set.

A property is named by its pattern within the device, such as "auto_mode" or "ac_states.<seat>.temperature". Where the pattern
has a placeholder, the API has a `position` parameter. `needs` gets the places asked for and returns those that can be changed,
or raises `CallRefused`; `then` runs after each place was changed and may raise it too. Where a property stands once, its only
place is "".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from automotive_env.car.calls.api import Api, ApiBody, ApiSentence, BodyBuilder, BuiltBody
from automotive_env.car.calls.level import LevelProperty
from automotive_env.car.calls.parameters import NumberParameter, Parameter, PlacesParameter, SwitchParameter, WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused, StateError
from automotive_env.car.core.structure import Struct

NeededPlaces = Callable[[Any, Sequence[str]], Sequence[str]]
"""Gets the device and the places asked for; returns the places that can be changed or raises `CallRefused`."""
AfterCall = Callable[[Any, str], None]
"""Gets the device and a place that was changed."""
MoveLevel = Callable[[LevelProperty, Any, int, "float | None", str, "str | None"], float]
"""Gets a level, the car's values, its slot, value, unit and degree; changes it and returns the quantity."""
NO_PLACES = ("",)
"""The places of a property that stands once."""


def _of(places: Sequence[str]) -> str:
    if len(places) == 1:
        return f" of {places[0]}" if places[0] else ""
    return f" of {', '.join(places)}".replace("_", " ")


def _find(device: type[Struct], pattern: str) -> tuple[Any, Mapping[str, int]]:
    """The declaration of a property, and where it stands in its device, by place."""
    offsets = device.offsets[pattern]
    return device.slots[next(iter(offsets.values()))].prop, offsets


def switches(
    pattern: str,
    summary: str,
    *,
    position: PlacesParameter | None = None,
    needs: NeededPlaces | None = None,
    then: AfterCall | None = None,
    place_first: bool = False,
    says: tuple[str, str] = ("on", "off"),
) -> Api:
    """An API with a `switch` parameter that sets a flag; `says` are the words of its answer."""

    def build(kind: type[Struct]) -> ApiBody:
        flag, offsets = _find(kind, pattern)
        write = flag.write

        def body(device: Device, switch: bool, position: Sequence[str] = NO_PLACES) -> ApiSentence:
            store, base = device._store, device._base
            places = needs(device, position) if needs else position
            for place in places:
                write(store, base + offsets[place], switch)
                if then:
                    then(device, place)
            return lambda: f"{flag.description}{_of(places)}: {says[not switch]}"

        return body

    parameters: dict[str, Parameter] = {"switch": SwitchParameter("true to turn it {}, false to turn it {}".format(*says))}
    if position:
        parameters = {"position": position, **parameters} if place_first else {**parameters, "position": position}
    return Api(summary, BuiltBody(build), parameters)


def chooses(
    pattern: str,
    summary: str,
    choices: Sequence[str],
    *,
    parameter: str = "mode",
    needs: NeededPlaces | None = None,
) -> Api:
    """An API with one word that sets a choice."""

    def build(kind: type[Struct]) -> ApiBody:
        choice, offsets = _find(kind, pattern)
        offset = offsets[""]

        def body(device: Device, **chosen: str) -> ApiSentence:
            if needs:
                needs(device, NO_PLACES)
            word = chosen[parameter]
            choice.put(device._store, device._base + offset, word)
            return f"{choice.description}: {word}"

        return body

    return Api(summary, BuiltBody(build), {parameter: WordParameter("which one", choices)})


class LevelWordParameter(WordParameter):
    """The words that a level has for its steps or its presets."""

    def __init__(self, description: str, pattern: str, words: Callable[[LevelProperty], Iterable[str]]) -> None:
        super().__init__(description, (), None)
        self._pattern = pattern
        self._words = words

    def belong_to(self, device: type[Struct]) -> None:
        level, _ = _find(device, self._pattern)
        self.choices = tuple(self._words(level))
        self._accepted = frozenset(self.choices)


def _step(sign: int) -> MoveLevel:
    def move(level: LevelProperty, store: Any, slot: int, value: float | None, unit: str, degree: str | None) -> float:
        if value is None:
            return level.step(store, slot, sign * level.steps[degree or ""])
        if value <= 0:
            raise CallRefused(f"value must be more than 0, not {value:g}; to go the other way use the opposite call")
        return level.step(store, slot, sign * level.amount(value, unit), unit)

    return move


def _set(level: LevelProperty, store: Any, slot: int, value: float | None, unit: str, degree: str | None) -> float:
    if value is None:
        return level.turn(store, slot, level.presets[degree or ""])
    try:
        return level.adjust(store, slot, value, unit)
    except StateError as error:
        raise CallRefused(f"value {error}") from None


def _moved(noun: str, places: Sequence[str], quantities: Sequence[float], unit: str) -> str:
    """What a level's API answers: one quantity, or each place's where they differ."""
    if len(places) == 1 or len(set(quantities)) == 1:
        return f"{noun}{_of(places)}: {quantities[0]:g} {unit}"
    each = ", ".join(f"{place} {now:g}" for place, now in zip(places, quantities, strict=True))
    return f"{noun} in {unit}: {each}".replace("_", " ")


def adjusts(
    pattern: str,
    noun: str,
    *,
    units: Sequence[str],
    elsewhere: Mapping[str, str] | None = None,
    power: str | None = None,
    position: PlacesParameter | None = None,
    needs: NeededPlaces | None = None,
    then: AfterCall | None = None,
    rises: AfterCall | None = None,
    words: tuple[str, str] = ("Raises", "Lowers"),
    set_summary: str = "",
) -> tuple[Api, Api, Api]:
    """Three APIs of a level, in this order: increase, decrease, set.

    Each takes either `value` (with an optional `unit`, the first of `units` by default) or `degree`, one of the level's steps or
    presets. An increase or a decrease stops at the end of the range; a set outside it is refused.

    Args:
        pattern: the level's pattern within the device.
        noun: what is adjusted, for the summaries, such as "the brightness of the projection".
        units: units the APIs understand, the usual one first; () for no `unit` parameter.
        elsewhere: unit -> pattern of the other level that a value in this unit is about: a heater's temperature beside its gear.
        power: pattern of the flag that says whether the thing runs: an increase and a set switch it on, a large decrease that
            ends at the bottom switches it off.
        position: the `position` parameter where the level stands once per place.
        needs: which of the places asked for can be changed.
        then: run after each place was changed.
        rises: run after each place whose quantity grew; raises `CallRefused` where it may not, such as a locked lid.
        words: the verbs of the first two summaries.
        set_summary: the summary of the third, where the usual one would mislead.
    """
    usual = units[0] if units else ""

    def build(move: MoveLevel, down: bool, kind: type[Struct]) -> ApiBody:
        here = _find(kind, pattern)
        by_unit = {unit: _find(kind, other) for unit, other in (elsewhere or {}).items()}
        powers = _find(kind, power)[1] if power else {}

        def body(
            device: Device,
            value: float | None = None,
            unit: str | None = None,
            degree: str | None = None,
            position: Sequence[str] = NO_PLACES,
        ) -> ApiSentence:
            level, offsets = here if value is None or unit is None else by_unit.get(unit, here)
            store, base = device._store, device._base
            places = needs(device, position) if needs else position
            quantities = []
            for place in places:
                slot = base + offsets[place]
                before = level.read(store.values, slot) if rises else level.top
                now = move(level, store, slot, value, unit or usual or level.base_unit, degree)
                quantities.append(now)
                if rises and now > before:
                    rises(device, place)
                if power and (not down or (degree == "large" and now == level.bottom)):
                    store.write_slot(base + powers[place], not down)
                if then:
                    then(device, place)
            return lambda: _moved(noun, places, quantities, level.unit_words)

        return body

    def api(summary: str, build: BodyBuilder, words_of: Callable[[LevelProperty], Iterable[str]], does: str) -> Api:
        own: dict[str, Parameter] = {"value": NumberParameter(f"how much to {does}", None)}
        if units:
            own["unit"] = WordParameter("unit of value", units, None)
        own["degree"] = LevelWordParameter(f"how much to {does}, in words, instead of value", pattern, words_of)
        own = own if position is None else {"position": position, **own}
        return Api(summary, BuiltBody(build), own, exclusive=("value", "degree"))

    up, down = (f"{verb} {noun} by a value or a step." for verb in words)
    put = set_summary or f"Sets {noun} to a value or a preset."
    return (
        api(up, partial(build, _step(1), False), lambda level: level.steps, "change it by"),
        api(down, partial(build, _step(-1), True), lambda level: level.steps, "change it by"),
        api(put, partial(build, _set, False), lambda level: level.presets, "set it to"),
    )
