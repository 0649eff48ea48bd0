"""Single values by path, including those inside records, such as "conversation.messages[-1].contact" or "music._tracks.#len".

A position may be the path of a whole number: "music._current_playlist[music._current_track_index].title" is what is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.enum_mirror import MirrorChoiceProperty
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.schema import OptionalRecordProperty, WholeNumberProperty
from automotive_env.car.core.values import Scalar, StateRecord, StateValue
from automotive_env.car.core.world import INDEX, SCHEMA, World, slot_of

_INSIDE = re.compile(r"(?P<path>.+?)(?:\[(?P<index>-?\d+|[a-zA-Z][\w.]*)\])?\.(?P<field>#len|\w+)$")


@lru_cache(maxsize=1024)
def split(path: str) -> tuple[str, str | None, str]:
    """The property, the position (None for the first) and the field that a path inside a record names.

    Raises:
        StateError: there is no such property, or the path does not lead into it.
    """
    inside = _INSIDE.match(path)
    if inside is None or inside["path"] not in INDEX:
        slot_of(path)  # raises with a suggestion
        raise StateError(f"{path} is no single value")
    if not _is_position(inside["index"]):
        raise StateError(f"{inside['index']} is no position")
    return inside["path"], inside["index"], inside["field"]


def _is_position(index: str | None) -> bool:
    """Whether what stands in the brackets of a path is a number or a property that holds one; nothing is the first."""
    return (
        index is None
        or index.lstrip("-").isdecimal()
        or (index in INDEX and isinstance(SCHEMA[INDEX[index]].prop, WholeNumberProperty))
    )


@lru_cache(maxsize=1024)
def is_readable(path: str) -> bool:
    """Whether the state has such a value, or a list or record that could hold it."""
    inside = _INSIDE.match(path)
    return path in INDEX or (inside is not None and inside["path"] in INDEX and _is_position(inside["index"]))


def read(world: World, path: str) -> Scalar:
    """The value at a path; None where a list is too short or a record is missing.

    Raises:
        StateError: there is no such property, or it is no single value.
    """
    if path in INDEX:
        return _scalar(path, world.values[INDEX[path]])
    name, index, field = split(path)
    return inside(path, world.values[INDEX[name]], _position(world, index or "0"), field)


def inside(path: str, held: StateValue, position: int | None, field: str) -> Scalar:
    """A field of the record at a position of a list, or of the only record; None where there is none, how many for "#len".

    Args:
        path: of the value, for messages.
        held: the list or the record.
        position: in the list; None is none.
        field: of the record, or "#len".

    Raises:
        StateError: records of that kind have no such field, or it is no single value.
    """
    if isinstance(held, tuple):
        if field == "#len":
            return len(held)
        held = held[position] if position is not None and -len(held) <= position < len(held) else None
    if held is None:
        return None
    if not isinstance(held, StateRecord) or not hasattr(held, field):
        raise StateError(f"{path} leads nowhere: there is no {field!r}")
    return _scalar(path, getattr(held, field))


def _position(world: World, index: str) -> int | None:
    """The position that an index names: itself, or the whole number at a path, where one below 0 means none."""
    if index not in INDEX:
        return int(index)
    held = world.values[INDEX[index]]
    return held if isinstance(held, int) and held >= 0 else None


def write(world: World, path: str, value: Any, cause: ChangeCause) -> None:
    """Write the value at a path; inside a record, the record is replaced.

    Raises:
        StateError: there is no such property, it cannot be written by itself, or the value does not fit.
    """
    if path in INDEX:
        world.set(path, value, cause)
        return
    name, _, field = split(path)
    prop = SCHEMA[INDEX[name]].prop
    if not isinstance(prop, OptionalRecordProperty):
        raise StateError(f"{path} cannot be written by itself")
    held: Any = world.values[INDEX[name]] or prop.start
    if held is None or not hasattr(held, field):
        raise StateError(f"{name} has no {field!r}")
    world.set(name, prop.from_json({**prop.to_json(held), field: value}), cause)


def _scalar(path: str, value: StateValue) -> Scalar:
    if isinstance(value, (tuple, StateRecord)):
        raise StateError(f"{path} is no single value")
    return value


def properties_of(path: str) -> tuple[str, ...]:
    """The properties that the value at a path comes from: the one that it names or leads into, and the one of its position."""
    if path in INDEX:
        return (path,)
    name, position, _ = split(path)
    return (name, position) if position and position in INDEX else (name,)


def counts(path: str, before: StateValue, after: StateValue, is_on: Callable[[str], bool]) -> bool:
    """Whether it matters that a property is different at the end of an episode; the words for a flag do not count beside it.

    Args:
        path: of the property.
        before: the value that it had.
        after: the value that it has.
        is_on: whether the flag at a path is on now.
    """
    prop = SCHEMA[slot_of(path)].prop
    if isinstance(prop, MirrorChoiceProperty):
        return False
    return prop.tells_apart(before, after) and (not prop.trace or bool(prop.trace_until and is_on(prop.trace_until)))
