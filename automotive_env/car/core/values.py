"""Values of slots: scalars, and immutable records for items of lists, such as tracks or contacts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import date, datetime
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias, TypeGuard, dataclass_transform, get_type_hints

from automotive_env.car.core.errors import StateError, shown

Scalar: TypeAlias = bool | int | float | str | None
StateValue: TypeAlias = "Scalar | StateRecord | tuple[StateRecord, ...]"

MAX_TEXT = 2_000
"""Characters a text may hold: room for lyrics or a message, a bound for what a model may write."""
LOCAL_TIME = "a local date and time from 1970 to 2099, such as '2025-04-13 12:00:00'"


def is_text(value: object, longest: int = MAX_TEXT) -> TypeGuard[str]:
    """Whether a value is a text of a bounded length that can be written as UTF-8, which lone surrogates cannot."""
    if not isinstance(value, str) or len(value) > longest:
        return False
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_local_time(value: object) -> TypeGuard[str]:
    """Whether a value is a `LOCAL_TIME`. The years are those in which a time zone's offset cannot leave the calendar."""
    return isinstance(value, str) and len(value) == 19 and _is_time(value)


@lru_cache(maxsize=1_000)
def _is_time(text: str) -> bool:
    try:
        # The text must be the only one for its moment: some versions of Python read 24:00:00 as the next day.
        moment = datetime.fromisoformat(text)
        return 1970 <= moment.year <= 2099 and str(moment) == text
    except ValueError:
        return False


def _is_date(text: str) -> bool:
    try:
        return text[4::3] == "--" and len(text) == 10 and bool(date.fromisoformat(text))
    except ValueError:
        return False


class FieldConstraint(NamedTuple):
    """What the value of a field must be, beyond its Python type.

    Attributes:
        allowed: in words.
        fits: whether a value is so.
    """

    allowed: str
    fits: Callable[[Any], bool]


TIME = FieldConstraint(f"empty or {LOCAL_TIME}", lambda value: value == "" or is_local_time(value))
DATE = FieldConstraint("a date, such as '2025-04-13'", lambda value: isinstance(value, str) and _is_date(value))


def among(choices: Collection[str]) -> FieldConstraint:
    """One of some texts."""
    return FieldConstraint(f"one of {', '.join(map(repr, choices))}", lambda value: isinstance(value, str) and value in choices)


def within(low: float, high: float) -> FieldConstraint:
    """A number in a range whose ends are included."""
    return FieldConstraint(
        f"a number from {low:g} to {high:g}", lambda value: isinstance(value, (int, float)) and low <= value <= high
    )


def about(
    description: str, *, default: Any = ..., time: bool = False, must: FieldConstraint | None = None, significant: bool = True
) -> Any:
    """Declare a field of a `StateRecord` with its description and, optionally, its default.

    Args:
        description: what the value says, without a full stop.
        default: of the field; without one it must be given.
        time: whether it is a `LOCAL_TIME` or empty.
        must: what else it is.
        significant: whether a change of it counts as a change of the car (False for what follows from looking or hearing).
    """
    metadata = {"description": description, "must": TIME if time else must, "significant": significant}
    return field(metadata=metadata) if default is ... else field(default=default, metadata=metadata)


@dataclass_transform(frozen_default=True, field_specifiers=(about,))
class StateRecord:
    """An immutable thing in a list of the world, such as a track, a contact or a waypoint.

    Subclasses only declare typed fields; they become frozen dataclasses whose fields are checked.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]
    _accepted: ClassVar[Mapping[str, tuple[frozenset[type], FieldConstraint | None]]] = {}
    _required: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)
        cls._accepted = _accepted_types(cls)
        cls._required = frozenset(one.name for one in fields(cls) if one.default is MISSING)

    def __post_init__(self) -> None:
        """Check the fields.

        Raises:
            StateError: a field does not fit.
        """
        _check(type(self), vars(self))

    def essence(self) -> tuple[Scalar, ...]:
        """The values of its significant fields, in order."""
        return tuple(getattr(self, one.name) for one in fields(self) if one.metadata["significant"])

    def but(self, **changes: Scalar) -> Self:
        """The same with some fields changed, several times faster than `dataclasses.replace`.

        Raises:
            TypeError: there is no such field.
            StateError: a field does not fit.
        """
        if not changes.keys() <= self.__dict__.keys():
            raise TypeError(f"{type(self).__name__} has no field {', '.join(sorted(changes.keys() - self.__dict__.keys()))}")
        _check(type(self), changes)
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, **changes)
        return other


def _accepted_types(kind: type[StateRecord]) -> Mapping[str, tuple[frozenset[type], FieldConstraint | None]]:
    """The accepted Python types of each field of a record kind, and what more it must be.

    `int` is accepted where `float` is declared.
    """
    hints = get_type_hints(kind)
    accepted: dict[str, tuple[frozenset[type], FieldConstraint | None]] = {}
    for one in fields(kind):
        members = getattr(hints[one.name], "__args__", (hints[one.name],))
        types = frozenset([*members, int] if float in members else members)
        accepted[one.name] = (types, one.metadata["must"])
    return accepted


def _check(kind: type[StateRecord], values: Mapping[str, Any]) -> None:
    accepted = kind._accepted
    for name, value in values.items():
        types, more = accepted[name]
        fits = more.fits(value) if more else is_text(value) if type(value) is str else _is_bounded(value)
        if not (fits and type(value) in types):
            raise StateError(f"{kind.__name__}.{name} must be {_allowed(types, more, value)}, not {shown(value)}")


def _is_bounded(value: float | None) -> bool:
    return value is None or -1e15 <= value <= 1e15  # NaN fails both comparisons


def _allowed(types: frozenset[type], more: FieldConstraint | None, value: Any) -> str:
    if more:
        return more.allowed
    if str in types and type(value) is str:
        return f"a text of at most {MAX_TEXT} characters"
    return " or ".join(sorted(one.__name__ for one in types))


def record_from_json(kind: type[StateRecord], data: Any) -> StateRecord:
    """Build a record from plain JSON (field -> value), refusing unknown, missing or ill-typed fields.

    Raises:
        StateError: the data do not fit the record.
    """
    if not isinstance(data, dict):
        raise StateError(f"{kind.__name__} must be an object, not {type(data).__name__}")
    accepted = kind._accepted
    if not data.keys() <= accepted.keys():
        unknown = next(name for name in data if name not in accepted)
        raise StateError(f"{kind.__name__} has no field {shown(unknown)}; it has {', '.join(accepted)}")
    if not data.keys() >= kind._required:
        raise StateError(f"{kind.__name__} lacks {', '.join(name for name in accepted if name in kind._required - data.keys())}")
    return kind(**data)


def record_to_json(record: StateRecord) -> dict[str, Scalar]:
    """The fields of a record as plain JSON."""
    return dict(vars(record))
