"""The layout of state: typed properties, the structures they stand in, and the flat list of slots that follows from them.

A `Struct` subclass declares properties as class attributes. Each property takes one slot of the car's flat list of values;
reading an attribute of a struct instance reads that slot, assigning to it checks the value and writes it:

    >>> from automotive_env.car.core.schema import FlagProperty
    >>> class SeatHeater(Struct):
    ...     is_on = FlagProperty("whether the seat is heated")
    >>> SeatHeater.is_on.description
    'whether the seat is heated'

    >>> from automotive_env.car.core.world import World
    >>> light = World().fogLight.front_light
    >>> light.is_on
    False
    >>> light.is_on = "yes"
    Traceback (most recent call last):
    automotive_env.car.core.errors.StateError: ...must be true or false, not 'yes'

On the class, the attribute is the declaration itself. The kinds of properties are in `schema.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from automotive_env.car.core.store import StateStore
from automotive_env.car.core.values import StateValue
from automotive_env.text.docstrings import first_line

T = TypeVar("T")
S = TypeVar("S", bound="Struct")


class Property(Generic[T]):
    """One typed slot of state.

    Attributes:
        description: what the value says, without a full stop.
        start: the value in the default start state.
        unit: unit of a number, such as "celsius".
        significant: whether a change of it counts as a change of the car (False for pages shown, counters and the like).
        read_only: why no API sets it, or None where one does.
        trace: why a change of it is only the trace of something that counts by itself; empty where it counts. Traces are no
            side effects of an episode.
        trace_until: path of a flag; while that is on, a change counts after all.
        bookkeeping: whether it only remembers how the last call was put, such as in which unit: no user notices a change of it.
        name: its name in paths; the attribute's name unless another is given.
        type_name: "bool", "int", "float", "str", "list" or "object", as written in state JSON.
    """

    type_name: ClassVar[str] = "str"
    name: str
    offset: int

    def __init__(
        self,
        description: str,
        start: T,
        *,
        unit: str | None = None,
        significant: bool = True,
        read_only: str | None = None,
        trace: str = "",
        trace_until: str = "",
        bookkeeping: bool = False,
        name: str = "",
    ) -> None:
        self.name = name
        self.description = description
        self.start = start
        self.unit = unit
        self.significant = significant
        self.read_only = read_only
        self.trace = trace
        self.trace_until = trace_until
        self.bookkeeping = bookkeeping

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: Struct, owner: type) -> T: ...
    def __get__(self, instance: Struct | None, owner: type) -> Self | T:
        if instance is None:
            return self
        value: T = instance._values[instance._base + self.offset]  # type: ignore[assignment]
        return value

    def __set__(self, instance: Struct, value: T) -> None:
        self.write(instance._store, instance._base + self.offset, self.check(value))

    def put(self, store: StateStore, slot: int, value: Any) -> None:
        """Check a value and write it to a slot of this property.

        Raises:
            StateError: the value does not fit; nothing was written.
        """
        self.write(store, slot, self.check(value))

    write = staticmethod(StateStore.write_slot)
    """Write a checked value, and what says the same in other words; gets the store, the slot and the value."""

    def source(self) -> Property[Any] | None:
        """The property of the same structure that it repeats in another form; None where it says something of its own."""
        return None

    def implied(self, values: Sequence[StateValue], slot: int) -> StateValue:
        """What the value has to be as the rest of its structure stands; the value itself where nothing decides over it."""
        return values[slot]

    def tells_apart(self, before: StateValue, after: StateValue) -> bool:
        """Whether going from one value to another counts as a change of the car."""
        return self.significant and before != after

    def check(self, value: Any) -> StateValue:
        """Return the value as it is stored.

        Raises:
            StateError: the value does not fit; the message says what is allowed.
        """
        raise NotImplementedError

    def from_json(self, data: Any) -> StateValue:
        """Read the value from plain JSON (lists of objects for records)."""
        return self.check(data)

    def to_json(self, value: StateValue) -> Any:
        """The value as plain JSON."""
        return value

    def allowed(self) -> str:
        """What is accepted, in words for messages and documents."""
        raise NotImplementedError


class Struct:
    """A group of properties; an instance is a view of some slots of one car. A subclass adds to the properties of its base."""

    __slots__ = ("_base", "_store", "_values")

    _members: ClassVar[dict[str, Property[Any] | StructProperty[Any] | KeyedStructProperty[Any]]] = {}
    _size: ClassVar[int] = 0
    slots: ClassVar[tuple[PropertySlot, ...]] = ()
    offsets: ClassVar[Mapping[str, Mapping[str, int]]] = {}

    def __init_subclass__(cls) -> None:
        cls._members = dict(cls._members)
        offset = cls._size
        for name, member in vars(cls).items():
            if isinstance(member, (Property, StructProperty, KeyedStructProperty)):
                member.offset = offset
                cls._members[name] = member
                offset += 1 if isinstance(member, Property) else member.size
        cls._size = offset
        cls.slots = tuple(_layout(cls))
        offsets: dict[str, dict[str, int]] = {}
        for position, slot in enumerate(cls.slots):
            offsets.setdefault(slot.pattern, {})[slot.key] = position
        cls.offsets = offsets

    def __init__(self, store: StateStore, base: int) -> None:
        self._store = store
        self._values = store.values
        self._base = base


class StructProperty(Generic[S]):
    """One nested structure."""

    name: str
    offset: int

    def __init__(self, kind: type[S], description: str = "") -> None:
        self.kind = kind
        self.description = description or first_line(kind)

    @property
    def size(self) -> int:
        return self.kind._size

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: Struct, owner: type) -> S: ...
    def __get__(self, instance: Struct | None, owner: type) -> Self | S:
        if instance is None:
            return self
        return self.kind(instance._store, instance._base + self.offset)


class KeyedStructs(Mapping[str, S]):
    """The structures of a `KeyedStructProperty` of one car, by key."""

    __slots__ = ("_base", "_group", "_store")

    def __init__(self, group: KeyedStructProperty[S], store: StateStore, base: int) -> None:
        self._group = group
        self._store = store
        self._base = base

    def __getitem__(self, key: str) -> S:
        group = self._group
        return group.kind(self._store, self._base + group.index[key] * group.kind._size)

    def __iter__(self) -> Iterator[str]:
        return iter(self._group.keys)

    def __len__(self) -> int:
        return len(self._group.keys)


class KeyedStructProperty(Generic[S]):
    """The same structure once for each of some keys, such as the seats.

    Attributes:
        names: key -> how paths name it; a mapping given as `keys` says so where the two differ.
        placeholder: how patterns name the key, such as "<seat>".
        in_path: False where the keys stand directly in the enclosing structure's path, without this attribute's name.
    """

    name: str
    offset: int

    def __init__(
        self,
        keys: Sequence[str] | Mapping[str, str],
        kind: type[S],
        *,
        placeholder: str,
        in_path: bool = True,
    ) -> None:
        self.keys = tuple(keys)
        self.names = dict(keys) if isinstance(keys, Mapping) else {key: key for key in keys}
        self.kind = kind
        self.description = first_line(kind)
        self.placeholder = placeholder
        self.in_path = in_path
        self.index = {key: position for position, key in enumerate(self.keys)}

    @property
    def size(self) -> int:
        return len(self.keys) * self.kind._size

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: Struct, owner: type) -> KeyedStructs[S]: ...
    def __get__(self, instance: Struct | None, owner: type) -> Self | KeyedStructs[S]:
        if instance is None:
            return self
        return KeyedStructs(self, instance._store, instance._base + self.offset)


def _layout(kind: type[Struct], path: str = "", pattern: str = "", key: str = "") -> Iterator[PropertySlot]:
    """The slots of a structure in their order, with paths relative to it."""
    for member in kind._members.values():
        name = member.name
        if isinstance(member, Property):
            yield PropertySlot(path + name, pattern + name, key, member)
        elif isinstance(member, StructProperty):
            yield from _layout(member.kind, f"{path}{name}.", f"{pattern}{name}.", key)
        else:
            stem = f"{name}." if member.in_path else ""
            for item in member.keys:
                yield from _layout(
                    member.kind, f"{path}{stem}{member.names[item]}.", f"{pattern}{stem}{member.placeholder}.", key=item
                )


class PropertySlot:
    """Where one property lives: path, pattern (the key replaced by its placeholder), key ("" without one) and declaration."""

    __slots__ = ("key", "path", "pattern", "prop")

    def __init__(self, path: str, pattern: str, key: str, prop: Property[Any]) -> None:
        self.path = path
        self.pattern = pattern
        self.key = key
        self.prop = prop
