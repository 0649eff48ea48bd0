"""Whatever values the car's state accepts, in whatever combination: each screen can be shown, and the clock runs on."""

from __future__ import annotations

from contextlib import suppress

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from world_strategies import is_sound, worlds

from automotive_env.car.core.errors import StateError
from automotive_env.car.core.schema import RecordsProperty
from automotive_env.car.core.values import StateRecord
from automotive_env.car.core.world import SCHEMA, World
from automotive_env.car.driving.service import ServiceResetRecord
from automotive_env.car.owner.events import happen
from automotive_env.car.systems.driver_profiles import switch_driver
from automotive_env.car.systems.drivers import Driver
from automotive_env.car.systems.pairing import PairedDevice
from automotive_env.headunit.gallery import entries
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.display_size import SIZES, DisplaySize
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.ui_state import UiState

SHOWN = [entry for entry in entries() if entry.app != "system"]
RESETS = (ServiceResetRecord("oil", "2025-04-13", 100),)
LISTS = {slot.path: slot.prop.start or RESETS for slot in SCHEMA if isinstance(slot.prop, RecordsProperty)}
LISTS = {path: items for path, items in LISTS.items() if path == "service.resets" or items is not RESETS}
JUNK = st.text(max_size=12) | st.sampled_from(["", " ", "W" * 60, "2025-13-99", -1, 0, 17.5, 1e9, True])


def assert_shown(world: World, shown: list[ScreenEntry], size: DisplaySize = SIZES[0]) -> None:
    """Screens can be shown, one after the other, while the time goes on."""
    head_unit = HeadUnit(world, size)
    for entry in shown:
        head_unit.restore(UiState((entry,)))
        assert head_unit.elements()
        happen(world, "time passes", seconds=60)
    assert head_unit.elements()
    is_sound(world)


@given(worlds(), st.lists(st.sampled_from(SHOWN), min_size=1, max_size=6), st.sampled_from(SIZES))
def test_any_state_can_be_shown_and_goes_on(world: World, shown: list[ScreenEntry], size: DisplaySize) -> None:
    assert_shown(world, shown, size)


@given(st.sampled_from(sorted(LISTS)), st.data())
def test_lists_of_whatever_they_accept_can_be_shown(path: str, data: st.DataObject) -> None:
    world, items = World(), list(LISTS[path])
    place = data.draw(st.integers(0, len(items) - 1))
    field = data.draw(st.sampled_from(sorted(vars(items[place]))))
    with suppress(StateError):
        items[place] = items[place].but(**{field: data.draw(JUNK)})
    world.set(path, tuple(items))
    world.set("system.content_seed", 1)
    assert_shown(world, data.draw(st.lists(st.sampled_from(SHOWN), min_size=3, max_size=6)))
    for driver in world.drivers.profiles:
        assert_shown(world, [ScreenEntry("settings", "driver", (driver.name,))])
        switch_driver(world, driver.name)


@cases(
    ("record", "field", "value"),
    [
        (Driver("Robin"), "language", "Klingon"),
        (Driver("Robin"), "theme", "dark"),
        (Driver("Robin"), "temperature", 31),
        (Driver("Robin"), "seat_height", -1),
        (PairedDevice("Robin's phone", "phone", "Robin"), "kind", "toaster"),
        (RESETS[0], "item", "engine"),
        (RESETS[0], "day", "yesterday"),
        (RESETS[0], "day", ""),
    ],
)
def test_what_a_record_cannot_be_is_refused(record: StateRecord, field: str, value: object) -> None:
    with pytest.raises(StateError, match=rf"\.{field} must be (one of|a number from|a date)"):
        record.but(**{field: value})  # type: ignore[arg-type]
