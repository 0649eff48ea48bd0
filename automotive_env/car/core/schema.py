"""The kinds of properties: flags, choices, numbers, texts, local times, lists of records and single records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Self, TypeVar, overload

from automotive_env.car.core.errors import StateError, shown
from automotive_env.car.core.structure import Property, Struct
from automotive_env.car.core.values import (
    LOCAL_TIME,
    MAX_TEXT,
    StateRecord,
    StateValue,
    is_local_time,
    is_text,
    record_from_json,
    record_to_json,
)

R = TypeVar("R", bound=StateRecord)

MAX_RECORDS = 200
"""Items a list property may hold."""
HEAD_UNIT = "set on the head unit"
"""Why no API sets what a driver does: its `read_only`."""


class FlagProperty(Property[bool]):
    """On or off."""

    type_name = "bool"

    def __init__(self, description: str, start: bool = False, **options: Any) -> None:
        super().__init__(description, start, **options)

    def check(self, value: Any) -> StateValue:
        if value is True or value is False:
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return "true or false"


class ChoiceProperty(Property[str]):
    """One of a few words."""

    def __init__(self, description: str, choices: Sequence[str], start: str, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.choices = tuple(choices)
        self._accepted = frozenset(choices)

    def check(self, value: Any) -> StateValue:
        if isinstance(value, str) and value in self._accepted:
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return "one of " + ", ".join(map(repr, self.choices))


class OptionalChoiceProperty(Property["str | None"]):
    """One of a few words, or nothing."""

    def __init__(self, description: str, choices: Sequence[str], **options: Any) -> None:
        super().__init__(description, None, **options)
        self.choices = tuple(choices)
        self._accepted = frozenset(choices)

    def check(self, value: Any) -> StateValue:
        if value is None or (isinstance(value, str) and value in self._accepted):
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return "null or one of " + ", ".join(map(repr, self.choices))


class NumberProperty(Property[float]):
    """A bounded number; both bounds are included."""

    type_name = "float"

    def __init__(self, description: str, low: float, high: float, start: float, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.low = low
        self.high = high

    def check(self, value: Any) -> StateValue:
        kind = type(value)
        if (kind is float or kind is int) and self.low <= value <= self.high:  # NaN fails both comparisons
            return value  # type: ignore[no-any-return]
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}" + (f" {self.unit}" if self.unit else "")


class WholeNumberProperty(NumberProperty):
    """A bounded whole number."""

    type_name = "int"

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: Struct, owner: type) -> int: ...
    def __get__(self, instance: Struct | None, owner: type) -> Self | int:
        return super().__get__(instance, owner)  # type: ignore[return-value]

    def check(self, value: Any) -> StateValue:
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return f"a whole number from {self.low:g} to {self.high:g}" + (f" {self.unit}" if self.unit else "")


class TextProperty(Property[str]):
    """Free text of a bounded length."""

    def __init__(self, description: str, start: str = "", *, longest: int = MAX_TEXT, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.longest = longest

    def check(self, value: Any) -> StateValue:
        if is_text(value, self.longest):
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return f"text of at most {self.longest} characters"


class OptionalTextProperty(Property["str | None"]):
    """Free text of a bounded length, or nothing."""

    def __init__(self, description: str, start: str | None = None, *, longest: int = MAX_TEXT, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.longest = longest

    def check(self, value: Any) -> StateValue:
        if value is None or is_text(value, self.longest):
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return f"null or text of at most {self.longest} characters"


class LocalTimeProperty(Property[str]):
    """Local date and time, as `values.LOCAL_TIME` says."""

    def check(self, value: Any) -> StateValue:
        if is_local_time(value):
            return value
        raise StateError(f"must be {self.allowed()}, not {shown(value)}")

    def allowed(self) -> str:
        return LOCAL_TIME


class OptionalTimeProperty(LocalTimeProperty):
    """A local date and time, or an empty text."""

    def __init__(self, description: str, **options: Any) -> None:
        super().__init__(description, "", **options)

    def check(self, value: Any) -> StateValue:
        return "" if value == "" else super().check(value)

    def allowed(self) -> str:
        return f"empty or {LOCAL_TIME}"


class RecordsProperty(Property[tuple[R, ...]]):
    """A list of immutable records of one kind.

    Attributes:
        keyed_by: field whose value names an item in state JSON and flat paths; positions name them where it is None.
        ordered: whether another order of the same items counts as a change of the car.
    """

    type_name = "list"

    def __init__(
        self,
        description: str,
        kind: type[R],
        start: Sequence[R] = (),
        *,
        keyed_by: str | None = None,
        ordered: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(description, tuple(start), **options)
        self.kind = kind
        self.keyed_by = keyed_by
        self.ordered = ordered

    def tells_apart(self, before: StateValue, after: StateValue) -> bool:
        assert isinstance(before, tuple)
        assert isinstance(after, tuple)
        was, now = [item.essence() for item in before], [item.essence() for item in after]
        return self.significant and (was != now if self.ordered else Counter(was) != Counter(now))

    def check(self, value: Any) -> StateValue:
        if isinstance(value, (tuple, list)) and len(value) <= MAX_RECORDS:
            items = tuple(value)
            if all(type(item) is self.kind for item in items):
                return items
        raise StateError(f"must be {self.allowed()}")

    def from_json(self, data: Any) -> StateValue:
        items = list(data.values()) if self.keyed_by and isinstance(data, dict) else data
        if not isinstance(items, list):
            raise StateError(f"must be {self.allowed()}")
        return self.check([record_from_json(self.kind, item) for item in items])

    def to_json(self, value: StateValue) -> Any:
        assert isinstance(value, tuple)
        if self.keyed_by:
            return {getattr(item, self.keyed_by): record_to_json(item) for item in value}
        return [record_to_json(item) for item in value]

    def allowed(self) -> str:
        return f"a list of at most {MAX_RECORDS} {self.kind.__name__}"


class OptionalRecordProperty(Property["R | None"]):
    """One record of a kind, or nothing."""

    type_name = "object"

    def __init__(self, description: str, kind: type[R], start: R | None = None, **options: Any) -> None:
        super().__init__(description, start, **options)
        self.kind = kind

    def check(self, value: Any) -> StateValue:
        if value is None or type(value) is self.kind:
            return value
        raise StateError(f"must be {self.allowed()}")

    def from_json(self, data: Any) -> StateValue:
        return None if data is None else record_from_json(self.kind, data)

    def to_json(self, value: StateValue) -> Any:
        return None if value is None else record_to_json(value)  # type: ignore[arg-type]

    def allowed(self) -> str:
        return f"null or one {self.kind.__name__}"
