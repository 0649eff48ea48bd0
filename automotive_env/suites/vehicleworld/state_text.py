"""The state of a car as a model reads it, and as a program of its holds it.

The compact text has a line for each property: path = value, then what it says and what it may be. Properties that stand once for
each of several places share a line and are described once. The program that a model writes holds the same as plain nested
dictionaries: `vw["fogLight"]["front_light"]["is_on"]`.

The long form is the tree of the public release, where each value stands in an object with its type and description.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, fields
from functools import cache, cached_property, lru_cache
from typing import Any, overload

from automotive_env.car.calls.look_ups import label
from automotive_env.car.core.documents import to_text
from automotive_env.car.core.schema import (
    ChoiceProperty,
    FlagProperty,
    NumberProperty,
    OptionalChoiceProperty,
    OptionalRecordProperty,
    RecordsProperty,
)
from automotive_env.car.core.structure import Property
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import MODULES, SCHEMA, World
from automotive_env.models.model import StateFact

MAX_WHOLE_CHARACTERS = 30_000
"""Characters of the compact text of a whole car."""


@dataclass(frozen=True, slots=True)
class StateTextRow:
    """A line of the compact text: one property, or the same property of several places.

    Attributes:
        pattern: its path within the module, with a placeholder where it stands for several places.
        prop: its declaration.
        slots: place -> slot; the place is empty where there is one only.
        about: what it says and what it may be.
    """

    pattern: str
    prop: Property[Any]
    slots: Mapping[str, int]
    about: str


@cache
def rows(module: str) -> tuple[StateTextRow, ...]:
    """The lines of a module, in schema order."""
    found: dict[str, dict[str, int]] = {}
    for number, slot in enumerate(SCHEMA):
        if slot.path.startswith(f"{module}."):
            found.setdefault(slot.pattern, {})[slot.key] = number
    return tuple(
        StateTextRow(
            pattern.removeprefix(f"{module}."), SCHEMA[min(slots.values())].prop, slots, _about(SCHEMA[min(slots.values())].prop)
        )
        for pattern, slots in found.items()
    )


@cache
def _extent(module: str) -> tuple[int, int]:
    """Where the values of a module begin and end."""
    slots = [slot for row in rows(module) for slot in row.slots.values()]
    return min(slots), max(slots) + 1


def state_text(
    car: World,
    modules: Iterable[str],
    *,
    long: bool = False,
    most_items: int | None = None,
    hidden: frozenset[str] = frozenset(),
) -> str:
    """The state of some modules as text.

    Args:
        car: the car.
        modules: which.
        long: whether in the long form.
        most_items: items of each list that are shown; all where it is None, and in the long form.
        hidden: paths that are left out of the compact form.
    """
    if long:
        return f"State:\nvw = {to_text(car, modules)}\n"
    sections = (_section(module, tuple(car.values[slice(*_extent(module))]), most_items, hidden) for module in modules)
    return "State:\n" + "\n".join(sections)


def whole_text(car: World, modules: Sequence[str], *, hidden: frozenset[str] = frozenset()) -> str:
    """The state of all modules in the compact form, within its bound: where lists are too long for it, fewer of their items."""
    for most_items in (None, 10, 5, 2, 1):
        text = state_text(car, modules, most_items=most_items, hidden=hidden)
        if len(text) <= MAX_WHOLE_CHARACTERS:
            return text
    return state_text(car, modules, most_items=0, hidden=hidden)[:MAX_WHOLE_CHARACTERS]


@lru_cache(maxsize=1_000)
def _section(module: str, values: tuple[StateValue, ...], most_items: int | None, hidden: frozenset[str]) -> str:
    """The text of a module; what has not changed since is not written again."""
    first, _ = _extent(module)
    lines = [f"[{module}] {label(MODULES[module])}"]
    places: tuple[str, ...] = ()
    kinds: set[type] = set()
    for row in rows(module):
        prop = row.prop
        if not (seen := {place: slot for place, slot in row.slots.items() if SCHEMA[slot].path not in hidden}):
            continue
        if isinstance(prop, (RecordsProperty, OptionalRecordProperty)) and prop.kind not in kinds:
            kinds.add(prop.kind)
            lines.append(f"{prop.kind.__name__}: {', '.join(map(_column, fields(prop.kind)))}")
        if len(row.slots) > 1 and places != tuple(row.slots):
            places = tuple(row.slots)
            lines.append(f"{_placeholder(row.pattern)}: {', '.join(map(_json, places))}")
        if isinstance(prop, RecordsProperty):
            lines += _list_lines(row, prop.to_json(values[min(row.slots.values()) - first]), most_items)
        else:
            said = {place: _json(prop.to_json(values[slot - first])) for place, slot in seen.items()}
            hint = "" if len(seen) == len(row.slots) else f"only of {', '.join(seen)}; "
            lines.append(f"{row.pattern} = {_by_place(said)}  # {hint}{row.about}")
    return "\n".join(lines) + "\n"


def _list_lines(row: StateTextRow, items: list[Any] | dict[str, Any], most_items: int | None) -> list[str]:
    """A list as a table: each item is a row of the values of its columns."""
    cells = [_json(list(item.values())) for item in (items.values() if isinstance(items, dict) else items)]
    shown = cells[:most_items]
    more = [f"  ({len(cells) - len(shown)} more)"] if len(cells) > len(shown) else []
    count = f"{len(cells)} item{'' if len(cells) == 1 else 's'}"
    return [f"{row.pattern} = {count}  # {row.about}", *(f"  {each}" for each in shown), *more]


def _by_place(said: Mapping[str, str]) -> str:
    """The values of several places: one where all are equal, else the commonest and the exceptions."""
    texts = list(said.values())
    common = max(dict.fromkeys(texts), key=texts.count)
    return "; ".join([common, *(f"{place}: {text}" for place, text in said.items() if text != common)])


def _placeholder(pattern: str) -> str:
    return next(part for part in pattern.split(".") if part.startswith("<"))


def _json(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False)


def _about(prop: Property[Any]) -> str:
    if prop.read_only:
        return f"{prop.description}; read-only"
    if source := prop.source():
        return f"{prop.description}; follows {source.name}"
    allowed = _allowed(prop)
    return f"{prop.description}; {allowed}" if allowed else prop.description


def _allowed(prop: Property[Any]) -> str:
    """What a property may be, as short as it can be said; empty for flags and texts, which show it by themselves."""
    if isinstance(prop, (ChoiceProperty, OptionalChoiceProperty)):
        return " | ".join(["null"] * isinstance(prop, OptionalChoiceProperty) + [_json(choice) for choice in prop.choices])
    if isinstance(prop, NumberProperty):
        return f"{prop.low:g}..{prop.high:g}" + (f" {prop.unit}" if prop.unit else "")
    if isinstance(prop, RecordsProperty):
        return f"dictionary of {prop.kind.__name__} by {prop.keyed_by}" if prop.keyed_by else f"list of {prop.kind.__name__}"
    return f"null | {prop.kind.__name__}" if isinstance(prop, OptionalRecordProperty) else ""


def _column(field: Field[Any]) -> str:
    """A column of a list: its name, and what it says where the name does not."""
    about = str(field.metadata.get("description", ""))
    return f"{field.name} ({about})" if about else field.name


# As a program holds it


def plain_state(car: World, modules: Iterable[str], hidden: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The state of some modules as nested dictionaries of plain values: module -> what is in it."""
    state: dict[str, Any] = {}
    for module in modules:
        for slot, (*stem, name), to_json in _leaves(module):
            group = state
            for part in stem:
                group = group.setdefault(part, {})
            if SCHEMA[slot].path not in hidden:
                group[name] = to_json(car.values[slot])
    return state


