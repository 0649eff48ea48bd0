"""Pairing: the devices nearby, and the number that both sides show."""

from __future__ import annotations

from automotive_env.car.content.gadgets import NearbyBluetoothDevice
from automotive_env.car.systems import bluetooth_devices
from automotive_env.car.systems.pairing import PairedDevice
from automotive_env.headunit.apps.settings.bluetooth_device import icon_of
from automotive_env.headunit.apps.settings.connection_parts import beside, search_button
from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Dialog, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, set_up
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.kit.widgets.page import dialog, page
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.restrictions import Restriction
from automotive_env.headunit.shared.player import offered

WORDS = {
    "phone": "Phone", "headphones": "Headphones", "speaker": "Speaker", "tv": "Television", "car": "Car accessory",
    "printer": "Printer", "watch": "Watch", "tag": "Tag",
}  # fmt: skip
"""Kind of a device -> what it is called."""
TITLES = {
    "asked": "Pair this device?",
    "confirmed": "Waiting for the device",
    "paired": "Device paired",
    "refused": "Pairing was refused",
    "no answer": "The device does not respond",
    "idle": "Pairing has ended",
}
LINES = {
    "asked": "Does it show the same number?",
    "confirmed": "Accept the number on the device, too.",
    "paired": "The car will connect to it automatically.",
    "refused": "This device cannot be paired with a car.",
    "no answer": "Bring it closer, make it visible and try again.",
    "idle": "No device was paired.",
}


def _begin(name: str) -> TouchHandler:
    def act(touch: TouchEvent) -> str | None:
        refusal = bluetooth_devices.ask(touch.world, name)
        if not refusal and touch.entry.screen != "pair_with":
            touch.go("pair_with", name)
        return refusal

    return set_up(act)


class PairDeviceScreen(Screen):
    """The devices nearby at the left, the search at the right."""

    name = "pair_device"
    title = "Pair a device"

    def build(self, car: BuildContext) -> LayoutNode:
        return page("Pair a device", beside(car, self.nearby(car), *self.side(car)), nested=True)

    def nearby(self, car: BuildContext) -> LayoutNode:
        """What was found."""
        if not car.get("bluetooth.is_enabled") or car.get("system.airplane_mode"):
            return empty_card("bluetooth_disabled", "Bluetooth is off. Turn it on to find devices.")
        content = offered(car)
        around = bluetooth_devices.not_paired(content.nearby, content.paired, car.records("pairing.devices", PairedDevice))
        rows = [self.row(gadget) for gadget in around[: int(car.get("pairing.found"))]]
        return ListView(*rows, id="nearby_list") if rows else empty_card("sensors", "No device found yet.")

    def row(self, gadget: NearbyBluetoothDevice) -> LayoutNode:
        """A device."""
        return ListItem(
            VerbatimText(gadget.name), WORDS[gadget.kind], id="nearby_item", icon=icon_of(gadget.kind),
            trailing_icon="chevron_right", on_tap=_begin(gadget.name), height=92,
        )  # fmt: skip

    def side(self, car: BuildContext) -> tuple[LayoutNode, ...]:
        """How it is done, and the search."""
        search = search_button(bluetooth_devices.search, "search", searching=bool(car.get("pairing.search_seconds")))
        how = Text(
            "Turn on Bluetooth on the device and make it visible.", id="pairing_text", size=SECONDARY, ink="quiet", lines=3
        )
        named = ListItem(
            VerbatimText(car.text("pairing.car_name")), "Name of the car", id="car_name_text", icon="directions_car", height=92
        )
        return named, how, search


class ConfirmPairingDialog(Dialog):
    """The question whether the number is the same, and what becomes of it; opened with the name of a device."""

    name = "pair_with"
    title = "Pair"
    restricted_by = Restriction.NO_SETUP
    samples = (("Ben's phone",),)

    def build(self, car: BuildContext) -> LayoutNode:
        name, stage = str(car.args[0]), car.text("pairing.stage")
        if car.text("pairing.candidate") != name:
            stage = "idle"
        pin = car.text("pairing.pin")
        words = [Text(VerbatimText(name), id="device_name", weight="medium")]
        if stage in ("asked", "confirmed"):
            words.append(Text(f"{pin[:3]} {pin[3:]}", id="pairing_pin", description="Number", size=64, weight="medium",
                              ink="accent"))  # fmt: skip
        return dialog(TITLES[stage], LINES[stage], *self.buttons(name, stage), content=tuple(words))

    def buttons(self, name: str, stage: str) -> tuple[Button, ...]:
        """What can be done in a stage."""
        close = Button(_leave, id="close_button", text="Close", size=28, width=200)
        if stage == "asked":
            pair = Button(_confirm, id="confirm_pairing_button", text="Pair", look="filled", size=28, width=200)
            return Button(_leave, id="decline_pairing_button", text="Reject", size=28, width=200), pair
        if stage == "confirmed":
            return (Button(_leave, id="cancel_pairing_button", text="Cancel", size=28, width=200),)
        if stage == "paired":
            return (close,)
        return close, Button(_begin(name), id="try_again_button", text="Try again", look="filled", size=28, width=200)


def _confirm(touch: TouchEvent) -> str | None:
    return bluetooth_devices.confirm(touch.world)


def _leave(touch: TouchEvent) -> None:
    bluetooth_devices.cancel(touch.world)
    touch.back()


__all__ = ["ConfirmPairingDialog", "PairDeviceScreen"]
