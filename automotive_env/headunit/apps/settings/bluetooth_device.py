"""One Bluetooth device that is paired: its line in a list, its page, and the question before it is forgotten."""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.car.systems import bluetooth_devices
from automotive_env.car.systems.bluetooth_devices import LINKS
from automotive_env.car.systems.pairing import USUAL_DEVICES, PairedDevice
from automotive_env.headunit.apps.settings.connection_parts import action_button, beside, facts_card
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, go
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListItem, SwitchRow
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.restrictions import Restriction
from automotive_env.headunit.shared.confirm import ConfirmDialog

DEVICES = "pairing.devices"
ICONS = {
    "phone": "phone_bluetooth_speaker",
    "headphones": "headphones",
    "speaker": "speaker",
    "tv": "tv",
    "car": "directions_car",
}
"""Kind of a device -> its icon."""


def icon_of(kind: str) -> str:
    """The icon of a kind of device."""
    return ICONS.get(kind, "bluetooth")


def connected(device: PairedDevice) -> Bind[bool]:
    """Whether a device is connected."""
    return bind(*LINKS, to=lambda *now: device.name in bluetooth_devices.connected(*now))


def uses(device: PairedDevice) -> str:
    """What a device is used for."""
    names = [name for name, on in (("Calls", device.for_calls), ("audio", device.for_audio)) if on]
    return " and ".join(names).capitalize() if names else "Not in use"


def line_of(device: PairedDevice) -> Bind[str]:
    """Whether a device is connected and what for; or whose it is."""
    link = connected(device)
    otherwise = f"Not connected · {device.owner}" if device.owner else "Not connected"
    return bind(*LINKS, to=lambda *now: f"Connected · {uses(device)}" if link.to(*now) else otherwise)


def connect(name: str) -> TouchHandler:
    """A handler that connects a device; one that is connected already is shown."""

    def act(touch: TouchEvent) -> str | None:
        if bluetooth_devices.is_connected(touch.world, name):
            return touch.go("bluetooth_device", name)  # type: ignore[func-returns-value]
        return bluetooth_devices.connect(touch.world, name)

    return act


def open_pairing(touch: TouchEvent) -> None:
    """Show the devices nearby, and look for more."""
    bluetooth_devices.search(touch.world)
    touch.go("pair_device")


class DeviceUseSwitchRow(SwitchRow):
    """Whether a device is used for something."""

    def __init__(self, device: PairedDevice, title: str, line: str, field: str, *, id: str, icon: str) -> None:
        def shown(devices: tuple[PairedDevice, ...]) -> bool:
            return any(bool(getattr(one, f"for_{field}")) for one in devices if one.name == device.name)

        def turn(touch: TouchEvent) -> None:
            bluetooth_devices.use_for(touch.world, device.name, **{field: not shown(touch.get(DEVICES))})

        super().__init__(DEVICES, title, line, id=id, icon=icon, on_tap=turn)
        self.selected = bind(DEVICES, to=shown)


class BluetoothDeviceScreen(Screen):
    """What a device is used for, and what can be done; opened with its name."""

    name = "bluetooth_device"
    title = "Device details"
    samples = ((USUAL_DEVICES[0].name,), (USUAL_DEVICES[2].name,), ("Nobody's phone",))

    def build(self, car: BuildContext) -> LayoutNode:
        name = str(car.args[0])
        device = next((one for one in car.records(DEVICES, PairedDevice) if one.name == name), None)
        if device is None:
            gone = empty_card("bluetooth_disabled", "Pair this device to use it.")
            pair = action_button(open_pairing, "pair_button", "Pair a device", "add")
            pair.look = "filled"
            return page(VerbatimText(name), beside(car, gone, pair), nested=True)
        return page(VerbatimText(name), beside(car, self.facts(car, device), *self.actions(car, device)), nested=True)

    def facts(self, car: BuildContext, device: PairedDevice) -> LayoutNode:
        """Whose it is, and its uses."""
        phone = device.kind == "phone"
        rows = [
            ListItem("Connection", line_of(device), id="device_status", icon=icon_of(device.kind)),
            DeviceUseSwitchRow(device, "Phone calls", "Calls through the car", "calls", id="use_for_calls", icon="call")
            if phone
            else None,
            DeviceUseSwitchRow(device, "Audio", "Music and voices", "audio", id="use_for_audio", icon="music_note"),
            ListItem("Owner", VerbatimText(device.owner or "-"), id="device_owner", icon="person"),
        ]
        return facts_card(car, *rows)

    def actions(self, car: BuildContext, device: PairedDevice) -> tuple[LayoutNode, ...]:
        """Connect or disconnect, forget; from a phone to what it is for."""
        link, name = connected(device), device.name
        on = link.to(*(car.get(path) for path in LINKS))
        main = action_button(_disconnect(name), "disconnect_button", "Disconnect", "bluetooth_disabled")
        if not on:
            main = action_button(connect(name), "connect_button", "Connect", "bluetooth_connected")
            main.look = "filled"
        leads = (
            action_button(go("phone", app="phone"), "phone_button", "Phone", "call"),
            action_button(go("messages", app="messages"), "messages_button", "Messages", "chat"),
        )
        forget = action_button(go("forget_device", name), "forget_button", "Forget", "delete")
        return (main, *leads, forget) if on and device.kind == "phone" else (main, forget)


def _disconnect(name: str) -> Callable[[TouchEvent], str | None]:
    return lambda touch: bluetooth_devices.disconnect(touch.world, name)


class ForgetDeviceDialog(ConfirmDialog):
    """Asks for confirmation before a device is forgotten; opened with its name."""

    name = "forget_device"
    title = "Forget device"
    restricted_by = Restriction.NO_SETUP
    samples = ((USUAL_DEVICES[0].name,),)
    keep_id = "keep_device_button"
    go_id = "confirm_forget_button"
    go = "Forget"

    def question(self, car: BuildContext) -> tuple[str, str]:
        return "Forget this device?", f"{car.args[0]} has to be paired again to be used."

    def act(self, touch: TouchEvent) -> str | None:
        bluetooth_devices.forget(touch.world, touch.entry.args[0])
        return None


__all__ = ["BluetoothDeviceScreen", "ForgetDeviceDialog", "connect", "connected", "icon_of", "line_of", "open_pairing"]
