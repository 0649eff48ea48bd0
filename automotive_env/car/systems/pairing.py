"""Bluetooth devices: which ones the car knows, what they are used for, and the pairing that is under way."""

from __future__ import annotations

from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import (
    HEAD_UNIT,
    ChoiceProperty,
    FlagProperty,
    NumberProperty,
    RecordsProperty,
    TextProperty,
    WholeNumberProperty,
)
from automotive_env.car.core.values import StateRecord, about, among

MAX_DEVICE_NAME = 48
MAX_CAR_NAME = 24
SEARCH_SECONDS = 8
"""How long a search takes, by the car's clock."""
MAX_FOUND = 16
MAX_WAIT = 60
USUAL_PHONE = "Robin's phone"
"""The phone of the car's own driver."""
STAGES = ("idle", "asked", "confirmed", "paired", "refused", "no answer")
"""How far a pairing is: it asks whether the numbers agree, waits for the device, and ends."""
FOLLOWS = "follows the pairing"


KINDS = ("phone", "headphones")
"""What a car can be paired with."""


class PairedDevice(StateRecord):
    """A device that the car knows.

    Attributes:
        kind: "phone" or "headphones".
    """

    name: str = about("name of the device")
    kind: str = about("what it is: 'phone' or 'headphones'", must=among(KINDS))
    owner: str = about("whose it is")
    for_calls: bool = about("whether calls are made with it", default=True)
    for_audio: bool = about("whether sound is exchanged with it", default=True)


USUAL_DEVICES = (
    PairedDevice(USUAL_PHONE, "phone", "Robin"),
    PairedDevice("Sofia's phone", "phone", "Sofia"),
    PairedDevice("Rear seat headphones", "headphones", "Back seat", for_calls=False),
)


class Pairing(Device, module="pairing"):
    """Bluetooth beyond its switch and the state of the phone's connection, which `bluetooth` has."""

    devices = RecordsProperty(
        "devices that are paired, the last one at the end", PairedDevice, USUAL_DEVICES, ordered=False, read_only=HEAD_UNIT
    )
    phone = TextProperty(
        "phone that the car uses while it is connected, empty without one", USUAL_PHONE, longest=MAX_DEVICE_NAME,
        read_only=HEAD_UNIT,
    )  # fmt: skip
    headphones = TextProperty(
        "headphones that the car uses while Bluetooth is on, empty without", longest=MAX_DEVICE_NAME, read_only=HEAD_UNIT
    )
    car_name = TextProperty("what other devices call the car", "My car", longest=MAX_CAR_NAME, read_only=HEAD_UNIT)
    visible = FlagProperty("whether other devices can find the car", read_only=HEAD_UNIT)
    search_seconds = NumberProperty(
        "seconds that the search for devices still takes, 0 without one", 0, SEARCH_SECONDS, 0, unit="seconds",
        significant=False, read_only=FOLLOWS,
    )  # fmt: skip
    found = WholeNumberProperty("how many devices nearby are listed", 0, MAX_FOUND, 0, significant=False, read_only=FOLLOWS)
    candidate = TextProperty(
        "device that the pairing is with, empty before the first", longest=MAX_DEVICE_NAME, significant=False,
        read_only=FOLLOWS,
    )  # fmt: skip
    stage = ChoiceProperty("how far the pairing is", STAGES, "idle", significant=False, read_only=FOLLOWS)
    pin = TextProperty("six digits that both sides show", longest=6, significant=False, read_only=FOLLOWS)
    waited = NumberProperty(
        "seconds that this stage has taken", 0, MAX_WAIT, 0, unit="seconds", significant=False, read_only=FOLLOWS
    )

    def device(self, name: str) -> PairedDevice | None:
        """A device that is paired."""
        return next((device for device in self.devices if device.name == name), None)

    def put(self, device: PairedDevice) -> None:
        """Add a device, or change the one of its name where it stands."""
        if self.device(device.name):
            self.devices = tuple(device if one.name == device.name else one for one in self.devices)
        else:
            self.devices = (*self.devices, device)

    def enter(self, stage: str) -> None:
        """Begin a stage of the pairing."""
        self.stage, self.waited = stage, 0