@cache
def _leaves(module: str) -> tuple[tuple[int, tuple[str, ...], Callable[[StateValue], Any]], ...]:
    """Slot, names on the way to it, and what makes its value plain."""
    slots = [(slot, row) for row in rows(module) for slot in row.slots.values()]
    return tuple((slot, tuple(SCHEMA[slot].path.split(".")), row.prop.to_json) for slot, row in slots)


# As the built-in model gets it


class StateFacts(Sequence[StateFact]):
    """The state of some modules, property by property, with what may be written; made when somebody reads it."""

    def __init__(self, car: World, modules: Iterable[str], hidden: frozenset[str] = frozenset()) -> None:
        self._values = car.snapshot()
        self._modules = tuple(modules)
        self._hidden = hidden

    @cached_property
    def _facts(self) -> tuple[StateFact, ...]:
        found = ((slot, row.prop) for module in self._modules for row in rows(module) for slot in row.slots.values())
        return tuple(
            StateFact(SCHEMA[slot].path, prop.to_json(self._values[slot]), prop.description, schema_of(prop))
            for slot, prop in found
            if SCHEMA[slot].path not in self._hidden
        )

    def __len__(self) -> int:
        return len(self._facts)

    @overload
    def __getitem__(self, index: int) -> StateFact: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[StateFact]: ...
    def __getitem__(self, index: int | slice) -> StateFact | Sequence[StateFact]:
        return self._facts[index]


@cache
def schema_of(prop: Property[Any]) -> Mapping[str, Any]:
    """JSON schema of what may be written to a property; empty where nothing may, or nothing simple."""
    if prop.read_only or prop.source() is not None:
        return {}
    if isinstance(prop, FlagProperty):
        return {"type": "boolean"}
    if isinstance(prop, ChoiceProperty):
        return {"type": "string", "enum": list(prop.choices)}
    if isinstance(prop, OptionalChoiceProperty):
        return {"enum": [None, *prop.choices]}
    if isinstance(prop, NumberProperty):
        return {"type": "number", "minimum": prop.low, "maximum": prop.high}
    return {}
