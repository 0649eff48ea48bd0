"""Applying a program's copy of the state to the car, value by value: what is legal is applied, the rest refused with a reason.

A value that only repeats another one, such as the percentage of a level or the word for a switch, is not written: it follows
what it repeats. A program that writes both is believed as far as they agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from automotive_env.car.calls.level import LastUnitProperty, LevelInOtherUnit, LevelPositionProperty
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.errors import StateError, shown, suggest
from automotive_env.car.core.world import INDEX, SCHEMA, World
from automotive_env.car.devices.air_conditioner import AirConditioner, cabin_follows
from automotive_env.suites.vehicleworld.state_text import rows
from automotive_env.text.foreign_text import read_json

CAUSE = ChangeCause("direct", "state program")
_GONE = object()


@dataclass(frozen=True, slots=True)
class StatePatch:
    """What became of a program's writes.

    Attributes:
        applied: path -> value, each of which the car has now.
        refused: why each other one was not.
    """

    applied: Mapping[str, Any]
    refused: tuple[str, ...]


def apply(
    car: World, before: Mapping[str, Any], text: str, *, long: bool = False, hidden: frozenset[str] = frozenset()
) -> StatePatch:
    """Write what a program's copy says differently from the car.

    Args:
        car: the car, as it was when the copy was made.
        before: what the copy was, module by module; see `plain_state`.
        text: what the copy became, as JSON.
        long: whether the copy is the tree of the public release.
        hidden: paths of properties that the copy does not have.
    """
    try:
        after = _unwrapped(read_json(text)) if long else read_json(text)
    except (ValueError, RecursionError):
        after = None
    if not isinstance(after, Mapping):
        return StatePatch({}, ("vw is no state any more; assign to what is in it",))
    refused = [f"{shown(name)} is none of the devices that were shown" for name in after if name not in before]
    wanted: dict[int, Any] = {}
    for module in before:
        if after.get(module) == before[module]:
            continue  # most are left as they were: this takes half of the time off a turn
        refused += _strangers(after.get(module), _layout(module), module)
        for slot in (slot for row in rows(module) for slot in row.slots.values()):
            path = SCHEMA[slot].path
            now = _at(after, path)
            if path in hidden:
                refused += [f"there is no property {path} in this car"] if now is not _GONE else []
                continue
            if now is _GONE:
                refused.append(f"{path} cannot be taken away")
            elif now != _at(before, path):
                wanted[slot] = now
    applied, unfit = _write(car, wanted)
    return StatePatch(applied, (*refused, *unfit))


def _write(car: World, wanted: Mapping[int, Any]) -> tuple[dict[str, Any], list[str]]:
    """Write values with all that follows from them; returns those that the car has now by path, and why it has not the others."""
    why: dict[int, str] = {}
    with car.changing(CAUSE):
        for slot in sorted(wanted, key=_rank):
            if SCHEMA[slot].prop.source() is None:
                why[slot] = _put(car, slot, wanted[slot])
        for seat in AirConditioner.ac_states.keys:
            if wanted.keys() & {INDEX[f"airConditioner.ac_states.{seat}.temperature"]}:
                cabin_follows(car.airConditioner, seat)
    for slot in wanted:
        why[slot] = why.get(slot) or _contradicted(car, slot, wanted[slot])
    return {SCHEMA[slot].path: wanted[slot] for slot in wanted if not why[slot]}, [why[slot] for slot in wanted if why[slot]]


def _rank(slot: int) -> int:
    """What a write changes besides is written after it: a unit before the amounts that stand in it, or else after its level."""
    prop = SCHEMA[slot].prop
    if isinstance(prop, LastUnitProperty):
        return 0 if prop.level.as_given else 3
    return 1 if isinstance(prop, LevelInOtherUnit) else 3 if isinstance(prop, LevelPositionProperty) else 2


def _put(car: World, slot: int, value: Any) -> str:
    """Write one value with all that follows from it; returns why not, or nothing."""
    path, prop = SCHEMA[slot].path, SCHEMA[slot].prop
    if prop.read_only:
        return f"{path} cannot be written: {prop.read_only}"
    try:
        with car.changing(CAUSE):
            prop.put(car, slot, prop.from_json(value))
            if prop.implied(car.values, slot) != car.values[slot]:
                raise StateError(f"cannot be {shown(value)} as the rest of the car stands")
    except StateError as error:
        return f"{path} {error}"
    return ""


def _contradicted(car: World, slot: int, value: Any) -> str:
    """Why the car has another value than was written, or nothing."""
    path, prop = SCHEMA[slot].path, SCHEMA[slot].prop
    try:
        fits = prop.from_json(value) == car.values[slot]
    except StateError as error:
        return f"{path} {error}"
    if fits:
        return ""
    source = prop.source()
    if source is None:
        return f"{path} was changed by another value of the program that does not go with {shown(value)}"
    return f"{path} follows {SCHEMA[slot - prop.offset + source.offset].path}; write that"


def _at(state: Any, path: str) -> Any:
    for part in path.split("."):
        if not isinstance(state, Mapping) or part not in state:
            return _GONE
        state = state[part]
    return state


def _strangers(state: Any, layout: Mapping[str, Any], path: str) -> Iterator[str]:
    """Why what was added to a group is refused."""
    if isinstance(state, Mapping):
        for name, value in state.items():
            if name not in layout:
                yield f"there is no property {path}.{name[:80]}{suggest(name, layout)}"
            elif layout[name]:
                yield from _strangers(value, layout[name], f"{path}.{name}")


@cache
def _layout(module: str) -> Mapping[str, Any]:
    """The nested names of a module; a property has no names below it."""
    layout: dict[str, Any] = {}
    for row in rows(module):
        for slot in row.slots.values():
            group = layout
            for part in SCHEMA[slot].path.split(".")[1:]:
                group = group.setdefault(part, {})
    return layout


def _unwrapped(node: Any) -> Any:
    """A tree of the public release without its types and descriptions."""
    if isinstance(node, Mapping):
        if "value" in node and node.keys() & {"type", "description"}:
            return _unwrapped(node["value"])
        return {name: _unwrapped(member) for name, member in node.items()}
    return [_unwrapped(item) for item in node] if isinstance(node, list) else node
