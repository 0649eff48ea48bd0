"""Units of temperatures: each step of one unit is a step of the other, and measured ones are true to the degree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.core.world import World
from automotive_env.car.driving.temperature import (
    FAHRENHEIT,
    UNIT,
    UNITS,
    celsius_of,
    degrees,
    number,
    set_point,
    unit_of,
    wanted,
)
from automotive_env.car.owner.events import happen
from automotive_env.car.owner.life import live
from automotive_env.car.owner.scenarios import world_of
from automotive_env.place.country import countries
from automotive_env.place.places import PLACES

HALF_DEGREES = [half / 2 for half in range(32, 61)]


@pytest.mark.parametrize("unit", UNITS)
def test_every_set_point_has_a_number_of_its_own_and_is_reached_by_it(unit: str) -> None:
    shown = [set_point(celsius, unit) for celsius in HALF_DEGREES]
    assert shown == sorted(set(shown))
    assert [celsius_of(number, unit) for number in shown] == HALF_DEGREES
    assert {unit_of(number) for number in shown} == {unit}
    assert len({wanted(celsius, unit) for celsius in HALF_DEGREES}) == len(HALF_DEGREES)


def test_steps_in_fahrenheit_are_whole_degrees_near_the_truth() -> None:
    shown = [set_point(celsius, FAHRENHEIT) for celsius in HALF_DEGREES]
    assert shown == list(range(60, 89))
    assert all(abs(one - (celsius * 1.8 + 32)) <= 2 for one, celsius in zip(shown, HALF_DEGREES, strict=True))


@given(st.floats(-60, 60))
def test_a_measured_temperature_is_true_to_half_a_degree(celsius: float) -> None:
    assert abs(number(celsius, FAHRENHEIT) - (celsius * 9 / 5 + 32)) <= 0.5
    assert degrees(celsius, FAHRENHEIT).endswith(" °F")


@pytest.mark.parametrize("city", ["Phoenix", "London", "Toronto", "Berlin"])
def test_a_life_has_the_unit_of_its_country_for_all_who_drive(city: str) -> None:
    place = next(place for place in PLACES if place.name == city)
    world = world_of("default", place)
    live(world, 5)
    unit = countries()[place.country].units.temperature
    assert world.get(UNIT) == unit == (FAHRENHEIT if city == "Phoenix" else "celsius")
    assert {profile.temperature_unit for profile in world.drivers.profiles} == {unit}
    assert {profile.distance_unit for profile in world.drivers.profiles} == {world.environment.unit_system}


def test_warnings_speak_the_unit() -> None:
    world = World()
    world.set(UNIT, FAHRENHEIT)
    happen(world, "ice warning", temperature=-4)
    assert "25 °F outside" in world.system.notifications[0].text
