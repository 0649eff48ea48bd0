"""Vehicle: the windows and what the car says of itself."""

from __future__ import annotations

from typing import Any

from automotive_env.headunit.bind import bind
from automotive_env.headunit.pictures.car_picture import CarView, paint_car
from automotive_env.headunit.rendering.node import Column, Grid, Node, Row
from automotive_env.headunit.rendering.theme import SECONDARY
from automotive_env.headunit.screen import App, Screen, View
from automotive_env.headunit.touch import call
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.list_view import SwitchRow
from automotive_env.headunit.widgets.page import page
from automotive_env.headunit.widgets.picture import Picture
from automotive_env.headunit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.widgets.text import Icon, Text
from automotive_env.headunit.widgets.wording import degrees
from automotive_env.world.device import SEATS

WINDOWS = "window.window_states"
OPENINGS = tuple(f"{WINDOWS}.{seat}.open_degree" for seat in SEATS)
CHILD_LOCKS = tuple(f"{WINDOWS}.{seat}.child_safety_lock" for seat in SEATS[2:])
MOVE = "window.carcontrol_window_height_set"


def _opening(percent: float) -> str:
    return "Closed" if not percent else "Open" if percent == 100 else f"{percent:.0f} %"


def _window(number: int, name: str, id: str) -> SlimSlider:
    return SlimSlider(OPENINGS[number], name, id=id, says=_opening, grow=1.0)


def _windows(*sliders: SlimSlider) -> Card:
    return Card(*sliders, gap=0, padding=(28, 16), grow=1.0)


def _view(*openings: Any) -> CarView:
    return CarView(tuple(float(opening) for opening in openings))


def _fact(icon: str, value: Any, name: str, id: str) -> Node:
    words = Column(
        Text(value, id=id, description=name, size=SECONDARY + 8, weight="medium", grow=0.0),
        Text(name, size=SECONDARY, ink="quiet"),
        gap=0,
        grow=1.0,
        height=70,
    )
    return Row(Icon(icon, size=44, ink="accent"), words, gap=16, grow=1.0)


class VehicleScreen(Screen):
    """Windows around a picture of the car."""

    name = "vehicle"
    title = "Vehicle"

    def build(self, car: View) -> Node:
        left = _windows(_window(0, "Driver window", "window_driver"), _window(2, "Rear left window", "window_second_left"))
        right = _windows(
            _window(1, "Passenger window", "window_passenger"), _window(3, "Rear right window", "window_second_right")
        )
        picture = Card(Picture(paint_car, bind(*OPENINGS[:4], to=_view), grow=1.0), padding=12, width=340)
        return page(
            self.title,
            Row(Column(left, self.locks(), grow=1.0), picture, Column(right, self.facts(), grow=1.0), grow=1.0),
            actions=self.everything(),
        )

    def everything(self) -> tuple[Button, ...]:
        """All windows at once."""
        seats = list(SEATS)
        return (
            Button(
                call(MOVE, degree="max", position=seats), id="windows_open_all", text="Open all windows", icon="window_open",
                wide=True, icon_size=36, width=300,
            ),
            Button(
                call(MOVE, degree="min", position=seats), id="windows_close_all", text="Close all windows", icon="window_closed",
                wide=True, icon_size=36, width=300,
            ),
        )  # fmt: skip

    def locks(self) -> Node:
        """What keeps windows shut."""
        child_lock = SwitchRow(
            CHILD_LOCKS[0], "Child lock", "Rear windows", id="window_child_lock", icon="child_care", writes=CHILD_LOCKS, height=92
        )
        auto_close = SwitchRow(
            "window.auto_close_on_lock", "Close on lock", "All windows", id="auto_close_on_lock", icon="car_lock", height=92
        )
        return Card(child_lock, auto_close, gap=8, padding=12)

    def facts(self) -> Node:
        """What the car says of itself."""
        facts = Grid(
            _fact("local_gas_station", bind("road.fuel_level", to=lambda level: f"{level:.0f} %"), "Fuel", "fuel_level_value"),
            _fact("thermostat", bind("road.outside_temperature", to=degrees), "Outside", "outside_temperature_value"),
            _fact("car_gear", bind("road.gear", to=str.capitalize), "Gear", "gear_value"),
            _fact("airline_seat_recline_normal", bind("environment.temperature", to=degrees), "Cabin", "cabin_temperature_value"),
            columns=2, gap=8, grow=1.0,
        )  # fmt: skip
        return Card(facts, padding=(28, 12), height=216)


APP = App(
    name="vehicle",
    title="Vehicle",
    icon="directions_car",
    package="com.android.car.vehicle",
    screens=(VehicleScreen,),
    aliases=("car", "windows", "car status", "my car"),
    order=50,
)
