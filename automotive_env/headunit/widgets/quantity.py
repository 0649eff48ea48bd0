"""Quantities: numbers of the car that a slider or a stepper moves, in the base unit of theirs."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.headunit.bind import Bind
from automotive_env.world.level import Level
from automotive_env.world.schema import Number
from automotive_env.world.values import Value
from automotive_env.world.world import SCHEMA, World, slot_of


class Quantity:
    """A number of the car.

    Attributes:
        path: where it is.
        low, high: its bounds in the base unit.
        now: binding to its value in the base unit.
    """

    def __init__(self, path: str) -> None:
        """Look the property up.

        Raises:
            StateError: there is no such property.
            TypeError: it is not a number.
        """
        self.path = path
        self.slot = slot_of(path)
        prop = SCHEMA[self.slot].prop
        if not isinstance(prop, Number):
            raise TypeError(f"{path} is not a number, so it cannot be slid or stepped")
        self.prop = prop
        self.low, self.high = prop.units[prop.base_unit] if isinstance(prop, Level) else (prop.low, prop.high)
        self.now = Bind((self.slot,), float)
        if isinstance(prop, Level) and prop.as_given and prop.unit_choice:
            unit = self.slot - prop.offset + prop.unit_choice.offset
            self.now = Bind((self.slot, unit), lambda value, unit: prop.convert(value, unit, prop.base_unit))

    def read(self, values: Sequence[Value]) -> float:
        """Its value in the base unit."""
        return self.now.now(values)

    def write(self, world: World, value: float) -> None:
        """Set it, in the base unit; beyond its bounds it stops there."""
        value = min(self.high, max(self.low, value))
        if isinstance(self.prop, Level):
            self.prop.adjust(world, self.slot, value, self.prop.base_unit)
        else:
            self.prop.put(world, self.slot, value)
