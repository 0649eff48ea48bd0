"""Seats: heating, ventilation, massage and position of each, and the heating of the steering wheel."""

from __future__ import annotations

from automotive_env.car.core.device import SEATS
from automotive_env.car.devices.seat import MASSAGES
from automotive_env.headunit.apps.seats.seat_picture import SeatPictureState, paint_seat
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, call
from automotive_env.headunit.kit.widgets.button import RADIO, SWITCH, Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.kit.widgets.slim_slider import SmallSlider
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.shared.vehicle_view import places
from automotive_env.headunit.shared.wheel import WHEEL, switch_heating, wheel_steps

STRENGTHS = (("low", "Low", 1, (1, 2)), ("medium", "Medium", 3, (3,)), ("high", "High", 5, (4, 5)))
"""Steps of what a seat does: id, text, gear that a touch sets, gears that count as this step."""
COMFORTS = (
    ("heater", "temperature_level", "Heating", "seat heating", "seat_heat_left", True),
    ("ventilation", "airflow_level", "Ventilation", "seat ventilation", "seat_vent_left", False),
    ("massager", "intensity_level", "Massage", "massage", "spa", False),
)
"""Device of the seat, its strength, title, name in a sentence, icon, whether it warms."""
IDS = {"heater": "seat_heater", "ventilation": "seat_ventilation", "massager": "seat_massage"}
PROGRAMMES = dict(
    zip(
        MASSAGES,
        ("Wave", "Kneading", "Stretch", "Rolling", "Butterfly", "Shoulders", "Upper back", "Lower back", "Whole back", "Mixed"),
        strict=True,
    )
)
"""What the car calls a massage programme -> what people call it."""
POSITIONS = (
    ("backrest_angle", "Recline", "seat_backrest"),
    ("headrest_height", "Headrest", "seat_headrest"),
    ("horizontal_position", "Slide back", "seat_horizontal"),
    ("vertical_position", "Height", "seat_height"),
    ("cushion_length", "Cushion", "seat_cushion"),
    ("cushion_angle", "Tilt", "seat_cushion_tilt"),
    ("leg_rest_height", "Leg rest", "seat_leg_rest"),
    ("feet_rest_height", "Foot rest", "seat_foot_rest"),
)
DRAWN = ("backrest_angle", "horizontal_position", "vertical_position", "cushion_length", "headrest_height")
"""Positions that the picture shows, in its order."""


def _seat_view(warms: bool, heat: int, blows: bool, air: int, kneads: bool, *position: float) -> SeatPictureState:
    return SeatPictureState(position, heat if warms else 0, air if blows else 0, kneads)


def _picture_of(seat: str) -> Bind[SeatPictureState]:
    does = ("heater.is_on", "heater.temperature_level", "ventilation.is_on", "ventilation.airflow_level", "massager.is_on")
    paths = [f"position.{name}" for name in DRAWN]
    return bind(*(f"seat.{seat}.{path}" for path in (*does, *paths)), to=_seat_view)


def _kneads(seat: str, mode: str) -> TouchHandler:
    """A handler that starts a massage programme, or ends the one that runs."""

    def act(touch: TouchEvent) -> str | None:
        massager = f"seat.{seat}.massager"
        goes = touch.get(f"{massager}.is_on") and touch.get(f"{massager}.active_mode") == mode
        return touch.call("seat.carcontrol_carSeat_massager_mode", switch=not goes, mode=mode, position=[seat])

    return act


def _strength(seat: str, device: str, strength: str, noun: str, step: tuple[str, str, int, tuple[int, ...]]) -> Button:
    """One step of what a seat does; a touch switches it on as well."""
    id, text, gear, gears = step
    at = f"seat.{seat}.{device}"
    chosen = bind(f"{at}.is_on", f"{at}.{strength}", to=lambda on, now: bool(on and now in gears))
    act = call(f"seat.carcontrol_carSeat_{device}_set", value=gear, unit="gear", position=[seat])
    return _choice(f"{IDS[device]}_{id}", text, f"{noun.capitalize()} {id}", act, chosen, device == "heater")


def _choice(id: str, text: str, description: str, act: TouchHandler, chosen: Bind[bool], warms: bool = False) -> Button:
    return Button(act, id=id, text=text, description=description, selected=chosen, role=RADIO, warms=warms, grow=1.0)


