"""Bluetooth: switched on, it connects to the phone it knows; switched off, it ends the call."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import switches
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty
from automotive_env.car.devices.conversation import ConnectedPhone
from automotive_env.car.systems.pairing import Pairing


def _phone_follows(device: Bluetooth, place: str) -> None:
    connects = device.is_enabled and Pairing.of(device).phone
    device.connection_state = "CONNECTED" if connects else "DISCONNECTED"
    if not device.is_enabled:
        ConnectedPhone.of(device).lose()


class Bluetooth(Device, module="bluetooth"):
    """Bluetooth of the car."""

    is_enabled = FlagProperty("Bluetooth", True)
    connection_state = ChoiceProperty(
        "connection to the phone", ("DISCONNECTED", "CONNECTED"), "CONNECTED", read_only="follows Bluetooth"
    )

    starts = {
        "init1": {"is_enabled": True, "connection_state": "CONNECTED"},
        "init2": {"is_enabled": False, "connection_state": "DISCONNECTED"},
    }

    carcontrol_connection_bluetooth_switch = switches("is_enabled", "Switches Bluetooth on or off.", then=_phone_follows)
