"""Levels: quantities a person turns up and down, spoken of in several units.

    brightness = Level("brightness", percentage=(0, 100), nits=(0, 1000), start=50, steps=FIVE_TEN_TWENTY, presets=QUARTERS)
    brightness_nits = Same(brightness, "nits")     # the same quantity, also stored in that unit
    unit = UnitOf(brightness)                      # the unit it was last spoken of in

The first unit is the base unit: steps and presets are given in it. Units convert linearly between their ranges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from automotive_env.world.errors import StateError
from automotive_env.world.schema import Choice, Number
from automotive_env.world.values import Value

if TYPE_CHECKING:
    from automotive_env.world.world import World

STEP_WORDS = ("large", "little", "tiny")
"""Degrees that an increase or a decrease understands."""
PRESET_WORDS = ("max", "high", "medium", "low", "min")
"""Degrees that a set understands."""
QUARTERS = {"max": 100.0, "high": 75.0, "medium": 50.0, "low": 25.0, "min": 0.0}
"""Presets of a percentage in quarters."""
FIVE_TEN_TWENTY = {"large": 20.0, "little": 10.0, "tiny": 5.0}
"""Steps of a percentage: twenty, ten, five."""


class Level(Number):
    """A quantity with units, steps and presets.

    Attributes:
        units: unit -> (low, high), base unit first.
        steps: "large" | "little" | "tiny" -> amount in the base unit.
        presets: "max" | "high" | "medium" | "low" | "min" -> value in the base unit.
        as_given: whether the slot holds the value in the unit it was last given in (see `UnitOf`) instead of the base unit.
        whole: whether the slot holds whole numbers.
    """

    def __init__(
        self,
        description: str,
        *,
        start: float,
        steps: Mapping[str, float],
        presets: Mapping[str, float],
        as_given: bool = False,
        whole: bool = False,
        significant: bool = True,
        **units: tuple[float, float],
    ) -> None:
        self.units = units
        self.base_unit = next(iter(units))
        self.steps = dict(steps)
        self.presets = dict(presets)
        self.as_given = as_given
        self.whole = whole
        self.same: list[Same] = []
        self.unit_choice: UnitOf | None = None
        ranges = units.values() if as_given else [units[self.base_unit]]
        super().__init__(
            description,
            min(low for low, _ in ranges),
            max(high for _, high in ranges),
            start,
            unit=None if as_given else self.base_unit,
            significant=significant,
        )

    def convert(self, value: float, unit: str, to: str) -> float:
        """Convert a value of one unit into another, linearly between their ranges."""
        if unit == to:
            return value
        low, high = self.units[unit]
        to_low, to_high = self.units[to]
        converted = to_low + (value - low) * (to_high - to_low) / (high - low)
        return int(converted) if converted == int(converted) else round(converted, 4)

    def read(self, values: list[Value], slot: int) -> float:
        """The quantity in the base unit."""
        value: float = values[slot]  # type: ignore[assignment]
        if self.as_given and self.unit_choice:
            unit: str = values[slot - self.offset + self.unit_choice.offset]  # type: ignore[assignment]
            return self.convert(value, unit, self.base_unit)
        return value

    def adjust(self, world: World, slot: int, value: float, unit: str) -> None:
        """Write the quantity given in a unit, and everything that says the same in other words.

        Raises:
            StateError: the value is outside the unit's range.
        """
        low, high = self.units[unit]
        if not low <= value <= high:
            raise StateError(f"must be from {low:g} to {high:g} {unit}, not {value!r}")
        home = slot - self.offset
        stored = value if self.as_given else self.convert(value, unit, self.base_unit)
        world.write_slot(slot, round(stored) if self.whole else stored)
        for twin in self.same:
            world.write_slot(home + twin.offset, twin.stored(self.convert(value, unit, twin.in_unit)))
        if self.unit_choice:
            world.write_slot(home + self.unit_choice.offset, unit)

    def turn(self, world: World, slot: int, quantity: float, unit: str | None) -> float:
        """Write a quantity given in the base unit, spoken of in a unit or in the one last used. Returns the quantity."""
        if unit is None:
            kept = self.unit_choice if self.as_given else None
            unit = str(world.values[slot - self.offset + kept.offset]) if kept else self.base_unit
        self.adjust(world, slot, self.convert(quantity, self.base_unit, unit), unit)
        return quantity

    def put(self, world: World, slot: int, value: Any) -> None:
        self.check(value)
        unit = self.base_unit
        if self.as_given and self.unit_choice:
            unit = world.values[slot - self.offset + self.unit_choice.offset]  # type: ignore[assignment]
        self.adjust(world, slot, value, unit)

    def check(self, value: Any) -> Value:
        value = super().check(value)
        return round(value) if self.whole and type(value) is float and value.is_integer() else value


class Same(Number):
    """A level's quantity, stored once more in another of its units."""

    def __init__(self, level: Level, unit: str, *, start: float | None = None, whole: bool = False) -> None:
        low, high = level.units[unit]
        self.level = level
        self.in_unit = unit
        self.whole = whole
        first = level.convert(level.start, level.base_unit, unit) if start is None else start
        super().__init__(f"{level.description}, in {unit}", low, high, first, unit=unit, significant=level.significant)
        level.same.append(self)

    def stored(self, value: float) -> float:
        return round(value) if self.whole else value

    def put(self, world: World, slot: int, value: Any) -> None:
        self.check(value)
        self.level.adjust(world, slot - self.offset + self.level.offset, value, self.in_unit)


class UnitOf(Choice):
    """The unit a level was last spoken of in."""

    def __init__(self, level: Level, start: str | None = None) -> None:
        super().__init__(f"unit of {level.description}", tuple(level.units), start or level.base_unit, significant=False)
        level.unit_choice = self
