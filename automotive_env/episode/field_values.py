"""What a field may hold: each kind checks a value and describes itself as JSON schema, without importing a library."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

from automotive_env.text.lists import any_of


class FieldValue(Protocol):
    """A kind of value."""

    def checked(self, value: object) -> Any:
        """The value as it is kept.

        Raises:
            ValueError: it does not fit; the message says what does.
        """

    def schema(self) -> dict[str, Any]:
        """JSON schema of the values that fit, in the words that every server understands."""


def _within(value: float, least: float, most: float) -> None:
    if not value >= least:
        raise ValueError(f"Input should be greater than or equal to {least:g}")
    if not value <= most:
        raise ValueError(f"Input should be less than or equal to {most:g}")


@dataclass(frozen=True)
class WholeNumberField:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def checked(self, value: object) -> int:
        """The number itself: no other kind of value is taken for one."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError("Input should be a valid integer")
        if not self.least <= value <= self.most:
            _within(value, self.least, self.most)
        return value

    def schema(self) -> dict[str, Any]:
        """JSON schema."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class PixelField(WholeNumberField):
    """A coordinate in pixels; one between two pixels is rounded."""

    def checked(self, value: object) -> int:
        """The nearest pixel."""
        return super().checked(round(value) if isinstance(value, float) and isfinite(value) else value)


@dataclass(frozen=True)
class NumberField:
    """A number from `least` to `most`."""

    least: float
    most: float

    def checked(self, value: object) -> float:
        """The number with a fraction."""
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise ValueError("Input should be a valid number")
        _within(value, self.least, self.most)
        return float(value)

    def schema(self) -> dict[str, Any]:
        """JSON schema."""
        return {"type": "number", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class BoundedTextField:
    """A text of `least` to `most` characters."""

    least: int
    most: int

    def checked(self, value: object) -> str:
        """The text itself."""
        if not isinstance(value, str):
            raise ValueError("Input should be a valid string")
        for wrong, bound, limit in (
            (len(value) < self.least, "at least", self.least),
            (len(value) > self.most, "at most", self.most),
        ):
            if wrong:
                raise ValueError(f"String should have {bound} {limit} character{'' if limit == 1 else 's'}")
        return value

    def schema(self) -> dict[str, Any]:
        """JSON schema."""
        return {"type": "string"}


@dataclass(frozen=True)
class ChoiceField:
    """One of some words."""

    words: tuple[str, ...]

    def checked(self, value: object) -> str:
        """The word itself."""
        if not isinstance(value, str) or value not in self.words:
            raise ValueError(f"Input should be {any_of(map(repr, self.words))}")
        return value

    def schema(self) -> dict[str, Any]:
        """JSON schema."""
        return {"type": "string", "enum": list(self.words)}


class FlagField:
    """True or false."""

    def checked(self, value: object) -> bool:
        """The value itself."""
        if not isinstance(value, bool):
            raise ValueError("Input should be a valid boolean")
        return value

    def schema(self) -> dict[str, Any]:
        """JSON schema."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class EntriesField:
    """A JSON object of at most so many entries."""

    most: int

    def checked(self, value: object) -> dict[str, Any]:
        """A copy of the object."""
        if not isinstance(value, dict):
            raise ValueError("Input should be a valid dictionary")
        if len(value) > self.most:
            raise ValueError(f"Dictionary should have at most {self.most} items after validation, not more")
        return dict(value)

    def schema(self) -> dict[str, Any]:
        """JSON schema."""
        return {"type": "object"}
