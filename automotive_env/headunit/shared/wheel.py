"""The steering wheel and the foot rests in the vehicle app."""

from __future__ import annotations

from automotive_env.car.driving.temperature import UNIT, degrees
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.touch import TouchEvent, switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import RADIO, Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.slider import plain
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.pictures.wheel_picture import WheelPictureState, paint_wheel

WHEEL = "steeringWheel"
API = f"{WHEEL}.carcontrol_steeringWheel"
LEVEL = f"{WHEEL}.heater_level"
STEPS = ("low", "Low", 2), ("medium", "Medium", 5), ("high", "High", 8)
FEET = (("driver's seat", "Driver", "foot_pedal_driver"), ("passenger seat", "Passenger", "foot_pedal_passenger"))


def wheel() -> LayoutNode:
    """The section."""
    warmth = bind(f"{WHEEL}.is_heater_on", LEVEL, to=lambda on, level: WheelPictureState(float(level) if on else 0.0))
    picture = Card(PictureWidget(paint_wheel, warmth, grow=1.0), padding=12, grow=1.0)
    return Row(_heater(), picture, _rest(), grow=1.0)


def _heater() -> LayoutNode:
    """How warm the wheel is."""
    warm = bind(f"{WHEEL}.heater_celsius", UNIT, to=degrees)
    told = bind(f"{WHEEL}.is_heater_on", LEVEL, to=_heating_text)
    return Card(
        Row(Text("Steering wheel", weight="medium"), padding=(12, 4)),
        SwitchRow(
            f"{WHEEL}.is_heater_on", "Heating", told, id="steering_wheel_heater", icon="steering_wheel_heat",
            on_tap=switch_heating, grow=1.0,
        ),
        Row(ApiSlider(LEVEL, "Level", f"{API}_heater_set", id="steering_wheel_heater_level", says=plain), padding=(12, 8)),
        Row(*wheel_steps(), gap=8, height=TARGET),
        Row(
            Text("Temperature", size=SECONDARY, ink="quiet"),
            Text(warm, id="steering_wheel_temperature", description="Steering wheel temperature", align="right", weight="medium"),
            padding=(12, 8),
        ),
        gap=14, padding=(16, 16), width=440,
    )  # fmt: skip


def _heating_text(on: bool, level: float) -> str:
    return f"On, level {level:g} of 10" if on else "Off"


def switch_heating(touch: TouchEvent) -> str | None:
    """Switch the heating over; where it has no strength yet, it begins in the middle."""
    on = not touch.get(f"{WHEEL}.is_heater_on")
    refusal = touch.call(f"{API}_heater_switch", switch=on)
    if refusal or not on or touch.get(LEVEL):
        return refusal
    return touch.call(f"{API}_heater_set", degree="medium")


def wheel_steps() -> list[Button]:
    """How warm the wheel is to be, in three steps."""
    return [_step(*step) for step in STEPS]


def _step(degree: str, text: str, level: int) -> Button:
    def act(touch: TouchEvent) -> str | None:
        return touch.call(f"{API}_heater_switch", switch=True) or touch.call(f"{API}_heater_set", degree=degree)

    chosen = bind(f"{WHEEL}.is_heater_on", LEVEL, to=lambda on, now: bool(on and now == level))
    description = f"Steering wheel heating {degree}"
    return Button(
        act, id=f"steering_wheel_heater_{degree}", text=text, description=description, selected=chosen, role=RADIO,
        warms=True, grow=1.0,
    )  # fmt: skip


def _rest() -> LayoutNode:
    """The foot rests, and whether the display shows the settings of the wheel."""
    rests = [
        SwitchRow(
            f"footPedal.pedals.{seat}.state", name, "Foot rest", id=id, icon="airline_seat_legroom_extra", grow=1.0,
            on_tap=switched(f"footPedal.pedals.{seat}.state", "footPedal.carcontrol_pedals_switch", position=[seat]),
        )
        for seat, name, id in FEET
    ]  # fmt: skip
    view = f"{WHEEL}.is_view_open"
    page = SwitchRow(
        view, "Wheel settings", "On this display", id="steering_wheel_view", icon="display_settings",
        on_tap=switched(view, f"{API}_view_switch"), height=104,
    )  # fmt: skip
    pedals = Card(Row(Text("Foot rests", weight="medium"), padding=(12, 4)), *rests, gap=14, padding=16, grow=1.0)
    return Column(pedals, page, width=440)
