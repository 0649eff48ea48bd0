"""Levels: quantities that are increased, decreased and set, in several units.

    >>> brightness = LevelProperty("brightness", percentage=(0, 100), nits=(0, 1000), start=50, steps=FIVE_TEN_TWENTY,
    ...     presets=QUARTERS)
    >>> brightness_nits = LevelInOtherUnit(brightness, "nits")  # the same quantity, also stored in that unit
    >>> unit = LastUnitProperty(brightness)  # the unit it was last spoken of in
    >>> is_lit = LevelRaisedProperty("lamp", brightness, to=50)  # whether it is above its lowest value
    >>> state = LevelPositionProperty("lamp", brightness, ("dark", "dimmed", "bright"), to={"bright": 100})  # the same in a word

The first unit is the base unit: steps and presets are given in it. Units convert linearly between their ranges; a range may run
downwards, as the height of a window's glass does while the window opens: `opening=(0, 100), height=(100, 0)`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from automotive_env.car.core.errors import StateError, shown
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty, NumberProperty
from automotive_env.car.core.store import StateStore
from automotive_env.car.core.values import StateValue

STEP_WORDS = ("large", "little", "tiny")
"""Degrees that every increase and decrease understands; some levels have "medium" too."""
PRESET_WORDS = ("max", "high", "medium", "low", "min")
"""Degrees that a set understands."""
QUARTERS = {"max": 100.0, "high": 75.0, "medium": 50.0, "low": 25.0, "min": 0.0}
"""Presets of a percentage in quarters."""
FIVE_TEN_TWENTY = {"large": 20.0, "little": 10.0, "tiny": 5.0}
"""Steps of a percentage: twenty, ten, five."""


def _tidy(value: float) -> float:
    """The value rounded to four decimals; whole numbers as integers."""
    return int(value) if value == int(value) else round(value, 4)


class LevelProperty(NumberProperty):
    """A quantity with units, steps and presets.

    Attributes:
        units: unit -> (value at the bottom, value at the top), base unit first.
        unit_words: the base unit as messages say it.
        bottom: lowest quantity, in the base unit.
        top: highest quantity, in the base unit.
        steps: "large" | "medium" | "little" | "tiny" -> amount in the base unit; the public interface has no "medium" for most.
        presets: "max" | "high" | "medium" | "low" | "min" -> value in the base unit.
        as_given: whether the slot holds the value in the unit it was last given in (see `LastUnitProperty`) instead of the base
        unit.
        whole: whether the slot holds whole numbers.
        followers: properties that say the same in other words.
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
        self.unit_words = self.base_unit.replace("_", " ")
        self.bottom, self.top = units[self.base_unit]
        self.steps = dict(steps)
        self.presets = dict(presets)
        self.as_given = as_given
        self.whole = whole
        self.followers: list[LevelInOtherUnit | LevelRaisedProperty | LevelPositionProperty] = []
        self.unit_choice: LastUnitProperty | None = None
        ends = [end for unit in (units if as_given else [self.base_unit]) for end in units[unit]]
        unit = None if as_given else self.base_unit
        super().__init__(description, min(ends), max(ends), start, unit=unit, significant=significant)

    def allowed(self) -> str:
        if not self.as_given:
            return super().allowed()
        ranges = (f"{min(ends):g} to {max(ends):g} ({unit})" for unit, ends in self.units.items())
        return f"a number from {' or '.join(ranges)}"

    def convert(self, value: float, unit: str, to: str) -> float:
        """Convert a value of one unit into another, linearly between their ranges."""
        if unit == to:
            return value
        low, high = self.units[unit]
        to_low, to_high = self.units[to]
        return _tidy(to_low + (value - low) * (to_high - to_low) / (high - low))

    def amount(self, value: float, unit: str) -> float:
        """How much a change by a value of some unit is, in the base unit; at least one step of a level in whole numbers."""
        if unit != self.base_unit:
            low, high = self.units[unit]
            value = value * (self.top - self.bottom) / abs(high - low)
        return max(1.0, value) if self.whole else value

    def unit_in_use(self, values: Sequence[StateValue], slot: int) -> str:
        """The unit that the slot's value is in."""
        if self.as_given and self.unit_choice:
            return str(values[slot - self.offset + self.unit_choice.offset])
        return self.base_unit

    def read(self, values: Sequence[StateValue], slot: int) -> float:
        """The quantity in the base unit."""
        value: float = values[slot]  # type: ignore[assignment]
        return self.convert(value, self.unit_in_use(values, slot), self.base_unit) if self.as_given else value

    def adjust(self, store: StateStore, slot: int, value: float, unit: str) -> float:
        """Write the quantity given in a unit, and everything that says the same in other words.

        Returns:
            The quantity in the base unit.

        Raises:
            StateError: the value is outside the unit's range.
        """
        first, last = self.units[unit]
        if not (first <= value <= last or last <= value <= first):
            raise StateError(f"must be from {min(first, last):g} to {max(first, last):g} {unit}, not {shown(value)}")
        quantity = value if unit == self.base_unit else self.convert(value, unit, self.base_unit)
        return self._write_quantity(store, slot, quantity, unit, value)

    def turn(self, store: StateStore, slot: int, quantity: float, unit: str | None = None) -> float:
        """Write a quantity given in the base unit; a unit is the one it was spoken of in. Returns the quantity."""
        given_in = unit or (self.unit_in_use(store.values, slot) if self.as_given else self.base_unit)
        given = quantity if given_in == self.base_unit else self.convert(quantity, self.base_unit, given_in)
        return self._write_quantity(store, slot, quantity, unit, given)

    def step(self, store: StateStore, slot: int, amount: float, unit: str | None = None) -> float:
        """Add an amount of the base unit, below 0 to take it away, and stop at the ends. Returns the quantity."""
        quantity = self.read(store.values, slot) + amount
        quantity = self.bottom if quantity < self.bottom else self.top if quantity > self.top else _tidy(quantity)
        counts = self.unit_choice is not None and self.unit_choice.by_steps
        return self.turn(store, slot, quantity, unit if counts else None)

    def _write_quantity(self, store: StateStore, slot: int, quantity: float, unit: str | None, given: float) -> float:
        if self.whole:
            quantity = math.floor(quantity + 0.5)
        store.write_slot(slot, given if self.as_given else quantity)
        home = slot - self.offset
        for follower in self.followers:
            follower.follow(store, home + follower.offset, quantity, unit, given)
        if unit is not None and self.unit_choice is not None:
            store.write_slot(home + self.unit_choice.offset, unit)
        return quantity

    def write(self, store: StateStore, slot: int, value: Any) -> None:
        self.adjust(store, slot, value, self.unit_in_use(store.values, slot))

    def check(self, value: Any) -> StateValue:
        value = super().check(value)
        return round(value) if self.whole and type(value) is float and value.is_integer() else value


