"""Declarations of state: typed properties, the structures they stand in, and the flat layout that follows.

A `Struct` subclass declares properties as class attributes. Each property takes one slot of the world's flat list of values;
reading an attribute of a struct instance reads that slot, assigning to it checks the value and writes it:

    >>> class SeatHeater(Struct):
    ...     is_on = Flag("whether the seat is heated")
    >>> SeatHeater.is_on.description
    'whether the seat is heated'

    >>> from automotive_env.world.world import World
    >>> light = World().fogLight.front_light
    >>> light.is_on
    False
    >>> light.is_on = "yes"
    Traceback (most recent call last):
    automotive_env.world.errors.StateError: ...must be true or false, not 'yes'

On the class, the attribute is the declaration itself (`SeatHeater.is_on.description`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, overload

from automotive_env.world.errors import StateError, shown
from automotive_env.world.values import Record, Value, record_from_json, record_to_json

if TYPE_CHECKING:
    from automotive_env.world.world import World

T = TypeVar("T")
S = TypeVar("S", bound="Struct")
R = TypeVar("R", bound=Record)

MAX_TEXT = 2_000
"""Characters a text property may hold: room for lyrics or a message, a bound for what a model may write."""
MAX_RECORDS = 200
"""Items a list property may hold."""
HEAD_UNIT = "set on the head unit"
"""Why no API sets what a driver does: its `read_only`."""


class Property(Generic[T]):
    """One typed slot of state.

    Attributes:
        description: what the value says, without a full stop.
        start: the value in the default start state.
        unit: unit of a number, such as "celsius".
        significant: whether a change of it counts as a change of the car (False for pages shown, counters and the like).
        read_only: why no API sets it, or None where one does.
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
        name: str = "",
    ) -> None:
        self.name = name
        self.description = description
        self.start = start
        self.unit = unit
        self.significant = significant
        self.read_only = read_only

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
        self.put(instance._world, instance._base + self.offset, value)

    def put(self, world: World, slot: int, value: Any) -> None:
        """Check a value and write it to a slot of this property.

        Raises:
            StateError: the value does not fit; nothing was written.
        """
        world.write_slot(slot, self.check(value))

    def check(self, value: Any) -> Value:
        """Return the value as it is stored.

        Raises:
            StateError: the value does not fit; the message says what is allowed.
        """
        raise NotImplementedError

    def from_json(self, data: Any) -> Value:
        """Read the value from plain JSON (lists of objects for records)."""
        return self.check(data)

    def to_json(self, value: Value) -> Any:
        """The value as plain JSON."""
        return value

    def allowed(self) -> str:
        """What is accepted, in words for messages and documents."""
        raise NotImplementedError


class Flag(Property[bool]):
    """On or off."""

    type_name = "bool"

    def __init__(self, description: str, start: bool = False, **options: Any) -> None:
        super().__init__(description, start, **options)

    def check(self, value: Any) -> Value:
        if value is True or value is False:
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return "true or false"


