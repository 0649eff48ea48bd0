"""Seats: each control moves the seat that is chosen, and no other."""

from __future__ import annotations

from itertools import product

import pytest
from cases import cases
from headunit_touch import drives, find, heard, slide, tap
from PIL import Image, ImageDraw

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.world import World
from automotive_env.car.devices.seat import MASSAGES
from automotive_env.headunit.apps.seats.seat_picture import SeatPictureState, paint_seat
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.rendering.theme import NIGHT

WHO = dict(
    zip(
        ("seat_driver", "seat_passenger", "seat_second_left", "seat_second_right", "seat_third_left", "seat_third_right"),
        SEATS,
        strict=True,
    )
)


@pytest.fixture
def seats(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("seats")
    return head_unit


def test_the_driver_comes_first(seats: HeadUnit) -> None:
    assert find(seats, "seat_driver").selected
    assert not find(seats, "seat_passenger").selected


@pytest.mark.parametrize(("who", "seat"), WHO.items())
def test_the_chosen_seat_is_heated(seats: HeadUnit, world: World, who: str, seat: str) -> None:
    changes = heard(world)
    tap(seats, who)
    assert find(seats, who).selected
    tap(seats, "seat_heater")
    assert changes == [(f"seat.{seat}.heater.is_on", True, "touch")]
    assert find(seats, "seat_heater").checked
    tap(seats, "seat_heater")
    assert world.get(f"seat.{seat}.heater.is_on") is False


@pytest.mark.parametrize(("word", "gear"), [("low", 1), ("medium", 3), ("high", 5)])
def test_a_step_of_the_heating_switches_it_on(seats: HeadUnit, world: World, word: str, gear: int) -> None:
    tap(seats, "seat_passenger")
    tap(seats, f"seat_heater_{word}")
    assert world.get("seat.passenger seat.heater.is_on") is True
    assert world.get("seat.passenger seat.heater.temperature_level") == gear
    assert world.get("seat.driver's seat.heater.is_on") is False
    steps = {step: find(seats, f"seat_heater_{step}").selected for step in ("low", "medium", "high")}
    assert steps == {step: step == word for step in steps}


@pytest.mark.parametrize(("gear", "word"), [(1, "low"), (2, "low"), (3, "medium"), (4, "high"), (5, "high")])
def test_every_gear_shows_as_one_step(seats: HeadUnit, world: World, gear: int, word: str) -> None:
    world.call("seat.carcontrol_carSeat_heater_set", {"value": gear, "unit": "gear", "position": [SEATS[0]]})
    assert [step for step in ("low", "medium", "high") if find(seats, f"seat_heater_{step}").selected] == [word]


@pytest.mark.parametrize(
    ("id", "strength"), [("seat_ventilation", "ventilation.airflow"), ("seat_massage", "massager.intensity")]
)
def test_a_strength_switches_on_what_it_is_about(seats: HeadUnit, world: World, id: str, strength: str) -> None:
    tap(seats, "seat_third_left")
    tap(seats, f"{id}_high")
    at = f"seat.{SEATS[4]}"
    assert world.get(f"{at}.{strength}_level") == 5
    assert world.get(f"{at}.{strength.split('.')[0]}.is_on") is True
    assert find(seats, f"{id}_high").selected


def test_the_wheel_is_warmed_beside_the_drivers_seat(seats: HeadUnit, world: World) -> None:
    tap(seats, "steering_wheel_heater_medium")
    assert (world.steeringWheel.is_heater_on, world.get("steeringWheel.heater_level")) == (True, 5)
    tap(seats, "steering_wheel_heater")
    assert not world.steeringWheel.is_heater_on
    tap(seats, "seat_passenger")
    assert not [element for element in seats.elements() if element.name.startswith("steering_wheel")]


@pytest.mark.parametrize(("id", "flag"), [("seat_folded", "is_folded"), ("seat_easy_entry", "guest_welcome_mode")])
def test_the_whole_seat(seats: HeadUnit, world: World, id: str, flag: str) -> None:
    tap(seats, "seat_third_right")
    tap(seats, id)
    assert world.get(f"seat.{SEATS[5]}.position.{flag}") is True
    assert find(seats, id).checked
    tap(seats, id)
    assert world.get(f"seat.{SEATS[5]}.position.{flag}") is False


@pytest.mark.parametrize(("id", "flag"), [("seat_ventilation", "ventilation"), ("seat_massage", "massager")])
def test_air_and_massage(seats: HeadUnit, world: World, id: str, flag: str) -> None:
    changes = heard(world)
    tap(seats, id)
    assert changes == [(f"seat.{SEATS[0]}.{flag}.is_on", True, "touch")]
    assert find(seats, id).checked


@pytest.mark.parametrize("mode", MASSAGES)
def test_a_programme_starts_the_massage(seats: HeadUnit, world: World, mode: str) -> None:
    tap(seats, "seat_second_right")
    tap(seats, f"massage_{mode.replace(' ', '_')}")
    massager = f"seat.{SEATS[3]}.massager"
    assert world.get(f"{massager}.is_on") is True
    assert world.get(f"{massager}.active_mode") == mode
    assert find(seats, f"massage_{mode.replace(' ', '_')}").selected


def test_a_second_touch_ends_the_programme(seats: HeadUnit, world: World) -> None:
    tap(seats, "massage_wave")
    tap(seats, "massage_wave")
    assert world.get(f"seat.{SEATS[0]}.massager.active_mode") is None
    assert not find(seats, "massage_wave").selected


@pytest.mark.parametrize(
    ("id", "position"),
    [
        ("seat_backrest", "backrest_angle"),
        ("seat_horizontal", "horizontal_position"),
        ("seat_height", "vertical_position"),
        ("seat_cushion", "cushion_length"),
        ("seat_headrest", "headrest_height"),
        ("seat_cushion_tilt", "cushion_angle"),
        ("seat_leg_rest", "leg_rest_height"),
        ("seat_foot_rest", "feet_rest_height"),
    ],
)
def test_sliders_move_the_seat(seats: HeadUnit, world: World, id: str, position: str) -> None:
    changes = heard(world)
    slide(seats, id, 1.0)
    assert changes == [(f"seat.{SEATS[0]}.position.{position}", 100, "touch")]
    slide(seats, id, 0.0)
    assert world.get(f"seat.{SEATS[0]}.position.{position}") == 0
    assert find(seats, id).range == (0, 100, 0)


def test_the_picture_follows_the_seat(seats: HeadUnit, world: World) -> None:
    before = seats.frame().copy()
    picture = (slice(200, 440), slice(640, 840))
    world.set(f"seat.{SEATS[0]}.position.leg_rest_height", 70)
    assert (seats.frame()[picture] == before[picture]).all()
    world.set(f"seat.{SEATS[0]}.position.backrest_angle", 90)
    assert (seats.frame()[picture] != before[picture]).any()


@cases("position", list(product((0.0, 100.0), repeat=5)))
def test_the_picture_shows_the_whole_seat(position: tuple[float, ...]) -> None:
    def edges(view: SeatPictureState) -> list[bytes]:
        board = Image.new("RGB", (752, 896), NIGHT["card"])
        paint_seat(ImageDraw.Draw(board), 752, 896, NIGHT, view)
        return [board.crop(box).tobytes() for box in ((0, 0, 752, 8), (0, 0, 8, 896), (744, 0, 752, 896))]

    assert edges(SeatPictureState(position, 5, 5, True)) == edges(SeatPictureState((50.0,) * 5, 5))


def test_the_car_knows_whether_the_page_is_open(seats: HeadUnit, world: World) -> None:
    assert world.seat.view_page_open
    seats.home()
    assert not world.seat.view_page_open


def test_works_while_the_car_moves(seats: HeadUnit, world: World) -> None:
    drives(world)
    tap(seats, "seat_heater")
    assert world.get(f"seat.{SEATS[0]}.heater.is_on") is True
