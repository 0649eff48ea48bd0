"""Everything that a driver can set has its place on the head unit, or a declared reason for having none."""

from __future__ import annotations

from pathlib import Path

import pytest

from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.scripts.head_unit_coverage import coverage
from automotive_env.scripts.head_unit_placement import (
    MAX_TAPS_WANTED,
    all_gaps,
    document,
    gaps,
    missing_values,
    patterns,
    reason_for,
)
from automotive_env.scripts.head_unit_unplaced import UNPLACED

DOCUMENT = Path(__file__).parents[2] / "docs" / "headunit.md"


def slot(path: str) -> int:
    return INDEX[path]


def rows() -> dict[str, list[str]]:
    """The document's table: pattern of paths -> where it is shown, where it is set, taps."""
    cells = [line.strip("| ").split(" | ") for line in DOCUMENT.read_text().splitlines() if line.startswith("| `")]
    return {pattern.strip("`"): places for pattern, *places in cells}


@pytest.mark.sweep
def test_the_document_has_a_row_for_each_property_and_places_for_what_is_near_home() -> None:
    found, documented = coverage(max_taps=2), rows()
    assert found.faults == set()
    assert list(documented) == [pattern for pattern, _ in patterns()], "run `python -m automotive_env.scripts.write_docs`"
    assert found.written[slot("system.wifi")].widget in {"wifi", "wifi_toggle"}
    assert found.written[slot("airConditioner.defroster.rear")].widget == "rear_defroster_button"
    assert found.taps[slot("airConditioner.defroster.rear")] <= 2
    assert found.shown[slot("environment.timestamp")].screen == "top_bar"
    assert len(found.written) > 80
    for number in found.written:
        assert " / " in documented[SCHEMA[number].pattern][1], SCHEMA[number].path
    for number in found.shown:
        assert " / " in documented[SCHEMA[number].pattern][0], SCHEMA[number].path


@pytest.mark.sweep
def test_one_walk_finds_what_there_is_and_the_document_says_so() -> None:
    """One test, because the walk takes many seconds and several would be given to several processes."""
    found = coverage()
    assert found.faults == set()
    assert found.written[slot("system.wifi")].widget in {"wifi", "wifi_toggle"}
    assert found.values[slot("system.wifi")] == {True, False}
    assert found.written[slot("airConditioner.defroster.rear")].widget == "rear_defroster_button"
    assert found.taps[slot("airConditioner.defroster.rear")] <= 2
    assert found.written[slot("seat.second row left.heater.is_on")].app == "seats"
    assert found.shown[slot("road.outside_temperature")].direct
    assert found.shown[slot("environment.timestamp")].screen == "top_bar"
    assert found.values[slot("navigation.is_active")] == {True, False}, "typing counts"
    assert len(found.values[slot("music._current_track_index")]) >= 9, "scrolled rows count"
    assert slot("road.fuel_level") not in found.written, "nobody sets it"
    assert slot("environment.speaker") not in found.written, "nobody sets it"
    assert [f"{gap.path}: {gap.lacks}" for gap in gaps()] == [], "neither a place nor a reason"
    far = [gap for gap in all_gaps() if "taps from home" in gap.lacks]
    assert far == [], f"more than {MAX_TAPS_WANTED} taps"
    assert set(UNPLACED) <= {reason_for(gap.path) for gap in all_gaps()}, "reasons that are not needed"
    assert DOCUMENT.read_text() == document(), "run `python -m automotive_env.scripts.write_docs`"


def test_a_control_that_sets_only_some_values_is_not_enough() -> None:
    drive_mode = SCHEMA[slot("assistance.drive_mode")]
    assert missing_values(drive_mode, {"eco", "comfort", "sport"}) == ["snow"]
    assert missing_values(SCHEMA[slot("system.wifi")], {False}) == ["True"]
    assert missing_values(SCHEMA[slot("environment.volume")], {3}) == ["another value"]
    assert missing_values(SCHEMA[slot("environment.volume")], {3, 4}) == []


def test_every_pattern_is_listed_once() -> None:
    listed = [number for _, slots in patterns() for number in slots]
    assert sorted(listed) == list(range(len(SCHEMA)))


def test_reasons_say_something_and_fit_a_property() -> None:
    for pattern, reason in UNPLACED.items():
        assert 8 <= len(reason) <= 90, pattern
        assert any(reason_for(slot.path) == pattern for slot in SCHEMA), f"{pattern} fits nothing"