class Choice(Property[str]):
    """One of a few words."""

    def __init__(self, description: str, choices: Sequence[str], start: str, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.choices = tuple(choices)
        self._accepted = frozenset(choices)

    def check(self, value: Any) -> Value:
        if isinstance(value, str) and value in self._accepted:
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return "one of " + ", ".join(map(repr, self.choices))


class OptionalChoice(Property["str | None"]):
    """One of a few words, or nothing."""

    def __init__(self, description: str, choices: Sequence[str], start: str | None = None, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.choices = tuple(choices)
        self._accepted = frozenset(choices)

    def check(self, value: Any) -> Value:
        if value is None or (isinstance(value, str) and value in self._accepted):
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return "null or one of " + ", ".join(map(repr, self.choices))


class Number(Property[float]):
    """A bounded number; both bounds are included."""

    type_name = "float"

    def __init__(self, description: str, low: float, high: float, start: float, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.low = low
        self.high = high

    def check(self, value: Any) -> Value:
        kind = type(value)
        if (kind is float or kind is int) and self.low <= value <= self.high:  # NaN fails both comparisons
            return value  # type: ignore[no-any-return]
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}" + (f" {self.unit}" if self.unit else "")


class Whole(Number):
    """A bounded whole number."""

    type_name = "int"

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: Struct, owner: type) -> int: ...
    def __get__(self, instance: Struct | None, owner: type) -> Self | int:
        return super().__get__(instance, owner)  # type: ignore[return-value]

    def check(self, value: Any) -> Value:
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return f"a whole number from {self.low:g} to {self.high:g}" + (f" {self.unit}" if self.unit else "")


class Text(Property[str]):
    """Free text of a bounded length."""

    def __init__(self, description: str, start: str = "", *, longest: int = MAX_TEXT, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.longest = longest

    def check(self, value: Any) -> Value:
        if isinstance(value, str) and len(value) <= self.longest:
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return f"text of at most {self.longest} characters"


class OptionalText(Property["str | None"]):
    """Free text of a bounded length, or nothing."""

    def __init__(self, description: str, start: str | None = None, *, longest: int = MAX_TEXT, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.longest = longest

    def check(self, value: Any) -> Value:
        if value is None or (isinstance(value, str) and len(value) <= self.longest):
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return f"null or text of at most {self.longest} characters"


class Records(Property[tuple[R, ...]]):
    """A list of immutable records of one kind.

    Attributes:
        keyed_by: field whose value names an item in state JSON and flat paths; positions name them where it is None.
    """

    type_name = "list"

    def __init__(
        self,
        description: str,
        kind: type[R],
        start: Sequence[R] = (),
        *,
        keyed_by: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(description, tuple(start), **options)
        self.kind = kind
        self.keyed_by = keyed_by

    def check(self, value: Any) -> Value:
        if isinstance(value, (tuple, list)) and len(value) <= MAX_RECORDS:
            items = tuple(value)
            if all(type(item) is self.kind for item in items):
                return items
        raise StateError(f"must be {self.allowed()}")

    def from_json(self, data: Any) -> Value:
        items = list(data.values()) if self.keyed_by and isinstance(data, dict) else data
        if not isinstance(items, list):
            raise StateError(f"must be {self.allowed()}")
        return self.check([record_from_json(self.kind, item) for item in items])

    def to_json(self, value: Value) -> Any:
        assert isinstance(value, tuple)
        if self.keyed_by:
            return {getattr(item, self.keyed_by): record_to_json(item) for item in value}
        return [record_to_json(item) for item in value]

    def allowed(self) -> str:
        return f"a list of at most {MAX_RECORDS} {self.kind.__name__}"


class One(Property["R | None"]):
    """One record of a kind, or nothing."""

    type_name = "object"

    def __init__(self, description: str, kind: type[R], start: R | None = None, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.kind = kind

    def check(self, value: Any) -> Value:
        if value is None or type(value) is self.kind:
            return value
        raise StateError(f"must be {self.allowed()}")

    def from_json(self, data: Any) -> Value:
        return None if data is None else record_from_json(self.kind, data)

    def to_json(self, value: Value) -> Any:
        return None if value is None else record_to_json(value)  # type: ignore[arg-type]

    def allowed(self) -> str:
        return f"null or one {self.kind.__name__}"


class Struct:
    """A group of properties; an instance is a view of some slots of one world."""

    __slots__ = ("_base", "_values", "_world")

    _members: ClassVar[dict[str, Property[Any] | Part[Any] | PerKey[Any]]] = {}
    _size: ClassVar[int] = 0

    def __init_subclass__(cls) -> None:
        cls._members = {}
        offset = 0
        for name, member in vars(cls).items():
            if isinstance(member, (Property, Part, PerKey)):
                member.offset = offset
                cls._members[name] = member
                offset += 1 if isinstance(member, Property) else member.size
        cls._size = offset

    def __init__(self, world: World, base: int) -> None:
        self._world = world
        self._values = world.values
        self._base = base


class Part(Generic[S]):
    """One nested structure."""

    name: str
    offset: int

    def __init__(self, kind: type[S], description: str = "") -> None:
        self.kind = kind
        self.description = description or (kind.__doc__ or "").split("\n")[0].rstrip(".")

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
        return self.kind(instance._world, instance._base + self.offset)


class Keyed(Mapping[str, S]):
    """The structures of a `PerKey` of one world, by key."""

    __slots__ = ("_base", "_group", "_world")

    def __init__(self, group: PerKey[S], world: World, base: int) -> None:
        self._group = group
        self._world = world
        self._base = base

    def __getitem__(self, key: str) -> S:
        group = self._group
        return group.kind(self._world, self._base + group.index[key] * group.kind._size)

    def __iter__(self) -> Iterator[str]:
        return iter(self._group.keys)

    def __len__(self) -> int:
        return len(self._group.keys)


class PerKey(Generic[S]):
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
        description: str = "",
        *,
        placeholder: str,
        in_path: bool = True,
    ) -> None:
        self.keys = tuple(keys)
        self.names = dict(keys) if isinstance(keys, Mapping) else {key: key for key in keys}
        self.kind = kind
        self.description = description or (kind.__doc__ or "").split("\n")[0].rstrip(".")
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
    def __get__(self, instance: Struct, owner: type) -> Keyed[S]: ...
    def __get__(self, instance: Struct | None, owner: type) -> Self | Keyed[S]:
        if instance is None:
            return self
        return Keyed(self, instance._world, instance._base + self.offset)


def layout(kind: type[Struct], path: str = "", pattern: str = "", key: str = "") -> Iterator[Slot]:
    """The slots of a structure in their order, with paths relative to it."""
    for member in kind._members.values():
        name = member.name
        if isinstance(member, Property):
            yield Slot(path + name, pattern + name, key, member)
        elif isinstance(member, Part):
            yield from layout(member.kind, f"{path}{name}.", f"{pattern}{name}.", key)
        else:
            stem = f"{name}." if member.in_path else ""
            for item in member.keys:
                yield from layout(
                    member.kind, f"{path}{stem}{member.names[item]}.", f"{pattern}{stem}{member.placeholder}.", key=item
                )


class Slot:
    """Where one property lives: path, pattern (the key replaced by its placeholder), key ("" without one) and declaration."""

    __slots__ = ("key", "path", "pattern", "prop")

    def __init__(self, path: str, pattern: str, key: str, prop: Property[Any]) -> None:
        self.path = path
        self.pattern = pattern
        self.key = key
        self.prop = prop
