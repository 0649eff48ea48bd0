"""The page of the settings about networks."""

from __future__ import annotations

from typing import Any

from automotive_env.car.systems import bluetooth_devices
from automotive_env.headunit.apps.settings.hotspot import hotspot_switch
from automotive_env.headunit.apps.settings.settings_bluetooth import bluetooth_switch
from automotive_env.headunit.apps.settings.settings_page import SettingsPage, on_off, switch
from automotive_env.headunit.apps.settings.wifi_networks import open_networks
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, go
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.list_view import SwitchRow

WIFI, AIRPLANE = "system.wifi", "system.airplane_mode"


def _networks(wifi: bool, mobile: bool, bluetooth: bool, airplane: bool) -> str:
    if airplane:
        return "Airplane mode"
    names = [name for name, on in (("Wi-Fi", wifi), ("mobile data", mobile), ("Bluetooth", bluetooth)) if on]
    return ", ".join(names) or "All radios are off"


def _wifi(on: bool, airplane: bool, current: str) -> str:
    if airplane or not on:
        return "Off"
    return current or "Not connected"


def _fly(touch: TouchEvent) -> None:
    """Turn all radios off or let them work again; a call ends with its phone."""
    touch.set(AIRPLANE, not touch.get(AIRPLANE))
    bluetooth_devices.end_lost_call(touch.world)


def _more(row: SwitchRow, on_tap: TouchHandler, id: str, description: str) -> LayoutNode:
    """A switch, and the way to more beside it."""
    more = Button(on_tap, id=id, icon="chevron_right", description=description, width=88)
    return Row(row, more, gap=8, grow=1.0)


class NetworkPage(SettingsPage):
    """Radios."""

    name = "settings_network"
    title = "Network"
    key = "network"
    icon = "wifi"
    gap = 8
    line = bind(WIFI, "system.mobile_data", "bluetooth.is_enabled", AIRPLANE, to=_networks)

    def content(self) -> tuple[LayoutNode, ...]:
        state: Any = bind(WIFI, AIRPLANE, "networks.current", to=_wifi)
        airplane = SwitchRow(
            AIRPLANE, "Airplane mode", "Turns all radios off", id="airplane_mode", icon="flight", on_tap=_fly, grow=1.0
        )
        return (
            _more(switch(WIFI, "Wi-Fi", state, "wifi", "wifi", "system.wifi_switch"), open_networks, "wifi_networks_button",
                  "Wi-Fi networks"),
            switch("system.mobile_data", "Mobile data", on_off("system.mobile_data"), "mobile_data", "signal_cellular_alt"),
            _more(hotspot_switch(), go("hotspot"), "hotspot_button", "Name and password of the hotspot"),
            bluetooth_switch(),
            airplane,
        )  # fmt: skip


__all__ = ["NetworkPage"]
