"""State as documents: a JSON tree with types and descriptions, flat paths, and a hash.

    >>> car = World()
    >>> tree = to_tree(car)  # typed and described
    >>> text = to_text(car)  # the same, written
    >>> flat = to_flat(car, ["music"])
    >>> flat["music._is_playing"], flat["music._tracks.#len"]
    (True, 10)
    >>> load(car, flat)  # all of it, or nothing and a StateError that names the path

In flat paths a list is `path.#len` and `path[0].field`; a list whose items have names is `path.Name.field`; one record is
`path.field`, or `path` with None where there is none.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from automotive_env.car.calls.level import LastUnitProperty
from automotive_env.car.core.change import DIRECT, ChangeCause
from automotive_env.car.core.errors import StateError, shown, suggest
from automotive_env.car.core.rendering import LENGTH, FlatState, StateNode, module_named, state_template
from automotive_env.car.core.schema import MAX_RECORDS, OptionalRecordProperty, RecordsProperty
from automotive_env.car.core.structure import Property
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import INDEX, MODULES, SCHEMA, World


def to_tree(world: World, modules: Iterable[str] | None = None) -> dict[str, StateNode]:
    """The state as a JSON tree: module -> node.

    Args:
        world: the car.
        modules: which modules; all by default.

    Raises:
        StateError: there is no such module.
    """
    parts = [module_named(module) for module in (MODULES if modules is None else modules)]
    values: list[Any] = world.values.copy()
    for part in parts:
        for slot, _, wrap, _ in part.lists:
            values[slot] = wrap(values[slot])
    return {part.name: part.tree(values) for part in parts}


def to_text(world: World, modules: Iterable[str] | None = None) -> str:
    """The tree of `to_tree` as JSON text, several times faster than making the tree and writing it.

    Args:
        world: the car.
        modules: which modules; all by default.

    Raises:
        StateError: there is no such module.
    """
    parts = [module_named(module) for module in (MODULES if modules is None else modules)]
    return "{" + ", ".join(f'"{part.name}": {part.template.filled(world.values)}' for part in parts) + "}"


def to_flat(world: World, modules: Iterable[str] | None = None) -> FlatState:
    """The state as path -> scalar, in schema order.

    Args:
        world: the car.
        modules: which modules; all by default.

    Raises:
        StateError: there is no such module.
    """
    flat: dict[str, Any] = {}
    for module in MODULES if modules is None else modules:
        part = module_named(module)
        flat.update(zip(part.paths, world.values[part.start : part.stop], strict=True))
        for slot, path, _, flatten in part.lists:
            del flat[path]
            flat.update(flatten(path, world.values[slot]))
    return flat


def load(world: World, data: Any, cause: ChangeCause = DIRECT) -> None:
    """Write a document, tree or flat, as it stands. What it does not name stays, but a quantity follows in all its units.

    Args:
        world: the car.
        data: what `to_tree` or `to_flat` yields, or a part of it. A list of a tree replaces the car's; in a flat document it is
            laid over the car's, except that named items replace all.
        cause: what listeners are told.

    Raises:
        StateError: a path is unknown or a value does not fit; nothing was changed.
    """
    new = _read(world, data)
    values = world.values
    with world.changing(cause):
        _put(world, {slot: value for slot, value in new.items() if value != values[slot]})
        for slot, value in new.items():
            if value != values[slot]:
                world.write_slot(slot, value)


def state_hash(world: World) -> str:
    """A hash of the state, the same in every process: SHA-256 of its canonical JSON, in hexadecimal."""
    return hashlib.sha256(state_template().filled(world.values).encode()).hexdigest()


# Reading

_ITEM = re.compile(r"(?P<list>.+)\[(?P<index>\d{1,6})\]\.(?P<field>[^.\[\]]+)")


def _put(world: World, new: Mapping[int, StateValue]) -> None:
    """Write through the properties, so that derived properties follow; units before the quantities that they belong to."""
    for slot in sorted(new, key=lambda slot: not isinstance(SCHEMA[slot].prop, LastUnitProperty)):
        try:
            SCHEMA[slot].prop.put(world, slot, new[slot])
        except StateError as error:
            raise StateError(f"{SCHEMA[slot].path} {error}") from None


def _read(world: World, data: Any) -> dict[int, StateValue]:
    """What a document says: slot -> checked value."""
    if not isinstance(data, Mapping):
        raise StateError(f"a state document must be an object, not {type(data).__name__}")
    said: dict[int, Any] = {}
    if all(isinstance(value, Mapping) for value in data.values()):
        for path, value in _tree_properties(data, ""):
            said[_slot(path)] = value
    else:
        said = _gathered(world, data)
    new: dict[int, StateValue] = {}
    for slot, value in said.items():
        try:
            new[slot] = SCHEMA[slot].prop.from_json(value)
        except StateError as error:
            raise StateError(f"{SCHEMA[slot].path} {error}") from None
    return new


def _slot(path: str) -> int:
    try:
        return INDEX[path]
    except KeyError:
        raise StateError(f"there is no property {shown(path, 120)}{suggest(path, INDEX)}") from None


@cache
def _groups() -> Collection[str]:
    """Every path that properties stand below."""
    return {path[:end] for path in INDEX for end, letter in enumerate(path) if letter == "."}


def _tree_properties(members: Any, stem: str) -> Iterator[tuple[str, Any]]:
    """The properties of a tree below a path, with their plain JSON."""
    for name, node in members.items():
        path = f"{stem}{name}"
        value = _value_of(node, path)
        if path in INDEX:
            yield path, _plain(SCHEMA[INDEX[path]].prop, value, path)
        elif path not in _groups():
            known = [known for known in (*INDEX, *_groups()) if known.startswith(stem)]
            raise StateError(f"there is no property {shown(path, 120)}{suggest(path, known)}")
        elif isinstance(value, Mapping):
            yield from _tree_properties(value, f"{path}.")
        else:
            raise StateError(f"{path} must be a group of properties, not {shown(value)}")


def _value_of(node: Any, path: str) -> Any:
    if not isinstance(node, Mapping) or "value" not in node:
        raise StateError(f"{path[:120]} must be an object with a 'value', not {shown(node)}")
    return node["value"]


def _plain(prop: Property[Any], value: Any, path: str) -> Any:
    """The value of a property's node without the nodes in it."""
    if isinstance(prop, OptionalRecordProperty) and isinstance(value, Mapping):
        return {name: _value_of(node, f"{path}.{name}") for name, node in value.items()}
    if isinstance(prop, RecordsProperty) and isinstance(value, list):
        return [_plain_item(item, f"{path}[{index}]") for index, item in enumerate(value)]
    if isinstance(prop, RecordsProperty) and prop.keyed_by and isinstance(value, Mapping):
        items = {key: _plain_item(item, f"{path}.{key}") for key, item in value.items()}
        return _named(prop, path, items)
    return value


