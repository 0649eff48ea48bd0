"""The bars above and below every app."""

from __future__ import annotations

from automotive_env.car.core.device import SEATS
from automotive_env.car.driving.temperature import UNIT, degrees, number
from automotive_env.car.driving.warning_lamps import LAMPS, SHOWN_ON_TOP, is_lit
from automotive_env.car.systems.system import Notification
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import Bind, LiveValue, bind, equals
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row, Spacer, in_order
from automotive_env.headunit.kit.rendering.theme import PRIMARY, SECONDARY, TARGET, TOP_BAR, ColourRole
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, open_app
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.kit.widgets.wording import clock, driver_name, weather_icon
from automotive_env.headunit.panels.notifications import open_center
from automotive_env.headunit.shared.climate_controls import temperature_stepper
from automotive_env.headunit.shared.lamp_sign import LampButton
from automotive_env.headunit.shared.manual_texts import MANUAL
from automotive_env.headunit.shared.powertrain import LOOKS, POWERTRAIN, by_look
from automotive_env.headunit.shared.vehicle_view import places


def _network_icon(wifi: bool, mobile: bool, airplane: bool) -> str:
    if airplane:
        return "airplanemode_inactive"
    return "wifi" if wifi else "signal_cellular_4_bar" if mobile else "signal_cellular_off"


def _network_text(wifi: bool, mobile: bool, airplane: bool) -> str:
    if airplane:
        return "Airplane mode"
    return "Wi-Fi is on" if wifi else "Mobile data is on" if mobile else "No network"


OUTSIDE = ("road.outside_temperature", UNIT)
NETWORKS = ("system.wifi", "system.mobile_data", "system.airplane_mode")


class GaugeButton(Button):
    """A number with its icon, which is never narrower than that needs."""

    def least(self) -> int:
        return self.width or super().least()


class TopBar(Screen):
    """Clock, weather and the state of the networks."""

    name = "top_bar"
    window = "TopCarSystemBar"
    ink = "bar"

    def build(self, car: BuildContext) -> LayoutNode:
        time = bind("environment.timestamp", "environment.time_display_format", to=clock)
        driver = Button(
            open_app("settings", "settings_profile"), id="user_name_text", icon="account_circle", wide=True, look="plain",
            text=bind("drivers.active", to=driver_name), icon_size=40, size=SECONDARY, width=224, height=TARGET,
        )  # fmt: skip
        tank = GaugeButton(
            open_app("energy"), id="fuel_gauge", icon=by_look("icon"), wide=True, look="plain",
            text=bind("road.fuel_level", to=lambda level: f"{level:.0f} %"),
            description=bind(
                "road.fuel_level", POWERTRAIN, to=lambda level, kind: f"{LOOKS[kind].left} {level:.0f} percent"
            ),
            icon_size=36, size=PRIMARY, width=172,
        )  # fmt: skip
        outside = Text(
            bind(*OUTSIDE, to=degrees), id="outside_temperature",
            description=bind(*OUTSIDE, to=lambda t, unit: f"Outside temperature {number(t, unit):g} degrees"), size=PRIMARY,
            width=120,
        )  # fmt: skip
        lamps = [
            LampButton(LAMPS[name].icon, LAMPS[name].colour, on_tap=open_app("care", "lamp", name), id=f"lamp_{name}",
                       description=MANUAL[name].title, width=TOP_BAR)
            for name in SHOWN_ON_TOP
            if is_lit(name, car.get)
        ]  # fmt: skip
        bluetooth = "bluetooth.is_enabled"
        panels = [
            _panel_button(
                "bluetooth", "settings_bluetooth", bind(bluetooth, to=lambda on: "bluetooth" if on else "bluetooth_disabled"),
                bind(bluetooth, to=lambda on: f"Bluetooth is {'on' if on else 'off'}"),
            ),
            _panel_button(
                "connectivity", "settings_network", bind(*NETWORKS, to=_network_icon), bind(*NETWORKS, to=_network_text)
            ),
            _panel_button("display", "", "brightness_6", "Display"),
        ]  # fmt: skip
        bar = Row(
            Text(time, id="clock", size=PRIMARY, weight="medium", width=164),
            Icon(bind("road.weather", "road.light", to=weather_icon), size=36, ink="quiet"),
            outside, tank, Spacer(), *lamps, *panels, driver, padding=(32, 0), gap=16,
        )  # fmt: skip
        bar.optional = ((driver,), (tank,))
        return bar


