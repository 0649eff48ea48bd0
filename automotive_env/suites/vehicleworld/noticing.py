"""What a user notices of a change: each quantity once, in whatever unit it was asked for, and no bookkeeping.

`Property.bookkeeping` says of a property that it only remembers how the last call was put; `Property.source` that it repeats
another one. Scores and the gates of scenarios compare cars by this, and by nothing else.
"""

from __future__ import annotations

from typing import TypeAlias

from automotive_env.car.calls.level import LevelProperty
from automotive_env.car.core.store import StateValues
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import SCHEMA
from automotive_env.suites.vehicleworld.score import changed_slots

NOTICED = frozenset(slot for slot, one in enumerate(SCHEMA) if not one.prop.bookkeeping and one.prop.source() is None)
"""Slots that say something of their own about the car."""
_AS_GIVEN = tuple(
    (slot, prop, slot - prop.offset + prop.unit_choice.offset)
    for slot, one in enumerate(SCHEMA)
    if isinstance(prop := one.prop, LevelProperty) and prop.as_given and prop.unit_choice
)
"""Slot, declaration and slot of the unit of each level that stands in the unit in which it was given."""
TurnSnapshots: TypeAlias = tuple[StateValues, StateValues, StateValues, StateValues]
"""The car of the right calls before and after a turn, and the player's own before and after it."""


def quantities(values: StateValues) -> StateValues:
    """Values with every level in its base unit, so that 3 of 10 gears are 30 percent."""
    found: list[StateValue] | None = None
    for slot, level, unit in _AS_GIVEN:
        if values[unit] != level.base_unit:
            found = list(values) if found is None else found
            found[slot] = level.read(values, slot)
    return values if found is None else tuple(found)


def noticed_changes(before: StateValues, after: StateValues) -> frozenset[int]:
    """The slots in which a user sees two snapshots differ."""
    return changed_slots(quantities(before), quantities(after)) & NOTICED