def _plain_item(item: Any, path: str) -> dict[str, Any]:
    members = _value_of(item, path)
    if not isinstance(members, Mapping):
        raise StateError(f"{path} must be an object with fields, not {shown(members)}")
    return {name: _value_of(node, f"{path}.{name}") for name, node in members.items()}


def _named(prop: RecordsProperty[Any], path: str, items: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Items by name; each must bear the name it stands under."""
    named = str(prop.keyed_by)
    for key, item in items.items():
        if item.setdefault(named, key) != key:
            raise StateError(f"{path}.{key}.{named} must be {shown(key)}, not {shown(item[named])}")
    return list(items.values())


def _gathered(world: World, flat: Mapping[str, Any]) -> dict[int, Any]:
    """The properties of a flat document, with their plain JSON: the parts of lists put together, over what the car has."""
    said: dict[int, Any] = {}
    parts: dict[int, dict[Any, Any]] = {}
    for path, value in flat.items():
        whole = INDEX.get(path)
        if whole is not None:
            said[whole] = value
        else:
            slot, key, field = _part_of(str(path))
            if field:
                parts.setdefault(slot, {}).setdefault(key, {})[field] = value
            else:
                parts.setdefault(slot, {})[key] = value
    for slot, items in parts.items():
        prop = SCHEMA[slot].prop
        now = prop.to_json(world.values[slot])
        said[slot] = _assembled(prop, SCHEMA[slot].path, now, items)
    return said


@lru_cache(maxsize=10_000)
def _part_of(path: str) -> tuple[int, Any, str]:
    """The list or record that a path lies in: its slot, the item's index or name (or the field of a record), the item's field."""
    stem, _, last = path.rpartition(".")
    if stem in INDEX:
        prop = SCHEMA[INDEX[stem]].prop
        if (isinstance(prop, RecordsProperty) and last == LENGTH) or isinstance(prop, OptionalRecordProperty):
            return INDEX[stem], last, ""
    found = _ITEM.fullmatch(path)
    if found and found["list"] in INDEX:
        slot = INDEX[found["list"]]
        prop = SCHEMA[slot].prop
        if isinstance(prop, RecordsProperty) and not prop.keyed_by:
            return slot, int(found["index"]), found["field"]
    for slot, named in enumerate(SCHEMA):
        if isinstance(named.prop, RecordsProperty) and named.prop.keyed_by and stem.startswith(f"{named.path}."):
            return slot, stem[len(named.path) + 1 :], last
    return _slot(path), "", ""


def _assembled(prop: Property[Any], path: str, now: Any, parts: dict[Any, Any]) -> Any:
    """One record or a list from its parts, over what the car has."""
    if isinstance(prop, OptionalRecordProperty):
        return {**(now or {}), **parts}
    length = parts.pop(LENGTH, None)
    if length is not None and not (type(length) is int and 0 <= length <= MAX_RECORDS):
        raise StateError(f"{path}.{LENGTH} must be a whole number from 0 to {MAX_RECORDS}, not {shown(length)}")
    if isinstance(prop, RecordsProperty) and prop.keyed_by:
        return _named(prop, path, {name: {**now.get(name, {}), **item} for name, item in parts.items()})
    most = max(parts, default=-1) + 1
    count = max(len(now), most) if length is None else length
    if most > min(count, MAX_RECORDS):
        raise StateError(f"{path}[{most - 1}] must be one of the {min(count, MAX_RECORDS)} items that {LENGTH} allows")
    return [{**(now[index] if index < len(now) else {}), **parts.get(index, {})} for index in range(count)]
