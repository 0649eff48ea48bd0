"""Applying a program's copy of the state to the car, value by value: what is legal is applied, the rest refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from automotive_env.suites.vehicleworld.state_text import plain_state, rows
from automotive_env.world.change import Cause
from automotive_env.world.errors import StateError, shown, suggest
from automotive_env.world.level import UnitOf
from automotive_env.world.world import SCHEMA, World

CAUSE = Cause("direct", "state program")
_GONE = object()


@dataclass(frozen=True, slots=True)
class Patch:
    """What became of a program's writes.

    Attributes:
        applied: path -> value, in the order in which they were applied.
        refused: why each other one was not.
    """

    applied: Mapping[str, Any]
    refused: tuple[str, ...]


def apply(car: World, modules: Iterable[str], text: str, *, long: bool = False) -> Patch:
    """Write what a program's copy says differently from the car.

    Args:
        car: the car, as it was when the copy was made.
        modules: those that the copy holds.
        text: the copy as JSON.
        long: whether it is the tree of the public release.
    """
    try:
        after = _unwrapped(json.loads(text)) if long else json.loads(text)
    except (ValueError, RecursionError):
        return Patch({}, ("vw is no state any more; assign to what is in it",))
    modules = tuple(modules)
    before = plain_state(car, modules)
    refused = list(_unknown(after, modules))
    wanted: dict[int, Any] = {}
    for slot in (slot for module in modules for row in rows(module) for slot in row.slots.values()):
        path = SCHEMA[slot].path
        was, now = _at(before, path), _at(after, path)
        if now is _GONE:
            refused.append(f"{path} cannot be taken away")
        elif not _same(was, now):
            wanted[slot] = now
    applied: dict[str, Any] = {}
    with car.changing(CAUSE):
        for slot in sorted(wanted, key=lambda slot: not isinstance(SCHEMA[slot].prop, UnitOf)):
            if why := _put(car, slot, wanted[slot]):
                refused.append(why)
            else:
                applied[SCHEMA[slot].path] = wanted[slot]
    return Patch(applied, tuple(refused))


def _put(car: World, slot: int, value: Any) -> str:
    """Write one value with all that follows from it; returns why not, or nothing."""
    path, prop = SCHEMA[slot].path, SCHEMA[slot].prop
    if prop.read_only:
        return f"{path} cannot be written: {prop.read_only}"
    try:
        with car.changing(CAUSE):
            prop.put(car, slot, prop.from_json(value))
    except StateError as error:
        return f"{path} {error}"
    return ""


def _same(was: Any, now: Any) -> bool:
    """Whether a value was left as it was; true is not 1."""
    return bool(was == now) and isinstance(was, bool) == isinstance(now, bool)


def _at(state: Any, path: str) -> Any:
    for part in path.split("."):
        if not isinstance(state, Mapping) or part not in state:
            return _GONE
        state = state[part]
    return state


def _unknown(after: Any, modules: tuple[str, ...]) -> Iterator[str]:
    """Why what was added is refused."""
    if isinstance(after, Mapping):
        yield from (f"{shown(name)} is none of the devices that were shown" for name in after if name not in modules)
        for module in modules:
            yield from _strangers(after.get(module), _layout(module), module)


def _strangers(state: Any, layout: Mapping[str, Any], path: str) -> Iterator[str]:
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
