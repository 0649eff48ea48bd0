"""Drivers: the way to the profiles, switching, storing, names, and what a moving car refuses."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, tap

from automotive_env.car.core.world import World
from automotive_env.car.systems.driver_profiles import POSITIONS
from automotive_env.car.systems.drivers import GUEST, MAX_NAME_CHARACTERS
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.touch import LOCKED

SEAT = POSITIONS["seat_distance"]


def open_driver(unit: HeadUnit, name: str) -> None:
    tap(unit, "user_name_text")
    for _ in range(4):
        rows = [row for row in unit.elements() if row.name == "driver_item" and row.text == name]
        if rows:
            break
        unit.scroll("down", find(unit, "driver_list").box.center)
    assert unit.tap(*rows[0].box.center) == ""


def refusal(unit: HeadUnit, name: str) -> str:
    return unit.tap(*find(unit, name).box.center)


def type_name(unit: HeadUnit, name: str) -> str:
    tap(unit, "driver_name_edit_text")
    assert unit.type_text(name) == ""
    return unit.enter()


def test_a_switch_takes_effect_at_once(head_unit: HeadUnit, world: World) -> None:
    open_driver(head_unit, "Sofia")
    tap(head_unit, "switch_driver_button")
    assert (world.drivers.active, world.get(SEAT), world.system.night_mode) == ("Sofia", 30, "day")
    assert find(head_unit, "user_name_text").text == "Sofia"
    assert find(head_unit, "restore_seat_button")


def test_seat_and_mirrors_are_stored_and_restored(head_unit: HeadUnit, world: World) -> None:
    open_driver(head_unit, "Robin")
    assert find(head_unit, "profile_state").text == "Seat and mirrors are as stored"
    world.set(SEAT, 80)
    assert find(head_unit, "profile_state").text == "Seat or mirrors have moved"
    tap(head_unit, "restore_seat_button")
    assert world.get(SEAT) == 50
    world.set(SEAT, 75)
    tap(head_unit, "save_seat_button")
    assert find(head_unit, "profile_state").text == "Seat and mirrors are as stored"
    profile = world.drivers.profile("Robin")
    assert profile
    assert profile.seat_distance == 75


def test_nothing_of_it_is_done_while_the_car_moves(head_unit: HeadUnit, world: World) -> None:
    drives(world)
    before = world.drivers.profiles
    open_driver(head_unit, "Sofia")
    assert refusal(head_unit, "switch_driver_button") == LOCKED
    tap(head_unit, "delete_driver_button")
    assert refusal(head_unit, "confirm_delete_driver_button") == LOCKED
    assert refusal(head_unit, "rename_driver_button") == ""
    assert refusal(head_unit, "driver_name_edit_text") != ""
    assert (world.drivers.profiles, world.drivers.active) == (before, "Robin")


def test_a_driver_is_added_renamed_and_deleted(head_unit: HeadUnit, world: World) -> None:
    tap(head_unit, "user_name_text")
    tap(head_unit, "add_driver_button")
    assert type_name(head_unit, "  Ada   Lovelace ") == ""
    assert [one.name for one in world.drivers.profiles] == ["Robin", "Sofia", "Kenji", "Ada Lovelace", GUEST]
    open_driver(head_unit, "Ada Lovelace")
    tap(head_unit, "rename_driver_button")
    assert find(head_unit, "driver_name_edit_text").text == "Ada Lovelace"
    assert type_name(head_unit, "Ada") == ""
    assert find(head_unit, "profile_name").text == "Ada"
    tap(head_unit, "delete_driver_button")
    tap(head_unit, "keep_driver_button")
    assert world.drivers.profile("Ada")
    tap(head_unit, "delete_driver_button")
    tap(head_unit, "confirm_delete_driver_button")
    assert world.drivers.profile("Ada") is None
    assert world.system.foreground_screen == "settings_profile"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (" ", "a driver needs a name"),
        ("sofia", "there is a driver of this name already"),
        ("guest", "there is a driver of this name already"),
        ("x" * (MAX_NAME_CHARACTERS + 1), f"a name has at most {MAX_NAME_CHARACTERS} characters"),
    ],
)
def test_names_that_do_not_fit(head_unit: HeadUnit, name: str, why: str) -> None:
    tap(head_unit, "user_name_text")
    tap(head_unit, "add_driver_button")
    assert type_name(head_unit, name) == why


def test_the_guest_stays(head_unit: HeadUnit) -> None:
    open_driver(head_unit, GUEST)
    names = {element.name for element in head_unit.elements()}
    assert "delete_driver_button" not in names
    assert "rename_driver_button" not in names
    tap(head_unit, "switch_driver_button")
    assert find(head_unit, "profile_state").text == "Nothing is stored for a guest"


def test_the_guest_has_a_word_of_the_language_and_others_have_their_names(head_unit: HeadUnit, world: World) -> None:
    world.environment.language = "Japanese"
    tap(head_unit, "user_name_text")
    head_unit.scroll("down", find(head_unit, "driver_list").box.center)
    names = {row.text for row in head_unit.elements() if row.name == "driver_item"}
    assert "ゲスト" in names
    assert "Kenji" in names
