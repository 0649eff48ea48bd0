"""What a slot of the world can hold: scalars, and immutable records for lists of things such as tracks or contacts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Self, TypeAlias, dataclass_transform, get_type_hints

from automotive_env.world.errors import StateError, shown

Scalar: TypeAlias = bool | int | float | str | None
Value: TypeAlias = "Scalar | Record | tuple[Record, ...]"

MAX_FIELD = 2_000
"""Characters a text in a record may hold when it is read from JSON."""


def about(description: str, *, default: Any = ...) -> Any:
    """Declare a field of a `Record` with its description and, optionally, its default."""
    metadata = {"description": description}
    return field(metadata=metadata) if default is ... else field(default=default, metadata=metadata)


@dataclass_transform(frozen_default=True, field_specifiers=(about,))
class Record:
    """An immutable thing in a list of the world, such as a track, a contact or a waypoint.

    Subclasses only declare typed fields; they become frozen dataclasses.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def but(self, **changes: Scalar) -> Self:
        """The same with some fields changed, several times faster than `dataclasses.replace`.

        Raises:
            TypeError: there is no such field.
        """
        if not changes.keys() <= self.__dict__.keys():
            raise TypeError(f"{type(self).__name__} has no field {', '.join(changes.keys() - self.__dict__.keys())}")
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, **changes)
        return other


@cache
def _shape(kind: type[Record]) -> tuple[Mapping[str, tuple[type, ...]], tuple[str, ...]]:
    """The accepted Python types of each field of a record kind, and the fields without a default.

    `int` is accepted where `float` is declared.
    """
    accepted: dict[str, tuple[type, ...]] = {}
    for name, hint in get_type_hints(kind).items():
        if name.startswith("__"):
            continue
        members = tuple(getattr(hint, "__args__", (hint,)))
        accepted[name] = (*members, int) if float in members else members
    return accepted, tuple(f.name for f in fields(kind) if f.default is MISSING)


def record_from_json(kind: type[Record], data: Any) -> Record:
    """Build a record from plain JSON (field -> value), refusing unknown, missing or ill-typed fields.

    Raises:
        StateError: the data do not fit the record.
    """
    if not isinstance(data, dict):
        raise StateError(f"{kind.__name__} must be an object, not {type(data).__name__}")
    accepted, required = _shape(kind)  # type: ignore[arg-type]
    for name, value in data.items():
        kinds = accepted.get(name)
        if kinds is None:
            raise StateError(f"{kind.__name__} has no field {shown(name)}; it has {', '.join(accepted)}")
        if type(value) not in kinds or not _is_bounded(value):
            names = " or ".join(sorted({kind.__name__ for kind in kinds}))
            raise StateError(f"{kind.__name__}.{name} must be {names}, not {shown(value)}")
    if missing := [name for name in required if name not in data]:
        raise StateError(f"{kind.__name__} lacks {', '.join(missing)}")
    return kind(**data)


def _is_bounded(value: Scalar) -> bool:
    if isinstance(value, str):
        return len(value) <= MAX_FIELD
    return value is None or -1e15 <= value <= 1e15  # NaN fails both comparisons


def record_to_json(record: Record) -> dict[str, Scalar]:
    """The fields of a record as plain JSON."""
    return dict(vars(record))
