"""The side windows of the vehicle app: each one, all at once, what keeps them shut, and what the car says of itself."""

from __future__ import annotations

from typing import Any

from automotive_env.car.core.device import SEATS
from automotive_env.car.driving.temperature import UNIT, degrees, whole_degrees
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row, in_order
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import call, switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.pictures.open_car import paint_car
from automotive_env.headunit.shared.powertrain import EnergyLook, look_of
from automotive_env.headunit.shared.vehicle_view import car_view, opening, sides

STATES = "window.window_states"
MOVE = "window.carcontrol_window_height_set"
CHILD_LOCK = "window.carcontrol_window_mode_childSafetyLock"
REAR = SEATS[2:]


def windows(car: BuildContext) -> LayoutNode:
    """The section."""
    on_left, on_right = sides(car)
    left = Column(_windows(on_left), _locks(), grow=1.0)
    middle = Column(Card(PictureWidget(paint_car, car_view(), grow=1.0), padding=12, grow=1.0), _all(), width=300)
    right = Column(_windows(on_right), _facts(look_of(car)), grow=1.0)
    return in_order(Row(left, middle, right, grow=1.0))


def _windows(places: tuple[tuple[str, str, str], ...]) -> LayoutNode:
    return Card(*(_window(*place) for place in places), gap=4, padding=(16, 10), grow=1.0)


def _window(seat: str, name: str, id: str) -> LayoutNode:
    at = f"{STATES}.{seat}"
    slider = ApiSlider(
        f"{at}.open_degree", f"{name} window", MOVE, {"position": [seat]},
        id=f"window_{id}", says=opening, asks=lambda opened: 100 - opened, grow=1.0,
    )  # fmt: skip
    lock = ToggleButton(
        f"{at}.child_safety_lock", id=f"window_child_lock_{id}", icon="child_lock",
        description=f"Child lock, {name.lower()} window",
        on_tap=switched(f"{at}.child_safety_lock", CHILD_LOCK, position=[seat]), icon_size=40, width=TARGET, height=TARGET,
    )  # fmt: skip
    return Row(slider, lock, gap=12, grow=1.0)


def _all() -> LayoutNode:
    """All windows at once."""
    return Row(
        Button(
            call(MOVE, degree="max", position=list(SEATS)), id="windows_open_all", text="Open all",
            description="Open all windows", icon="window_open", icon_size=36, grow=1.0,
        ),
        Button(
            call(MOVE, degree="min", position=list(SEATS)), id="windows_close_all", text="Close all",
            description="Close all windows", icon="window_closed", icon_size=36, grow=1.0,
        ),
        gap=16, height=96,
    )  # fmt: skip


def _locks() -> LayoutNode:
    """What keeps windows shut."""
    lock = f"{STATES}.{REAR[0]}.child_safety_lock"
    leave = "window.auto_close_on_lock"
    return Column(
        SwitchRow(
            lock, "Child lock", "All rear windows", id="window_child_lock", icon="child_lock",
            on_tap=switched(lock, CHILD_LOCK, position=list(REAR)), height=84,
        ),
        SwitchRow(
            leave, "Close on lock", "All windows", id="auto_close_on_lock", icon="car_lock",
            on_tap=switched(leave, "window.carcontrol_window_mode_leaveAndLockAutoCloseWindow"), height=84,
        ),
        gap=8,
    )  # fmt: skip


def _facts(look: EnergyLook) -> LayoutNode:
    """What the car says of itself."""
    cabin = bind("cabin.air_temperature", UNIT, to=whole_degrees)
    facts = Grid(
        _fact(look.icon, bind("road.fuel_level", to=lambda level: f"{level:.0f} %"), look.name, "fuel_level_value"),
        _fact("thermostat", bind("road.outside_temperature", UNIT, to=degrees), "Outside", "outside_temperature_value"),
        _fact("car_gear", bind("road.gear", to=str.capitalize), "Gear", "gear_value"),
        _fact("airline_seat_recline_normal", cabin, "Cabin", "cabin_temperature_value"),
        columns=2, gap=8, grow=1.0,
    )  # fmt: skip
    return Card(facts, padding=(28, 12), height=176)


def _fact(icon: str, value: Any, name: str, id: str) -> LayoutNode:
    words = Column(
        Text(value, id=id, description=name, size=SECONDARY + 8, weight="medium", grow=0.0),
        Text(name, size=SECONDARY, ink="quiet"),
        gap=0,
        grow=1.0,
        height=70,
    )
    return Row(Icon(icon, size=44, ink="accent"), words, gap=16, grow=1.0)
