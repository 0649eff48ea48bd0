"""Quantities: numbers of the car that a slider or a stepper moves, in one of their units."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.calls.level import LevelProperty
from automotive_env.car.core.schema import NumberProperty
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import SCHEMA, World, slot_of
from automotive_env.headunit.kit.bind import Bind


class DisplayedQuantity:
    """A number of the car.

    Attributes:
        path: where it is.
        unit: what its values are in; the base unit of a level by default.
        low, high: its bounds in the unit.
        now: binding to its value in the unit.
    """

    def __init__(self, path: str, unit: str = "") -> None:
        """Bind to a property; `unit` is one of the units of a level.

        Raises:
            StateError: there is no such property.
            TypeError: it is not a number.
        """
        self.path = path
        self.slot = slot_of(path)
        prop = SCHEMA[self.slot].prop
        if not isinstance(prop, NumberProperty):
            raise TypeError(f"{path} is not a number, so it cannot be slid or stepped")
        self.prop = prop
        self.unit = unit
        self.low, self.high = prop.low, prop.high
        self.now = Bind((self.slot,), float)
        if isinstance(prop, LevelProperty):
            self._measure(prop, unit or prop.base_unit)

    def _measure(self, level: LevelProperty, unit: str) -> None:
        """Take the values of a level in a unit."""
        self.unit = unit
        self.low, self.high = level.units[unit]
        if level.as_given and level.unit_choice:
            given = self.slot - level.offset + level.unit_choice.offset
            self.now = Bind((self.slot, given), lambda value, given: level.convert(value, given, unit))
        elif unit != level.base_unit:
            self.now = Bind((self.slot,), lambda value: level.convert(value, level.base_unit, unit))

    def read(self, values: Sequence[StateValue]) -> float:
        """Its value in the unit."""
        return self.now.now(values)

    def write(self, world: World, value: float) -> None:
        """Set it, in the unit; beyond its bounds it stops there."""
        value = min(self.high, max(self.low, value))
        if isinstance(self.prop, LevelProperty):
            self.prop.adjust(world, self.slot, value, self.unit)
        else:
            self.prop.put(world, self.slot, value)
