"""Profiles of drivers: what is stored comes back, for whoever drives in whatever order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.content.fill import fill
from automotive_env.car.content.table import table
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.world import World
from automotive_env.car.systems.driver_profiles import (
    POSITIONS,
    SETTINGS,
    add_driver,
    delete_driver,
    rename_driver,
    save_positions,
    switch_driver,
)
from automotive_env.car.systems.drivers import GUEST, MAX_DRIVERS, Drivers
from automotive_env.place.cultures import culture_of

NAMES = [one.name for one in Drivers.profiles.start]
drives = st.lists(st.sampled_from(NAMES), min_size=1, max_size=8)
levels = st.integers(0, 100)


@given(drives, st.lists(levels, min_size=len(POSITIONS), max_size=len(POSITIONS)), st.integers(32, 60))
def test_what_a_driver_stores_comes_back(order: Sequence[str], positions: Sequence[int], half_degrees: int) -> None:
    car = World()
    for path, value in zip(POSITIONS.values(), positions, strict=True):
        car.set(path, value)
    save_positions(car)
    car.set(SETTINGS["temperature"], half_degrees / 2)
    car.maps.keep("Airport", kept=True)
    owner = NAMES[0]
    mine = [car.get(path) for path in (*POSITIONS.values(), *SETTINGS.values())], car.maps.favorites, car.handset.favorites
    for name in order:
        switch_driver(car, name)
    switch_driver(car, owner)
    assert mine == (
        [car.get(path) for path in (*POSITIONS.values(), *SETTINGS.values())], car.maps.favorites, car.handset.favorites
    )  # fmt: skip


@given(drives)
def test_the_car_is_as_the_profile_of_who_drives(order: Sequence[str]) -> None:
    car = World()
    for name in order:
        switch_driver(car, name)
        profile = car.drivers.profile(name)
        assert profile
        held = {field: car.get(path) for field, path in {**POSITIONS, **SETTINGS}.items()}
        assert held == {field: getattr(profile, field) for field in held}
        assert car.drivers.active == name
        assert not [one for one in car.drivers.favorites if one.driver == name]


def test_a_guest_leaves_nothing() -> None:
    car = World()
    switch_driver(car, GUEST)
    before = car.drivers.profile(GUEST)
    car.set(SETTINGS["temperature"], 29)
    car.maps.keep("Airport", kept=True)
    with pytest.raises(CallRefused):
        save_positions(car)
    switch_driver(car, NAMES[1])
    assert car.drivers.profile(GUEST) == before
    switch_driver(car, GUEST)
    assert car.maps.favorites == ()


def test_a_new_name_keeps_the_favourites() -> None:
    car = World()
    kept = [one.name for one in car.drivers.favorites if one.driver == "Sofia"]
    assert rename_driver(car, "Sofia", " Sofie ") == "Sofie"
    assert [one.name for one in car.drivers.favorites if one.driver == "Sofie"] == kept
    rename_driver(car, "Robin", "Robyn")
    assert car.drivers.active == "Robyn"


def test_what_is_refused_changes_nothing() -> None:
    car = World()
    while len(car.drivers.profiles) < MAX_DRIVERS:
        add_driver(car, f"Driver {len(car.drivers.profiles)}")
    before = car.snapshot()
    for act in (
        lambda: add_driver(car, "One more"),
        lambda: delete_driver(car, "Robin"),
        lambda: delete_driver(car, GUEST),
        lambda: rename_driver(car, GUEST, "Somebody"),
        lambda: rename_driver(car, "Sofia", "robin"),
        lambda: switch_driver(car, "Nobody"),
    ):
        with pytest.raises(CallRefused):
            act()
    assert car.diff(before) == {}


@pytest.mark.parametrize("country", ["DE", "JP", "CN", "XX"])
def test_drivers_are_drawn_with_the_rest(country: str) -> None:
    cars = [World(), World()]
    for car in cars:
        car.set("road.country", country)
        fill(car, 7)
    first, second = cars
    assert first.drivers.profiles == second.drivers.profiles
    names = [one.name for one in first.drivers.profiles]
    assert len(set(names)) == len(names) >= 3
    assert (names[0], names[-1]) == (first.drivers.active, GUEST)
    given_names = table("names")[culture_of(country)]["given"]
    assert set(names[:-1]) <= set(given_names)
    for name in (*names, names[0]):
        switch_driver(first, name)
