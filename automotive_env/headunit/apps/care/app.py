"""Car care: tyres, service, and the manual."""

from __future__ import annotations

from automotive_env.headunit.apps.care.manual import LampScreen, ManualScreen
from automotive_env.headunit.apps.care.service_list import ResetServiceDialog, ServiceHistoryScreen, service_card
from automotive_env.headunit.apps.care.tyre_card import PressureUnitDialog, ResetTyresDialog, tyre_card
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import go
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.page import page


class CareScreen(Screen):
    """The tyres at the left, the service at the right."""

    name = "care"
    title = "Car care"

    def build(self, car: BuildContext) -> LayoutNode:
        software = Button(
            go("software", app="settings"), id="software_button", icon="update", text="Software", wide=True, size=28,
            height=TARGET,
        )  # fmt: skip
        manual = Button(go("manual"), id="manual_button", icon="menu_book", text="Manual", wide=True, size=28, height=TARGET)
        return page("Car care", Row(tyre_card(), service_card(car), gap=20, grow=1.0), actions=(software, manual))


APP = App(
    name="care",
    title="Car care",
    icon="car_repair",
    package="com.android.car.care",
    screens=(
        CareScreen,
        ResetTyresDialog,
        PressureUnitDialog,
        ServiceHistoryScreen,
        ResetServiceDialog,
        ManualScreen,
        LampScreen,
    ),
    aliases=("tyres", "tires", "tyre pressure", "service", "maintenance", "manual", "owner's manual", "car status"),
    order=52,
)
