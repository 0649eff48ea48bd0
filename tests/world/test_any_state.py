"""Whatever values the car's state accepts, in whatever combination: each screen can be shown, and the clock runs on."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from world_strategies import is_sound, worlds

from automotive_env.headunit.display_size import SIZES, Size
from automotive_env.headunit.entry import Entry
from automotive_env.headunit.gallery import entries
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.ui_state import UiState
from automotive_env.vehicle.events import happen
from automotive_env.world.world import World

SHOWN = [entry for entry in entries() if entry.app != "system"]


@given(worlds(), st.lists(st.sampled_from(SHOWN), min_size=1, max_size=6), st.sampled_from(SIZES))
def test_any_state_can_be_shown_and_goes_on(world: World, shown: list[Entry], size: Size) -> None:
    head_unit = HeadUnit(world, size)
    for entry in shown:
        head_unit.restore(UiState((entry,)))
        assert head_unit.elements()
        happen(world, "time passes", seconds=60)
    assert head_unit.elements()
    is_sound(world)
