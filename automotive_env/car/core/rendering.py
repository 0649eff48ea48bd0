"""Serialization of state: the accessors that documents need, compiled once for each module."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeAlias

from automotive_env.car.core.errors import StateError, shown, suggest
from automotive_env.car.core.schema import FlagProperty, OptionalRecordProperty, RecordsProperty, TextProperty
from automotive_env.car.core.structure import Property, Struct, StructProperty
from automotive_env.car.core.values import Scalar, StateRecord, StateValue
from automotive_env.car.core.world import MODULES, SCHEMA
from automotive_env.text.docstrings import first_line

StateNode: TypeAlias = dict[str, Any]
"""A part of a tree: `value`, `type` and `description`; the value of a group is name -> node, that of a list a list of nodes."""
FlatState: TypeAlias = dict[str, Scalar]
"""Path -> scalar."""

LENGTH = "#len"
"""Stands for the number of items of a list in flat paths."""


def _number(value: float) -> str:
    """Equal numbers have equal texts: 2.0 is written as 2."""
    return repr(int(value) if value.is_integer() else value)


_WRITERS: Mapping[type, Callable[[Any], str]] = {
    bool: lambda value: "true" if value else "false",
    int: repr,
    float: _number,
    str: json.encoder.encode_basestring_ascii,
    type(None): lambda value: "null",
}


class JsonTemplate:
    """A JSON text with placeholders for the values of slots.

    Lists seldom change and cost most, so the last text of each is kept, by the identity of the immutable value.
    """

    def __init__(self, document: Any, lists: Mapping[int, Callable[[Any], Any]]) -> None:
        pieces = re.split(r'"<gap (\d+)>"', json.dumps(document))
        self._first = pieces[0]
        self._gaps = [(int(slot), after) for slot, after in zip(pieces[1::2], pieces[2::2], strict=True)]
        self._lists = lists
        self._kept: dict[int, tuple[StateValue, str]] = {}

    @staticmethod
    def gap(slot: int) -> str:
        """What stands in the document for the value of a slot."""
        return f"<gap {slot}>"

    def filled(self, values: Sequence[StateValue]) -> str:
        """The text with the values in it."""
        text = [self._first]
        for slot, after in self._gaps:
            value = values[slot]
            write = _WRITERS.get(type(value))
            text.append(write(value) if write else self._listed(slot, value))
            text.append(after)
        return "".join(text)

    def _listed(self, slot: int, value: StateValue) -> str:
        kept = self._kept.get(slot)
        if kept is None or kept[0] is not value:
            kept = self._kept[slot] = (value, json.dumps(self._lists[slot](value), allow_nan=False))
        return kept[1]


_Maker: TypeAlias = Callable[[Sequence[Any]], StateNode]
_Wrap: TypeAlias = Callable[[Any], Any]
_Flatten: TypeAlias = Callable[[str, Any], FlatState]


@dataclass(frozen=True, slots=True)
class ModuleAccessors:
    """The accessors of one module: its slots, paths, tree, text and lists (slot, path, how it stands in a tree and in a flat)."""

    name: str
    start: int
    stop: int
    paths: tuple[str, ...]
    tree: _Maker
    template: JsonTemplate
    lists: tuple[tuple[int, str, _Wrap, _Flatten], ...]


@cache
def _modules() -> Mapping[str, ModuleAccessors]:
    compiled = {}
    start = 0
    gaps = [JsonTemplate.gap(slot) for slot in range(len(SCHEMA))]
    for name, kind in MODULES.items():
        stop = start + kind._size
        slots = [(slot, SCHEMA[slot].path, SCHEMA[slot].prop) for slot in range(start, stop)]
        lists = [
            (slot, path, _wraps(prop), _flattens(prop))
            for slot, path, prop in slots
            if isinstance(prop, (RecordsProperty, OptionalRecordProperty))
        ]
        tree = _group(kind, start, first_line(kind))
        template = JsonTemplate(tree(gaps), {slot: wrap for slot, _, wrap, _ in lists})
        compiled[name] = ModuleAccessors(name, start, stop, tuple(path for _, path, _ in slots), tree, template, tuple(lists))
        start = stop
    return compiled


def module_named(name: str) -> ModuleAccessors:
    """The accessors of a module.

    Raises:
        StateError: there is no such module.
    """
    try:
        return _modules()[name]
    except (KeyError, TypeError):
        raise StateError(f"there is no module {shown(name)}{suggest(name, MODULES)}") from None


def _group(kind: type[Struct], base: int, description: str) -> _Maker:
    members: list[tuple[str, _Maker]] = []
    for member in kind._members.values():
        at = base + member.offset
        if isinstance(member, Property):
            members.append((member.name, _leaf(member, at)))
        elif isinstance(member, StructProperty):
            members.append((member.name, _group(member.kind, at, member.description)))
        else:
            size = member.kind._size
            names = member.names.values()
            keyed = [(name, _group(member.kind, at + i * size, member.description)) for i, name in enumerate(names)]
            members += [(member.name, _node(keyed, member.description))] if member.in_path else keyed
    return _node(members, description)


def _node(members: list[tuple[str, _Maker]], description: str) -> _Maker:
    return lambda values: {
        "value": {name: make(values) for name, make in members},
        "type": "object",
        "description": description,
    }


def _leaf(prop: Property[Any], slot: int) -> _Maker:
    kind, description = prop.type_name, prop.description
    if not isinstance(prop, (FlagProperty, TextProperty, RecordsProperty, OptionalRecordProperty)):
        description = f"{description}; {prop.allowed()}"
    return lambda values: {"value": values[slot], "type": kind, "description": description}


def _wraps(prop: RecordsProperty[Any] | OptionalRecordProperty[Any]) -> _Wrap:
    """How the value of a list property stands in a tree."""
    spec = [(f.name, str(f.type), f.metadata.get("description", "")) for f in fields(prop.kind)]
    read, about = attrgetter(*(name for name, _, _ in spec), "__class__"), first_line(prop.kind)

    def members(record: StateRecord) -> StateNode:
        return {
            name: {"value": value, "type": kind, "description": description}
            for (name, kind, description), value in zip(spec, read(record), strict=False)
        }

    def item(record: StateRecord) -> StateNode:
        return {"value": members(record), "type": "object", "description": about}

    if isinstance(prop, OptionalRecordProperty):
        return lambda record: None if record is None else members(record)
    key = prop.keyed_by
    if key:
        return lambda records: {getattr(record, key): item(record) for record in records}
    return lambda records: [item(record) for record in records]


def _flattens(prop: RecordsProperty[Any] | OptionalRecordProperty[Any]) -> _Flatten:
    """How the value of a list property stands in a flat document: made from its path and its value."""
    plain = prop.to_json

    def one(path: str, value: Any) -> FlatState:
        record = plain(value)
        return {path: None} if record is None else {f"{path}.{name}": field for name, field in record.items()}

    def named(path: str, value: Any) -> FlatState:
        items = plain(value).items()
        flat = {f"{path}.{key}.{name}": field for key, item in items for name, field in item.items()}
        return flat or {f"{path}.{LENGTH}": 0}

    def listed(path: str, value: Any) -> FlatState:
        flat: FlatState = {f"{path}.{LENGTH}": len(value)}
        for index, item in enumerate(plain(value)):
            flat.update({f"{path}[{index}].{name}": field for name, field in item.items()})
        return flat

    if isinstance(prop, OptionalRecordProperty):
        return one
    return named if prop.keyed_by else listed


def _canonically(prop: Property[Any]) -> _Wrap:
    def plain(value: Any) -> Any:
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        return [plain(item) for item in value] if isinstance(value, list) else value

    return lambda value: plain(prop.to_json(value))


@cache
def state_template() -> JsonTemplate:
    """Canonical JSON of the whole state: path -> value, sorted."""
    slots = list(enumerate(SCHEMA))
    lists = {i: _canonically(slot.prop) for i, slot in slots if isinstance(slot.prop, (RecordsProperty, OptionalRecordProperty))}
    return JsonTemplate({slot.path: JsonTemplate.gap(i) for i, slot in sorted(slots, key=lambda pair: pair[1].path)}, lists)
