"""Facts that a spoken answer must contain, checked by code against the car at the moment of speaking."""

from __future__ import annotations

from typing import Any, Protocol

from pydantic import model_validator

from automotive_env.car.core.world import INDEX
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.validators import answers
from automotive_env.validators.units import UNITS


class ReadableCar(Protocol):
    """A car, or how one stood at a moment."""

    def get(self, path: str) -> Any:
        """The value at a path."""
        ...


class ScenarioFact(FrozenRecord):
    """One fact: a value of the car, some words, or yes or no; exactly one of `path`, `words` and `yes`.

    Attributes:
        path: of the property whose value is to be said.
        item: which item of a list, from 0; None for a single record, or for how many there are where no field is named.
        field: of a record, what is to be said of it.
        unit: of a number, a key of `validators.units.UNITS`.
        words: spellings, each of which says it.
        instead_of: what contradicts them.
        beside: other amounts that an honest answer may name as well.
        unchanged: whether the words say how things stood all along; not judged, and kept because a hash of the row is its id.
        yes: which of yes and no.
    """

    path: str = ""
    item: int | None = None
    field: str = ""
    unit: str = ""
    words: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    beside: tuple[float, ...] = ()
    unchanged: bool = False
    yes: bool | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> ScenarioFact:
        if sum((bool(self.path), bool(self.words), self.yes is not None)) != 1:
            raise ValueError("a fact has one of path, words and yes")
        if self.path and self.path not in INDEX:
            raise ValueError(f"{self.path[:80]!r} is no property of the car")
        if self.unit not in UNITS:
            raise ValueError(f"{self.unit[:40]!r} is no unit")
        return self

    def of(self, car: ReadableCar) -> answers.Fact:
        """What is to be said, as things stand in a car."""
        if self.yes is not None:
            return answers.YesNo(self.yes)
        if self.words:
            return answers.Word(self.words, self.instead_of)
        value = self._value(car)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return answers.Amount(value, self.unit, beside=self.beside)
        return answers.Word((str(value),))

    def example(self, car: ReadableCar) -> str:
        """A text that says it."""
        if self.yes is not None:
            return "Yes." if self.yes else "No."
        return self.words[0] if self.words else f"{self._value(car)} {'' if not self.unit else UNITS[self.unit].spellings[0]}"

    def _value(self, car: ReadableCar) -> Any:
        value: Any = car.get(self.path)
        if isinstance(value, tuple):
            if self.item is None:
                return len(value)
            if self.item >= len(value):
                return "nothing"
            value = value[self.item]
        return getattr(value, self.field, "nothing") if self.field else value