class LevelInOtherUnit(NumberProperty):
    """A level's quantity, stored once more in another of its units.

    Attributes:
        always: False where it only keeps what was last asked for in its own unit, and other changes of the level pass it by.
    """

    def __init__(
        self,
        level: LevelProperty,
        unit: str,
        *,
        start: float | None = None,
        whole: bool = False,
        always: bool = True,
        description: str = "",
    ) -> None:
        self.level = level
        self.in_unit = unit
        self.whole = whole
        self.always = always
        low, high = sorted(level.units[unit])
        first = level.convert(level.start, level.base_unit, unit) if start is None else start
        text = description or f"{level.description}, in {unit}"
        super().__init__(text, low, high, first, unit=unit, significant=level.significant, bookkeeping=not always)
        level.followers.append(self)

    def follow(self, store: StateStore, slot: int, quantity: float, unit: str | None, given: float) -> None:
        """Take over the level's new quantity, given in a unit or none."""
        if self.always:
            store.write_slot(slot, self._converted(quantity))
        elif unit == self.in_unit:
            store.write_slot(slot, given)

    def source(self) -> LevelProperty | None:
        return self.level if self.always else None

    def implied(self, values: Sequence[StateValue], slot: int) -> StateValue:
        return self._converted(self.level.read(values, slot - self.offset + self.level.offset)) if self.always else values[slot]

    def _converted(self, quantity: float) -> float:
        value = self.level.convert(quantity, self.level.base_unit, self.in_unit)
        return math.floor(value + 0.5) if self.whole else value

    def write(self, store: StateStore, slot: int, value: Any) -> None:
        self.level.adjust(store, slot - self.offset + self.level.offset, value, self.in_unit)


