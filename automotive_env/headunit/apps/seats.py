"""Seats: heating, ventilation, massage and position of each."""

from __future__ import annotations

from automotive_env.headunit.bind import Bind, bind
from automotive_env.headunit.parts.more_seat import MoreSeatScreen
from automotive_env.headunit.pictures.seat_picture import SeatView, paint_seat
from automotive_env.headunit.rendering.node import Column, Grid, Node, Row
from automotive_env.headunit.rendering.theme import TARGET
from automotive_env.headunit.screen import App, Screen, View
from automotive_env.headunit.touch import Handler, Touch, call, go
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.list_view import ListView, SwitchRow
from automotive_env.headunit.widgets.page import page
from automotive_env.headunit.widgets.picture import Picture
from automotive_env.headunit.widgets.pills import choices, pills
from automotive_env.headunit.widgets.slim_slider import SlimSlider
from automotive_env.world.device import SEATS
from automotive_env.world.devices.seat import MASSAGES

CHOICES = tuple(
    (seat, text, id)
    for seat, (text, id) in zip(
        SEATS,
        (
            ("Driver", "seat_driver"),
            ("Passenger", "seat_passenger"),
            ("Rear left", "seat_second_left"),
            ("Rear right", "seat_second_right"),
            ("Third left", "seat_third_left"),
            ("Third right", "seat_third_right"),
        ),
        strict=True,
    )
)
HEAT = (("low", "Low", 1, (1, 2)), ("medium", "Medium", 3, (3,)), ("high", "High", 5, (4, 5)))
"""Steps of the heating: id, text, gear that a touch sets, gears that count as this step."""
SLIDERS = (
    ("backrest_angle", "Backrest", "seat_backrest"),
    ("horizontal_position", "Forward and back", "seat_horizontal"),
    ("vertical_position", "Seat height", "seat_height"),
    ("cushion_length", "Cushion", "seat_cushion"),
    ("headrest_height", "Headrest", "seat_headrest"),
)


def _seat_view(warms: bool, heat: int, blows: bool, air: int, kneads: bool, *position: float) -> SeatView:
    return SeatView(position, heat if warms else 0, air if blows else 0, kneads)


def _picture_of(seat: str) -> Bind[SeatView]:
    does = ("heater.is_on", "heater.temperature_level", "ventilation.is_on", "ventilation.airflow_level", "massager.is_on")
    paths = [f"position.{name}" for name, _, _ in SLIDERS]
    return bind(*(f"seat.{seat}.{path}" for path in (*does, *paths)), to=_seat_view)


def _kneads(seat: str, mode: str) -> Handler:
    """A handler that starts a massage programme, or ends the one that runs."""

    def act(touch: Touch) -> str | None:
        massager = f"seat.{seat}.massager"
        goes = touch.get(f"{massager}.is_on") and touch.get(f"{massager}.active_mode") == mode
        return touch.call("seat.carcontrol_carSeat_massager_mode", switch=not goes, mode=mode, position=[seat])

    return act


def _choice(id: str, text: str, description: str, act: Handler, chosen: Bind[bool]) -> Button:
    button = Button(act, id=id, text=text, description=description, selected=chosen, height=TARGET, grow=1.0)
    button.role = "android.widget.RadioButton"
    return button


class SeatsScreen(Screen):
    """One seat, chosen at the top."""

    name = "seats"
    title = "Seats"
    flag = "seat.view_page_open"

    def build(self, car: View) -> Node:
        seat = car.local("seat", SEATS[0])
        who = pills(*choices("seat", seat, CHOICES), width=920)
        more = Button(go(MoreSeatScreen.name, seat), id="seat_more", text="More", width=118)
        picture = Card(Picture(paint_seat, _picture_of(seat), grow=1.0), padding=12, grow=1.0)
        comfort = Column(self.comfort(f"seat.{seat}", seat), width=456)
        return page(self.title, Row(comfort, picture, self.position(f"seat.{seat}"), grow=1.0), actions=(who, more))

    def comfort(self, at: str, seat: str) -> Node:
        """Warmth, air and massage."""
        heating = SwitchRow(f"{at}.heater.is_on", "Heating", id="seat_heater", icon="seat_heat_left", height=80)
        air = SwitchRow(f"{at}.ventilation.is_on", "Ventilation", id="seat_ventilation", icon="seat_vent_left", height=80)
        massage = SwitchRow(f"{at}.massager.is_on", "Massage", id="seat_massage", icon="spa", height=80)
        return ListView(
            Card(heating, self.heat(at, seat), air, gap=8, padding=12),
            Card(massage, self.programmes(at, seat), gap=8, padding=12),
            id="seat_comfort",
            gap=16,
        )

    def heat(self, at: str, seat: str) -> Node:
        """How warm."""
        set_heat = "seat.carcontrol_carSeat_heater_set"
        steps = [
            _choice(
                f"seat_heater_{id}",
                text,
                f"Seat heating {id}",
                call(set_heat, value=gear, unit="gear", position=[seat]),
                bind(f"{at}.heater.is_on", f"{at}.heater.temperature_level", to=lambda on, now, gears=gears: on and now in gears),
            )
            for id, text, gear, gears in HEAT
        ]
        return Row(*steps, gap=8, height=TARGET)

    def programmes(self, at: str, seat: str) -> Node:
        """How the massage goes."""
        modes = [
            _choice(
                f"massage_{mode.replace(' ', '_')}",
                mode.capitalize(),
                f"Massage {mode}",
                _kneads(seat, mode),
                bind(f"{at}.massager.is_on", f"{at}.massager.active_mode", to=lambda on, now, mode=mode: on and now == mode),
            )
            for mode in MASSAGES
        ]
        return Grid(*modes, columns=2, row_height=TARGET, gap=8)

    def position(self, at: str) -> Node:
        """How the seat stands."""
        sliders = [SlimSlider(f"{at}.position.{name}", text, id=id, grow=1.0) for name, text, id in SLIDERS]
        return Card(*sliders, gap=0, padding=(28, 12), width=456)


APP = App(
    name="seats",
    title="Seats",
    icon="airline_seat_recline_extra",
    package="com.android.car.seats",
    screens=(SeatsScreen, MoreSeatScreen),
    aliases=("seat", "seat comfort", "chairs"),
    order=45,
)
