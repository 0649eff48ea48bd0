"""The reading lamps in the vehicle app."""

from __future__ import annotations

from automotive_env.car.core.device import SEATS
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, in_order
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import call, switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.pictures.open_car import paint_car
from automotive_env.headunit.shared.vehicle_view import car_view, sides

LAMP = "readingLight"
SWITCH = f"{LAMP}.carcontrol_readingLight_switch"


def reading_lamps(car: BuildContext) -> LayoutNode:
    """The section."""
    on_left, on_right = sides(car)
    automatic = SwitchRow(
        f"{LAMP}.auto_mode", "Automatic", "Reading lamps", id="reading_light_auto", icon="auto_mode",
        on_tap=switched(f"{LAMP}.auto_mode", f"{LAMP}.carcontrol_readingLight_mode_auto"), height=96,
    )  # fmt: skip
    picture = Card(PictureWidget(paint_car, car_view(), grow=1.0), padding=12, width=300)
    return in_order(
        Row(Column(_lamps(on_left), automatic, grow=1.0), picture, Column(_lamps(on_right), _all(), grow=1.0), grow=1.0)
    )


def _lamps(places: tuple[tuple[str, str, str], ...]) -> LayoutNode:
    return Card(*(_lamp(*place) for place in places), gap=4, padding=(16, 10), grow=1.0)


def _lamp(seat: str, name: str, id: str) -> LayoutNode:
    slider = ApiSlider(
        f"{LAMP}.{seat}.brightness_value", f"{name} lamp", f"{LAMP}.carcontrol_readingLight_brightness_set", {"position": [seat]},
        id=f"reading_light_{id}_brightness", grow=1.0,
    )  # fmt: skip
    switch = ToggleButton(
        f"{LAMP}.{seat}.is_on", id=f"reading_light_{id}", icon="lightbulb", description=f"{name} reading lamp",
        on_tap=switched(f"{LAMP}.{seat}.is_on", SWITCH, position=[seat]), icon_size=40, warms=True, width=TARGET, height=TARGET,
    )  # fmt: skip
    return Row(slider, switch, gap=12, grow=1.0)


def _all() -> LayoutNode:
    """All lamps at once."""
    return Row(
        Button(
            call(SWITCH, switch=True, position=list(SEATS)), id="reading_lights_on", text="All on",
            description="Switch all reading lamps on", icon="lightbulb", wide=True, icon_size=36, grow=1.0,
        ),
        Button(
            call(SWITCH, switch=False, position=list(SEATS)), id="reading_lights_off", text="All off",
            description="Switch all reading lamps off", icon="light_off", wide=True, icon_size=36, grow=1.0,
        ),
        height=96,
    )  # fmt: skip