def _panel_button(name: str, page: str, icon: LiveValue[str], says: LiveValue[str]) -> Button:
    """The way to a page of the settings, which shows how things stand there."""
    return Button(
        open_app("settings", page), id=f"{name}_panel_button", icon=icon, description=says, look="plain", icon_size=36,
        width=TOP_BAR,
    )  # fmt: skip


def _turn_center(touch: TouchEvent) -> None:
    """Show the notification centre, or put it away."""
    if touch.get("system.notification_center_open"):
        touch.set("system.notification_shown", 0)
        touch.set("system.notification_center_open", False)
    else:
        open_center(touch)


def _open_climate(touch: TouchEvent) -> None:
    touch.set("system.notification_center_open", False)
    touch.set("airConditioner.ac_view_open", not touch.get("airConditioner.ac_view_open"))


def _unread(entries: tuple[Notification, ...]) -> str:
    count = sum(not entry.read for entry in entries)
    return f"Notifications, {count} unread" if count else "Notifications"


class NotificationsButton(Button):
    """The way to the notifications; it says how many were not opened."""

    def content(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> None:
        super().content(state, brush, ink)
        count = "".join(filter(str.isdigit, state.description))
        if count:
            x, y = brush.box.width // 2 + 22, 22
            brush.disc((x, y), 19, "accent")
            brush.text(count, Box(x - 19, y - 19, x + 19, y + 19), size=SECONDARY, ink="on_accent", weight="medium",
                       align="center", on="accent")  # fmt: skip


class BottomBar(Screen):
    """Temperatures of both sides, and the way to everything."""

    name = "bottom_bar"
    window = "BottomCarSystemBar"
    ink = "bar"

    def build(self, car: BuildContext) -> LayoutNode:
        bell = bind(
            "system.notifications",
            to=lambda entries: "notifications_active" if any(not entry.read for entry in entries) else "notifications",
        )
        parts = [
            Button(open_app("home"), id="home", icon="home", description="Home Screen", selected=_front("home", "home")),
            Button(open_app("maps"), id="map_nav", icon="near_me", description="Maps", selected=_front("maps")),
            Button(open_app("media"), id="media_nav", icon="music_note", description="Media", selected=_front("media")),
            Button(open_app("phone"), id="phone_nav", icon="call", description="Phone", selected=_front("phone")),
            Button(
                open_app("home", "apps"), id="grid_nav", icon="apps", description="Applications", selected=_front("home", "apps")
            ),
            Button(
                _open_climate,
                id="hvac",
                icon="mode_fan",
                description="Climate Control",
                selected=equals("airConditioner.ac_view_open", True),
            ),
            NotificationsButton(
                _turn_center,
                id="notifications",
                icon=bell,
                description=bind("system.notifications", to=_unread),
                selected=equals("system.notification_center_open", True),
            ),
        ]
        for part in parts:
            part.look, part.width, part.height = "plain", 92, 84
        steppers = {seat: temperature_stepper(seat) for seat, _, _ in places(car)[:2]}
        left, right = steppers.values()
        bar = in_order(Row(left, Spacer(), *parts, Spacer(), right, padding=(24, 0), gap=12))
        driver, passenger = SEATS[:2]
        bar.optional = ((steppers[passenger],), (steppers[driver],))
        return bar


def _front(app: str, screen: str = "") -> Bind[bool]:
    return bind(
        "system.foreground_app",
        "system.foreground_screen",
        "system.notification_center_open",
        to=lambda front, shown, covered: front == app and not covered and (not screen or shown == screen),
    )
