"""The page of the settings about Bluetooth: what is paired, and how the car is called."""

from __future__ import annotations

from automotive_env.car.systems.pairing import MAX_CAR_NAME, PairedDevice
from automotive_env.headunit.apps.settings.bluetooth_device import DEVICES, connect, connected, icon_of, line_of, open_pairing
from automotive_env.headunit.apps.settings.connection_parts import more_button
from automotive_env.headunit.apps.settings.settings_page import SettingsPage, on_off, switch
from automotive_env.headunit.apps.settings.text_dialog import NameDialog, opens
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView, SwitchRow
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.language.translate import VerbatimText

BLUETOOTH = "bluetooth.is_enabled"
NAME = "pairing.car_name"


def bluetooth_switch() -> SwitchRow:
    """The switch of Bluetooth."""
    api = "bluetooth.carcontrol_connection_bluetooth_switch"
    return switch(BLUETOOTH, "Bluetooth", on_off(BLUETOOTH), "bluetooth", "bluetooth", api)


class BluetoothPage(SettingsPage):
    """The switch, the devices, and the name of the car."""

    name = "settings_bluetooth"
    title = "Bluetooth"
    key = "bluetooth"
    icon = "bluetooth"
    line = bind("bluetooth.connection_state", to=str.capitalize)

    def content_for(self, car: BuildContext) -> tuple[LayoutNode, ...]:
        pair = Button(open_pairing, id="pair_button", icon="add", text="Pair", wide=True, size=28, icon_size=36, height=92)
        devices = [self.device(device) for device in car.records(DEVICES, PairedDevice)]
        name = car.text(NAME)
        called = ListItem(
            "Name of the car", VerbatimText(name), id="car_name", icon="directions_car", trailing_icon="edit",
            on_tap=opens("car_name", text=name), height=92,
        )  # fmt: skip
        visible = switch("pairing.visible", "Visible", "Other devices can find the car", "visible", "visibility")
        visible.grow, visible.height = 0.0, 92
        none = Text("No devices yet. Tap Pair to add your phone.", ink="quiet", align="center", lines=2, height=92)
        return Row(bluetooth_switch(), pair, gap=8, height=92), ListView(*(devices or [none]), called, visible, id="device_list")

    def device(self, device: PairedDevice) -> LayoutNode:
        """A device, and the way to its page."""
        item = ListItem(
            VerbatimText(device.name), line_of(device), id="device_item", icon=icon_of(device.kind), selected=connected(device),
            on_tap=connect(device.name), grow=1.0, height=92,
        )  # fmt: skip
        return Row(item, more_button("bluetooth_device", device.name), gap=8, height=92)


class CarNameDialog(NameDialog):
    """Changes what other devices call the car."""

    name = "car_name"
    title = "Name of the car"
    path = NAME
    longest = MAX_CAR_NAME


__all__ = ["BluetoothPage", "CarNameDialog", "bluetooth_switch"]
