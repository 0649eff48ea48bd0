"""The second page of a seat: exact strengths, the rests, what the whole seat does."""

from __future__ import annotations

from automotive_env.headunit.rendering.node import Grid, Node, Row
from automotive_env.headunit.screen import Screen, View
from automotive_env.headunit.touch import Handler, Touch
from automotive_env.headunit.widgets.api_slider import ApiSlider
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.list_view import SwitchRow
from automotive_env.headunit.widgets.page import page
from automotive_env.headunit.widgets.slider import Wording, percent, plain
from automotive_env.headunit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.widgets.wording import degrees
from automotive_env.world.device import SEATS

NAMES = dict(
    zip(
        SEATS,
        ("Driver's seat", "Passenger seat", "Rear left seat", "Rear right seat", "Third row left seat", "Third row right seat"),
        strict=True,
    )
)
RESTS = (
    ("cushion_angle", "Cushion tilt", "seat_cushion_tilt"),
    ("leg_rest_height", "Leg rest", "seat_leg_rest"),
    ("feet_rest_height", "Foot rest", "seat_foot_rest"),
)


def _strength(path: str, seat: str, label: str, id: str, unit: str, says: Wording = plain) -> Node:
    """A slider that also switches on what it is about, as the steps on the first page do."""
    device = path.partition(".")[0]
    api = f"seat.carcontrol_carSeat_{device}_set"
    slider = ApiSlider(f"seat.{seat}.{path}", label, api, {"unit": unit, "position": seat}, id=id, says=says, grow=1.0)
    return Row(slider, padding=(12, 0))


def _fold(seat: str) -> Handler:
    def act(touch: Touch) -> str | None:
        folded = touch.get(f"seat.{seat}.position.is_folded")
        return touch.call("seat.carcontrol_carSeat_switch", action="open" if folded else "close", position=seat)

    return act


class MoreSeatScreen(Screen):
    """What is set less often of one seat."""

    name = "more_seat"
    title = "Seat"
    flag = "seat.view_page_open"
    samples = ((SEATS[0],), (SEATS[5],))

    def build(self, car: View) -> Node:
        seat = str(car.args[0])
        return page(NAMES[seat], Row(self.strengths(seat), self.position(seat), grow=1.0), nested=True)

    def strengths(self, seat: str) -> Node:
        """Strengths of heating, ventilation and massage."""
        return Card(
            Grid(
                _strength("heater.temperature_level", seat, "Heating 1 to 5", "seat_heater_level", "gear"),
                _strength("heater.temperature_value", seat, "Heated to", "seat_heater_temperature", "celsius", degrees),
                _strength("ventilation.airflow_level", seat, "Ventilation 1 to 5", "seat_ventilation_level", "gear"),
                _strength(
                    "ventilation.airflow_value", seat, "Ventilation in %", "seat_ventilation_percent", "percentage", percent
                ),
                _strength("massager.intensity_level", seat, "Massage 1 to 5", "seat_massage_level", "gear"),
                _strength("massager.intensity_value", seat, "Massage in %", "seat_massage_percent", "percentage", percent),
                columns=2,
                gap=24,
                grow=1.0,
            ),
            padding=(16, 24),
            grow=1.0,
        )

    def position(self, seat: str) -> Node:
        """Leg rest, and functions of the whole seat."""
        at = f"seat.{seat}.position"
        sliders = [Row(SlimSlider(f"{at}.{name}", text, id=id, grow=1.0), padding=(12, 0)) for name, text, id in RESTS]
        return Card(
            *sliders,
            SwitchRow(f"{at}.is_folded", "Folded", "Backrest laid down", id="seat_folded", on_tap=_fold(seat), grow=1.0),
            SwitchRow(f"{at}.guest_welcome_mode", "Easy entry", "Makes way for guests", id="seat_easy_entry", grow=1.0),
            gap=8,
            padding=12,
            width=444,
        )