def _switch(path: str, id: str, title: str, icon: str, warms: bool, on_tap: TouchHandler | None = None) -> ToggleButton:
    return ToggleButton(
        path,
        id=id,
        text=title,
        icon=icon,
        wide=True,
        icon_size=36,
        warms=warms,
        on_tap=on_tap,
        role=SWITCH,
        width=204,
    )


def _fold(seat: str) -> TouchHandler:
    def act(touch: TouchEvent) -> str | None:
        folded = touch.get(f"seat.{seat}.position.is_folded")
        return touch.call("seat.carcontrol_carSeat_switch", action="open" if folded else "close", position=seat)

    return act


class SeatsScreen(Screen):
    """One seat, chosen at the top: its comfort, the steering wheel's for the driver, and how the seat stands."""

    name = "seats"
    title = "Seats"
    flag = "seat.view_page_open"

    def build(self, car: BuildContext) -> LayoutNode:
        seat = car.local("seat", SEATS[0])
        offered = tuple((each, text, f"seat_{id}") for each, text, id in places(car))
        who = pills(*choices("seat", seat, offered), width=960)
        return page(
            self.title,
            Row(self.comfort(seat), self.picture(seat), self.position(seat), grow=1.0),
            self.programmes(seat),
            actions=(who,),
            gap=12,
        )

    def comfort(self, seat: str) -> LayoutNode:
        """Warmth, air and massage, and the warmth of the steering wheel before the driver."""
        rows: list[LayoutNode] = [
            Row(
                _switch(f"seat.{seat}.{device}.is_on", IDS[device], title, icon, warms),
                *(_strength(seat, device, strength, noun, step) for step in STRENGTHS),
                gap=8, grow=1.0,
            )
            for device, strength, title, noun, icon, warms in COMFORTS
        ]  # fmt: skip
        if seat == SEATS[0]:
            switch = _switch(
                f"{WHEEL}.is_heater_on", "steering_wheel_heater", "Wheel", "steering_wheel_heat", True, switch_heating
            )
            switch.description = "Steering wheel heating"
            rows.append(Row(switch, *wheel_steps(), gap=8, grow=1.0))
        return Card(*rows, gap=8, padding=10, width=572)

    def picture(self, seat: str) -> LayoutNode:
        """The seat as it stands, and what it does as a whole."""
        at = f"seat.{seat}.position"
        whole = (
            ToggleButton(f"{at}.is_folded", id="seat_folded", text="Fold", description="Backrest laid down", on_tap=_fold(seat),
                   grow=1.0),
            ToggleButton(f"{at}.guest_welcome_mode", id="seat_easy_entry", text="Easy entry", description="Makes way for guests",
                   grow=1.7),
        )  # fmt: skip
        picture = Card(PictureWidget(paint_seat, _picture_of(seat), grow=1.0), padding=8, grow=1.0)
        return Column(picture, Row(*whole, gap=8, height=TARGET), gap=12, grow=1.0)

    def position(self, seat: str) -> LayoutNode:
        """How the seat stands."""
        at = f"seat.{seat}.position"
        sliders = [SmallSlider(f"{at}.{name}", text, id=id) for name, text, id in POSITIONS]
        return Card(Grid(*sliders, columns=2, gap=8, grow=1.0), padding=(20, 10), width=488)

    def programmes(self, seat: str) -> LayoutNode:
        """How the massage goes."""
        at = f"seat.{seat}.massager"
        modes = []
        for mode, text in PROGRAMMES.items():
            chosen = bind(f"{at}.is_on", f"{at}.active_mode", to=lambda on, now, mode=mode: on and now == mode)
            button = _choice(f"massage_{mode.replace(' ', '_')}", text, f"Massage {text.lower()}", _kneads(seat, mode), chosen)
            button.grow = float(3 + len(text))
            modes.append(button)
        title = Row(Icon("spa", size=28, ink="quiet"), Text("Massage", size=SECONDARY, ink="quiet"), gap=8, height=30)
        return Card(title, Row(*modes, gap=8, height=TARGET), gap=0, padding=(12, 4))


APP = App(
    name="seats",
    title="Seats",
    icon="airline_seat_recline_extra",
    package="com.android.car.seats",
    screens=(SeatsScreen,),
    aliases=("seat", "seat comfort", "seats and comfort", "chairs", "massage", "seat heating", "wheel heating"),
    order=45,
)