class LevelRaisedProperty(FlagProperty):
    """Whether a level is above its lowest value, such as whether a window is open.

    Switching it on brings a level that is at its lowest to `to`; switching it off brings it to its lowest.
    """

    def __init__(self, description: str, level: LevelProperty, *, to: float) -> None:
        super().__init__(description, level.start > level.bottom, significant=level.significant)
        self.level = level
        self.to = to
        level.followers.append(self)

    def source(self) -> LevelProperty:
        return self.level

    def implied(self, values: Sequence[StateValue], slot: int) -> StateValue:
        return self.level.read(values, slot - self.offset + self.level.offset) > self.level.bottom

    def follow(self, store: StateStore, slot: int, quantity: float, unit: str | None, given: float) -> None:
        """Take over the level's new quantity."""
        store.write_slot(slot, quantity > self.level.bottom)

    def write(self, store: StateStore, slot: int, value: Any) -> None:
        if value != store.values[slot]:
            self.level.turn(store, slot - self.offset + self.level.offset, self.to if value else self.level.bottom)


class LevelPositionProperty(ChoiceProperty):
    """The position of a level as a word: lowest, between, or highest; such as "closed", "half open", "open" of a lid.

    Attributes:
        words: the words for its lowest value, for the values between, and for its highest.
        to: word -> where writing it brings the level; a word that is not here leaves the level where it is.
        more: further words that it may be while the level is above its lowest, which the level does not tell.
    """

    def __init__(
        self,
        description: str,
        level: LevelProperty,
        words: tuple[str, str, str],
        *,
        to: Mapping[str, float],
        more: Sequence[str] = (),
    ) -> None:
        self.level = level
        self.words = words
        self.to = dict(to)
        choices = tuple(dict.fromkeys((*words, *more)))
        super().__init__(description, choices, self._word(level.start), significant=level.significant)
        self.more = tuple(more)
        level.followers.append(self)

    def _word(self, quantity: float) -> str:
        lowest, between, highest = self.words
        return lowest if quantity <= self.level.bottom else highest if quantity >= self.level.top else between

    def source(self) -> LevelProperty | None:
        return None if self.more else self.level

    def implied(self, values: Sequence[StateValue], slot: int) -> StateValue:
        quantity = self.level.read(values, slot - self.offset + self.level.offset)
        return values[slot] if values[slot] in self.more and quantity > self.level.bottom else self._word(quantity)

    def follow(self, store: StateStore, slot: int, quantity: float, unit: str | None, given: float) -> None:
        """Take over the level's new quantity."""
        store.write_slot(slot, self._word(quantity))

    def write(self, store: StateStore, slot: int, value: Any) -> None:
        if value != store.values[slot]:
            if value in self.to:
                self.level.turn(store, slot - self.offset + self.level.offset, self.to[value])
            store.write_slot(slot, value)


class LastUnitProperty(ChoiceProperty):
    """The unit a level was last spoken of in.

    Attributes:
        by_steps: whether increases and decreases count; only a set does otherwise.
    """

    def __init__(self, level: LevelProperty, *, by_steps: bool = True) -> None:
        units = tuple(level.units)
        super().__init__(f"unit of {level.description}", units, level.base_unit, significant=False, bookkeeping=True)
        self.level = level
        self.by_steps = by_steps
        level.unit_choice = self

    def write(self, store: StateStore, slot: int, value: Any) -> None:
        if self.level.as_given:
            home = slot - self.offset + self.level.offset
            self.level.turn(store, home, self.level.read(store.values, home), value)
        store.write_slot(slot, value)
