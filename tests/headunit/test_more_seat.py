"""The second page of a seat: exact strengths, rests, and what the whole seat does."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.headunit.apps.seats import CHOICES
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.world.device import SEATS
from automotive_env.world.world import World


@pytest.fixture
def more(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("seats")
    tap(head_unit, "seat_third_right")
    tap(head_unit, "seat_more")
    return head_unit


@pytest.mark.parametrize(("who", "seat"), [(id, seat) for seat, _, id in CHOICES])
def test_every_seat_has_its_page(head_unit: HeadUnit, world: World, who: str, seat: str) -> None:
    head_unit.open_app("seats")
    tap(head_unit, who)
    tap(head_unit, "seat_more")
    changes = heard(world)
    slide(head_unit, "seat_leg_rest", 1.0)
    assert changes == [(f"seat.{seat}.position.leg_rest_height", 100, "touch")]


@pytest.mark.parametrize(
    ("id", "path", "top"),
    [
        ("seat_heater_level", "heater.temperature_level", 5),
        ("seat_heater_temperature", "heater.temperature_value", 40),
        ("seat_ventilation_level", "ventilation.airflow_level", 5),
        ("seat_ventilation_percent", "ventilation.airflow_value", 100),
        ("seat_massage_level", "massager.intensity_level", 5),
        ("seat_massage_percent", "massager.intensity_value", 100),
    ],
)
def test_a_strength_switches_on_what_it_is_about(more: HeadUnit, world: World, id: str, path: str, top: int) -> None:
    device = f"seat.{SEATS[5]}.{path.partition('.')[0]}"
    slide(more, id, 1.0)
    assert world.get(f"seat.{SEATS[5]}.{path}") == top
    assert world.get(f"{device}.is_on") is True
    assert find(more, id).range[1:] == (top, top)


def test_a_strength_in_percent_shows_as_a_gear_too(more: HeadUnit, world: World) -> None:
    slide(more, "seat_massage_percent", 0.5)
    assert world.get(f"seat.{SEATS[5]}.massager.intensity_value") == 50
    assert find(more, "seat_massage_level").text == "3"
    assert world.get(f"seat.{SEATS[5]}.massager.intensity_unit") == "percentage"


@pytest.mark.parametrize(
    ("id", "position"),
    [("seat_cushion_tilt", "cushion_angle"), ("seat_leg_rest", "leg_rest_height"), ("seat_foot_rest", "feet_rest_height")],
)
def test_rests(more: HeadUnit, world: World, id: str, position: str) -> None:
    changes = heard(world)
    slide(more, id, 1.0)
    assert changes == [(f"seat.{SEATS[5]}.position.{position}", 100, "touch")]


@pytest.mark.parametrize(("id", "flag"), [("seat_folded", "is_folded"), ("seat_easy_entry", "guest_welcome_mode")])
def test_the_whole_seat(more: HeadUnit, world: World, id: str, flag: str) -> None:
    changes = heard(world)
    tap(more, id)
    assert changes == [(f"seat.{SEATS[5]}.position.{flag}", True, "touch")]
    assert find(more, id).checked
    tap(more, id)
    assert world.get(f"seat.{SEATS[5]}.position.{flag}") is False


def test_back_leads_to_the_same_seat(more: HeadUnit) -> None:
    tap(more, "car_ui_toolbar_nav_icon_container")
    assert find(more, "seat_third_right").selected


def test_works_while_the_car_moves(more: HeadUnit, world: World) -> None:
    drives(world)
    tap(more, "seat_easy_entry")
    assert world.get(f"seat.{SEATS[5]}.position.guest_welcome_mode") is True
