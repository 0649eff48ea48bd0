"""Energy: what is left, how far that goes, where to get more."""

from __future__ import annotations

import re
from datetime import date

import pytest
from cases import cases
from headunit_screens import SCREENS, open_entry
from headunit_touch import drives, find, heard, slide, tap
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.content.trips import last_trips
from automotive_env.car.core.world import World
from automotive_env.car.driving.energy import POWERTRAINS
from automotive_env.car.owner.events import happen
from automotive_env.car.owner.life import live
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry


@pytest.fixture
def energy(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("charging")
    return head_unit


def test_the_range_follows_the_tank_and_the_drive_mode(energy: HeadUnit, world: World) -> None:
    world.set("road.fuel_level", 50)
    assert find(energy, "range_text").text == "320 km"
    world.set("road.fuel_level", 10)
    assert (find(energy, "range_text").text, find(energy, "energy_state").text) == ("60 km", "Charge soon")
    world.set("assistance.drive_mode", "eco")
    assert find(energy, "range_text").text == "70 km"
    world.set("environment.unit_system", "mile")
    assert find(energy, "range_text").text == "40 miles"


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize(
    ("powertrain", "id", "row"),
    [("combustion", "find_fuel_button", "result_item"), ("electric", "find_charging_button", "station_item")],
)
def test_the_way_to_more_leads_over_a_list_and_the_place(
    energy: HeadUnit, world: World, powertrain: str, id: str, row: str, moving: bool
) -> None:
    world.set("energy.powertrain", powertrain)
    if moving:
        drives(world)
    tap(energy, id)
    nearest = next(element for element in energy.elements() if element.name == row)
    assert energy.tap(*nearest.box.center) == ""
    assert world.system.foreground_screen == "place"
    assert not world.navigation.is_active
    tap(energy, "start_button")
    assert world.navigation.current_route
    assert world.navigation.current_route.destination == nearest.text
    assert world.system.foreground_app == "maps"


TIMES = {"departure_time": "departure_time", "off_peak_start": "off_peak_start", "off_peak_end": "off_peak_end"}


@pytest.mark.parametrize(("id", "path"), TIMES.items())
def test_times_are_picked(energy: HeadUnit, world: World, id: str, path: str) -> None:
    tap(energy, "energy_charging")
    changes = heard(world)
    tap(energy, id)
    tap(energy, "hour_5")
    tap(energy, "minute_45")
    tap(energy, "time_close")
    assert changes[-1] == (f"energy.{path}", 5 * 60 + 45, "touch")
    assert {changed for changed, _, _ in changes} == {f"energy.{path}"}
    assert find(energy, id).text == "05:45"
    world.set("environment.time_display_format", "12-hour format")
    assert find(energy, id).text == "5:45 AM"


def test_the_limit_is_slid(energy: HeadUnit, world: World) -> None:
    tap(energy, "energy_charging")
    slide(energy, "charge_limit", 0.0)
    assert world.energy.charge_limit == 50
    slide(energy, "charge_limit", 1.0)
    assert world.energy.charge_limit == 100


def test_what_charging_does_is_told(energy: HeadUnit, world: World) -> None:
    tap(energy, "energy_charging")
    assert find(energy, "charge_state").text == "Not plugged in"
    world.set("energy.is_plugged_in", True)
    assert find(energy, "charge_state").text == "Charging, 1 h 05 left"
    tap(energy, "charging_on")
    assert find(energy, "charge_state").text == "Plugged in, does not charge"
    tap(energy, "charging_on")
    world.set("environment.timestamp", "2025-04-14 12:00:00")
    tap(energy, "off_peak")
    assert find(energy, "charge_state").text == "Waits until 22:00"
    tap(energy, "day_monday")
    assert find(energy, "charge_state").text == "Charging, 1 h 05 left"


@given(day=st.dates(date(2025, 1, 1), date(2025, 12, 31)), seed=st.integers(0, 999), commute=st.just(0.0) | st.floats(0.5, 30))
def test_trips_are_over_and_the_same_for_the_same_day(day: date, seed: int, commute: float) -> None:
    trips = last_trips(seed, day, commute)
    assert trips == last_trips.__wrapped__(seed, day, commute)
    assert [trip.began for trip in trips] == sorted((trip.began for trip in trips), reverse=True)
    assert all(trip.began[:10] < day.isoformat() and trip.km > 0 and 10 < trip.consumption < 40 for trip in trips)
    to_work = [trip for trip in trips if date.fromisoformat(trip.began[:10]).weekday() < 5] if commute else []
    assert all(commute - 0.1 <= trip.km <= 1.06 * commute + 0.1 for trip in to_work)
    assert not commute or len(to_work) == 20


def test_trips_in_the_units_of_the_place(energy: HeadUnit, world: World) -> None:
    tap(energy, "energy_trips")
    assert "kWh/100 km" in find(energy, "average_consumption").text
    world.set("environment.unit_system", "mile")
    assert "mi/kWh" in find(energy, "average_consumption").text
    assert all(" mi ·" in element.description for element in energy.elements() if element.name == "trip_item")


def test_the_flap_and_its_lock(energy: HeadUnit, world: World) -> None:
    tap(energy, "fuel_port")
    assert world.fuelPort.is_open
    tap(energy, "fuel_port")
    tap(energy, "fuel_port_lock")
    assert world.fuelPort.is_locked


def test_a_locked_flap_stays_shut(energy: HeadUnit, world: World) -> None:
    world.call("fuelPort.lock_switch", {"switch": True})
    assert "locked" in energy.tap(*find(energy, "fuel_port").box.center)


OTHER = {
    "electric": re.compile(r"\b(fuel|tank|petrol|litres?|fill(ed|er)?|mpg)\b|l/100", re.IGNORECASE),
    "combustion": re.compile(r"\b(charg\w+|kwh|low battery|kw)\b", re.IGNORECASE),
}
"""Powertrain -> words of the other kind of energy."""
PUMP, PLUG = "local_gas_station", "ev_station"
DIRECTORIES = ("maps.", "phone.")
"""Apps that list places or things of people, whatever the car runs on."""


@cases("entry", [screen for screen in SCREENS if not str(screen.id).startswith(DIRECTORIES)])
@pytest.mark.parametrize("powertrain", OTHER)
def test_screens_show_one_kind_of_energy(entry: ScreenEntry, powertrain: str) -> None:
    head_unit = HeadUnit(World())
    head_unit.world.set("energy.powertrain", powertrain)
    layer = open_entry(head_unit, entry)
    said = [f"{element.text} {element.description}" for element in head_unit.elements() if "wireless" not in element.name]
    assert not [text for text in said if OTHER[powertrain].search(text)]
    icons = {state.icon for state in layer.states}
    assert (PUMP if powertrain == "electric" else PLUG) not in icons


def test_the_profile_says_what_a_car_runs_on_and_how_much_is_left() -> None:
    cars = []
    for seed in range(1, 40):
        world = World()
        owner = live(world, seed).owner
        cars.append((world.get("energy.powertrain"), world.get("road.fuel_level")))
        assert cars[-1] == (owner.powertrain, owner.energy_level)
        told = {entry.kind for entry in world.system.notifications} & {"charging", "charged"}
        assert not told or owner.powertrain == "electric"
    assert {kind for kind, _ in cars} == set(POWERTRAINS)
    assert len({level for _, level in cars}) > 20


def test_a_scene_may_say_what_the_car_runs_on() -> None:
    for powertrain in POWERTRAINS:
        world = World()
        happen(world, "another driver", seed=7, powertrain=powertrain)
        assert world.energy.powertrain == powertrain


def test_trips_are_in_litres_or_miles_a_gallon_with_a_tank(energy: HeadUnit, world: World) -> None:
    world.set("energy.powertrain", "combustion")
    tap(energy, "energy_trips")
    assert find(energy, "average_consumption").text.endswith(" l/100 km")
    world.set("environment.unit_system", "mile")
    assert find(energy, "average_consumption").text.endswith(" mpg")
    tap(energy, "energy_stations")
    assert all(" per litre" in item.description for item in energy.elements() if item.name == "station_item")
