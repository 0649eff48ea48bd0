"""Energy: what is left, how far that goes, where to get more."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, tap

from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.world.world import World


@pytest.fixture
def energy(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("charging")
    return head_unit


def test_the_range_follows_the_tank_and_the_drive_mode(energy: HeadUnit, world: World) -> None:
    world.set("road.fuel_level", 50)
    assert find(energy, "range_text").text == "320 km"
    world.set("road.fuel_level", 10)
    assert (find(energy, "range_text").text, find(energy, "energy_state").text) == ("60 km", "Fill up soon")
    tap(energy, "drive_mode_eco")
    assert find(energy, "range_text").text == "70 km"
    world.set("environment.unit_system", "mile")
    assert find(energy, "range_text").text == "40 miles"


@pytest.mark.parametrize("mode", ["eco", "sport", "snow"])
def test_drive_modes(energy: HeadUnit, world: World, mode: str) -> None:
    changes = heard(world)
    tap(energy, f"drive_mode_{mode}")
    assert changes == [("assistance.drive_mode", mode, "touch")]


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize(("id", "name"), [("find_fuel_button", "Fuel Station"), ("find_charging_button", "Charging Station")])
def test_the_way_to_more(energy: HeadUnit, world: World, id: str, name: str, moving: bool) -> None:
    if moving:
        drives(world)
    tap(energy, id)
    assert world.navigation.current_route
    assert world.navigation.current_route.destination == name
    assert world.system.foreground_app == "maps"


def test_the_flap_and_its_lock(energy: HeadUnit, world: World) -> None:
    tap(energy, "fuel_port")
    assert world.fuelPort.is_open
    tap(energy, "fuel_port")
    tap(energy, "fuel_port_lock")
    assert world.fuelPort.is_locked


def test_a_locked_flap_stays_shut(energy: HeadUnit, world: World) -> None:
    world.call("fuelPort.lock_switch", {"switch": True})
    assert "locked" in energy.tap(*find(energy, "fuel_port").box.center)
